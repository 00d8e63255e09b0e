import { deflateSync } from 'node:zlib';
import { embeddedFiles } from '../../packages/documents/src/pdf/embedded.ts';
import { hiddenLayers } from '../../packages/documents/src/pdf/layers.ts';
import { objectsOf } from '../../packages/documents/src/pdf/objects.ts';
import { readPdf } from '../fixtures/documents/readPdf';

/** A PDF of objects; readers find them without a table of places, too. */
function pdfOf(objects: readonly string[]): Buffer {
	const written = objects.map((text, at) => `${at + 1} 0 obj\n${text}\nendobj\n`);
	const end = 'trailer<</Size 20/Root 1 0 R>>\nstartxref\n0\n%%EOF\n';
	return Buffer.from(`%PDF-1.7\n${written.join('')}${end}`, 'latin1');
}

const streamOf = (content: string, dictionary = ''): string =>
	`<<${dictionary}/Length ${content.length}>>stream\n${content}\nendstream`;

const textAt = (y: number, text: string): string => `BT /F1 12 Tf 60 ${y} Td (${text}) Tj ET`;

/** A page of text, with further objects from number 6 on. */
const pageWith = (content: string, catalog: string, further: readonly string[]): Buffer =>
	pdfOf([
		`<</Type/Catalog/Pages 2 0 R${catalog}>>`,
		'<</Type/Pages/Kids[3 0 R]/Count 1>>',
		'<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>/Properties<</Off 6 0 R/On 7 0 R>>>>>>',
		streamOf(content),
		'<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
		...further,
	]);

/** What a PDF says; of the files that it holds, tables are read. */
const convert = (source: Buffer) =>
	readPdf(source, (bytes, name) =>
		Promise.resolve(
			name.endsWith('.csv')
				? { format: 'csv', markdown: bytes.toString(), invoices: [] }
				: undefined,
		),
	);

describe('layers of a PDF', () => {
	const LAYERS = ['<</Type/OCG/Name(German)>>', '<</Type/OCG/Name(English)>>'];
	const CATALOG = '/OCProperties<</OCGs[6 0 R 7 0 R]/D<</ON[7 0 R]/OFF[6 0 R]>>>>';

	it('that are off are left out and named; those that are on are read', async () => {
		const content = [
			textAt(760, 'Shown always'),
			`/OC /Off BDC ${textAt(700, 'Liefertermin')} EMC`,
			`/OC /On BDC ${textAt(640, 'Date of delivery')} EMC`,
		].join(' ');
		const { markdown, warnings } = await convert(pageWith(content, CATALOG, LAYERS));
		expect(markdown).toBe('Shown always\n\nDate of delivery');
		expect(warnings).toEqual(['Layers that are off were left out: "German".']);
	});

	it('are found where objects are packed into streams', () => {
		const [own, config] = ['<</Type/OCG/Name<FEFF004400E9>>>', '<</OCGs[6 0 R]/D<</OFF[6 0 R]>>>>'];
		const places = `6 0 8 ${own.length + 1} `;
		const packed = deflateSync(`${places}${own} ${config}`).toString('latin1');
		const dictionary = `/Type/ObjStm/N 2/First ${places.length}/Filter/FlateDecode`;
		const bytes = pdfOf([streamOf(packed, dictionary)]);
		expect(hiddenLayers(objectsOf(bytes))).toEqual({ off: ['Dé'], inverse: [] });
	});

	it('are off where all are but for a few, and text may be shown only without a layer', async () => {
		const base = '/OCProperties<</OCGs[6 0 R 7 0 R]/D<</BaseState/OFF/ON[7 0 R]>>>>';
		const content = `/OC /Off BDC ${textAt(700, 'Liefertermin')} EMC /OC /On BDC ${textAt(640, 'Date')} EMC`;
		const first = await convert(pageWith(content, base, LAYERS));
		expect(first.markdown).toBe('Date');
		expect(first.warnings).toEqual(['Layers that are off were left out: "German".']);
		const inverse = '/OCProperties<</OCGs[7 0 R]/D<</ON[7 0 R]>>>>';
		const without = '<</Type/OCMD/OCGs[7 0 R]/P/AllOff>>';
		const second = await convert(pageWith(content, inverse, [without, LAYERS[1] ?? '']));
		expect(second.markdown).toBe('Date');
		expect(second.warnings).toEqual([
			'Text that is shown only without these layers was left out: "English".',
		]);
	});
});

