import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import type { SourcedBlock } from '../../../service/src/parse/pdf/headings.ts';
import { partsOfTable, readingRegions } from '../../../service/src/parse/pdf/columns.ts';
import { layOut } from '../../../service/src/parse/pdf/layout.ts';
import { findLeaderLists } from '../../../service/src/parse/pdf/forms.ts';
import type { Edge } from '../../../service/src/parse/pdf/page.ts';
import { continueTables } from '../../../service/src/parse/pdf/pageMarkdown.ts';
import { findRuledTables } from '../../../service/src/parse/pdf/ruledTables.ts';
import { withoutRunningLines } from '../../../service/src/parse/pdf/lines.ts';

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

const across = (at: number, from: number, to: number): Edge => ({
	isHorizontal: true,
	at,
	from,
	to,
});
const down = (at: number, from: number, to: number): Edge => ({
	isHorizontal: false,
	at,
	from,
	to,
});

describe('tables that are drawn', () => {
	it('keep their rows and columns, and cells that span others', () => {
		const edges = [
			...[100, 140, 160].map((y) => across(y, 50, 350)),
			across(120, 150, 350),
			...[50, 150, 350].map((x) => down(x, 100, 160)),
			down(250, 120, 160),
		];
		const items = [
			item(60, 115, 'Region'),
			item(210, 105, 'Ships and crew'),
			item(160, 125, 'Ships'),
			item(260, 125, 'Crew'),
			item(60, 145, 'North'),
			item(160, 145, '12'),
			item(260, 145, '96'),
		];
		expect(findRuledTables(items, edges).map(({ markdown }) => markdown)).toEqual([
			'| Region | Ships and crew |  |\n| --- | --- | --- |\n|  | Ships | Crew |\n| North | 12 | 96 |',
		]);
	});

	it('are put together of coloured stripes, the rows between them included', () => {
		const stripe = (y: number) => [
			across(y, 50, 350),
			across(y + 20, 50, 350),
			...[50, 150, 350].map((x) => down(x, y, y + 20)),
		];
		const rows = ['Region', 'North', 'South', 'East'];
		const items = rows.flatMap((name, at) => [
			item(60, 105 + at * 20, name),
			item(160, 105 + at * 20, at === 0 ? 'Ships' : String(at)),
		]);
		const [table] = findRuledTables(items, [...stripe(100), ...stripe(140)]);
		expect(table?.markdown).toContain(
			'| Region | Ships |\n| --- | --- |\n| North | 1 |\n| South | 2 |',
		);
	});

	it('have columns that no line divides, where text leaves a gap', () => {
		const edges = [
			...[100, 120, 140, 160].map((y) => across(y, 50, 350)),
			...[50, 150, 350].map((x) => down(x, 100, 160)),
		];
		const items = [0, 1, 2].flatMap((row) => [
			item(60, 105 + row * 20, `a${row}`),
			item(160, 105 + row * 20, `b${row}`),
			item(260, 105 + row * 20, `c${row}`),
		]);
		expect(findRuledTables(items, edges)[0]?.markdown).toContain('| a1 | b1 | c1 |');
	});

	it('are no frames around prose', () => {
		const edges = [
			...[100, 300].map((y) => across(y, 50, 350)),
			...[50, 350].map((x) => down(x, 100, 300)),
		];
		expect(findRuledTables([item(60, 150, 'Prose in a frame')], edges)).toEqual([]);
	});
});

describe('tables of contents', () => {
	it('keep a line for each title, with its page', () => {
		const lines = ['Salt', 'Timber', 'Copper'].flatMap((title, at) => [
			item(60, 100 + at * 14, title),
			item(120, 100 + at * 14, '. . . . . . . . . .'),
			item(400, 100 + at * 14, String(at + 5)),
		]);
		expect(findLeaderLists(lines)[0]?.markdown).toBe(
			'Salt .......... 5  \nTimber .......... 6  \nCopper .......... 7',
		);
	});

	it('are more than a line that ends in dots', () => {
		expect(findLeaderLists([item(60, 100, 'And so on . . . . . .')])).toEqual([]);
	});
});

