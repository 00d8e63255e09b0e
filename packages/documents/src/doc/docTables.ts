import { placesOf } from '../layout/page.ts';
import { type OldRecord, recordsIn, recordsWithin, textsIn } from './records.ts';

/** Kinds of drawing records ([MS-ODRAW], 2.2): a group of shapes, a shape, its position in its group. */
const GROUP = 0xf003;
const SHAPE = 0xf004;
const PLACE_IN_GROUP = 0xf00f;
const PLACE_BYTES = 16;
/** Further properties of a drawing ([MS-ODRAW], 2.2.11), and the one that tables have. */
const MORE_PROPERTIES = 0xf122;
const TABLE = 0x39f;
const PROPERTY_BYTES = 6;

/** Edges at most this far apart are one, in drawing units (576 to an inch): programs round them. */
const SAME_EDGE = 4;
/** Maximum places of a table; no slide shows one with more. */
const MOST_PLACES = 10_000;

/** A cell of a table on a slide, with the edges of its rectangle, in drawing units. */
export interface OldCell {
	/** Its paragraphs are separated by `\r`, lines in them by `\v`. */
	text: string;
	left: number;
	top: number;
	right: number;
	bottom: number;
}

/** The tables of a slide: groups of shapes that say they are one. Their cells are in file order. */
export function tablesIn(stream: Buffer, slide: OldRecord): OldCell[][] {
	return [...recordsWithin(stream, slide)]
		.filter(({ kind }) => kind === GROUP)
		.flatMap((group) => {
			const [head, ...shapes] = [...recordsIn(stream, group)].filter(({ kind }) => kind === SHAPE);
			const isTable =
				head !== undefined && [...recordsIn(stream, head)].some((part) => saysTable(stream, part));
			return isTable ? [shapes.flatMap((shape) => cellOf(stream, shape))] : [];
		});
}

function saysTable(stream: Buffer, { kind, instance, start, end }: OldRecord): boolean {
	if (kind !== MORE_PROPERTIES) return false;
	for (let at = start, left = instance; left > 0 && at + PROPERTY_BYTES <= end; left -= 1) {
		const isSet = (stream.readUInt16LE(at) & 0x3f_ff) === TABLE && (stream[at + 2] ?? 0) % 2 === 1;
		if (isSet) return true;
		at += PROPERTY_BYTES;
	}
	return false;
}

/** The cell that a shape is; the lines between cells are also shapes, without area. */
function cellOf(stream: Buffer, shape: OldRecord): OldCell[] {
	const place = [...recordsIn(stream, shape)].find(({ kind }) => kind === PLACE_IN_GROUP);
	const edge = (at: number): number =>
		place && place.end - place.start >= PLACE_BYTES ? stream.readInt32LE(place.start + 4 * at) : 0;
	const text = textsIn(stream, shape).join('\r');
	const cell = { text, left: edge(0), top: edge(1), right: edge(2), bottom: edge(3) };
	const isThin = cell.right - cell.left <= SAME_EDGE || cell.bottom - cell.top <= SAME_EDGE;
	return text === '' && isThin ? [] : [cell];
}

/**
 * Cells in their rows and columns, by their rectangles: a cell that spans several places is in the first
 * of them.
 * @returns undefined where the rectangles don't fill a table, each place once
 */
export function rowsOfCells(
	cells: readonly OldCell[],
): Array<Array<OldCell | undefined>> | undefined {
	const columns = placesOf(
		cells.flatMap(({ left, right }) => [left, right]),
		SAME_EDGE,
	);
	const rows = placesOf(
		cells.flatMap(({ top, bottom }) => [top, bottom]),
		SAME_EDGE,
	);
	const [width, height] = [columns.length - 1, rows.length - 1];
	if (width < 1 || height < 1 || width * height > MOST_PLACES) return undefined;
	const indexOf = (edges: readonly number[], value: number): number =>
		edges.findLastIndex((edge) => edge <= value);
	const grid = Array.from({ length: height }, () =>
		Array<OldCell | undefined>(width).fill(undefined),
	);
	const taken = new Set<number>();
	for (const cell of cells) {
		const [left, right] = [indexOf(columns, cell.left), indexOf(columns, cell.right)];
		const [top, bottom] = [indexOf(rows, cell.top), indexOf(rows, cell.bottom)];
		if (left >= right || top >= bottom) return undefined;
		for (let row = top; row < bottom; row += 1) {
			for (let column = left; column < right; column += 1) {
				const place = row * width + column;
				if (taken.has(place)) return undefined;
				taken.add(place);
			}
		}
		const row = grid[top];
		if (row) row[left] = cell;
	}
	return taken.size === width * height ? grid : undefined;
}
