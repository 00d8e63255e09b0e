import type { TextItem } from '@llamaindex/liteparse';
import { recognisedMarkdown } from '../../packages/documents/src/ocr/recognisedText.ts';

const LETTER_WIDTH = 5;
const HEIGHT = 10;

/** A line of pieces, each with where it begins. */
interface Written {
	pieces: Array<[x: number, text: string]>;
	y: number;
	height?: number;
	confidence?: number;
}

const text = (y: number, words: string, more: Partial<Written> = {}): Written => ({
	pieces: [[50, words]],
	y,
	...more,
});

/** The Markdown of a page with these lines, word by word as the recogniser gives them. */
function markdownOf(...lines: Written[]): string {
	const textItems = lines.flatMap(({ pieces, y, height = HEIGHT, confidence = 0.9 }) =>
		pieces.flatMap(([start, words]) => {
			let x = start;
			return words.split(' ').map((word) => {
				const item = { text: word, x, y, width: word.length * LETTER_WIDTH, height, confidence };
				x += item.width + LETTER_WIDTH / 2;
				return { ...item, words: [] };
			});
		}),
	);
	return recognisedMarkdown({
		pageNum: 1,
		width: 612,
		height: 792,
		text: '',
		markdown: '',
		textItems,
	});
}

const row = (y: number, ...cells: Array<[number, string]>): Written => ({ pieces: cells, y });
const TABLE = [row(400, [50, 'Region'], [250, 'Ships']), row(415, [50, 'North'], [250, '12'])];
const TABLE_MARKDOWN = '| Region | Ships |\n| --- | --- |\n| North | 12 |';

describe('the Markdown of a recognised page with a form or a table', () => {
	it('keeps lines that their author ended, and joins those that are full', () => {
		expect(
			markdownOf(
				text(0, 'Anna Berg'),
				text(15, 'Pier 3, behind the old herring house of the town'),
				text(30, 'and its harbour'),
				...TABLE,
			),
		).toBe(
			`Anna Berg  \nPier 3, behind the old herring house of the town and its harbour\n\n${TABLE_MARKDOWN}`,
		);
	});

	it('makes headings of larger lines, by how much larger they are', () => {
		expect(
			markdownOf(
				text(0, 'Report', { height: 22 }),
				text(40, 'Chapter', { height: 16 }),
				text(70, 'The first line'),
				...TABLE,
			),
		).toBe(`# Report\n\n## Chapter\n\nThe first line\n\n${TABLE_MARKDOWN}`);
	});

	it('makes lists of lines with bullets or numbers', () => {
		expect(
			markdownOf(
				text(0, 'Cargo:'),
				text(15, '• salt'),
				text(30, '* tar'),
				text(45, '1. load'),
				...TABLE,
			),
		).toBe(`Cargo:\n\n- salt\n- tar\n1. load\n\n${TABLE_MARKDOWN}`);
	});

	it('puts what stands below a cell into it, and leaves cells empty that are', () => {
		expect(
			markdownOf(
				row(50, [50, 'Region'], [250, 'Ships'], [450, 'Crew']),
				row(65, [50, 'North | East'], [250, '12'], [450, '96']),
				row(77, [250, '(two lost)']),
				row(95, [50, 'South'], [450, '54']),
			),
		).toBe(
			'| Region | Ships | Crew |\n| --- | --- | --- |\n' +
				'| North \\| East | 12 (two lost) | 96 |\n| South |  | 54 |',
		);
	});

	it('drops what the recogniser itself does not believe, and escapes the rest', () => {
		expect(
			markdownOf(
				text(0, '~~"‚,', { confidence: 0.09 }),
				text(20, 'a *star* and <b> and snake_case'),
				...TABLE,
			),
		).toBe(`a \\*star\\* and \\<b> and snake_case\n\n${TABLE_MARKDOWN}`);
	});
});

describe('the Markdown of a recognised page of prose', () => {
	const left = 'The herring fleet left the harbour';
	const right = 'and came back with the evening';
	const columns = Array.from({ length: 8 }, (_, at) =>
		row(100 + at * 14, [50, `${left} ${at}`], [330, `${right} ${at}`]),
	);

	it('reads one column after the other, and makes no table of them', () => {
		const markdown = markdownOf(...columns);
		expect(markdown).not.toContain('|');
		expect(markdown.indexOf(`${left} 7`)).toBeLessThan(markdown.indexOf(`${right} 0`));
	});
});

describe('recognised prose', () => {
	const WORDS =
		'the men on a quay saw an open boat come near as a man at the oars rose to say he was an envoy'.split(
			' ',
		);
	/** Boxes as recognition draws them: closely around the letters, on paper that lies askew. */
	const column = (left: number, lean: number): TextItem[] => {
		const items: TextItem[] = [];
		for (let line = 0; line < 12; line++) {
			let x = left;
			for (const word of WORDS.map((_word, at) => WORDS[(at + line) % WORDS.length] ?? '').slice(
				0,
				8,
			)) {
				const above = /[bdfhklt]/.test(word) ? 3 : 0;
				const below = /[gpqy]/.test(word) ? 3 : 0;
				const width = word.length * LETTER_WIDTH;
				const y = 120 + line * 13 - above + x * lean;
				items.push({
					text: word,
					x,
					y,
					width,
					height: 6 + above + below,
					confidence: 0.9,
					words: [],
				});
				x += width + LETTER_WIDTH / 2;
			}
		}
		return items;
	};
	const linesOfColumn = Array.from({ length: 12 }, (_line, line) =>
		WORDS.map((_word, at) => WORDS[(at + line) % WORDS.length])
			.slice(0, 8)
			.join(' '),
	);
	const read = (textItems: TextItem[]) =>
		recognisedMarkdown({ pageNum: 1, width: 612, height: 792, text: '', markdown: '', textItems })
			.replace(/\s+/g, ' ')
			.trim();

	it('keeps the words of a line in their order, on paper that lies askew', () => {
		expect(read(column(50, 0.02))).toBe(linesOfColumn.join(' '));
	});

	it('reads a column to its end before the next, askew or not', () => {
		for (const lean of [0, 0.02, 0.03]) {
			expect(read([...column(50, lean), ...column(260, lean)])).toBe(
				[...linesOfColumn, ...linesOfColumn].join(' '),
			);
		}
	});
});