describe('header and footer lines', () => {
	const numbered = (number: number) =>
		page([
			item(60, 20, 'Harbour report'),
			item(60, 300, `Page ${number} tells of its own`),
			item(300, 770, `Page ${number} of 4`),
		]);

	it('stand once, on the first page that has them', () => {
		const left = withoutRunningLines([1, 2, 3, 4].map(numbered));
		expect(left.map(({ textItems }) => textItems.length)).toEqual([3, 1, 1, 1]);
	});

	it('are none on two pages, none in large print, and never all that a page says', () => {
		const two = withoutRunningLines([1, 2].map(numbered));
		expect(two.map(({ textItems }) => textItems.length)).toEqual([3, 3]);
		const chapters = [1, 2, 3].map((at) =>
			page([
				item(60, 20, `Chapter ${at}`, { fontSize: 24, height: 24 }),
				item(60, 300, 'Text'),
				item(60, 320, 'More text'),
			]),
		);
		expect(withoutRunningLines(chapters)).toEqual(chapters);
		const alone = [1, 2, 3].map((at) => page([item(60, 20, `Sheet ${at}`)]));
		expect(withoutRunningLines(alone)).toEqual(alone);
	});
});

describe('tables that go on on the next page', () => {
	const rule = '| --- | --- |';

	it('have their header again', () => {
		expect(
			continueTables([
				`# Ships\n\n| Region | Ships |\n${rule}\n| North | 12 |\n\n3`,
				`| South | 7 |\n${rule}\n| East | 9 |\n\nThe end`,
			])[1],
		).toBe(`| Region | Ships |\n${rule}\n| South | 7 |\n| East | 9 |\n\nThe end`);
	});

	it('are left alone when they have a header of their own, or another width', () => {
		const first = `| Region | Ships |\n${rule}\n| North | 12 |`;
		const own = `| Port | Boats |\n${rule}\n| Kiel | 3 |`;
		const wider = '| South | 7 | 1 |\n| --- | --- | --- |\n| East | 9 | 2 |';
		expect(continueTables([first, own])).toEqual([first, own]);
		expect(continueTables([first, wider])).toEqual([first, wider]);
	});
});

describe('titles well above a table', () => {
	const title = item(30, 20, 'Cargo of the year', { height: 16 });
	const rows = (y: number) => [
		item(30, y, 'Region'),
		item(150, y, 'Ships'),
		item(30, y + 14, 'North'),
		item(150, y + 14, '12'),
	];
	const tableAt = (y: number): SourcedBlock => ({
		block: {
			kind: 'table',
			header: [{ text: 'Cargo of the year Region' }, { text: 'Cargo of the year Ships' }],
			rows: [[{ text: 'North' }, { text: '12' }]],
		},
		items: [title, ...rows(y)],
	});

	it('are taken out of the cells of its header', () => {
		const { block } = tableAt(70);
		const header = [{ text: 'Region' }, { text: 'Ships' }];
		expect(partsOfTable(tableAt(70))).toEqual([
			[title],
			{ block: { ...block, header }, items: rows(70) },
		]);
	});

	it('are its own where they stand close, as cells do that reach over columns', () => {
		expect(partsOfTable(tableAt(38))).toEqual([tableAt(38)]);
	});
});

