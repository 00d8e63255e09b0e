import { CFB } from '@e965/xlsx';
import { richTextWords } from '../../packages/documents/src/rtf/richTextWords.ts';
import { readOldSlides } from '../../packages/documents/src/ppt/readPpt.ts';

const words = (text: string) =>
	richTextWords(Buffer.from(String.raw`{\rtf1\ansi\ansicpg1252 ${text}}`, 'latin1'))
		.split(/\s+/)
		.filter((word) => word !== '');

describe('the words of rich text', () => {
	it.each([
		[
			'paragraphs and cells',
			String.raw`One\par two\cell three\line four`,
			['One', 'two', 'three', 'four'],
		],
		['letters of the document', String.raw`caf\'e9`, ['café']],
		[
			'letters of a font',
			String.raw`{\fonttbl{\f0 Arial;}{\f1\fcharset204 Times;}}{\f1 \'ec\'e8\'f0}`,
			['мир'],
		],
		[
			'letters in two bytes',
			String.raw`{\fonttbl{\f1\fcharset128 Mincho;}}\f1 \'93\'fa\'96\'7b`,
			['日本'],
		],
		['letters by their numbers', String.raw`\uc1\u321?\uc2\u243 ??d\u378\'3f\'3fx`, ['Łódźx']],
		['signs of the format', String.raw`\{a\}\~b\_c`, ['{a}', 'b-c']],
		[
			'a link and a text box',
			String.raw`{\field{\*\fldinst HYPERLINK "x"}{\fldrslt here}}{\shp{\*\shpinst{\sp{\sn a}{\sv 1}}{\shptxt there}}}`,
			['here', 'there'],
		],
		[
			'no hidden text, pictures, numbers of lists or remarks',
			String.raw`a{\v b}{\pict 00ff}{\listtext 1.}{\*\unknown c}{\header d}{\annotation e}\bin2 }}f`,
			['af'],
		],
	])('are those of %s', (_kind, text, expected) => {
		expect(words(text)).toEqual(expected);
	});
});

/** A record: kind, content, and its instance; containers are marked as such. */
function record(kind: number, content: Buffer, instance = 0, isContainer = false): Buffer {
	const head = Buffer.alloc(8);
	head.writeUInt16LE((instance << 4) | (isContainer ? 0xf : 0), 0);
	head.writeUInt16LE(kind, 2);
	head.writeUInt32LE(content.length, 4);
	return Buffer.concat([head, content]);
}

const numbers = (...values: number[]): Buffer => {
	const bytes = Buffer.alloc(4 * values.length);
	values.forEach((value, at) => bytes.writeUInt32LE(value, 4 * at));
	return bytes;
};

/** A presentation whose slide was edited: its text before is still in the file. */
function presentation(): Buffer {
	const text = record(4008, Buffer.from('Title', 'latin1'));
	const list = record(4080, Buffer.concat([record(1011, numbers(2, 0, 0, 0, 0)), text]), 0, true);
	const masters = record(4080, record(4008, Buffer.from('Master')), 1, true);
	const styles = record(1010, record(4003, Buffer.alloc(2), 4), 0, true);
	const document = record(1000, Buffer.concat([styles, masters, list]), 0, true);
	const slide = (said: string) =>
		record(1006, record(0xf00d, record(4000, Buffer.from(said, 'utf16le'))), 0, true);
	const [before, after] = [slide('Before'), slide('Łódź')];
	const firstDirectory = document.length + before.length;
	const directory = record(6002, numbers((2 << 20) | 1, 0, document.length));
	const firstEdit = firstDirectory + directory.length;
	const edit = (last: number, place: number) => record(4085, numbers(0, 0, last, place, 1, 3, 0));
	const afterAt = firstEdit + edit(0, 0).length;
	const secondDirectory = afterAt + after.length;
	const changes = record(6002, numbers((1 << 20) | 2, afterAt));
	const stream = Buffer.concat([
		...[document, before, directory, edit(0, firstDirectory)],
		...[after, changes, edit(firstEdit, secondDirectory)],
	]);
	const file = CFB.utils.cfb_new();
	CFB.utils.cfb_add(file, 'PowerPoint Document', stream);
	CFB.utils.cfb_add(file, 'Current User', numbers(0, 0, 0, 0, secondDirectory + changes.length));
	return Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array);
}

describe('the words of slides', () => {
	it('are those of the last edit, without those of masters', () => {
		expect(readOldSlides(presentation())).toEqual({
			texts: ['Łódź', 'Title'],
			targets: new Set(),
			hidden: [],
			links: [],
			raised: [],
			tables: [],
			lists: [],
		});
	});

	it('are not known where the records cannot be followed', () => {
		expect(readOldSlides(Buffer.from('no presentation'))).toBeUndefined();
	});
});
