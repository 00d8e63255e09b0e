import type { LayoutBlock, LayoutCell, TextItem } from '@llamaindex/liteparse';
import { cutLine, type CutLine, gapHeights } from '../ocr/columns.ts';
import type { SourcedBlock } from './headings.ts';
import { linesOf, median, textOf, unionOf } from './page.ts';
import type { PageTable } from './ruledTables.ts';

/** Fewer columns or rows, the header among them, may be anything that stands side by side. */
const MIN_COLUMNS = 3;
const MIN_ROWS = 3;
/** Pieces of a line further apart than this many heights are cells of their own. */
const CELL_GAP_HEIGHTS = 0.8;
/** Rows further apart than this many heights belong to different tables. */
const MAX_GAP_HEIGHTS = 2.2;
/** A number, with its unit or currency. */
const NUMERIC = /^[\s(]{0,9}[-+–]?[\p{Sc}\s]{0,9}\d[\d.,\s]{0,40}[%\p{Sc}\p{L}]{0,4}[\s)]{0,9}$/u;

/** From where to where the cells of a column reach. */
interface Column {
	from: number;
	to: number;
}

function widened(columns: readonly Column[], { segments }: CutLine): Column[] | undefined {
	if (segments.length !== columns.length) return undefined;
	const wider = columns.map(({ from, to }, at) => {
		const { x, width } = segments[at] ?? { x: from, width: to - from };
		return { from: Math.min(from, x), to: Math.max(to, x + width) };
	});
	const isApart = wider.every(({ to }, at) => to < (wider[at + 1]?.from ?? Infinity));
	return isApart ? wider : undefined;
}

const columnsOf = ({ segments }: CutLine): Column[] =>
	segments.map(({ x, width }) => ({ from: x, to: x + width }));

/** Lines below each other whose pieces line up. */
function alignedRuns(lines: readonly CutLine[]): CutLine[][] {
	const runs: CutLine[][] = [];
	let columns: Column[] = [];
	for (const line of lines) {
		const run = runs.at(-1);
		const above = run?.at(-1);
		const isClose = above !== undefined && gapHeights(above, line) <= MAX_GAP_HEIGHTS;
		const wider = isClose ? widened(columns, line) : undefined;
		if (run && wider) run.push(line);
		else runs.push([line]);
		columns = wider ?? columnsOf(line);
	}
	return runs;
}

/** Whether rows are those of a table: behind the first column there is one of numbers. */
function isTable(rows: readonly CutLine[]): boolean {
	const width = rows[0]?.segments.length ?? 0;
	if (width < MIN_COLUMNS || rows.length < MIN_ROWS) return false;
	const body = rows.slice(1);
	return Array.from({ length: width - 1 }, (_, at) => at + 1).some((column) =>
		body.every(({ segments }) => NUMERIC.test(segments[column]?.text ?? '')),
	);
}

/**
 * Finds tables that no lines draw by their numbers, which stand below each other under a header: rows
 * of as many cells each, which line up.
 */
export function findAlignedTables(items: readonly TextItem[]): PageTable[] {
	const lines = linesOf(items.filter(({ text }) => text.trim() !== ''));
	const itemsOf = new Map(lines.map((line) => [line.box, line.items]));
	return alignedRuns(lines.map((line) => cutLine(line, CELL_GAP_HEIGHTS)))
		.filter(isTable)
		.map((rows) => ({
			box: unionOf(rows.map(({ line }) => line.box)),
			rows: rows.map(({ segments }) => segments.map(({ text }) => text)),
			items: new Set(rows.flatMap(({ line }) => itemsOf.get(line.box) ?? [])),
		}));
}

/** A cell of so many words is a line of prose rather than an entry. */
const PROSE_WORDS = 4;
/** Every column has so many lines of prose below each other, one of them more. */
const MIN_PROSE_LINES = 2;
/** Lines of prose follow each other this closely, in heights of a line. */
const MAX_PITCH = 2;

const isProse = ({ text }: LayoutCell): boolean => text.split(/\s+/).length >= PROSE_WORDS;

/** The number of lines of prose in a column that follow each other closely. */
function proseLength(cells: readonly LayoutCell[]): number {
	let [run, longest] = [0, 0];
	let above: LayoutCell['bbox'];
	for (const cell of cells) {
		const { bbox } = cell;
		const isClose = above && bbox && bbox.y - above.y <= bbox.height * MAX_PITCH;
		run = isProse(cell) ? (isClose ? run : 0) + 1 : 0;
		longest = Math.max(longest, run);
		above = isProse(cell) ? bbox : undefined;
	}
	return longest;
}

/**
 * The left edges of columns of text that the engine took for a table, as their lines stand side by
 * side; `undefined` for tables.
 */