describe('pages of a PDF', () => {
	const body = Array.from({ length: 6 }, (_, at) =>
		item(60, 200 + at * 14, 'The herring fleet left at dawn and came back in the evening'),
	);

	it('have headings as a tagged document marks them, whatever their size', () => {
		const structureTree: ParsedPage['structureTree'] = {
			roots: [
				{
					type: 'Document',
					attributes: {},
					markedContentIds: [],
					annotations: [],
					children: [
						{ type: 'H2', attributes: {}, markedContentIds: [7], children: [], annotations: [] },
					],
				},
			],
		};
		const [markdown] = layOut([
			page([item(60, 100, 'Cargo of the year', { mcid: 7 }), ...body], { structureTree }),
		]);
		expect(markdown).toMatch(/^## Cargo of the year$/m);
	});

	it('have headings as deep as others that are hardly larger, and none of captions', () => {
		const heading = (y: number, text: string, fontSize: number) =>
			item(60, y, text, { fontSize, height: fontSize });
		const [markdown] = layOut([
			page([
				heading(60, 'Cargo of the year', 20),
				...body,
				heading(320, 'Ships of the year', 19.5),
				...body.map((line) => ({ ...line, y: line.y + 150 })),
				heading(470, 'Table 3 Ships by region', 14),
			]),
		]);
		expect(markdown?.match(/^#.*$/gm)).toEqual(['# Cargo of the year', '# Ships of the year']);
	});

	it('have paragraphs that go on where the engine divides them, and columns one after the other', () => {
		const column = (x: number, lines: readonly string[]) =>
			lines.map((text, at) => item(x, 100 + at * 12, text));
		const [markdown] = layOut([
			page([
				...column(40, [
					'The herring fleet left at dawn',
					'when the ice had gone, and came',
					'back with the evening tide to',
					'the harbour of the north.',
				]),
				...column(230, [
					'Salt was bought for the barrels',
					'from the south, as it had been',
					'in all of the years before, and',
					'timber from the eastern shore.',
				]),
				...column(420, [
					'Copper came by land, on sledges',
					'drawn over the ice of the lakes',
					'while it lasted, and by ship at',
					'the other times of the year.',
				]),
			]),
		]);
		expect(markdown).not.toContain('|');
		expect(markdown?.replace(/\s+/g, ' ')).toContain(
			'evening tide to the harbour of the north. Salt was bought',
		);
	});

	it('keep a hyphen at the end of a line where the word has one elsewhere', () => {
		const [markdown] = layOut([
			page([
				item(60, 100, 'The fact-checking of the harbour office is done by those fact-'),
				item(60, 114, 'checkers who know the ships, and who have seen the har-'),
				item(60, 128, 'bour themselves, as the letters of the time tell us in full.'),
			]),
		]);
		expect(markdown).toContain('those fact-checkers who');
		expect(markdown).toContain('seen the harbour themselves');
	});

	it('keep a table together that no lines draw, whose totals head nothing', () => {
		const row = (y: number, cells: readonly string[]) =>
			cells.map((text, at) => item([10, 240, 310, 466][at] ?? 0, y, text));
		const [markdown] = layOut([
			page([
				item(10, 40, 'Invoice', { fontSize: 20, height: 20 }),
				item(10, 80, 'Invoice number: INV-2026-0042'),
				...row(125, ['Item', 'Qty', 'Unit price', 'Amount']),
				...row(148, ['Desk Lamp Nova', '4', '49.90', '199.60']),
				...row(171, ['Office Chair Aria', '1', '259.44', '259.44']),
				...row(194, ['USB Cable', '3', '10.00', '30.00']),
				item(10, 225, 'Total: EUR 489.04', { fontName: 'Helvetica-Bold', fontWeight: 700 }),
			]),
		]);
		expect(markdown).toContain(
			[
				'| Item | Qty | Unit price | Amount |',
				'| --- | --- | --- | --- |',
				'| Desk Lamp Nova | 4 | 49.90 | 199.60 |',
				'| Office Chair Aria | 1 | 259.44 | 259.44 |',
				'| USB Cable | 3 | 10.00 | 30.00 |',
			].join('\n'),
		);
		expect(markdown).toMatch(/^\**Total: EUR 489\.04\**$/m);
	});

	it('have headings of larger print, but none of sentences in small letters', () => {
		const [markdown] = layOut([
			page([item(60, 100, 'Cargo of the year', { fontSize: 20, height: 20 }), ...body]),
		]);
		expect(markdown).toMatch(/^# Cargo of the year$/m);
		expect(markdown?.match(/^#/gm)).toHaveLength(1);
	});

	it('keep links that lead out of the document', () => {
		const [markdown] = layOut([
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
		const [markdown = ''] = layOut([
			page([item(150, 80, 'Ships of the northern harbours'), ...broken]),
		]);
		expect(order(markdown)).toEqual(NAMES);
		expect(markdown).toMatch(/^[^\n]{0,10}Ships of the northern harbours/);
	});

	it('have what stands below both of them at their end', () => {
		const across = item(50, 300, 'This line runs over both of the columns and ends what they say', {
			width: 480,
		});
		const columns = [...column(50, 120, 14, 'L'), ...column(300, 120, 14, 'R')];
		const [markdown = ''] = layOut([page([...columns, across])]);
		expect(order(markdown)).toEqual(NAMES);
		expect(markdown.indexOf('This line runs')).toBeGreaterThan(markdown.indexOf('R11'));
	});

	it('are looked for in no time on a page of very many pieces', () => {
		const pieces = Array.from({ length: 30_000 }, (_, at) =>
			item(20 + (at % 300) * 1.9, (at % 784) + 1, 'x', { width: 2, height: 2 }),
		);
		expect(readingRegions(pieces, 792).flat()).toHaveLength(pieces.length);
	});

	it('are not made of a table', () => {
		const rows = Array.from({ length: 12 }, (_, at) => [
			item(50, 120 + at * 14, `Harbour ${at}`, { width: 70 }),
			item(300, 120 + at * 14, `${at} ships`, { width: 50 }),
		]).flat();
		const [markdown = ''] = layOut([page(rows)]);
		for (let at = 0; at < 12; at += 1) {
			expect(markdown).toMatch(new RegExp(`Harbour ${at}\\b[^\\n]{1,9}\\b${at} ships`));
		}
	});
});

describe('justified lines', () => {
	/** As LaTeX sets them: spaces as wide as those between columns elsewhere. */
	const LINES: Array<[x: number, y: number, width: number, text: string]> = [
		[72, 552, 168, 'Two observers counted independently.'],
		[247, 552, 53, 'Where their'],
		[72, 564, 28, 'figures'],
		[104, 564, 32, 'differed'],
		[141, 564, 160, 'by more than five per cent, the day'],
		[72, 576, 33, 'was left'],
		[109, 576, 21, 'out.'],
		[134, 576, 166, 'The remaining days were added up by'],
		[72, 588, 31, 'month.'],
	];
	const text = LINES.map(([x, y, width, words]) => item(x, y, words, { width, height: 9 }));
	const bold = (size: number, width: number) => {
		return { width, fontSize: size, height: size, fontName: 'CMBX12', fontWeight: 545 };
	};
	const headings = [
		item(72, 506, '2', bold(14, 8)),
		item(96, 506, 'Method', bold(14, 55)),
		item(72, 532, '2.1', bold(12, 17)),
		item(103, 532, 'Counting', bold(12, 54)),
	];

	it('are text below numbered headings, and no table with them', () => {
		const [markdown = ''] = layOut([page([...headings, ...text])]);
		expect(markdown).toBe(
			'# 2 Method\n\n## 2.1 Counting\n\nTwo observers counted independently. Where their figures differed by more than five per cent, the day was left out. The remaining days were added up by month.',
		);
	});
});

describe('footnotes', () => {
	const small = { fontSize: 6, fontHeight: 6, height: 9 };
	const body = (text: string, y = 100) => item(50, y, text, { width: 300 });
	const more = body(
		'What follows was written down by the masters of four harbours, year by year.',
		160,
	);
	const note = (y: number, text: string) => item(60, y, text, { width: 240, ...small });

	it('and what refers to them are written as such, each by itself', () => {
		const [markdown = ''] = layOut([
			page([
				body('Earlier surveys1 relied on the registers of the masters.2'),
				more,
				note(700, '1The first survey lists sailing ships.'),
				note(712, '2This happened on nine days.'),
			]),
		]);
		expect(markdown).toBe(
			[
				'Earlier surveys[^1] relied on the registers of the masters.[^2]',
				more.text,
				'[^1]: The first survey lists sailing ships.',
				'[^2]: This happened on nine days.',
			].join('\n\n'),
		);
	});

	it('whose numbers begin anew on each page are told apart by the page', () => {
		const pages = [1, 2].map((pageNum) =>
			page(
				[body('Ships call at night.1 They leave at dawn.'), note(700, `1Seen on page ${pageNum}.`)],
				{
					pageNum,
				},
			),
		);
		const [first, second] = layOut(pages);
		expect(first).toContain('at night.[^1] They leave');
		expect(second).toContain('at night.[^2-1] They leave');
		expect(second).toContain('[^2-1]: Seen on page 2.');
	});

	it('are none where nothing, or more than one thing, seems to refer to them', () => {
		const [formula, twice] = layOut([
			page([body('Ships give off CO2 at night.'), more, note(700, '2This is no note of it.')]),
			page([body('The first1 and the last1 of them.'), more, note(700, '1This may be of either.')]),
		]);
		expect(formula).not.toContain('[^');
		expect(twice).not.toContain('[^');
	});
});

describe('labels and values in columns of their own', () => {
	const column = (x: number, from: number, texts: string[]) =>
		texts.map((text, at) => item(x, from + at * 16, text));
	const markdownOf = (...items: TextItem[][]) => layOut([page(items.flat())])[0];

	it('stay together where labels end in a colon, beside other text too', () => {
		const markdown = markdownOf(
			column(72, 100, ['ACME Ltd', '12 Harbour Road', 'Leith']),
			column(350, 100, ['Invoice no.:', 'Date:', 'Customer:']),
			column(450, 100, ['2026-0117', '2026-10-02', '4711']),
			[item(72, 200, 'Please pay within 14 days of the date above, without deduction.')],
		);
		expect(markdown).toContain('Invoice no.: 2026-0117  \nDate: 2026-10-02  \nCustomer: 4711');
		expect(markdown).toMatch(/ACME Ltd\s+12 Harbour Road\s+Leith/);
		expect(markdown?.match(/2026-0117|Harbour|Please pay/g)).toHaveLength(3);
	});

	it('keep the lines of a value together', () => {
		const markdown = markdownOf(
			[item(72, 100, 'Bill to:'), item(72, 130, 'Ship to:'), item(180, 130, 'Depot 4')],
			[item(180, 100, 'ACME Ltd'), item(180, 114, '12 Harbour Road')],
		);
		expect(markdown).toBe('Bill to: ACME Ltd 12 Harbour Road  \nShip to: Depot 4');
	});

	it('stay together without colons, if the values are figures', () => {
		const markdown = markdownOf(
			[item(72, 60, 'Invoice', { fontSize: 22, height: 22 })],
			column(72, 100, ['Invoice number', 'Date', 'Total']),
			column(220, 100, ['2026-0117', '2026-10-02', '1,284.50 EUR']),
			[item(72, 200, 'Payable within 14 days.')],
		);
		expect(markdown).toContain('Invoice number 2026-0117  \nDate 2026-10-02  \nTotal 1,284.50 EUR');
	});

	it('of a table of contents stay together however long a title is', () => {
		const titles = [
			'The linear model',
			'Assumptions, interpretation, and write up of results',
			'Test',
		];
		const markdown = markdownOf(column(72, 100, titles), column(480, 100, ['35', '36', '139']), [
			item(72, 300, 'A sentence that ends the page and has nothing to do with it.'),
		]);
		expect(markdown).toContain(
			'The linear model 35  \nAssumptions, interpretation, and write up of results 36  \nTest 139',
		);
	});

	it('are left alone where two columns of prose stand side by side', () => {
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
		const markdown = markdownOf(column(50, 100, left), column(330, 100, right));
		expect(markdown?.replace(/\s+/g, ' ')).toContain(left.join(' '));
	});
});
