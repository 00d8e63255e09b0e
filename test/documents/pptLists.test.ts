import { CFB } from '@e965/xlsx';
import { placeOldLists } from '../../packages/documents/src/ppt/pptLists.ts';
import { readOldSlides } from '../../packages/documents/src/ppt/readPpt.ts';

/** Lists on slides of PowerPoint 97 to 2003, whose bullets come from the master: records of [MS-PPT]. */

const short = (...values: number[]): Buffer => {
	const bytes = Buffer.alloc(2 * values.length);
	values.forEach((value, at) => bytes.writeUInt16LE(value, 2 * at));
	return bytes;
};
const long = (...values: number[]): Buffer => {
	const bytes = Buffer.alloc(4 * values.length);
	values.forEach((value, at) => bytes.writeUInt32LE(value, 4 * at));
	return bytes;
};

const record = (kind: number, parts: Buffer[], { instance = 0, isContainer = false } = {}) => {
	const content = Buffer.concat(parts);
	const head = short((instance << 4) | (isContainer ? 0xf : 0), kind);
	return Buffer.concat([head, long(content.length), content]);
};

/** A run of paragraphs at a level, whose bullet is as the master says, or as told. */
const paragraphs = (length: number, level: number, hasBullet?: boolean): Buffer =>
	hasBullet === undefined
		? Buffer.concat([long(length), short(level), long(0)])
		: Buffer.concat([long(length), short(level), long(1), short(Number(hasBullet))]);

const textOf = (kind: number, text: string, runs: Buffer[]): Buffer[] => [
	record(3999, [long(kind)]),
	record(4000, [Buffer.from(text, 'utf16le')]),
	record(4001, [...runs, long(text.length + 1), long(0)]),
];

/** The levels of a master's kind of text: those that are undefined say nothing about bullets. */
const master = (kind: number, levels: Array<boolean | undefined>): Buffer => {
	const level = (hasBullet: boolean | undefined): Buffer[] =>
		hasBullet === undefined ? [long(0), long(0)] : [long(1), short(Number(hasBullet)), long(0)];
	const numbered = levels.flatMap((own, at) => [...(kind >= 5 ? [short(at)] : []), ...level(own)]);
	return record(4003, [short(levels.length), ...numbered], { instance: kind });
};

/** A presentation of one slide whose texts are in its list. */
function presentation(masters: Buffer[], texts: Buffer[]): Buffer {
	const list = record(4080, texts, { isContainer: true });
	const document = record(1000, [...masters, list], { isContainer: true });
	const directory = record(6002, [long((1 << 20) | 1, 0)]);
	const edit = record(4085, [long(0, 0, 0, document.length, 1)]);
	const file = CFB.utils.cfb_new();
	const add = (name: string, content: Buffer) => CFB.utils.cfb_add(file, name, content);
	add('PowerPoint Document', Buffer.concat([document, directory, edit]));
	add('Current User', Buffer.concat([Buffer.alloc(16), long(document.length + directory.length)]));
	return Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array);
}

const TEXT = 'Ports\rBergen\rQuay 7\rOslo\rAsk there';
const [PORTS, BERGEN, QUAY, OSLO, ASK] = [6, 7, 7, 5, 10];
const RUNS = [
	paragraphs(PORTS, 0, false),
	paragraphs(BERGEN, 0),
	paragraphs(QUAY, 1),
	paragraphs(OSLO, 0),
	paragraphs(ASK, 0, false),
];

const listsOf = (masters: Buffer[], texts: Buffer[]) =>
	readOldSlides(presentation(masters, texts))?.lists ?? [];

describe('items below others on a slide of PowerPoint 97 to 2003', () => {
	const masters = [master(1, [true, undefined])];
	const nested = 'Ports\n\n- Bergen\n  - Quay 7\n- Oslo\n\nAsk there\n\n> Greet the pilot.';

	it('are a nested list, where their bullets come from the level above in the master', () => {
		const lists = listsOf(masters, textOf(1, TEXT, RUNS));
		const loose = 'Ports\n\n- Bergen\n\nQuay 7\n\n- Oslo\n\nAsk there\n\n> Greet the pilot.';
		expect(placeOldLists(loose, lists)).toBe(nested);
		expect(placeOldLists(nested, lists)).toBe(nested);
	});

	it('are one in half a slide, too, which looks like the body', () => {
		const lists = listsOf([...masters, master(7, [undefined])], textOf(7, TEXT, RUNS));
		expect(lists).toHaveLength(1);
	});

	it('stay paragraphs where the master gives their level no bullet', () => {
		expect(listsOf([master(1, [true, false])], textOf(1, TEXT, RUNS))).toEqual([]);
		expect(listsOf([], textOf(4, TEXT, RUNS))).toEqual([]);
	});

	it('begin at the margin where nothing is above them', () => {
		const runs = [paragraphs(8, 3, true), paragraphs(5, 3, true)];
		const lists = listsOf([], textOf(4, 'Hamburg\rKiel', runs));
		expect(placeOldLists('Hamburg\n\nKiel', lists)).toBe('- Hamburg\n- Kiel');
	});

	it('stay as they are where their lines are not found', () => {
		const lists = listsOf(masters, textOf(1, TEXT, RUNS));
		expect(placeOldLists('Ports\n\nBergen', lists)).toBe('Ports\n\nBergen');
	});
});
