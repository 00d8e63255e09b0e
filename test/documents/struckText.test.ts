import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ReaderTools } from '../../packages/documents/src/conversion/conversion.ts';
import { strikeOnce } from '../../packages/documents/src/doc/docStyles.ts';
import { isStrikingRule } from '../../packages/documents/src/xls/binaryStyles.ts';
import { binaryTexts } from '../../packages/documents/src/xls/binaryStrings.ts';
import {
	cellsInStyles,
	hasRuleWithStyle,
	struckStyles,
} from '../../packages/documents/src/sheets/cellStyles.ts';
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

it.each(['struck.xlsx', 'struck.xls.gz', 'struck.ods'])(
	'text that %s strikes out is struck out, in parts of cells and whole ones',
	async (name) => {
		const stored = readFileSync(join(FOLDER, name));
		expect(await readBook(name.endsWith('.gz') ? gunzipSync(stored) : stored)).toEqual({
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
			warnings: [
				'In the sheet "Order" a rule strikes out cells by their content; those cells are not marked as struck out.',
			],
		});
	},
);

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

it('styles of a workbook strike out by their fonts, and rules by their own', () => {
	const styles = struckStyles(
		'<styleSheet><fonts><font/><font><strike/></font><font><strike val="false"/></font></fonts><cellStyleXfs><xf fontId="1"/></cellStyleXfs><cellXfs><xf fontId="0"/><xf fontId="1"><alignment/></xf><xf fontId="2"/><xf fontId="1"/></cellXfs><dxfs><dxf><font><b/></font></dxf><dxf><font><strike/></font></dxf></dxfs></styleSheet>',
	);
	expect([[...styles.cells], [...styles.rules]]).toEqual([['1', '3'], ['1']]);
	const sheet =
		'<row><c s="1"><v>1</v></c><c/><c s="3"/></row><row r="5"><c r="B5" s="1"/><c s="2"/><c s="1"/></row><cfRule type="cellIs" dxfId="1"/>';
	expect([...cellsInStyles(sheet, styles.cells)]).toEqual(['A1', 'C1', 'B5', 'D5']);
	expect(hasRuleWithStyle(sheet, styles.rules)).toBe(true);
	expect(hasRuleWithStyle('<cfRule dxfId="0"/>', styles.rules)).toBe(false);
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

it('texts of old workbooks go on in further records, in other widths', () => {
	const first = Buffer.from([3, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0x61, 0x62]);
	const second = Buffer.from([1, 0x63, 0, 0x42, 0x30, 2, 0, 8 | 4, 1, 0, 2, 0, 0, 0, 0x78, 0x79]);
	const third = Buffer.from([1, 0, 5, 0, 0xff, 0xff, 9, 0, 0, 0x7a]);
	expect(binaryTexts([first, second, third])).toEqual([
		{ text: 'abcあ', fonts: [] },
		{ text: 'xy', fonts: [{ from: 1, font: 5 }] },
	]);
	expect(binaryTexts([])).toEqual([]);
});

it('a rule of old workbooks strikes out by its font, behind its format of numbers', () => {
	const rule = (flags: number, numbers: number[], own = 0) => {
		const font = Buffer.alloc(118);
		font[68] = 0x80;
		const head = Buffer.from([1, 3, 0, 0, 0, 0, 0, 0, 0, flags, own, 0]);
		return Buffer.concat([head, Buffer.from(numbers), font]);
	};
	expect(isStrikingRule(rule(4, []))).toBe(true);
	expect(isStrikingRule(rule(6, [9, 0]))).toBe(true);
	expect(isStrikingRule(rule(6, [4, 0, 7, 7], 1))).toBe(true);
	expect(isStrikingRule(rule(2, [9, 0]))).toBe(false);
	expect(isStrikingRule(Buffer.alloc(3))).toBe(false);
});

it('what two lines strike out in old Word documents, one does', () => {
	const looks = Buffer.from([0x35, 0x08, 1, 0x53, 0x2a, 1]);
	expect(strikeOnce(looks)).toBe(true);
	expect([...looks]).toEqual([0x35, 0x08, 1, 0x37, 0x08, 1]);
	expect(strikeOnce(looks)).toBe(false);
});