describe('forms whose pages are made when they are opened', () => {
	const NOTICE = textAt(760, 'Please wait...');
	const warning: unknown = expect.stringMatching(
		/^The PDF is an XFA form.* print it to a PDF, and send that/,
	);

	it('are told of, with what to do', async () => {
		const flagged = '/NeedsRendering true/AcroForm<</Fields[8 0 R]/XFA 9 0 R>>';
		const withoutFields = '/AcroForm<</DA(/F1 12 Tf)/Fields [ ]/XFA[(template) 8 0 R]>>';
		for (const catalog of [flagged, withoutFields]) {
			const { markdown, warnings } = await convert(pageWith(NOTICE, catalog, []));
			expect(markdown).toBe('Please wait...');
			expect(warnings).toEqual([warning]);
		}
	});

	it('are none where the fields are in the file, too, or no form is', async () => {
		const field = '<</Type/Annot/Subtype/Widget/FT/Tx/T(n)/V(12)/Rect[180 600 240 620]>>';
		const both = '/NeedsRendering false/AcroForm<</Fields[8 0 R]/XFA 9 0 R>>';
		const withField = pageWith(NOTICE, both, ['<<>>', '<<>>', field]);
		const shown = withField
			.toString('latin1')
			.replace('/Parent 2 0 R', '/Parent 2 0 R/Annots[8 0 R]');
		for (const source of [
			Buffer.from(shown, 'latin1'),
			pageWith(NOTICE, '/AcroForm<</Fields[]>>', []),
		]) {
			expect((await convert(source)).warnings).toEqual([]);
		}
	});
});

