import type { TextItem } from '@llamaindex/liteparse';
import type { SourcedBlock } from './headings.ts';
import {
	bottomOf,
	endOf,
	type Line,
	linesOf,
	median,
	middleOf,
	runsOf,
	textOf,
	unionOf,
} from './page.ts';

/** What stands this close to the upper or lower end of a page, by its height, is above and below columns. */
const MARGIN_SHARE = 0.08;
/** Places at which columns may begin, the most frequent ones: pages of maps have thousands. */
const MAX_STARTS = 16;
/** Pieces that begin this close to each other, in points, begin at one place. */
const SAME_EDGE = 1.5;
/** A column has so many lines … */
const MIN_LINES = 6;
/** … this share of them prose: of so many words, and nearly as long as the column is wide. */
const MIN_PROSE_SHARE = 0.4;
const MIN_WORDS = 4;
const WORD = /\p{L}{2,}/gu;
const MIN_FULL_SHARE = 0.7;
/** Columns narrower than this share of the text are those of a table. */
const MIN_COLUMN_SHARE = 0.15;

/** Two columns of text beside each other, with what stands above and below: four parts of a page. */
interface Split {
	parts: TextItem[][];
	height: number;
}

const wordCount = (line: Pick<Line, 'items'>): number => textOf(line).match(WORD)?.length ?? 0;

/** Where columns may begin: places, but for the leftmost, at which many pieces begin. */
function columnStarts(items: readonly TextItem[]): number[] {
	const places = items.map(({ x }) => x).toSorted((a, b) => a - b);
	return runsOf(places, ([first], x) => x - first <= SAME_EDGE)
		.filter(({ length }) => length >= MIN_LINES)
		.slice(1)
		.toSorted((a, b) => b.length - a.length)
		.slice(0, MAX_STARTS)
		.map(([first]) => first);
}

/** Whether pieces are a column of text, and not one of a table. */
function isColumn(items: readonly TextItem[], textWidth: number): boolean {
	if (items.length < MIN_LINES) return false;
	const { width } = unionOf(items);
	const lines = linesOf(items);
	const prose = lines.filter(
		(line) => line.box.width >= width * MIN_FULL_SHARE && wordCount(line) >= MIN_WORDS,
	);
	return (
		width >= textWidth * MIN_COLUMN_SHARE &&
		lines.length >= MIN_LINES &&
		prose.length >= lines.length * MIN_PROSE_SHARE
	);
}

/** The largest stretch of a page, from top to bottom, in which a gutter divides two columns of text. */
function splitAt(items: readonly TextItem[], start: number, pageHeight: number): Split | undefined {
	const [from, to] = [pageHeight * MARGIN_SHARE, pageHeight * (1 - MARGIN_SHARE)];
	const textWidth = unionOf(items).width;
	const isLeft = (item: TextItem) => endOf(item) <= start - SAME_EDGE;
	const isRight = ({ x }: TextItem) => x >= start - SAME_EDGE;
	const crossing = items
		.filter((item) => !isLeft(item) && !isRight(item))
		.toSorted((a, b) => a.y - b.y);
	const tops = [from, ...crossing.map(bottomOf)];
	const bottoms = [...crossing.map(({ y }) => y), to];
	const stretches = tops.flatMap((top, at): Split[] => {
		const bottom = Math.min(bottoms[at] ?? to, to);
		if (bottom <= top) return [];
		const inside = items.filter((item) => middleOf(item) > top && middleOf(item) < bottom);
		const [left, right] = [inside.filter(isLeft), inside.filter(isRight)];
		if (!isColumn(left, textWidth) || !isColumn(right, textWidth)) return [];
		const above = items.filter((item) => middleOf(item) <= top);
		const below = items.filter((item) => middleOf(item) >= bottom);
		return [{ parts: [above, left, right, below], height: unionOf(inside).height }];
	});
	return stretches.toSorted((a, b) => b.height - a.height)[0];
}

/**
 * Divides a page into the parts that are read one after the other: columns of text beside each other
 * come apart, from left to right, with what stands above before them and what stands below after them.
 */
export function readingRegions(items: readonly TextItem[], pageHeight: number): TextItem[][] {
	const [best] = columnStarts(items)
		.flatMap((start) => splitAt(items, start, pageHeight) ?? [])
		.toSorted((a, b) => b.height - a.height);
	if (!best) return [[...items]];
	return best.parts
		.filter(({ length }) => length > 0)
		.flatMap((part) => readingRegions(part, pageHeight));
}

