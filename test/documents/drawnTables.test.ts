import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import { jammedRows } from '../../packages/documents/src/layout/coverage.ts';
import { layOut } from '../../packages/documents/src/layout/layout.ts';

const item = (x: number, y: number, text: string): TextItem => ({
	...{ text, x, y, width: text.length * 5, height: 10 },
	...{ fontSize: 10, fontName: 'Helvetica', words: [] },
});

const SENTENCE = 'Please fill in this form in capital letters and return it to the office.';

/** Lines around cells. */
const linesOf = (xs: readonly number[], ys: readonly number[]) => {
	const [left = 0, right = 0, top = 0, bottom = 0] = [xs[0], xs.at(-1), ys[0], ys.at(-1)];
	const own = { stroke: true, fill: false };
	return [
		...xs.map((x) => ({ ...own, x1: x, x2: x, y1: top, y2: bottom })),
		...ys.map((y) => ({ ...own, x1: left, x2: right, y1: y, y2: y })),
	];
};

const read = (
	textItems: readonly TextItem[],
	lines: NonNullable<ParsedPage['vectorGraphics']>['lines'],
): string => {
	const page: ParsedPage = {
		...{ pageNum: 1, width: 612, height: 792, text: '', markdown: '' },
		textItems: [item(60, 100, SENTENCE), ...textItems, item(60, 500, SENTENCE)],
		vectorGraphics: { shapes: [], lines },
	};
	return layOut([page])[0]?.markdown.replaceAll(SENTENCE, '').trim() ?? '';
};

describe('a table with lines between the columns of its header alone', () => {
	const rows = [
		['Austria', '86.2', '13.8', '3,375'],
		['Belgium', '0.1', '99.9', '3,973'],
		['Cyprus', '81.0', '19.0', '158'],
	];
	const cellsAt = (y: number, texts: readonly string[]) =>
		texts.map((text, at) => item(65 + at * 100, y, text));

	it('has the cells of its rows, too', () => {
		const header = linesOf([60, 160, 260, 360, 460], [200, 220]);
		const below = linesOf([60, 460], [240, 260, 280]);
		const items = [
			...cellsAt(205, ['Country', 'Urban', 'Rural', 'Cases']),
			...rows.flatMap((row, at) => cellsAt(225 + at * 20, row)),
		];
		const markdown = read(items, [...header, ...below]);
		for (const row of rows) expect(markdown).toContain(`| ${row.join(' | ')} |`);
	});

	it('has the cells of the few rows that have none, in a table whose other rows have them', () => {
		const [austria = [], ...others] = rows;
		const lines = [
			...linesOf([60, 160, 260, 360, 460], [200, 220]),
			...linesOf([60, 160, 260, 360, 460], [240, 260, 280]),
		];
		const items = [
			...cellsAt(205, ['Country', 'Urban', 'Rural', 'Cases']),
			...cellsAt(225, austria),
			...others.flatMap((row, at) => cellsAt(245 + at * 20, row)),
		];
		const sides = linesOf([60, 460], [220, 240]);
		expect(read(items, [...lines, ...sides])).toContain(`| ${austria.join(' | ')} |`);
	});

	it('is named if its rows are in one cell each all the same', () => {
		const head = '| Country | Urban | Rural |\n| --- | --- | --- |';
		expect(jammedRows(`${head}\n| Austria 86.2 13.8 |  |  |\n| Cyprus 81.0 19.0 |  |  |`)).toEqual([
			'Austria 86.2 13.8',
			'Cyprus 81.0 19.0',
		]);
		expect(jammedRows(`${head}\n| The rooms were clean |  |  |`)).toEqual([]);
	});
});