describe('fields of a form', () => {
	it('whose labels have no colon stand each behind its own, ticks and fields of a row as they are', async () => {
		const labels = ['Given name', 'I agree to the terms', 'Colour', 'Weight', '1'];
		const content = labels.map((label, at) => textAt(700 - at * 30, label)).join(' ');
		const field = (y: number, more: string, x = 180) =>
			`<</Type/Annot/Subtype/Widget/Rect[${x} ${y - 5} ${x + 60} ${y + 15}]${more}>>`;
		const fields = [
			field(700, '/FT/Tx/T(n)/V(Marta Lind)'),
			'<</Type/Annot/Subtype/Widget/FT/Btn/T(a)/V/Yes/AS/Yes/Rect[40 668 54 682]>>',
			field(640, '/FT/Ch/Ff 131072/T(c)/Opt[(Red)(Green)]/V(Green)'),
			field(610, '/FT/Tx/T(w)/V(12)'),
			field(580, '/FT/Tx/T(r1)/V(Bolts)'),
			field(580, '/FT/Tx/T(r2)/V(Nuts)', 300),
		];
		const numbers = fields.map((_, at) => `${at + 8} 0 R`).join(' ');
		const form = `/AcroForm<</Fields[${numbers}]/NeedAppearances true/DA(/F1 12 Tf)/DR<</Font<</F1 5 0 R>>>>>>`;
		const printed = `${content} BT /F1 12 Tf 260 610 Td (kg) Tj ET`;
		const bytes = pageWith(printed, form, ['<<>>', '<<>>', ...fields]);
		const source = Buffer.from(
			bytes.toString('latin1').replace('/Parent 2 0 R', `/Parent 2 0 R/Annots[${numbers}]`),
			'latin1',
		);
		const { markdown, warnings } = await convert(source);
		expect(markdown).toMatch(/Given name: Marta Lind/);
		expect(markdown).toMatch(/\[x\W{1,3}I agree to the terms/);
		expect(markdown).toMatch(/Colour: Green/);
		expect(markdown).toMatch(/Weight 12\W{1,3}kg/);
		expect(markdown).toMatch(/Bolts\W{1,3}Nuts/);
		expect(markdown).not.toMatch(/1: /);
		expect(warnings).toEqual([]);
	});
});

describe('lines of a PDF that run from top to bottom', () => {
	const LINES = ['東京の港に船が着いた。', '荷物は三百箱あった。', '翌朝また海へ出た。'];
	const page = (map: string, place: (at: number) => string): Buffer => {
		const written = LINES.map((line, at) => {
			const signs = Buffer.from(line, 'utf16le').swap16().toString('hex');
			return `BT /F1 14 Tf ${place(at)} Td <${signs}> Tj ET`;
		});
		const font = '/Type/Font/BaseFont/HeiseiMin-W3';
		return pdfOf([
			'<</Type/Catalog/Pages 2 0 R>>',
			'<</Type/Pages/Kids[3 0 R]/Count 1>>',
			'<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
			streamOf(written.join(' ')),
			`<<${font}/Subtype/Type0/Encoding/${map}/DescendantFonts[6 0 R]>>`,
			`<<${font}/Subtype/CIDFontType0/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/DW 1000/FontDescriptor 7 0 R>>`,
			'<</Type/FontDescriptor/FontName/HeiseiMin-W3/Flags 6/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 859/Descent -140/CapHeight 709/StemV 80>>',
		]);
	};

	it('are read from the right line to the left one, others as they stand', async () => {
		const vertical = await convert(page('UniJIS-UCS2-V', (at) => `${500 - at * 26} 780`));
		const horizontal = await convert(page('UniJIS-UCS2-H', (at) => `60 ${780 - at * 26}`));
		for (const { markdown, warnings } of [vertical, horizontal]) {
			expect(markdown.split(/\s+/)).toEqual(LINES);
			expect(warnings).toEqual([]);
		}
	});
});

describe('files that a PDF holds', () => {
	const PRICES = 'a;b';
	const CATALOG =
		'/Names<</EmbeddedFiles<</Names[(prices.csv) 8 0 R (data.bin) 10 0 R (odd.txt) 12 0 R]>>>>';
	const FILES = [
		'<<>>',
		'<<>>',
		'<</Type/Filespec/F(prices.csv)/EF<</F 9 0 R/UF 9 0 R>>>>',
		streamOf(deflateSync(PRICES).toString('latin1'), '/Type/EmbeddedFile/Filter/FlateDecode'),
		'<</Type/Filespec/F(a.bin)/UF(data \\(1\\).bin)/EF<</F 11 0 R>>>>',
		streamOf('12', '/Type/EmbeddedFile'),
		'<</Type/Filespec/F(odd.txt)/EF<</F 13 0 R>>>>',
		streamOf('no zip', '/Type/EmbeddedFile/Filter/FlateDecode'),
	];

	it('are listed, documents among them read, and damaged ones told of', async () => {
		const { markdown, warnings } = await convert(
			pageWith(textAt(760, 'Invoice, see the file'), CATALOG, FILES),
		);
		expect(markdown).toBe(
			[
				'Invoice, see the file',
				'## Embedded files',
				'- prices.csv (1 KB)\n- data (1).bin (1 KB)\n- odd.txt',
				'## prices.csv',
				PRICES,
			].join('\n\n'),
		);
		expect(warnings).toEqual(['The embedded file "odd.txt" was not read: it can\'t be unpacked.']);
	});

	it('are no longer unpacked where they are larger than all that may be', () => {
		const bomb = deflateSync(Buffer.alloc(60 * 1024 * 1024), { level: 1 }).toString('latin1');
		const bytes = pdfOf([
			'<</Type/Filespec/F(bomb.txt)/EF<</F 2 0 R>>>>',
			streamOf(bomb, '/Filter/FlateDecode'),
		]);
		expect(embeddedFiles(bytes, objectsOf(bytes))).toEqual([
			{ name: 'bomb.txt', content: undefined },
		]);
	});

	it('are those of the last version of a modified file', () => {
		const described = (at: number) => `<</F(a.txt)/EF<</F ${at} 0 R>>>>`;
		const first = pdfOf([described(2), streamOf('old')]).toString('latin1');
		const added = `\n2  0\nobj\n${streamOf('new', '/Type/EmbeddedFile')}\nendobj\n%%EOF\n`;
		const bytes = Buffer.from(first + added, 'latin1');
		expect(embeddedFiles(bytes, objectsOf(bytes))).toEqual([
			{ name: 'a.txt', content: Buffer.from('new') },
		]);
	});
});
