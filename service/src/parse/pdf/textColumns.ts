import type { LayoutBlock, LayoutCell, TextItem } from '@llamaindex/liteparse';
import { median } from './page.ts';

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