describe('a table with lines around its cells', () => {
	it('keeps its columns where a form leaves most of their cells empty', () => {
		const questions = ['The rooms were clean', 'The food was good', 'I would come again'];
		const heads = [item(65, 205, 'Question'), item(255, 205, 'yes'), item(355, 205, 'no')];
		const items = questions.map((text, at) => item(65, 235 + at * 30, text));
		const lines = linesOf([60, 250, 350, 450], [200, 230, 260, 290, 320]);
		expect(read([...heads, ...items], lines).split('\n')).toEqual([
			'| Question | yes | no |',
			'| --- | --- | --- |',
			...questions.map((text) => `| ${text} |  |  |`),
		]);
	});

	it('has a row for the lines between two drawn ones, however they stand beside each other', () => {
		const rows = [
			[item(65, 205, 'Item'), item(165, 205, 'Duty'), item(365, 205, 'Person')],
			[item(65, 240, 'Pump'), item(165, 235, 'Check before'), item(165, 247, 'each shift')],
			[item(365, 235, 'Marta'), item(365, 247, 'Lind')],
			[
				item(65, 270, 'Crane'),
				item(65, 282, 'arm'),
				item(165, 276, 'Grease'),
				item(365, 276, 'Tom'),
			],
		];
		const lines = linesOf([60, 160, 360, 450], [200, 230, 264, 298]);
		expect(read(rows.flat(), lines).split('\n').slice(2)).toEqual([
			'| Pump | Check before each shift | Marta Lind |',
			'| Crane arm | Grease | Tom |',
		]);
	});

	it('has cells that reach over several columns and rows', () => {
		const items = [
			item(65, 220, 'Place'),
			...[item(225, 205, 'Men'), item(160, 235, '2024'), item(260, 235, '2025')],
			...[item(65, 265, 'Turku'), item(160, 265, '17'), item(260, 265, '19')],
		];
		const own = { stroke: true, fill: false };
		const lines = [
			...linesOf([60, 350], [200, 260, 290]),
			{ ...own, x1: 150, x2: 150, y1: 200, y2: 290 },
			{ ...own, x1: 250, x2: 250, y1: 230, y2: 290 },
			{ ...own, x1: 150, x2: 350, y1: 230, y2: 230 },
		];
		expect(read(items, lines).split('\n')).toEqual([
			'| Place | Men |  |',
			'| --- | --- | --- |',
			'|  | 2024 | 2025 |',
			'| Turku | 17 | 19 |',
		]);
	});

	it('is none where rows without lines between stand in its cells, and in frames around text', () => {
		const rows = [10, 20, 30].flatMap((count, at) => [
			...[item(65, 235 + at * 14, `Article ${at}`), item(255, 235 + at * 14, String(count))],
			item(355, 235 + at * 14, 'piece'),
		]);
		const heads = [item(65, 205, 'Name'), item(255, 205, 'Count'), item(355, 205, 'Unit')];
		const lines = linesOf([60, 250, 350, 450], [200, 230, 290]);
		expect(read([...heads, ...rows], lines)).toContain('| Article 1 | 20 | piece |');
		const paragraph = [0, 1, 2].flatMap((at) => [
			item(65, 235 + at * 40, SENTENCE.slice(0, 40)),
			item(65, 247 + at * 40, SENTENCE.slice(40)),
		]);
		expect(read(paragraph, linesOf([60, 450], [200, 310]))).not.toContain('|');
	});
});

describe('a list whose marks stand apart', () => {
	it('is no table', () => {
		const items = ['Transfer pipettes', 'Test tube rack', 'Metric ruler', 'Spatula'].flatMap(
			(text, at) => [item(70, 200 + at * 16, '•'), item(100, 200 + at * 16, text)],
		);
		expect(read(items, [])).not.toContain('|');
	});
});

describe('a statement whose labels have dots behind them', () => {
	it('has its figures in columns', () => {
		const rows = ['Freight', 'Repairs', 'Storage', 'Fuel'].flatMap((label, at) => [
			item(60, 200 + at * 16, label),
			item(110, 200 + at * 16, '.'.repeat(30)),
			...[item(290, 200 + at * 16, `${at}1,250`), item(390, 200 + at * 16, `${at}9,480`)],
		]);
		expect(read(rows, []).replace(/[\s.]+/g, ' ')).toContain('| Repairs | 11,250 | 19,480 |');
	});
});

it('a table with lines between its columns, and none between its rows, has its rows', () => {
	const rows = [
		['Border', '16:54', '17:37'],
		['West', '18:13', '20:14'],
		['Coast', '8:34', '8:56'],
	];
	const texts = [['Line', 'Monday', 'Tuesday'], ...rows];
	const items = texts.flatMap((row, at) =>
		row.map((text, column) => item(65 + column * 100, 205 + at * 20, text)),
	);
	const markdown = read(items, linesOf([60, 160, 260, 360], [200, 220, 285]));
	for (const row of rows) expect(markdown).toContain(`| ${row.join(' | ')} |`);
});
