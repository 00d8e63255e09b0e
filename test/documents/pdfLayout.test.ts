import type { LayoutBlock, ParsedPage, TextItem } from '@llamaindex/liteparse';
import {
	accountFor,
	cellsOutsideRows,
	describeFault,
	movedLetters,
} from '../../packages/documents/src/layout/coverage.ts';
import { readingRegions } from '../../packages/documents/src/layout/columns.ts';
import { layOut, wholeMarkdown } from '../../packages/documents/src/layout/layout.ts';
import { markLineEnds } from '../../packages/documents/src/layout/lineEnds.ts';
import { placedTables } from '../../packages/documents/src/layout/misread.ts';
import { chooseReading } from '../../packages/documents/src/pdf/readings.ts';
import { withoutRunningLines } from '../../packages/documents/src/layout/runningLines.ts';
import { uprightViews } from '../../packages/documents/src/layout/turned.ts';
import { withoutVerticalLines } from '../../packages/documents/src/layout/vertical.ts';

const item = (x: number, y: number, text: string, more: Partial<TextItem> = {}): TextItem => ({
	text,
	x,
	y,
	width: text.length * 5,
	height: 10,
	fontSize: 10,
	fontName: 'Helvetica',
	words: [],
	...more,
});

const page = (textItems: TextItem[], more: Partial<ParsedPage> = {}): ParsedPage => ({
	pageNum: 1,
	width: 612,
	height: 792,
	text: '',
	markdown: '',
	textItems,
	...more,
});

/** An item with its words, each as wide as its letters. */
const worded = (x: number, y: number, text: string, more: Partial<TextItem> = {}): TextItem => {
	let at = x;
	const words = text.split(' ').map((word) => {
		const box = { text: word, x: at, y, width: word.length * 5, height: 10 };
		at += box.width + 3;
		return box;
	});
	return item(x, y, text, { words, width: at - 3 - x, ...more });
};

/** Rows of cells that begin at the same places. */
const rowsAt = (places: readonly number[], y: number, step: number, rows: readonly string[][]) =>
	rows.flatMap((cells, row) =>
		cells.flatMap((text, at) =>
			text === '' ? [] : [worded(places[at] ?? 0, y + row * step, text)],
		),
	);

const markdownOf = (items: TextItem[], more: Partial<ParsedPage> = {}): string =>
	layOut([page(items, more)])[0]?.markdown ?? '';

describe('tables that touch', () => {
	it('are apart where their columns change', () => {
		const items = [
			...rowsAt([60, 200, 320, 440], 100, 11, [
				['Number', 'Date', 'Terms', 'Due'],
				['HG-3391', '14/05/2026', '30 days', '13/06/2026'],
			]),
			...rowsAt([60, 300, 360, 400, 490], 122, 11, [
				['Work', 'Qty', 'Unit', 'Rate', 'Amount'],
				['Replace panes', '2', 'pc', '145.00', '290.00'],
				['Labour', '3.5', 'h', '48.00', '168.00'],
			]),
			...rowsAt([420, 490], 155, 11, [
				['Subtotal', '458.00'],
				['VAT', '91.60'],
			]),
		];
		const tables = placedTables(items, []).map(({ cells }) => cells);
		expect(tables.slice(0, 2)).toEqual([
			[
				['Number', 'Date', 'Terms', 'Due'],
				['HG-3391', '14/05/2026', '30 days', '13/06/2026'],
			],
			expect.arrayContaining([['Replace panes', '2', 'pc', '145.00', '290.00']]),
		]);
	});
});

describe('a header that is centred over cells at the left, as browsers print tables,', () => {
	const HEADER = [
		['Description', 60],
		['Quantity', 250],
		['Unit price', 360],
		['Amount', 490],
	] as const;
	const ROWS = [
		['Rope, 20 m', '2', '£20.00', '£40.00'],
		['Anchor chain', '1', '£75.00', '£75.00'],
		['Deck brush', '3', '£12.50', '£37.50'],
	];

	it.each([1, 2, 3])('is the first row of its table, above %d more', (count) => {
		const items = [
			...HEADER.map(([text, x]) => worded(x, 100, text)),
			...rowsAt([60, 215, 320, 460], 114, 14, ROWS.slice(0, count)),
		];
		expect(markdownOf(items).split('\n')).toEqual([
			'| Description | Quantity | Unit price | Amount |',
			'| --- | --- | --- | --- |',
			...ROWS.slice(0, count).map((cells) => `| ${cells.join(' | ')} |`),
		]);
	});

	it('is none of the table above it, whose columns are others', () => {
		const first = [
			['Number', 'Date', 'Terms', 'Due'],
			['HG-3391', '14/05/2026', '30 days', '13/06/2026'],
		];
		const items = [
			...rowsAt([60, 150, 290, 420], 72, 14, first),
			...HEADER.map(([text, x]) => worded(x, 100, text)),
			...rowsAt([60, 215, 320, 460], 114, 14, ROWS),
		];
		const tables = markdownOf(items).split(/\n{2,}/);
		expect(tables.map((table) => table.split('\n').length)).toEqual([3, 5]);
	});
});

