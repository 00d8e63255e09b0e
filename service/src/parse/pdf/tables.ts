import type { LayoutBlock, TextItem } from '@llamaindex/liteparse';
import { gfmCell, gfmTable } from '../../page/markdown/gfmTable.ts';
import { mostCommonSize } from './headings.ts';
import { withoutLineEnds } from './lineEnds.ts';
import {
	type Box,
	bottomOf,
	type Edge,
	endOf,
	isInside,
	linesOf,
	middleOf,
	type PlacedText,
	type ReadPart,
	runsOf,
	sizeOf,
	textOf,
	unionOf,
} from './page.ts';

/** A piece of a line that stands apart from the others, with the items that it is made of. */
interface Cell extends Box {
	text: string;
	items: TextItem[];
}

/** A line of a page, cut at its wide gaps. */
interface Row {
	cells: Cell[];
	box: Box;
	/** The least height of its pieces: that of its print. */
	height: number;
}

/** Pieces further apart than this many heights are cells of their own; a space is a third of it. */
const CELL_GAP = 0.6;
/** Rows further apart than this many heights belong to different tables. */
const MAX_ROW_GAP = 2.2;
/** Rows further apart than this belong to different tables if their columns differ. */
const OTHER_COLUMNS_GAP = 0.9;
/** A line of one cell this close to a row continues it. */
const CONTINUATION_GAP = 0.7;
/** Print larger than the text by this factor is that of headings. */
const LARGER_PRINT = 1.1;
const SECTION_NUMBER = /^(?:\d{1,2}(?:\.\d{1,2}){0,3}|[IVX]{1,5}|[A-Z])\.?$/;
/** A gap is wider than those between rows by this factor. */
const LARGER_GAP = 1.7;
/** A line whose box reaches this far into the row above stands beside it. */
const BESIDE_GAP = -0.3;
/** Columns of text hold more words in a cell than tables do. */
const MAX_MEAN_WORDS = 5;
/** Fewer cells are filled in drawings whose numbers stand here and there. */
const MIN_FILLED = 0.5;
/** Two cells of so many words in one row are columns of text, if it is so in this share of the rows. */
const PROSE_WORDS = 5;
const MAX_PROSE_SHARE = 0.3;
/** A title above a table is no row of it. */
const CAPTION = /^(?:table|figure|fig\.?|tab\.?|chart|tabelle|abbildung|abb\.?|tableau) ?\d/i;
/** So many lines of text in the engine's table that are no rows of it were swallowed by it. */
const MIN_SWALLOWED = 6;
/** Rows of which the engine may have torn so many, before it is said to have misread the table. */
const MAX_TORN_SHARE = 0.34;
/** A gutter between columns is crossed by no more than this share of the rows: titles above several columns. */
const MAX_CROSSING = 0.25;
/** A number, with its unit or currency. */
export const NUMERIC =
	/^[\s(]{0,9}[-+–−]?[\p{Sc}\s]{0,9}\d[\d.,'\s]{0,40}[%\p{Sc}\p{L}]{0,4}[\s)]{0,9}$/u;
/** A column is one of numbers when so many of its cells are. */
const NUMERIC_SHARE = 0.6;
/** Base lines of one row are this close, in points. */
const BASE_LINE_POINTS = 2;
/** More lines than any table has: drawings. */
const MAX_EDGES = 4000;

/** Cells of a row share their base line; lines beside each other do so by chance. */
const isOneLine = (a: Box, b: Box): boolean =>
	Math.abs(bottomOf(a) - bottomOf(b)) <= BASE_LINE_POINTS;

const sizeOfRow = (items: readonly PlacedText[]): number =>
	Math.min(...items.map(({ height }) => height));

function rowOf(
	items: TextItem[],
	box: Box,
	{ dividers, textSize }: { dividers: readonly Edge[]; textSize: number },
): Row {
	const height = sizeOfRow(items);
	const isDivided = (left: Box, right: Box): boolean =>
		dividers.some(
			({ at, from, to }) =>
				at > endOf(left) - 1 && at < right.x + 1 && from <= middleOf(left) && to >= middleOf(left),
		);
	const isNumbered =
		SECTION_NUMBER.test(items[0]?.text.trim() ?? '') &&
		items.every((item) => sizeOf(item) > textSize * LARGER_PRINT);
	const isTitle = isNumbered || CAPTION.test(textOf({ items }));
	const cells = runsOf(items, (run, item) => {
		if (isTitle) return true;
		const last = run.at(-1) ?? run[0];
		return item.x - endOf(last) <= height * CELL_GAP && !isDivided(last, item);
	});
	return {
		height,
		box,
		cells: cells.map((own) => ({ ...unionOf(own), items: own, text: textOf({ items: own }) })),
	};
}

interface Column {
	from: number;
	to: number;
}

/** From where to where columns reach: between them are gutters that hardly any row crosses. */
function columnsOf(rows: readonly Row[]): Column[] {
	const full = rows.filter(({ cells }) => cells.length > 1);
	const places = full
		.flatMap(({ cells }) => cells.flatMap((cell) => [cell.x, endOf(cell)]))
		.toSorted((a, b) => a - b);
	const columns: Column[] = [];
	let isOpen = false;
	for (const [at, from] of places.entries()) {
		const to = places[at + 1];
		if (to === undefined) break;
		const middle = (from + to) / 2;
		const crossing = full.filter(({ cells }) =>
			cells.some((cell) => cell.x < middle && endOf(cell) > middle),
		).length;
		if (crossing > full.length * MAX_CROSSING) {
			const column = columns.at(-1);
			if (isOpen && column) column.to = to;
			else columns.push({ from, to });
			isOpen = true;
		} else if (to > from) isOpen = false;
	}
	// What no row has beside each other is one column: a wide title above narrow figures.
	return columns.reduce<Column[]>((merged, column) => {
		const last = merged.at(-1);
		const isIn = (cell: Box, { from, to }: Column) => cell.x < to && endOf(cell) > from;
		const isBeside =
			last &&
			full.some(({ cells }) =>
				cells.some(
					(left, at) =>
						isIn(left, last) &&
						!isIn(left, column) &&
						cells.slice(at + 1).some((right) => isIn(right, column) && !isIn(right, last)),
				),
			);
		if (last && isBeside !== true) last.to = column.to;
		else merged.push(column);
		return merged;
	}, []);
}

/** The column that most of a cell is in; the first of those that it reaches over. */
function columnAt(columns: readonly Column[], cell: Box): number {
	const overlaps = columns.map(
		({ from, to }) => Math.min(to, endOf(cell)) - Math.max(from, cell.x),
	);
	const first = overlaps.findIndex((overlap) => overlap > 0);
	if (first !== -1) {
		const best = overlaps.indexOf(Math.max(...overlaps));
		const isSpanning = overlaps.filter((overlap) => overlap > 1).length > 1;
		return isSpanning ? first : best;
	}
	const next = columns.findIndex(({ from }) => from > cell.x);
	return next === -1 ? columns.length - 1 : next;
}

const gapOf = (above: Row, below: Row): number => below.box.y - bottomOf(above.box);

/** Whether a row stands in other columns than the rows above: two of its cells in one, or one in two. */
function hasOtherColumns(rows: readonly Row[], row: Row): boolean {
	const columns = columnsOf(rows);
	const taken = row.cells.map((cell) =>
		columns.flatMap(({ from, to }, at) => (from < endOf(cell) && to > cell.x ? [at] : [])),
	);
	const all = taken.flat();
	const isBetween = taken.some((own) => own.length === 0) && new Set(all).size < columns.length;
	return (
		isBetween ||
		row.cells.length > columns.length ||
		taken.some((own) => own.length > 1) ||
		new Set(all).size < all.length
	);
}

/** Whether a row begins another table: well below the one above, in other columns or further than rows are. */
function beginsTable(run: readonly Row[], row: Row, gap: number): boolean {
	if (gap <= OTHER_COLUMNS_GAP) return false;
	const full = run.filter(({ cells }) => cells.length > 1);
	const gaps = full.slice(1).map((own, at) => gapOf(full[at] ?? own, own) / own.height);
	const isFurther = gaps.length > 0 && gap > Math.max(...gaps) * LARGER_GAP;
	const isOther = row.cells.length !== full.at(-1)?.cells.length;
	return hasOtherColumns(full, row) || (isFurther && isOther);
}

/** Whether a line of one cell stands under one column alone. */
function isInColumn(run: readonly Row[], { cells: [cell] }: Row): boolean {
	const columns = columnsOf(run);
	const own = columns.filter(({ from, to }) => cell && from < endOf(cell) && to > cell.x);
	return own.length === 1;
}

const isBelow = (above: Box, box: Box): boolean => box.x < endOf(above) && endOf(box) > above.x;

/** What lies between two rows, in heights of the lower one of their letters. */
function relativeGap(above: Row | undefined, row: Row): number {
	if (above === undefined) return Infinity;
	return gapOf(above, row) / Math.max(1, Math.min(above.height, row.height));
}

const leftOf = (row: Row | undefined): number => row?.cells[0]?.x ?? 0;

/** Whether a line begins further right than the rows above it. */
const isIndented = (run: readonly Row[], row: Row): boolean =>
	leftOf(row) > leftOf(run[0]) + row.height;

/** What stands beside the rows is another part of the page. */
const isBeside = (run: readonly Row[], row: Row, gap: number): boolean =>
	gap < BESIDE_GAP || (run.length > 0 && !isBelow(unionOf(run.map(({ box }) => box)), row.box));

/** Whether a line of one cell may go on with the rows above it. */
const mayContinue = (run: readonly Row[], row: Row, gap: number): boolean =>
	run.length > 0 && gap <= MAX_ROW_GAP / 2 && isInColumn(run, row);

/** Rows that may be those of one table: cells side by side, and lines that go on with one of them. */
function runsOfRows(rows: readonly Row[]): Row[][] {
	const runs: Row[][] = [];
	let run: Row[] = [];
	/** Lines of one cell that belong to the run only if a row follows them. */
	let waiting: Row[] = [];
	let hasTaken = false;
	const end = () => {
		// The last row may go on as rows above it did.
		if (hasTaken && waiting.length === 1) run.push(...waiting);
		runs.push(run);
		[run, waiting, hasTaken] = [[], [], false];
	};
	for (const row of rows) {
		const above = waiting.at(-1) ?? run.at(-1);
		const gap = relativeGap(above, row);
		if (row.cells.length > 1) {
			if (gap > MAX_ROW_GAP || beginsTable([...run, ...waiting], row, gap)) end();
			hasTaken ||= waiting.length > 0;
			run.push(...waiting, row);
			waiting = [];
			continue;
		}
		if (isBeside(run, row, gap)) continue;
		if (!mayContinue(run, row, gap)) end();
		else if (waiting.length === 0 && gap <= CONTINUATION_GAP && isIndented(run, row)) run.push(row);
		else waiting.push(row);
	}
	end();
	return runs.filter((own) => own.filter(({ cells }) => cells.length > 1).length >= 2);
}

/** A table as its places show it. */
interface PlacedTable {
	rows: Row[];
	cells: string[][];
	/** Columns of numbers. */
	numeric: boolean[];
}

/** Whether a line runs between two rows. */
const isRuled = (above: Row, below: Row, rules: readonly Edge[]): boolean =>
	rules.some(({ at }) => at > middleOf(above.box) && at < middleOf(below.box));

/** Puts rows together that are lines of one: those between two drawn lines, and lines that only go on. */
function joinLines(
	rows: readonly Row[],
	cells: readonly string[][],
	numeric: readonly boolean[],
	rules: readonly Edge[],
): string[][] {
	const hasRules =
		rows.slice(1).filter((row, at) => isRuled(rows[at] ?? row, row, rules)).length >= 2;
	const isOwn = cells.map((row) => {
		const figures = row.filter((text, column) => numeric[column] && NUMERIC.test(text));
		return figures.length > 0 || (row[0] !== '' && row.filter(Boolean).length > 1);
	});
	const joined: string[][] = [];
	let isOwnTaken = false;
	for (const [at, row] of rows.entries()) {
		const own = cells[at] ?? [];
		const isOwnRow = isOwn[at] ?? false;
		const above = rows[at - 1];
		const last = joined.at(-1);
		const isApart = above === undefined || isRuled(above, row, rules);
		const mayGoOn = hasRules ? !(isOwnTaken && isOwnRow) : !isOwnRow && isCloseTo(above, row);
		if (last && !isApart && mayGoOn) {
			addTexts(last, own);
			isOwnTaken ||= isOwnRow;
		} else {
			joined.push([...own]);
			isOwnTaken = isOwnRow;
		}
	}
	return joined;
}

const isCloseTo = (above: Row | undefined, row: Row): boolean =>
	above !== undefined && gapOf(above, row) <= row.height * CONTINUATION_GAP;

/** Puts the texts of a line behind those of the row it goes on with, column by column. */
function addTexts(row: string[], line: readonly string[]): void {
	for (const [column, text] of line.entries()) {
		if (text) row[column] = [row[column], text].filter(Boolean).join(' ');
	}
}

function tableOf(rows: Row[], rules: readonly Edge[]): PlacedTable[] {
	const columns = columnsOf(rows);
	const cells = rows.map((row) => {
		const texts = columns.map((): string[] => []);
		for (const cell of row.cells) texts[columnAt(columns, cell)]?.push(cell.text);
		return texts.map((own) => own.join(' '));
	});
	const numeric = columns.map((_, column) => {
		const texts = cells.map((row) => row[column] ?? '').filter(Boolean);
		return (
			texts.filter((text) => NUMERIC.test(text)).length >= Math.max(2, texts.length * NUMERIC_SHARE)
		);
	});
	const words = rows.flatMap((row) => row.cells.map(({ text }) => text.split(' ').length));
	const mean = words.reduce((sum, count) => sum + count, 0) / Math.max(1, words.length);
	const filled = cells.flat().filter(Boolean).length;
	if (
		columns.length < 2 ||
		mean > MAX_MEAN_WORDS ||
		filled < rows.length * columns.length * MIN_FILLED
	)
		return [];
	return [{ rows, numeric, cells: joinLines(rows, cells, numeric, rules) }];
}

/** Whether side by side means anything: figures, labels, or more columns than two. */
function isTable({ cells, rows, numeric }: PlacedTable): boolean {
	const isLabelled = cells.filter((row) => /:$/.test(row[0] ?? '')).length * 2 >= cells.length;
	const figures = cells.filter((row) => row.some((text) => /\p{Nd}/u.test(text)));
	const full = rows.filter((row) => row.cells.length > 1).length;
	// Many further lines are those of descriptions, below each other.
	const further = rows.filter((row) => row.cells.length === 1);
	const starts = further.map(({ box }) => Math.round(box.x));
	const areLinesOfOne = Math.max(...starts) - Math.min(...starts) <= 1;
	const prose = rows.filter(
		(row) => row.cells.filter(({ text }) => text.split(' ').length >= PROSE_WORDS).length > 1,
	);
	if (prose.length > rows.length * MAX_PROSE_SHARE) return false;
	return (
		(full * 2 >= rows.length || (areLinesOfOne && numeric.includes(true))) &&
		(isLabelled ||
			numeric.includes(true) ||
			figures.length * 2 >= cells.length ||
			(numeric.length > 2 && cells.length > 2))
	);
}

const fold = (text: string): string => withoutLineEnds(text).replace(/[\s*_\\]+/g, '');

/** The texts of a table block, row by row. */
const textsOf = ({ header = [], rows = [] }: LayoutBlock): string[][] =>
	[header, ...rows].map((row) => row.map(({ text }) => fold(text)));

/** What is a cell by itself, and not the end of a line of one: with a figure, or a label. */
const SINGLE = /\p{Nd}|:$/u;

/** Whether cells that follow each other make a piece of text together. */
function isJoined(cells: readonly string[], piece: string): boolean {
	let joined = '';
	for (const cell of cells) {
		joined += cell;
		if (joined.length >= piece.length || !piece.startsWith(joined)) break;
	}
	return joined === piece;
}

/** Whether a block has torn cells of the table into pieces, or put several rows into one. */
function isDamaged(block: LayoutBlock, table: PlacedTable): boolean {
	const theirs = textsOf(block);
	const ours = table.cells.map((row) => row.map(fold));
	const pieces = table.rows.flatMap((row) =>
		row.cells.flatMap((cell) => cell.items.map((item) => fold(item.text))),
	);
	const isCut = pieces.some((piece) =>
		theirs.some((row) =>
			row.some((cell, at) => cell !== piece && cell !== '' && isJoined(row.slice(at), piece)),
		),
	);
	const isJammed = theirs.some((row) =>
		ours.some((upper, at) => {
			const joined = upper.flatMap((text, column) => {
				const lower = ours[at + 1]?.[column] ?? '';
				const isBoth =
					text !== '' && lower !== '' && row.some((cell) => cell.includes(text + lower));
				return isBoth ? [[text, lower]] : [];
			});
			return joined.length > 1 && joined.some((texts) => texts.every((text) => SINGLE.test(text)));
		}),
	);
	return isCut || isJammed;
}

/** The block that an item became a part of: the smallest that it lies in. */
function blockOf(item: Box, blocks: readonly LayoutBlock[]): LayoutBlock | undefined {
	return blocks
		.filter(({ bbox }) => bbox && isInside(item, bbox, 1))
		.toSorted(
			(a, b) =>
				(a.bbox?.width ?? 0) * (a.bbox?.height ?? 0) - (b.bbox?.width ?? 0) * (b.bbox?.height ?? 0),
		)[0];
}

/** Whether the engine read a table otherwise than it stands on the page. */
function isMisread(
	table: PlacedTable,
	blocks: readonly LayoutBlock[],
	others: readonly TextItem[],
): boolean {
	const rows = table.rows.filter(({ cells }) => cells.length > 1);
	const torn = rows.filter(({ cells }) => {
		const own = new Set(cells.flatMap(({ items }) => items.map((item) => blockOf(item, blocks))));
		const [block] = own;
		return own.size > 1 || block?.kind !== 'table';
	});
	if (torn.length >= Math.max(2, rows.length * MAX_TORN_SHARE)) return true;
	const [item] = rows[0]?.cells[0]?.items ?? [];
	const block = item && blockOf(item, blocks);
	if (block?.kind !== 'table') return false;
	const swallowed = others.filter((other) => blockOf(other, blocks) === block);
	return linesOf(swallowed).length >= MIN_SWALLOWED || isDamaged(block, table);
}

/**
 * Finds what stands side by side in rows and was read otherwise by the engine: columns one after the
 * other, several rows in one, cells in pieces.
 * @param blocks what the engine made of the page
 */
export function findMisreadTables(
	items: readonly TextItem[],
	edges: readonly Edge[],
	blocks: readonly LayoutBlock[],
): ReadPart[] {
	const shown = items.filter(
		({ text, rotation = 0 }) => text.trim() !== '' && Math.round(rotation) % 360 === 0,
	);
	const drawn = edges.length > MAX_EDGES ? [] : edges;
	const dividers = drawn.filter(({ isHorizontal }) => !isHorizontal);
	const rules = drawn.filter(({ isHorizontal }) => isHorizontal);
	const textSize = mostCommonSize(shown);
	const rows = linesOf(shown, isOneLine).map(({ items: own, box }) =>
		rowOf(own, box, { dividers, textSize }),
	);
	const runs = runsOfRows(rows);
	const inRuns = new Set(runs.flat().flatMap(({ cells }) => cells.flatMap((cell) => cell.items)));
	const others = shown.filter((item) => !inRuns.has(item));
	return runs.flatMap((run) => {
		const pieces = run.flatMap(({ cells }) => cells.flatMap((cell) => cell.items));
		const box = unionOf(run.map((row) => row.box));
		const own = rules.filter(
			({ from, to }) => Math.min(to, endOf(box)) - Math.max(from, box.x) > box.width / 2,
		);
		return tableOf(run, own)
			.filter((table) => isTable(table) && isMisread(table, blocks, others))
			.map((table) => ({
				box,
				items: new Set(pieces),
				markdown: gfmTable(table.cells.map((row) => row.map(gfmCell))),
			}));
	});
}
