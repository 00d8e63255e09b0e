import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { binarySurroundings } from '../../packages/documents/src/xls/binaryWorkbook.ts';
import { chartTable, sheetsOfChart } from '../../packages/documents/src/xlsx/chartTables.ts';
import { readSurroundings } from '../../packages/documents/src/xlsx/drawings.ts';
import { openSurroundings } from '../../packages/documents/src/xlsx/openWorkbook.ts';
import { runningTexts } from '../../packages/documents/src/sheets/runningTexts.ts';
import { withStrikes } from '../../packages/documents/src/sheets/struckText.ts';

it('shapes and pictures of a workbook of Excel 97 to 2003 are links, and pictures are counted', () => {
	const stored = readFileSync(join(__dirname, '../fixtures/documents/programs/linked.xls.gz'));
	const [sheet] = binarySurroundings(gunzipSync(stored)).sheets.values();
	expect(sheet?.links).toEqual([
		{ text: 'https://a.example/xpic', address: 'https://a.example/xpic' },
		{ text: 'Boxed words', address: 'https://a.example/box' },
	]);
	expect(sheet?.texts).toEqual([]);
	expect(sheet?.pictureCount).toBe(1);
});

const points = (...values: string[]) =>
	values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('');
const series = (sheet: string) =>
	`<c:ser><c:tx><c:strRef><c:strCache>${points('North | South')}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:f>Seen!$A$1</c:f><c:strCache>${points('Q1', 'Q2')}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:f>${sheet}$B$1:$B$2</c:f><c:numCache><c:formatCode>0.0%</c:formatCode>${points('0.25', '0.5')}</c:numCache></c:numRef></c:val></c:ser>`;
const TABLE = '|  | North \\| South |\n| --- | --- |\n| Q1 | 25.0% |\n| Q2 | 50.0% |';

it('values of a chart are a table, as its data show them', () => {
	expect(chartTable(series('Data!'))).toBe(TABLE);
	expect(chartTable(series('Data!').replaceAll('numCache', 'numLit'))).toBe(TABLE);
	expect(chartTable('<c:ser><c:tx/></c:ser>')).toBe('');
	expect(sheetsOfChart(series("'A &amp; ''B'''!"))).toEqual(["A & 'B'"]);
	expect(sheetsOfChart(series('[1]Data!'))).toEqual(['[1]Data']);
});

it.each([
	['of a sheet that people see', 'Seen!', []],
	['of a hidden sheet', "'Not seen'!", [TABLE]],
	['of another workbook', '[1]Seen!', [TABLE]],
])(
	'a chart of Excel with values %s: its table comes where they stand nowhere else',
	(_what, sheet, tables) => {
		const relation = (id: string, type: string, target: string) =>
			`<Relationship Id="${id}" Type="http://a/${type}" Target="${target}"/>`;
		const parts = {
			'xl/workbook.xml':
				'<workbook><sheets><sheet name="Seen" r:id="r1"/><sheet name="Not seen" state="hidden" r:id="r2"/></sheets></workbook>',
			'xl/_rels/workbook.xml.rels':
				relation('r1', 'worksheet', 'worksheets/a.xml') +
				relation('r2', 'worksheet', 'worksheets/b.xml'),
			'xl/worksheets/a.xml': '<worksheet><drawing r:id="d"/></worksheet>',
			'xl/worksheets/_rels/a.xml.rels': relation('d', 'drawing', '../drawings/d.xml'),
			'xl/drawings/d.xml': '<xdr:wsDr/>',
			'xl/drawings/_rels/d.xml.rels': relation('c', 'chart', '../charts/chart1.xml'),
			'xl/charts/chart1.xml': `<c:chartSpace>${series(sheet)}</c:chartSpace>`,
		};
		const bytes = zipSync(
			Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])),
		);
		expect(readSurroundings(Buffer.from(bytes)).sheets.get('Seen')?.chartTables).toEqual(tables);
	},
);

it.each([
	['$Seen', []],
	["'Not seen'", ['| Q1 | 5 |\n| --- | --- |']],
])('a chart of OpenDocument with values of %s', (sheet, tables) => {
	const cell = (text: string) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
	const chart = `<office:chart><chart:series chart:values-cell-range-address="${sheet}.$B$1:.$B$2"/><table:table><table:table-row>${cell('Q1')}${cell('5')}</table:table-row></table:table></office:chart>`;
	const content = `<office:automatic-styles><style:style style:name="h"><style:table-properties table:display="false"/></style:style></office:automatic-styles><table:table table:name="Seen"><table:shapes><draw:frame><draw:object xlink:href="./Object 1"/></draw:frame></table:shapes></table:table><table:table table:name="Not seen" table:style-name="h"/>`;
	const parts = { 'content.xml': strToU8(content), 'Object 1/content.xml': strToU8(chart) };
	expect(openSurroundings(parts).get('Seen')?.chartTables).toEqual(tables);
});

it('what the lines at the top of pages strike out is struck out', () => {
	expect(runningTexts('&LOffer &S12&S 10&&S&C&D').map(withStrikes)).toEqual(['Offer ~~12~~ 10&S']);
});

it.each([
	['&L&A&R&D, &T', []],
	['&L&D / &T&CReport', ['Report']],
	['&C&"Arial,Regular"&12&A&R&P - &N', []],
	['&C* * *', []],
	['&L10 %&R&F', ['10 %']],
])('a running line says nothing where only signs are left of it: %s', (source, texts) => {
	expect(runningTexts(source)).toEqual(texts);
});

it('the header that LibreOffice gives to reports says nothing', () => {
	const header =
		'<style:header><style:region-left><text:p><text:sheet-name>???</text:sheet-name> (<text:title>???</text:title>)</text:p></style:region-left><style:region-right><text:p><text:date>00.00.0000</text:date>, <text:time>00:00:00</text:time></text:p></style:region-right></style:header>';
	const parts = {
		'content.xml': strToU8(
			'<office:document-content><table:table table:name="A"/></office:document-content>',
		),
		'styles.xml': strToU8(
			`<office:document-styles><office:master-styles><style:master-page>${header}</style:master-page></office:master-styles></office:document-styles>`,
		),
	};
	expect(openSurroundings(parts).get('A')?.headers).toEqual([]);
});

it.each(['draw:circle', 'draw:regular-polygon', 'draw:polyline', 'draw:rect'])(
	'the words in a drawing of an OpenDocument sheet are text beside its cells: %s',
	(name) => {
		const content = `<table:table table:name="A"><table:shapes><${name}><text:p>Drawn words</text:p></${name}></table:shapes></table:table>`;
		const sheet = openSurroundings({ 'content.xml': strToU8(content) }).get('A');
		expect(sheet?.texts).toEqual(['Drawn words']);
	},
);