describe('rows of a table that the engine reads otherwise', () => {
	const HEADER = ['Booking', 'Value date', 'Purpose', 'Amount'];
	const RULE = '| --- | --- | --- | --- |';

	it('stay whole where a column stands far from the others', () => {
		const rows = [
			HEADER,
			['02.03.2026', '02.03.2026', 'Rent March', '-780.00'],
			['05.03.2026', '05.03.2026', 'Salary', '2,450.00'],
			['17.03.2026', '18.03.2026', 'Power', '-96.40'],
		];
		const markdown = markdownOf(rowsAt([60, 150, 240, 500], 200, 18, rows));
		expect(markdown).toBe(
			[rows[0], ...rows.slice(1)]
				.map((row) => `| ${row?.join(' | ')} |`)
				.toSpliced(1, 0, RULE)
				.join('\n'),
		);
	});

	it('are one row each where lines are drawn between columns alone', () => {
		const rows = [
			['Pos', 'Name', 'Qty', 'Amount'],
			['10', 'Valve block', '12', '5,760.00'],
			['20', 'Seal kit', '40', '384.00'],
			['30', 'Flange', '8', '1,696.00'],
		];
		const lines = [50, 90, 200, 300, 420].map((x) => ({
			...{ x1: x, x2: x, y1: 195, y2: 275, stroke: true, fill: false },
		}));
		const ends = [195, 275].map((y) => ({
			x1: 50,
			x2: 420,
			y1: y,
			y2: y,
			stroke: true,
			fill: false,
		}));
		const markdown = markdownOf(rowsAt([60, 100, 210, 310], 200, 18, rows), {
			vectorGraphics: { shapes: [], lines: [...lines, ...ends] },
		});
		for (const row of rows) expect(markdown).toContain(`| ${row.join(' | ')} |`);
	});

	it('take in the further lines of a description, the last one too', () => {
		const rows = [
			['1', 'Pump P-200', '1', '1,200.00'],
			['', 'Serial no. 88-1024', '', ''],
			['', 'Warranty 24 months', '', ''],
			['2', 'Hose set', '2', '90.00'],
			['', 'Length 5 m', '', ''],
		];
		const items = rowsAt([60, 100, 250, 480], 200, 14, rows);
		const markdown = markdownOf(items);
		expect(markdown).toContain(
			'| 1 | Pump P-200 Serial no. 88-1024 Warranty 24 months | 1 | 1,200.00 |',
		);
		expect(markdown).toContain('| 2 | Hose set Length 5 m | 2 | 90.00 |');
	});

	it("are rows below a receipt's head, and not columns one after the other", () => {
		const head = ['CORNER GROCER', 'Receipt no: 004417', 'Cashier: Dana'].map((text, at) =>
			worded(60, 100 + at * 14, text),
		);
		const rows = [
			['Oat milk 1L', '2 x 1.90', '3.80'],
			['Rye bread', '1 x 2.75', '2.75'],
			['TOTAL', '', '6.55'],
		];
		const markdown = markdownOf([...head, ...rowsAt([60, 300, 480], 156, 14, rows)]);
		expect(markdown).toContain('| Oat milk 1L | 2 x 1.90 | 3.80 |');
		expect(markdown).toContain('| TOTAL |  | 6.55 |');
		expect(markdown).toContain('CORNER GROCER  \nReceipt no: 004417');
	});

	it('are one row each where cells of one line are centred beside cells of two', () => {
		const at = (y: number, ...cells: Array<[x: number, text: string]>) =>
			cells.map(([x, text]) => worded(x, y, text));
		const markdown = markdownOf([
			...at(100, [60, 'Nr'], [90, 'Leistung'], [310, 'Std'], [400, 'Betrag']),
			...at(121, [90, 'Beratung vor Ort']),
			...at(126, [60, '1'], [310, '4,0'], [400, '380,00']),
			...at(131, [90, 'am 03.02.']),
			...at(147, [60, '2'], [90, 'Montage'], [310, '6,5'], [400, '455,00']),
		]);
		expect(markdown).toContain('| 1 | Beratung vor Ort am 03.02. | 4,0 | 380,00 |');
		expect(markdown).toContain('| 2 | Montage | 6,5 | 455,00 |');
	});

	it('are one row each where cells overlap the lines of others only a little', () => {
		const rows = [120, 155, 190].flatMap((y, at) => [
			...[worded(60, y + 8.5, `Anchor ${at}`), worded(160, y + 8.5, 'Yes')],
			...[worded(220, y, 'On'), worded(220, y + 17, 'request'), worded(320, y + 8.5, `${at}5.00`)],
		]);
		const heads = [worded(160, 95, 'Basic'), worded(220, 95, 'Plus'), worded(320, 95, 'Price')];
		const markdown = markdownOf([...heads, ...rows]);
		for (const at of [0, 1, 2])
			expect(markdown).toContain(`| Anchor ${at} | Yes | On request | ${at}5.00 |`);
	});

	it('are cells of their own where the engine puts two into the first of them', () => {
		const rows = [
			['Port', 'Depth'],
			['Esbjerg', '10.3'],
			['Hanko', '13.0'],
		];
		const line = { stroke: false, fill: true, fillColor: 'ff545454' };
		const lines = [...Array(4).keys()]
			.map((at): number => 531 + at * 18.7)
			.map((y) => ({ ...line, x1: 6, x2: 102.8, y1: y, y2: y }))
			.concat([6, 56, 102.8].map((x) => ({ ...line, x1: x, x2: x, y1: 531, y2: 587 })));
		const items = [
			item(17.3, 534.5, 'Port', { width: 29, height: 14 }),
			item(58.5, 534.5, 'Depth', { width: 40.8, height: 14 }),
			worded(9.8, 553.3, 'Esbjerg 10.3', {
				...{ width: 75.1, height: 14 },
				words: [
					{ text: 'Esbjerg', x: 9.8, y: 553.3, width: 44.4, height: 14 },
					{ text: '10.3', x: 58.5, y: 553.3, width: 26.4, height: 14 },
				],
			}),
			item(9.8, 572, 'Hanko', { width: 37.3, height: 14 }),
			item(58.5, 572, '13.0', { width: 26.4, height: 14 }),
		];
		const markdown = markdownOf(items, { vectorGraphics: { shapes: [], lines } });
		for (const row of rows) expect(markdown).toContain(`| ${row.join(' | ')} |`);
	});

	it('are names beside descriptions of up to eight words in a line, on average', () => {
		const tablesOf = (description: string) => {
			const rows = ['Crane', 'Ferry', 'Tower'].map((name) => [name, description]);
			return placedTables(rowsAt([50, 180], 200, 22, rows), []);
		};
		const words = 'Is oiled and checked by two men once a week or after any long stop'.split(' ');
		expect(tablesOf(words.join(' ')).map(({ cells }) => cells)).toEqual([
			['Crane', 'Ferry', 'Tower'].map((name) => [name, words.join(' ')]),
		]);
		expect(tablesOf([...words, 'at sea'].join(' '))).toEqual([]);
	});

	it('are labels with their values, each pair in a row, in figures and in words', () => {
		const totals = [
			['Net total', '586.50'],
			['VAT 20 %', '117.30'],
			['Total due', '703.80'],
		];
		const person = [
			['Given name', 'Marta'],
			['Family name', 'Lind'],
			['Nationality', 'Swedish'],
			['Marital status', 'Widowed'],
		];
		for (const rows of [totals, person]) {
			const markdown = markdownOf(rowsAt([300, 480], 200, 18, rows));
			for (const row of rows) expect(markdown).toContain(`| ${row.join(' | ')} |`);
		}
	});

	it('are cells of their own where the engine leaves out a column that few rows fill', () => {
		const rows = [
			['1.0', 'April 30', 'Original', ''],
			['1.1', 'June 3', 'Clearer wording', 'Chapter one'],
			['1.2', 'June 9', 'Smaller pictures', 'Chapter two'],
		];
		const header = ['Version', 'Date', 'Change', 'Affected Sections'];
		const markdown = markdownOf(rowsAt([76, 135, 197, 375], 389, 20, [header, ...rows]));
		expect(markdown).toContain('| Version | Date | Change | Affected Sections |');
	});

	it('are read apart from the text between two tables, whose drawn lines are left out with them', () => {
		const rows = [
			['Year', 'Event', 'Ships'],
			['1900', 'herring fleet left a', '0'],
			['1901', 'herring fleet left a', '1'],
		];
		/** A rectangle whose border is two lines, as browsers draw those of cells. */
		const box = (x1: number, y1: number, x2: number, y2: number) =>
			[0, 0.75].flatMap((inset) => {
				const [left, top, right, bottom] = [x1 + inset, y1 + inset, x2 - inset, y2 - inset];
				const line = { stroke: false, fill: true, fillColor: 'ff545454' };
				return [
					{ ...line, x1: left, x2: right, y1: top, y2: top },
					{ ...line, x1: left, x2: right, y1: bottom, y2: bottom },
					{ ...line, x1: left, x2: left, y1: top, y2: bottom },
					{ ...line, x1: right, x2: right, y1: top, y2: bottom },
				];
			});
		const boxed = (top: number) => [
			...box(6, top - 4, 199, top + rows.length * 19),
			...rows.flatMap((_, row) => {
				const [from, to] = [top - 2 + row * 19, top + 15 + row * 19];
				return [...box(8, from, 42, to), ...box(43.5, from, 155, to), ...box(157, from, 197, to)];
			}),
		];
		const sentence = 'The herring fleet left at dawn, when the ice had gone, and came back.';
		const items = [
			...rowsAt([10, 45, 158], 60, 19, rows),
			worded(6, 160, 'Report 3', { fontSize: 24, height: 28, width: 117 }),
			...[200, 214, 228].map((y) => worded(6, y, sentence)),
			...['salt', 'timber'].map((text, at) => worded(23, 260 + at * 14, `• ${text}`)),
			...rowsAt([10, 45, 158], 320, 19, rows),
		];
		const markdown = markdownOf(items, {
			vectorGraphics: { shapes: [], lines: [...boxed(60), ...boxed(320)] },
		});
		expect(markdown.split(sentence)).toHaveLength(4);
		expect(markdown.match(/^\| 1901 \| herring fleet left a \| 1 \|$/gm)).toHaveLength(2);
		expect(markdown).toContain('- salt\n- timber');
	});

	it('keep the pieces before, beside and behind them out of their rows, as the axes of a chart', () => {
		const line = { stroke: true, fill: false, strokeColor: 'ff000000' };
		const lines = [
			...[124, 140, 156, 172].map((y) => ({ ...line, x1: 170, x2: 410, y1: y, y2: y })),
			...[170, 250, 330, 410].map((x) => ({ ...line, x1: x, x2: x, y1: 124, y2: 172 })),
		];
		const axes = ['Low High', '100 80', '90 70', '80 60', '70 50'].map((row) => row.split(' '));
		const bars = ['37 40 58', '12 62 49', '24 36 50'].map((row) => row.split(' '));
		const items = [...rowsAt([60, 450], 100, 14, axes), ...rowsAt([180, 260, 340], 128, 16, bars)];
		const markdown = markdownOf(items, { vectorGraphics: { shapes: [], lines } });
		const rows = markdown.split('\n').filter((text) => text.includes('|'));
		expect(rows.filter((row) => !/^\|.*\|$/.test(row))).toEqual([]);
		expect(markdown).toContain(
			'\n\n| 37 | 40 | 58 |\n| --- | --- | --- |\n| 12 | 62 | 49 |\n| 24 | 36 | 50 |\n\n',
		);
	});

	it('are none in two columns of prose, in a drawing, or where only pieces of a sentence line up', () => {
		const left = [
			'The harbour was quiet in the morning, and',
			'nobody had seen the ferry come in since',
			'the storm of the week before last.',
		];
		const right = [
			'Later the crew went ashore and asked for',
			'bread, water and a place to sleep for',
			'the night, which they were given.',
		];
		const prose = [
			...left.map((text, at) => worded(50, 100 + at * 14, text)),
			...right.map((text, at) => worded(330, 100 + at * 14, text)),
		];
		expect(markdownOf(prose).replace(/\s+/g, ' ')).toContain(left.join(' '));
		const chart = Array.from({ length: 12 }, (_, at) =>
			worded(60 + ((at * 137) % 450), 100 + at * 13, String(at * 7)),
		);
		expect(markdownOf(chart)).not.toContain('| 7 |  |  |');
	});
});

