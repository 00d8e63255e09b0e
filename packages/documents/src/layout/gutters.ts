import { type Box, endOf, median, type PlacedText, runsOf, textOf, unionOf } from './page.ts';
import { type Cell, type Column, isFull, type Row, touchSideways } from './rows.ts';

/** The words of a piece of text. */
export type WordsOf<Text extends PlacedText> = (item: Text) => readonly PlacedText[];

/** No space between words is as wide as this share of their height. */
const MIN_GUTTER = 0.36;
/** Typewriter characters are equally wide, within this share of their height. */
const SAME_WIDTH = 0.05;

/** The gaps between boxes from left to right. */
export const gapsBetween = (boxes: ReadonlyArray<Pick<Box, 'x' | 'width'>>): Column[] =>
	boxes.slice(1).map((box, at) => ({ from: endOf(boxes[at] ?? box), to: box.x }));

/** Gutters that no word of the rows below the first crosses. */
function guttersOf<Text extends PlacedText>(
	rows: ReadonlyArray<Row<Text>>,
	wordsOf: WordsOf<Text>,
): Column[] {
	const [, ...full] = rows.filter(isFull);
	const height = median(full.map((row) => row.height));
	const words = full.flatMap(({ items }) => items.flatMap(wordsOf)).toSorted((a, b) => a.x - b.x);
	const widths = words.map(({ text, width }) => width / Math.max(1, text.length));
	// Spaces of typewriters are wider.
	if (Math.max(...widths) - Math.min(...widths) < height * SAME_WIDTH) return [];
	const covered = runsOf(words, (run, word) => {
		return word.x - Math.max(...run.map(endOf)) < height * MIN_GUTTER;
	});
	return gapsBetween(covered.map(unionOf));
}

/** A row with its cells divided where a gutter separates their words. */
export function divideAt<Text extends PlacedText>(
	row: Row<Text>,
	gutters: readonly Column[],
	wordsOf: WordsOf<Text>,
): Row<Text> {
	const isGutter = (from: number, to: number) =>
		gutters.some((gutter) => gutter.from < to && gutter.to > from);
	const cells = row.cells.flatMap((cell): Array<Cell<Text>> => {
		const own = cell.items.flatMap(wordsOf).filter((word) => touchSideways(word, cell));
		const words = own.toSorted((a, b) => a.x - b.x);
		const parts = runsOf(words, (run, word) => {
			const end = Math.max(...run.map(endOf));
			return word.x - end < row.height * MIN_GUTTER || !isGutter(end, word.x);
		});
		if (parts.length === 1) return [cell];
		return parts.map((part) => {
			return { ...unionOf(part), items: cell.items, text: textOf({ items: part }) };
		});
	});
	return cells.length > row.cells.length ? { ...row, cells } : row;
}

/** Rows with their cells divided where a gutter runs through all of them. */
export function divideAtGutters<Text extends PlacedText>(
	rows: ReadonlyArray<Row<Text>>,
	wordsOf: WordsOf<Text>,
): Array<Row<Text>> {
	const gutters = guttersOf(rows, wordsOf);
	return rows.map((row) => divideAt(row, gutters, wordsOf));
}

/**
 * A header row with its cells divided as those of the row below, if that gives it the same number of cells:
 * centred above narrow columns, its words may be as close as those of a line.
 */
export function divideLike<Text extends PlacedText>(
	header: Row<Text>,
	row: Row,
	wordsOf: WordsOf<Text>,
): Row<Text> {
	const divided = divideAt(header, gapsBetween(row.cells), wordsOf);
	return divided.cells.length === row.cells.length ? divided : header;
}
