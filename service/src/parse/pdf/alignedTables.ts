import type { TextItem } from '@llamaindex/liteparse';
import { cutLine, type CutLine, gapHeights } from '../ocr/columns.ts';
import { isNumeric } from '../text/markdown.ts';
import { linesOf, unionOf } from './page.ts';
import type { PageTable } from './ruledTables.ts';

/** Fewer columns or rows, the header among them, may be anything that stands side by side. */
const MIN_COLUMNS = 3;
const MIN_ROWS = 3;
/** Pieces of a line further apart than this many heights are cells of their own. */
const CELL_GAP_HEIGHTS = 0.8;
/** Rows further apart than this many heights belong to different tables. */
const MAX_GAP_HEIGHTS = 2.2;

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
		body.every(({ segments }) => isNumeric(segments[column]?.text ?? '')),
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