describe('what looks like rows and is no table', () => {
	it('is an axis whose figures stand closer than those of its bars', () => {
		const axis = Array.from({ length: 6 }, (_, at) =>
			worded(60, 200 + at * 7, String(900 - at * 100)),
		);
		const bars = ['694', '719', '702'].map((text, at) => worded(150 + at * 60, 204, text));
		expect(markdownOf([...axis, ...bars])).not.toContain('900 800');
	});

	it('is the numbers of sections before their headings', () => {
		const section = (y: number, size: number, [number = '', heading = '']: readonly string[]) => {
			const print = { height: size * 0.9, fontSize: size };
			return [worded(72, y, number, print), worded(72 + size * 2, y, heading, print)];
		};
		const prose = Array.from({ length: 4 }, (_, at) =>
			worded(72, 220 + at * 12, 'the keeper of the boat had seen ships on their way'),
		);
		const markdown = markdownOf([
			...section(170, 14.3, ['2', 'Method']),
			...section(196, 12, ['2.1', 'Counting']),
			...prose,
		]);
		expect(markdown.split(/\s*\n+/).slice(0, 2)).toEqual(['2 Method', '# 2.1 Counting']);
	});

	it('is prose below the numbers and headings of sections, however its words line up', () => {
		const lines = [
			'harbour was quiet in the morning, and nobody had seen',
			'ferries come in since the storm of the week before, so',
			'keepers of the light went down to ask the fishermen if',
			'vessels had been sighted off the northern point or had',
			'reached one of the small ports in the west of the land',
		];
		const markdown = markdownOf([
			...rowsAt([54, 92], 100, 20, [
				['3.2', 'Measuring Passages'],
				['3.2.1', 'Reported Passages'],
			]),
			...rowsAt(
				[54],
				140,
				13,
				lines.map((line) => [line]),
			),
		]);
		expect(markdown).not.toContain('|');
		expect(markdown.replace(/\s+/g, ' ')).toContain(lines.join(' '));
	});
});