export function textColumnsOf({ kind, header, rows = [] }: LayoutBlock): number[] | undefined {
	if (kind !== 'table') return undefined;
	const all = [...(header ? [header] : []), ...rows];
	const width = Math.max(0, ...all.map((row) => row.length));
	if (width < 2) return undefined;
	const columns = Array.from({ length: width }, (_, at) =>
		all.flatMap((row) => (row[at] && row[at].text !== '' ? [row[at]] : [])),
	);
	const lengths = columns.map(proseLength);
	if (Math.min(...lengths) < MIN_PROSE_LINES || Math.max(...lengths) === MIN_PROSE_LINES) {
		return undefined;
	}
	return columns.map((cells) => median(cells.flatMap(({ bbox }) => (bbox ? [bbox.x] : []))));
}

/** A title stands so many heights of a table's text above it, or further. */
const MIN_TITLE_GAP = 2;

const withoutStart = (text: string, start: string): string =>
	text.startsWith(start) ? text.slice(start.length).trimStart() : text;

/**
 * The titles that stand well above a table's first row, and the table without them: the engine takes
 * them into each cell of the header that they reach over. `undefined` where there are none.
 */
export function titlesOf({
	block,
	items,
}: SourcedBlock): { titles: TextItem[]; table: SourcedBlock } | undefined {
	if (block.kind !== 'table' || !block.header) return undefined;
	const lines = linesOf(items);
	const firstRow = lines.findIndex((line) => line.items.length > 1);
	const [title, row] = [lines[firstRow - 1], lines[firstRow]];
	if (!title || !row) return undefined;
	const gap = row.box.y - (title.box.y + title.box.height);
	if (gap < MIN_TITLE_GAP * median(items.map(({ height }) => height))) return undefined;
	const above = lines.slice(0, firstRow);
	const said = above.map(textOf).join(' ');
	const header = block.header.map((cell) => ({ ...cell, text: withoutStart(cell.text, said) }));
	const titles = above.flatMap((line) => line.items);
	const others = items.filter((item) => !titles.includes(item));
	return { titles, table: { block: { ...block, header }, items: others } };
}

/** The items of each column, by the columns' left edges. */
export function splitColumns(items: readonly TextItem[], edges: readonly number[]): TextItem[][] {
	const columns: TextItem[][] = edges.map(() => []);
	for (const item of items) {
		const middle = item.x + item.width / 2;
		columns[
			Math.max(
				0,
				edges.findLastIndex((edge) => edge <= middle),
			)
		]?.push(item);
	}
	return columns;
}

/** A page's table at its end or its beginning, as lines of Markdown. */
interface EdgeTable {
	header: string;
	width: number;
	rows: string[];
}

const RULE = /^\|(?: --- \|)+$/;
/** A page number, which may follow a table that goes on on the next page. */
const PAGE_NUMBER = /^[\p{L}.|\s–-]{0,12}\d{1,4}(?:\s*\/\s*\d{1,4})?[\s–-]*$/u;
/** A column is one of numbers when so many of its cells are. */
const NUMERIC_SHARE = 0.6;

const cellsOf = (row: string): string[] =>
	row
		.slice(1, -1)
		.split(/(?<!\\)\|/)
		.map((cell) => cell.trim());

function tableOf(block: string | undefined): EdgeTable | undefined {
	const [header, rule, ...rows] = block?.split('\n') ?? [];
	if (header === undefined || rule === undefined || !RULE.test(rule)) return undefined;
	return { header, width: cellsOf(header).length, rows };
}

function lastTable(page: string): EdgeTable | undefined {
	const blocks = page.split('\n\n');
	const isNumbered = PAGE_NUMBER.test(blocks.at(-1) ?? '');
	return tableOf(blocks.at(isNumbered ? -2 : -1));
}

function numericColumns(rows: readonly string[]): number[] {
	const cells = rows.map(cellsOf);
	return (cells[0] ?? [])
		.map((_cell, column) => column)
		.filter((column) => {
			const numeric = cells.filter((row) => NUMERIC.test(row[column] ?? '')).length;
			return numeric >= cells.length * NUMERIC_SHARE;
		});
}

/** Whether what stands in a table's header is a row of the table before: numbers where it has them. */
function goesOn(above: EdgeTable, below: EdgeTable): boolean {
	if (above.width !== below.width || above.header === below.header) return false;
	const numbers = numericColumns(above.rows);
	const first = cellsOf(below.header);
	return numbers.length > 0 && numbers.every((column) => NUMERIC.test(first[column] ?? ''));
}

/**
 * Gives a table that goes on on the next page its header again, so that what is a row there does not
 * stand in the header's place.
 * @param pages Markdown of pages that follow each other
 */
export function continueTables(pages: readonly string[]): string[] {
	const continued: string[] = [];
	for (const page of pages) {
		const above = lastTable(continued.at(-1) ?? '');
		const [block, ...rest] = page.split('\n\n');
		const below = tableOf(block);
		if (!above || !below || !goesOn(above, below)) {
			continued.push(page);
			continue;
		}
		const rule = `|${' --- |'.repeat(above.width)}`;
		const table = [above.header, rule, below.header, ...below.rows].join('\n');
		continued.push([table, ...rest].join('\n\n'));
	}
	return continued;
}
