import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { utils, write } from '@e965/xlsx';
import { unzipSync, zipSync } from 'fflate';
import type { ReaderTools } from '../../packages/documents/src/conversion/conversion.ts';
import { strikeOnce } from '../../packages/documents/src/doc/docStyles.ts';
import { cellsInStyles, struckStyles } from '../../packages/documents/src/sheets/cellStyles.ts';
import { markStruckText } from '../../packages/documents/src/xlsx/openStruck.ts';
import { markedRuns, runsOfXml } from '../../packages/documents/src/sheets/textRuns.ts';
import { withStrikes } from '../../packages/documents/src/sheets/struckText.ts';
import { readWorkbook } from '../../packages/documents/src/sheets/workbook.ts';

const FOLDER = join(__dirname, '../fixtures/documents/programs');

async function readBook(bytes: Buffer) {
	const warnings: string[] = [];
	const tools: ReaderTools = {
		context: {
			onProgress: () => undefined,
			setProperties: () => undefined,
			addInvoice: () => undefined,
			warn: (sentence) => warnings.push(sentence),
		},
		recogniser: {
			recognise: async () => ({ markdown: '', isDoubtful: false }),
			takeEngines: () => '',
		},
		readPart: async () => undefined,
		checkCount: () => undefined,
	};
	return { pages: await readWorkbook(bytes, tools), warnings };
}

it.each(['struck.xlsx', 'struck.ods'])(
	'text that %s strikes out is struck out, in parts of cells and whole ones',
	async (name) => {
		expect(await readBook(readFileSync(join(FOLDER, name)))).toEqual({
			pages: [
				[
					'## Order\n',
					'| Item | Count | Price |',
					'| --- | --- | --- |',
					'| Bolt | ~~12~~ 10 | 5.50 EUR |',
					'| ~~Nut~~ | ~~5~~ | ~~2.00 EUR~~ |',
					'| Salt 10^6 ~~old~~ kg | ~~TRUE~~ | 3.00 EUR |',
				].join('\n'),
			],
			warnings: [],
		});
	},
);

const UNMARKED = [
	expect.stringMatching(/fonts that strike text out or raise it.* Save it as XLSX/),
];

it('an old workbook that strikes text out is read with a warning', async () => {
	const { pages, warnings } = await readBook(
		gunzipSync(readFileSync(join(FOLDER, 'struck.xls.gz'))),
	);
	expect(pages[0]).toContain('| Salt 106 old kg | TRUE | 3.00 EUR |');
	expect(warnings).toEqual(UNMARKED);
});

it.each([
	['strikes text out', [0, 0, 8, 0, 0, 0, 0], UNMARKED],
	['raises text', [0, 0, 0, 0, 0, 0, 1], UNMARKED],
	['does neither', [0, 0, 1, 0, 0, 0, 2], []],
])('a binary workbook whose font %s', async (_what, font, expected) => {
	const book = utils.book_new();
	utils.book_append_sheet(book, utils.aoa_to_sheet([['Item'], ['Nut']]), 'Order');
	const parts = unzipSync(write(book, { type: 'buffer', bookType: 'xlsb' }));
	const styles = Buffer.concat([parts['xl/styles.bin'] ?? Buffer.alloc(0)]);
	const bytes = zipSync({
		...parts,
		'xl/styles.bin': Buffer.concat([styles, Buffer.from([43, font.length, ...font])]),
	});
	expect((await readBook(Buffer.from(bytes))).warnings).toEqual(expected);
});

const shown = (runs: string, isCellStruck = false) =>
	withStrikes(markedRuns(runsOfXml(runs, isCellStruck) ?? [], isCellStruck));
const run = (text: string, look?: string) =>
	`<r>${look === undefined ? '' : `<rPr>${look}</rPr>`}<t>${text}</t></r>`;

it.each([
	['blanks at the ends stay outside', run(' 12 ', '<strike/>') + run('10'), ' ~~12~~ 10'],
	[
		'stretches that look alike are one',
		run('1', '<strike/>') + run('2', '<strike val="1"/>'),
		'~~12~~',
	],
	[
		'a look that is off is none',
		run('12', '<strike val="0"/><b/>') + run('3', '<vertAlign val="subscript"/>'),
		'123',
	],
	[
		'prefixes, entities and signs that XML changes',
		'<x:r><x:rPr><x:strike/></x:rPr><x:t>a&amp;_x0041_</x:t></x:r>',
		'~~a&A~~',
	],
	[
		'readings stay out',
		`${run('東', '<strike/>')}<rPh sb="0" eb="1"><t>ひがし</t></rPh>`,
		'~~東~~',
	],
	['nothing but blanks', run('a') + run('  ', '<strike/>') + run('b'), 'a  b'],
])('a cell of several looks: %s', (_what, xml, expected) => {
	expect(shown(xml)).toBe(expected);
});

it('in a cell that is struck out, a stretch without a look of its own is, too', () => {
	expect(shown(run('12 ') + run('10', '<b/>'), true)).toBe('~~12~~ 10');
});

it('styles of a workbook strike out by their fonts', () => {
	const styles = struckStyles(
		'<styleSheet><fonts><font/><font><strike/></font><font><strike val="false"/></font></fonts><cellStyleXfs><xf fontId="1"/></cellStyleXfs><cellXfs><xf fontId="0"/><xf fontId="1"><alignment/></xf><xf fontId="2"/><xf fontId="1"/></cellXfs></styleSheet>',
	);
	expect([...styles]).toEqual(['1', '3']);
	const sheet =
		'<row><c s="1"><v>1</v></c><c/><c s="3"/></row><row r="5"><c r="B5" s="1"/><c s="2"/><c s="1"/></row>';
	expect([...cellsInStyles(sheet, styles)]).toEqual(['A1', 'C1', 'B5', 'D5']);
});

it('OpenDocument cells are struck out by their own style, their row, their column, or in part', () => {
	const striking = new Map([
		['S', true],
		['N', false],
	]);
	const cell = (text: string, style?: string) =>
		`<table:table-cell${style === undefined ? '' : ` table:style-name="${style}"`}><text:p>${text}</text:p></table:table-cell>`;
	const sheet = `<table:table><table:table-column table:number-columns-repeated="2"/><table:table-column table:default-cell-style-name="S"/><table:table-row>${cell('a')}${cell('b', 'S')}${cell('c')}${cell('d', 'N')}</table:table-row><table:table-row table:default-cell-style-name="S">${cell('e<text:span text:style-name="N">f</text:span>')}<table:table-cell table:style-name="S"><office:annotation><text:p>g</text:p></office:annotation><draw:frame><text:p>h</text:p></draw:frame></table:table-cell></table:table-row></table:table>`;
	const marked = markStruckText(sheet, striking);
	expect(withStrikes(marked.replace(/<[^>]*>/g, ' ')).match(/\S+/g)).toEqual([
		'a',
		'~~b~~',
		'~~c~~',
		'd',
		'~~e~~',
		'f',
		'g',
		'h',
	]);
	expect(markStruckText(sheet, new Map([['N', false]]))).toBe(sheet);
});

it('what two lines strike out in old Word documents, one does', () => {
	const looks = Buffer.from([0x35, 0x08, 1, 0x53, 0x2a, 1]);
	expect(strikeOnce(looks)).toBe(true);
	expect([...looks]).toEqual([0x35, 0x08, 1, 0x37, 0x08, 1]);
	expect(strikeOnce(looks)).toBe(false);
});