describe('two lines with a gap at the same place', () => {
	const linesAbove = (below: string, y = 128) =>
		markdownOf([
			...rowsAt([60, 260], 100, 14, [
				['Loading at the northern quay', 'The pilots'],
				['Jansen went aboard before the', 'Moon rose'],
			]),
			worded(60, y, below),
		]);

	it('are none of a table where their sentence goes on below', () => {
		const markdown = linesAbove('nobody saw them again until the evening of the next day came');
		expect(markdown).not.toContain('|');
		expect(markdown).toContain('Moon rose nobody saw them again');
	});

	it('are rows where other text follows', () => {
		for (const markdown of [
			linesAbove('Nobody saw them again until the evening of the next day came'),
			linesAbove('nobody saw them again until the evening of the next day came', 134),
		])
			expect(markdown).toContain('| Loading at the northern quay | The pilots |');
	});
});

describe('blocks beside each other', () => {
	it('are rows of a table, where the cells of one column are numbered', () => {
		const cells = [
			['1. Salt', '12 kg'],
			['2. Herring', '7 kg'],
			['3. Rope', '9 m'],
		];
		expect(markdownOf(rowsAt([60, 300], 100, 16, cells))).toContain('| 2. Herring | 7 kg |');
	});

	it('are read one after the other, where their lines are at other heights', () => {
		const address = ['Gebr. Lindner OHG', 'Am Markt 3', '72070 Tuebingen'].map((text, at) =>
			worded(79, 120 + at * 12, text),
		);
		const references = rowsAt([349, 457], 123, 18, [
			['Invoice no.:', 'RE-2026-0318'],
			['Date:', '18.03.2026'],
			['Customer:', '10442'],
		]);
		const markdown = markdownOf([
			...address,
			...references,
			worded(79, 220, 'Please pay within 14 days, without any deduction.'),
		]);
		expect(markdown).toContain('Gebr. Lindner OHG  \nAm Markt 3  \n72070 Tuebingen');
		expect(markdown).toMatch(/Invoice no\.: \W{0,3}RE-2026-0318/);
	});
});

describe('lines that their author ended', () => {
	it('stay lines, however far they are apart, and sentences go on', () => {
		const lines = ['Invoice no. 2026-0417', 'Invoice date 12.03.2026', 'Customer no. 10442'];
		for (const step of [14, 26]) {
			const items = lines.map((text, at) => worded(60, 100 + at * step, text));
			expect(markdownOf(items).split(/ {0,2}\n+/)).toEqual(lines);
		}
		const prose = [
			'The fleet left at dawn, when the ice had gone, and came back with the',
			'evening tide. Nobody had seen it since the storm of the week before',
			'last.',
		];
		expect(markdownOf(prose.map((text, at) => worded(60, 100 + at * 14, text)))).toBe(
			prose.join(' '),
		);
	});

	it('are those of paragraphs with more space below them than their lines have', () => {
		const paragraphs = [
			['The fleet left at dawn and came back', 'in the evening with a thousand barrels.'],
			['Nobody had seen so many ships at once,', 'or so few of them in the same harbour.'],
			['This line is followed by space, though', 'no sentence has ended above it so far'],
			['and so it is a part of the paragraph.'],
		];
		const lines = paragraphs.flatMap((own, at) =>
			own.map((text, line) => worded(60, 100 + at * 32 + line * 12, text)),
		);
		expect(markdownOf(lines).split('\n\n')).toEqual([
			paragraphs[0]?.join(' '),
			paragraphs[1]?.join(' '),
			paragraphs.slice(2).flat().join(' '),
		]);
	});

	it('are those that dots lead to a price', () => {
		const dots = (count: number) => '. '.repeat(count).trim();
		const lines = [
			`Espresso ${dots(57)} 2.10`,
			`Cake of the day ${dots(52)} EUR 3.90`,
			`Soup with bread ${dots(54)} 5.80`,
		];
		const items = lines.map((text, at) => worded(60, 100 + at * 14, text, { width: 480 }));
		expect(markdownOf(items).split(/ {0,2}\n/)).toEqual(lines);
	});

	it('are none in rows of cells', () => {
		const rows = rowsAt([20, 90], 100, 14, [
			['Port', 'Depth'],
			['Esbjerg', '10.3'],
			['Hanko', '13.0'],
		]);
		expect(markLineEnds(rows, 612)).toEqual(rows);
		const [first, ...others] = markLineEnds(
			[worded(20, 100, 'Quay Street 4'), worded(20, 114, 'Leeds')],
			612,
		);
		expect(first?.text).not.toBe('Quay Street 4');
		expect(others).toHaveLength(1);
	});
});

describe('headings directly below each other', () => {
	const withText = (...titles: string[]): string[] => {
		const large = titles.map((title, at) =>
			worded(50, 100 + at * 20, title, { fontSize: 14, height: 14, width: title.length * 8 }),
		);
		const text = 'The ships were counted from the tower, at the same hour every day.';
		const lines = [0, 1, 2].map((at) => worded(50, 110 + titles.length * 20 + at * 13, text));
		return markdownOf([...large, ...lines])
			.split('\n\n')
			.slice(0, -1);
	};

	it('are headings of their own if they have numbers', () => {
		const titles = ['1 Scope', '2 Method', '2.1 Counting ships'];
		expect(withText(...titles)).toEqual(titles.map((title) => `# ${title}`));
	});

	it('are one title otherwise', () => {
		expect(withText('Annual Report', 'Of the Board')).toEqual(['# Annual Report Of the Board']);
	});
});