/** Lines of prose in a column follow each other this closely, in heights of a line. */
const MAX_PITCH = 2;
/** Every column of text has so many lines of prose below each other, one of them more. */
const MIN_PROSE_LINES = 2;

/** The columns of text that the engine took for a table, as their lines stand side by side. */
function columnsIn({ block: { header = [], rows = [] }, items }: SourcedBlock): TextItem[][] {
	const width = Math.max(header.length, ...rows.map(({ length }) => length));
	const columns = Array.from({ length: width }, (_, at) =>
		[header, ...rows].flatMap((row) => (row[at]?.bbox ? [{ ...row[at], box: row[at].bbox }] : [])),
	);
	const lengths = columns.map((cells) => {
		const prose = cells.filter(({ text }) => text.split(/\s+/).length >= MIN_WORDS);
		const runs = runsOf(prose, (run, { box }) => {
			const above = run.at(-1) ?? run[0];
			return box.y - above.box.y <= box.height * MAX_PITCH;
		});
		return Math.max(0, ...runs.map(({ length }) => length));
	});
	if (Math.min(...lengths) < MIN_PROSE_LINES || Math.max(...lengths) === MIN_PROSE_LINES) return [];
	const edges = columns.map((cells) => median(cells.map(({ box }) => box.x)));
	const columnOf = (item: TextItem) =>
		Math.max(
			0,
			edges.findLastIndex((edge) => edge <= item.x + item.width / 2),
		);
	return edges.map((_, column) => items.filter((item) => columnOf(item) === column));
}

/** A title stands so many heights of a table's text above it, or further. */
const MIN_TITLE_GAP = 2;

/** The titles well above a table's first row, and the table; `undefined` where there are none. */
function titlesOf({ block, items }: SourcedBlock): [TextItem[], SourcedBlock] | undefined {
	const lines = linesOf(items);
	const firstRow = lines.findIndex((line) => line.items.length > 1);
	const [title, row] = [lines[firstRow - 1], lines[firstRow]];
	const height = median(items.map((item) => item.height));
	if (!title || !row || row.box.y - bottomOf(title.box) < MIN_TITLE_GAP * height) return undefined;
	const above = lines.slice(0, firstRow);
	const said = above.map(textOf).join(' ');
	// The engine takes them into each cell of the header that they reach over.
	const header = (block.header ?? []).map(({ text, ...cell }) => ({
		...cell,
		text: text.startsWith(said) ? text.slice(said.length).trimStart() : text,
	}));
	const titles = above.flatMap((line) => line.items);
	const others = items.filter((item) => !titles.includes(item));
	return [titles, { block: { ...block, header }, items: others }];
}

/**
 * What the engine took for one table, one part after the other: columns of text, or titles and the table
 * below them. Text is to be laid out again.
 */
export function partsOfTable(source: SourcedBlock): Array<SourcedBlock | TextItem[]> {
	if (source.block.kind !== 'table') return [source];
	const columns = columnsIn(source);
	return columns.length > 0 ? columns : (titlesOf(source) ?? [source]);
}

/** A number and its heading stand up to so many times their size apart. */
const MAX_NUMBER_GAP = 2.5;
/** The number of a section: `2`, `2.1`, `IV.`, `A`. */
const SECTION_NUMBER = /^(?:\d{1,2}(?:\.\d{1,2}){0,3}|[IVX]{1,5}|[A-Z])\.?$/;

const sizeOf = ({ fontHeight, fontSize, height }: TextItem): number =>
	fontHeight || fontSize || height;

/**
 * Puts section numbers and their headings together, which stand further apart than words do: a line of
 * the two alone, in larger print than the text.
 * @param textSize the size of most of the text
 */
export function joinNumberedHeadings(items: readonly TextItem[], textSize: number): TextItem[] {
	const joined = new Map<TextItem, TextItem | undefined>();
	for (const {
		items: [number, title, ...others],
		box,
	} of linesOf(items)) {
		if (!number || !title || others.length > 0 || !SECTION_NUMBER.test(number.text.trim()))
			continue;
		const isHeading = sizeOf(title) > textSize || (title.fontWeight ?? 400) >= 500;
		const isNear = title.x - endOf(number) <= sizeOf(title) * MAX_NUMBER_GAP;
		if (!isHeading || !isNear) continue;
		const text = `${number.text.trim()} ${title.text.trim()}`;
		const words = [...(number.words ?? []), ...(title.words ?? [])];
		joined.set(number, { ...number, ...box, text, words });
		joined.set(title, undefined);
	}
	return items.flatMap((item) => (joined.has(item) ? (joined.get(item) ?? []) : [item]));
}