describe('pieces of text', () => {
	it('with a radio button drawn before them say whether it is chosen', () => {
		const shape = ([x, y, size]: [number, number, number], color: string, stroke = false) => ({
			...{ bbox: { x, y, width: size, height: size }, stroke, fill: !stroke, hasCurve: true },
			...(stroke ? { strokeColor: color } : { fillColor: color }),
		});
		const names = ['Express', 'Standard', 'Pick-up'];
		const items = names.map((text, at) => worded(60, 100 + at * 25, text));
		const circles = names.flatMap((_, at) => [
			shape([44.6, 100.6 + at * 25, 9.4], 'ffffffff'),
			shape([44, 100 + at * 25, 10.7], 'ff767676', true),
		]);
		const shapes = [...circles, shape([46.4, 127.4, 5.8], 'ff0075ff')];
		const form = markdownOf(items, { vectorGraphics: { lines: [], shapes } });
		expect(form.replaceAll('\\', '').split(/\s*\n+/)).toEqual([
			'[ ] Express',
			'[x] Standard',
			'[ ] Pick-up',
		]);
	});

	it('of radio fields say which is chosen, each beside its text', () => {
		const labels = ['Transfer', 'Card', 'Cash'];
		const formFields = labels.map((_, at) => ({
			...{ id: 'pay', type: 'radio', page: 1, fieldFlags: 49_152, value: '1', options: [] },
			...{ annotationIndex: at, widgetIndex: at, selectedOptions: [], checked: at === 1 },
			rect: { x: 60, y: 100 + at * 30, width: 12, height: 12 },
		}));
		const behind = labels.map((text, at) => worded(80, 100 + at * 30, text));
		expect(
			markdownOf(behind, { formFields })
				.replaceAll('\\', '')
				.split(/\s*\n+/),
		).toEqual(['[ ] Transfer', '[x] Card', '[ ] Cash']);
	});

	it('with a radio button drawn behind them say whether it is chosen', () => {
		const circle = (x: number, size: number, fillColor: string) => ({
			bbox: { x: x - size / 2, y: 105 - size / 2, width: size, height: size },
			...{ stroke: false, fill: true, hasCurve: true, fillColor },
		});
		const shapes = [
			circle(84, 9, 'ffffffff'),
			circle(84, 5, 'ff0075ff'),
			circle(120, 9, 'ffffffff'),
		];
		const items = [worded(60, 100, 'yes'), worded(98, 100, 'no')];
		const markdown = markdownOf(items, { vectorGraphics: { shapes, lines: [] } });
		expect(markdown.replaceAll('\\', '')).toMatch(/yes \[x\] no \[ \]/);
	});

	it('that run from top to bottom in two tiers are read tier after tier', () => {
		const tiers = [
			['東京の港に船が着いた', '荷物は三百箱あった'],
			['二段目はここからだ', '港の人々は船を見送った'],
		];
		const signs = tiers.flatMap((lines, tier) =>
			lines.flatMap((line, at) =>
				[...line].map((sign, row) =>
					item(540 - at * 26, 60 + tier * 300 + row * 14, sign, {
						...{ width: 12, height: 12, fontSize: 12 },
					}),
				),
			),
		);
		const markdown = layOut([withoutVerticalLines(page(signs))])[0]?.markdown ?? '';
		expect(markdown.replace(/\s+/g, '')).toBe(tiers.flat().join(''));
	});

	it('with a disc drawn before them are items of a list', () => {
		const shapes = [0, 1, 2].map((at) => ({
			bbox: { x: 62, y: 103 + at * 16, width: 5, height: 5 },
			stroke: false,
			fill: true,
			hasCurve: true,
		}));
		const items = ['Python', 'PostgreSQL', 'Docker'].map((text, at) =>
			worded(74, 100 + at * 16, text),
		);
		expect(markdownOf(items, { vectorGraphics: { lines: [], shapes } })).toBe(
			'- Python\n- PostgreSQL\n- Docker',
		);
	});

	it('with a check box drawn before them say whether it is ticked, and legends say nothing', () => {
		const square = (y: number, fillColor: string) => ({
			bbox: { x: 60, y, width: 9.8, height: 9.8 },
			...{ stroke: false, fill: true, hasCurve: true, fillColor },
		});
		const tick = {
			bbox: { x: 59.7, y: 99.8, width: 10.2, height: 9.4 },
			...{ stroke: true, fill: false, hasCurve: false, strokeColor: 'ffffffff' },
		};
		const texts = ['I accept the terms', 'Send me the newsletter', 'Member since 2019'];
		const items = texts.map((text, at) => worded(72, 100 + at * 30, text));
		const shapes = [square(100, 'ff0075ff'), square(130, 'ffffffff')];
		const form = markdownOf(items, { vectorGraphics: { shapes: [...shapes, tick], lines: [] } });
		expect(form.replaceAll('\\', '').split(/\s*\n+/)).toEqual([
			'[x] I accept the terms',
			'[ ] Send me the newsletter',
			'Member since 2019',
		]);
		const legend = markdownOf(items, { vectorGraphics: { shapes, lines: [] } });
		expect(legend).not.toContain('[');
	});

	it('written from the right are read from the right, figures in their own order', () => {
		const words = [
			'\u05d1\u05d7\u05d9\u05e4\u05d4',
			'12.03.2026',
			'\u05d4\u05d6\u05de\u05e0\u05d4',
		];
		const line = worded(300, 100, words.join(' '));
		expect(markdownOf([line])).toBe(words.toReversed().join(' '));
	});

	it.each([
		['שלום', 'שלום'],
		['שלום עולם', 'עולם שלום'],
	])('written from the left keep their order around %s', (shown, read) => {
		const line = worded(60, 100, `Reference A-12 for ${shown} and further text`);
		expect(markdownOf([line])).toBe(`Reference A-12 for ${read} and further text`);
	});

	it('given backwards are turned, also those that nothing tells of, but not those given as they are', () => {
		const words = ['ةنيفسلا', 'تيزلا', 'حمقلا', 'رهظلا', 'تلصو', 'عمان'];
		const items = words.map((word, at) => item(60, 100 + at * 14, word));
		const given = items.map((own) => ({ ...own, words: [own] }));
		expect(markdownOf(given).split(/\s+/)).toEqual([
			'السفينة',
			'الزيت',
			'القمح',
			'الظهر',
			'وصلت',
			'عمان',
		]);
	});

	it('written from the right follow each other from the right where a line was placed in pieces', () => {
		const line = [
			worded(310, 60, 'الشهر آخر'),
			worded(358, 65, 'مدينة', { height: 7 }),
			worded(388, 60, 'الى العميل ارسال'),
		];
		const markdown = markdownOf(line, { width: 612 });
		expect(markdown).toBe('ارسال العميل الى مدينة آخر الشهر');
	});

	it('written from the right stay whole where their letters and figures were placed in parts', () => {
		const parts = (...placed: Array<[text: string, x: number, width: number]>) => ({
			words: placed.map(([text, x, width]) => ({ text, x, width, y: 100, height: 10 })),
		});
		const markdown = markdownOf([
			item(400, 100, 'חיר מ', { width: 22, ...parts(['חיר', 400, 15], ['מ', 415, 7]) }),
			item(300, 100, '2,', { width: 10, ...parts(['2', 300, 7], [',', 307, 3]) }),
			item(310, 100, '846.99', { width: 40, ...parts(['846.99', 310, 40]) }),
		]);
		expect(markdown.split(/\s+/).toSorted()).toEqual(['2,846.99', 'מחיר']);
	});

	it('typed onto a page, and its fields, stand beside their labels', () => {
		const labels = [worded(60, 100, 'Signed on:'), worded(60, 130, 'I accept')];
		const rect = (y: number, width: number) => ({ x: 150, y, width, height: 14 });
		const field = {
			type: 'checkbox',
			page: 1,
			annotationIndex: 1,
			widgetIndex: 1,
			fieldFlags: 0,
			options: [],
			selectedOptions: [],
		};
		const markdown = markdownOf(labels, {
			annotations: [
				{ subtype: 'freetext', contents: '12 March 2026', rect: rect(98, 120), quadpointRects: [] },
			],
			formFields: [{ ...field, id: 'ok', checked: true, rect: rect(128, 14) }],
		});
		expect(markdown).toMatch(/Signed on:\W{1,3}12 March 2026/);
		expect(markdown).toMatch(/I accept\W{1,4}\[x\]|I accept\W{1,3}\\?\[x/);
	});

	it('that stand sideways are read from the page turned upright, once', async () => {
		const upright = page([item(60, 100, 'Annex B'), item(300, 200, 'ecirP', { rotation: 270 })]);
		const turned = page([
			item(60, 100, 'Annex B', { rotation: 90 }),
			item(200, 300, 'Price', { rotation: 0 }),
		]);
		const asked: unknown[] = [];
		const [views = []] = await uprightViews([upright], (corrections) => {
			asked.push(corrections);
			return Promise.resolve([turned]);
		});
		expect(asked).toEqual([[{ page: 1, angle: 270 }]]);
		expect(layOut(views).map(({ markdown }) => markdown)).toEqual(['Annex B', 'Price']);
	});
});

describe('the account of a page', () => {
	it('names words and figures that its Markdown lacks, figures as often as they stand', () => {
		expect(
			accountFor(['Total 12.50', 'VAT 12.50', 'har-', 'bour'], 'Total 12.50 VAT harbour').missing,
		).toEqual(['12', '50']);
		expect(accountFor(['Total 12.50'], '[Total](https://example.com/x) 12.50')).toEqual({
			missing: [],
			isRepeated: false,
		});
		expect(describeFault(3, 'missing', ['word', '12']).join()).toBe(
			'Page 3 may lack some of its text: "12", "word".',
		);
	});

	it('finds ligatures that are far larger than their font, outside their words', () => {
		const items = [
			item(60, 100, 'The o er'),
			item(30, 700, 'ﬀ', { height: 33, fontHeight: 10 }),
			item(30, 720, 'fi', { fontHeight: 10 }),
			item(30, 740, 'ff', { height: 40, fontHeight: 38 }),
		];
		expect(movedLetters(page(items))).toEqual(['ff']);
	});

	it('finds what is said twice', () => {
		expect(accountFor(['one two three'], 'one two three\n\none two three').isRepeated).toBe(true);
	});

	it("takes the engine's own page where another reading loses words", () => {
		const items = [item(60, 100, 'The harbour was quiet in the morning.')];
		expect(wholeMarkdown(page(items), { markdown: 'The harbour', tables: [] })).toEqual({
			markdown: 'The harbour was quiet in the morning.',
			missing: [],
			outsideRows: [],
		});
	});

	it("keeps ticks and links on the engine's own page", () => {
		const shape = { stroke: false, fill: true, hasCurve: true, fillColor: 'ff0075ff' };
		const empty = { ...shape, fillColor: 'ffffffff' };
		const tick = { stroke: true, fill: false, hasCurve: false, strokeColor: 'ffffffff' };
		const box = (y: number) => ({ x: 60, y, width: 9.8, height: 9.8 });
		const shapes = [
			{ ...shape, bbox: box(100) },
			{ ...tick, bbox: box(100) },
			{ ...empty, bbox: box(130) },
		];
		const items = [worded(72, 100, 'By train to Hamburg'), worded(72, 130, 'By bicycle')];
		const drawn = page(items, {
			vectorGraphics: { shapes, lines: [] },
			annotations: [
				{
					...{ subtype: 'link', uri: 'https://example.com/hamburg' },
					rect: items[0]?.words?.at(-1) ?? null,
					quadpointRects: [],
				},
			],
		} as Partial<ParsedPage>);
		const { markdown } = wholeMarkdown(drawn, { markdown: 'By', tables: [] });
		expect(markdown.replaceAll('\\', '').split(/\s*\n+/)).toEqual([
			'[x] By train to [Hamburg](https://example.com/hamburg)',
			'[ ] By bicycle',
		]);
	});

	it('names cells that stand in no row, if most of their table is one', () => {
		const cells = ['Pos', 'Unit | price', 'Total EUR', '12.50', '30.00'];
		const rows =
			'| Pos | Unit \\| price |\n| --- | --- |\n| [12.50](https://example.com/1) | 30.00 |';
		expect(cellsOutsideRows([cells], `${rows}\n\nTotal EUR`)).toEqual(['Total EUR']);
		expect(cellsOutsideRows([cells], 'Pos Unit price Total EUR 12.50 30.00')).toEqual([]);
		expect(describeFault(2, 'outsideRows', ['Total EUR', '30.00']).join()).toBe(
			'Page 2 has cells that may be in the wrong rows: "30.00", "Total EUR".',
		);
	});
});

describe('a text layer whose letters look wrong', () => {
	it('is kept where recognition reads the same, though some letters differ', () => {
		const text = 'BKT-TRX-4410-QZ Bracket left BKT-TRX-4411-QZ Bracket right';
		const read = 'BKT-TRX-4410-0Q%Z Bracket left BKT-TRX-4411-0Q%Z Bracket right';
		expect(chooseReading(text, read)).toEqual({ method: 'text', isConfirmed: true });
	});

	it('is kept where recognition does not know its script, and where it makes no more of it', () => {
		expect(
			chooseReading(
				'\u0627\u0644\u0639\u0645\u064a\u0644 \u0641\u064a \u0645\u062f\u064a\u0646\u0629',
				'4a daa ll Ja g',
			),
		).toEqual({ method: 'text', isConfirmed: false });
		expect(chooseReading('BKT TRX FLG DNX GSK RBR', '8KT TPX')).toEqual({
			method: 'text',
			isConfirmed: false,
		});
	});

	it.each([
		['a part of it was recognised', 'Spare parts list'],
		['the same was recognised with other letters', 'BKT7RX44I0 FLGDNK44II GSKR8R44I2 8RGPLT44I3'],
	])('is kept where it is codes, and %s', (_what, read) => {
		const codes = 'BKTTRX4410 FLGDNX4411 GSKRBR4412 BRGPLT4413';
		expect(chooseReading(codes, read)).toEqual({ method: 'text', isConfirmed: false });
	});

	it('gives way to what was recognised, where that makes words', () => {
		expect(
			chooseReading('Wkh khuulqj iohhw ohiw dw gdzq', 'The herring fleet left at dawn'),
		).toEqual({ method: 'ocr', isConfirmed: false });
	});
});

describe('header and footer lines', () => {
	const numbered = (number: number, first = 1) =>
		page(
			[
				item(60, 20, 'Harbour report'),
				item(60, 300, `Page ${number} tells of its own`),
				item(300, 770, `Page ${number} of 4`),
			],
			{ pageNum: number + 1 - first },
		);
	const countsOf = (pages: ParsedPage[]) =>
		withoutRunningLines(pages).map(({ textItems }) => textItems.length);

	it('stand once: headers on the first page that has them, footers on the last', () => {
		expect(countsOf([1, 2, 3, 4].map((number) => numbered(number)))).toEqual([2, 1, 1, 2]);
		expect(countsOf([1, 2].map((number) => numbered(number)))).toEqual([2, 2]);
		expect(countsOf([7, 8, 9].map((number) => numbered(number, 7)))).toEqual([2, 1, 2]);
	});

	it.each([
		['the same', ['Total of the harbour', 'Total of the harbour', 'Total of the harbour']],
		['counted', ['Item 1', 'Item 2', 'Item 3']],
	])('are none that the text goes on from directly, however alike: %s', (_kind, firsts) => {
		const bodies = firsts.map((first, at) =>
			page(
				[
					item(60, 58, first),
					...[0, 1, 2].map((row) => item(60, 72 + row * 14, `Boats ${row}, page ${at}`)),
					item(60, 758, first),
					item(60, 744, `The last line but one of page ${9 - at}`),
				],
				{ pageNum: at + 1 },
			),
		);
		expect(withoutRunningLines(bodies)).toEqual(bodies);
		expect(withoutRunningLines(bodies.slice(0, 2))).toEqual(bodies.slice(0, 2));
	});

	it('of two pages are those that a wide space parts from the text, in several lines, too', () => {
		const letter = (space: number) =>
			[1, 2].map((number) =>
				page(
					[
						item(60, 20, 'Harbour office'),
						item(60, 32, `Letter of May, page ${number}`),
						...[0, 1, 2].map((row) => item(60, 42 + space + row * 12, `Of ship ${number}, ${row}`)),
					],
					{ pageNum: number },
				),
			);
		expect(countsOf(letter(30))).toEqual([5, 3]);
		expect(countsOf(letter(12))).toEqual([5, 5]);
	});

	it('are none in large print, and never all that a page says', () => {
		const chapters = [1, 2, 3].map((at) =>
			page([
				item(60, 20, `Chapter ${at}`, { fontSize: 24, height: 24 }),
				item(60, 300, 'Text'),
				item(60, 320, 'More text'),
			]),
		);
		expect(withoutRunningLines(chapters)).toEqual(chapters);
		const alone = [1, 2, 3].map((at) => page([item(60, 20, `Sheet ${at}`)], { pageNum: at }));
		expect(withoutRunningLines(alone)).toEqual(alone);
	});

	it('are none that differ in another number than that of the page, as invoices do', () => {
		const invoice = (number: number, pageNum: number) =>
			page([item(60, 20, `Invoice ${number}`), item(60, 300, 'Herring, salted')], { pageNum });
		const batch = [4711, 4950, 5002].map((number, at) => invoice(number, at + 1));
		expect(withoutRunningLines(batch)).toEqual(batch);
		const two = [4711, 4712].map((number, at) => invoice(number, at + 1));
		expect(withoutRunningLines(two)).toEqual(two);
	});
});

describe('pages of a PDF', () => {
	const body = Array.from({ length: 6 }, (_, at) =>
		item(60, 200 + at * 14, 'The herring fleet left at dawn and came back in the evening'),
	);

	it('have headings of larger print, but none of sentences in small letters', () => {
		const markdown = markdownOf([
			item(60, 100, 'Cargo of the year', { fontSize: 20, height: 20 }),
			...body,
		]);
		expect(markdown).toMatch(/^# Cargo of the year$/m);
		expect(markdown.match(/^#/gm)).toHaveLength(1);
	});

	it('are none of headings, however heavy the file says that their font is', () => {
		const lines = [
			'Fleet of the northern harbour',
			'Landed in the spring of the year',
			'Sold to the markets of the south',
		];
		const heavy = { fontName: 'Sailor-Regular', fontWeight: 768 };
		const title = { fontName: 'Sailor-Medium', fontWeight: 860 };
		const symbol = { fontName: 'Ornament', fontWeight: 1504 };
		const markdown = markdownOf([
			item(60, 100, 'Cargo of the year', title),
			item(60, 130, lines[0] ?? '', heavy),
			item(60, 160, lines[1] ?? '', symbol),
			item(60, 190, lines[2] ?? '', heavy),
			...body.map((own) => ({ ...own, y: own.y + 20, ...heavy })),
		]);
		expect(markdown.match(/^#.*$/gm)).toEqual(['# Cargo of the year']);
		expect(markdown).not.toContain('**');
		for (const line of lines) expect(markdown.split('\n')).toContain(line);
	});

	it('have headings, but none of the bold beginning of a paragraph, which stays whole', () => {
		const bold = { fontName: 'Helvetica-Bold' };
		const below = (text: string) => item(60, 114, text);
		const first = item(60, 100, 'Cargo of the year. The overall share of the herring', bold);
		const rest = 'of the fleet was landed in the north, in the six weeks';
		expect(markdownOf([first, below(rest), ...body])).toContain(`${first.text} ${rest}`);
		const [term] = markdownOf([item(60, 100, 'Cargo', bold), below(rest), ...body]).split('\n\n');
		expect(term).toMatch(/^(?:# |\*\*)Cargo/);
	});

	it('have headings that the engine finds where it knows all of the file, if their print is larger', () => {
		const titleOf = (size: number) =>
			item(60, 100, 'Cargo of the year', { height: size, fontSize: size });
		const blocks: LayoutBlock[] = [
			{
				...{ kind: 'heading', text: 'Cargo of the **year**', level: 2 },
				bbox: { x: 60, y: 100, width: 85, height: 10 },
			},
		];
		const headingsIn = (size: number, more: Partial<ParsedPage>, further: TextItem[] = []) =>
			markdownOf([titleOf(size), ...body, ...further], more).match(/^#.*$/gmu) ?? [];
		expect(headingsIn(10.5, {})).toEqual([]);
		expect(headingsIn(10.5, { blocks })).toEqual(['## Cargo of the year']);
		expect(headingsIn(10, { blocks })).toEqual([]);
		const again = item(60, 320, 'Cargo of the year');
		expect(headingsIn(20, { blocks }, [again])).toEqual(['# Cargo of the year']);
	});

	it('keep links that lead out of the document', () => {
		const [laidOut] = layOut([
			page(
				[
					item(60, 100, 'See the fleet today', {
						words: ['See', 'the', 'fleet', 'today'].map((text, at) => ({
							text,
							x: 60 + at * 30,
							y: 100,
							width: 20,
							height: 10,
						})),
					}),
					...body,
				],
				{
					annotations: [
						{
							subtype: 'link',
							uri: 'https://example.com/fleet (1)',
							quadpointRects: [{ x: 88, y: 98, width: 55, height: 14 }],
						},
						{
							subtype: 'link',
							uri: 'javascript:alert(1)',
							quadpointRects: [{ x: 55, y: 98, width: 30, height: 14 }],
						},
					],
				},
			),
		]);
		const { markdown } = laidOut ?? { markdown: '' };
		expect(markdown).toContain('See [the fleet](https://example.com/fleet%20(1)) today');
		expect(markdown).not.toContain('javascript');
	});
});

describe('columns of text', () => {
	const words = 'ships left the harbour at dawn and came home with the tide'.split(' ');
	/** Lines of prose, `step` points apart, each 240 points wide. */
	const column = (x: number, y: number, step: number, name: string): TextItem[] =>
		Array.from({ length: 12 }, (_, at) => {
			const text = `${name}${at} ${words.slice(at % 5, (at % 5) + 7).join(' ')}`;
			return item(x, y + at * step, text, { width: 240 });
		});
	const order = (markdown: string) => [...markdown.matchAll(/\b[LR]\d+\b/g)].map(String);
	const NAMES = ['L', 'R'].flatMap((name) => Array.from({ length: 12 }, (_, at) => `${name}${at}`));

	it('are read one after the other, also where a blank line runs through both', () => {
		const broken = [...column(50, 120, 14, 'L'), ...column(300, 122, 13, 'R')].map((line) =>
			line.y > 190 ? { ...line, y: line.y + 30 } : line,
		);
		const markdown = markdownOf([item(150, 80, 'Ships of the northern harbours'), ...broken]);
		expect(order(markdown)).toEqual(NAMES);
		expect(markdown).toMatch(/^[^\n]{0,10}Ships of the northern harbours/);
	});

	it('have what stands below both of them at their end', () => {
		const across = item(50, 300, 'This line runs over both of the columns and ends what they say', {
			width: 480,
		});
		const columns = [...column(50, 120, 14, 'L'), ...column(300, 120, 14, 'R')];
		const markdown = markdownOf([...columns, across]);
		expect(order(markdown)).toEqual(NAMES);
		expect(markdown.indexOf('This line runs')).toBeGreaterThan(markdown.indexOf('R11'));
	});

	it('are not made of the columns of a table, whose lines run through them', () => {
		const columns = [...column(50, 120, 14, 'L'), ...column(300, 120, 14, 'R')];
		const edges = [4, 8].map((row) => ({
			...{ isHorizontal: true, at: 119 + row * 14 },
			...{ from: 50, to: 560 },
		}));
		expect(readingRegions(columns, [])).toHaveLength(2);
		expect(readingRegions(columns, edges)).toHaveLength(1);
	});

	/** Words as far apart as justified lines of narrow columns have them, each a piece. */
	const stretched = (x: number, y: number, gap: number, text: string): TextItem[] => {
		let end = x - gap;
		return text.split(' ').map((word) => {
			const piece = item(end + gap, y, word);
			end = piece.x + piece.width;
			return piece;
		});
	};

	it('are those of a table whose heads are as far apart as the words of a line', () => {
		const head = stretched(60, 100, 20, 'Harbour Ships Cargo Dues');
		const rows = [0, 1, 2].flatMap((row) =>
			head.map(({ x, width }, at) => {
				const text = at === 0 ? `H${row}` : String(row * 7 + at);
				return item(x + width / 2 - 5, 114 + row * 14, text, { width: 10 });
			}),
		);
		expect(markdownOf([...head, ...rows])).toContain('| Harbour | Ships | Cargo | Dues |');
	});

	it('are not made of a table', () => {
		const rows = Array.from({ length: 12 }, (_, at) => [
			item(50, 120 + at * 14, `Harbour ${at}`, { width: 70 }),
			item(300, 120 + at * 14, `${at} ships`, { width: 50 }),
		]).flat();
		const markdown = markdownOf(rows);
		for (let at = 0; at < 12; at += 1) {
			expect(markdown).toMatch(new RegExp(`Harbour ${at}\\b[^\\n]{1,9}\\b${at} ships`));
		}
	});
});
