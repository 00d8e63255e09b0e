import type { LayoutBlock, TextItem } from '@llamaindex/liteparse';
import { gfmCell, gfmTable } from '@web-data-extraction/markdown/gfmTable';
import { withoutLineEnds } from './lineEnds.ts';
import { isNoTable } from './noTable.ts';
import {
	type Box,
	type Edge,
	isDivided,
	isInside,
	isPlaceholder,
	linesOf,
	MAX_EDGES,
	MAX_SPACE,
	type ReadPart,
	shownItems,
	textOf,
	unionOf,
} from './page.ts';
import { isFull, isHeaderAside, joinCentred, rowOf } from './rows.ts';
import { findTables, type PlacedTable } from './tables.ts';

/** A table counts as misread if the engine has torn more than this share of its rows. */
const MAX_TORN_SHARE = 0.34;
/** A table of the engine contains at least this share of the text in its place. */
const MIN_KEPT_SHARE = 0.9;

/** A text that is a cell rather than a line of one: short, with a figure, or a label. */
const SINGLE = /^(?=.{1,16}$).*(?:\p{Nd}|:$)/u;

const fold = (text: string): string => withoutLineEnds(text).replace(/[\s*_\\]+/g, '');

/** Whether consecutive cells together make up a piece of text. */
const isCut = (cells: readonly string[], piece: string): boolean =>
	cells.some((cell, from) => {
		let joined = cell;
		for (const next of cells.slice(from + 1)) {
			if (cell === '' || !piece.startsWith(joined)) return false;
			joined += next;
			if (joined === piece) return true;
		}
		return false;
	});

/** Whether most rows of a table of the engine are lines of text, which it has cut between their words. */
function isOfLines(
	{ header = [], rows = [] }: Pick<LayoutBlock, 'header' | 'rows'>,
	items: readonly TextItem[],
): boolean {
	const pieces = items
		.filter(({ text }) => text.trim().includes(' '))
		.map(({ text }) => fold(text));
	const theirs = [header, ...rows].map((row) => row.map(({ text }) => fold(text)));
	const cut = theirs.filter((row) => {
		const line = row.join('');
		return pieces.some(
			(piece) => line.includes(piece) && !row.some((cell) => cell.includes(piece)),
		);
	});
	return cut.length * 2 > theirs.length;
}

/**
 * Pieces of text, of which those of a line are one where the engine took lines for a table: without them, it
 * sees no columns in it.
 * @param blocks the engine's layout of the page
 */
export function withWholeLines(
	items: readonly TextItem[],
	blocks: readonly LayoutBlock[],
): TextItem[] {
	const shown = shownItems(items).filter(({ text }) => !isPlaceholder(text));
	const joined = new Map<TextItem, TextItem[]>();
	for (const { kind, bbox, ...table } of blocks) {
		if (kind !== 'table' || bbox === undefined) continue;
		const own = shown.filter((item) => isInside(item, bbox));
		if (!isOfLines(table, own)) continue;
		for (const { items: pieces, box } of linesOf(own)) {
			const [first, ...others] = pieces;
			if (first)
				joined.set(first, [{ ...first, ...box, text: textOf({ items: pieces }), words: [] }]);
			for (const other of others) joined.set(other, []);
		}
	}
	return items.flatMap((item) => joined.get(item) ?? [item]);
}

/** Whether the engine has torn cells of a table into pieces, or merged several rows or cells. */
function isDamaged({ header = [], rows = [] }: LayoutBlock, table: PlacedTable): boolean {
	const theirs = [header, ...rows].map((row) => row.map(({ text }) => fold(text)));
	const ours = table.cells.map((row) => row.map(fold));
	const whole = new Set(theirs.flat());
	const pieces = table.rows.flatMap(({ cells }) => cells.map(({ text }) => fold(text)));
	const isJammed = (row: readonly string[]): boolean =>
		ours.some((upper, at) => {
			const joined = upper.flatMap((text, column) => {
				const lower = ours[at + 1]?.[column] ?? '';
				const isBoth =
					text &&
					lower &&
					!(whole.has(text) && whole.has(lower)) &&
					row.some((cell) => cell.includes(text + lower));
				return isBoth ? [[text, lower]] : [];
			});
			return joined.length > 1 && joined.some((texts) => texts.every((text) => SINGLE.test(text)));
		});
	/** Whether a cell also contains the text of the next one, which is empty. */
	const isMerged = (row: readonly string[]): boolean =>
		ours.some((own) =>
			own.some((text, at) => {
				const next = own[at + 1] ?? '';
				const place = row.indexOf(text + next);
				return text !== '' && next !== '' && place !== -1 && (row[place + 1] ?? '') === '';
			}),
		);
	return theirs.some(
		(row) => isJammed(row) || isMerged(row) || pieces.some((piece) => isCut(row, piece)),
	);
}

/** The block that an item became part of: the smallest that contains it. */
function blockOf(item: Box, blocks: readonly LayoutBlock[]): LayoutBlock | undefined {
	const areaOf = ({ bbox }: LayoutBlock) => (bbox?.width ?? 0) * (bbox?.height ?? 0);
	return blocks
		.filter(({ bbox }) => bbox && isInside(item, bbox, 1))
		.toSorted((a, b) => areaOf(a) - areaOf(b))[0];
}

/** Whether a table of the engine lacks text that is in its place, such as text between two tables. */
function losesText({ bbox, header = [], rows = [] }: LayoutBlock, items: readonly TextItem[]) {
	const lengthOf = (texts: readonly string[]): number => fold(texts.join('')).length;
	const inside = items.filter((item) => bbox && isInside(item, bbox));
	const kept = lengthOf([header, ...rows].flat().map(({ text }) => text));
	return kept < lengthOf(inside.map(({ text }) => text)) * MIN_KEPT_SHARE;
}

/** Whether the engine read a table differently from how it is on the page. */
function isMisread(table: PlacedTable, blocks: readonly LayoutBlock[]): boolean {
	const rows = table.rows.flatMap(({ cells }) =>
		cells.length > 1
			? [cells.flatMap(({ items }) => items.map((item) => blockOf(item, blocks)))]
			: [],
	);
	const isTorn = (own: ReadonlyArray<LayoutBlock | undefined> = []): boolean =>
		new Set(own).size > 1 || own[0]?.kind !== 'table';
	const torn = rows.filter(isTorn);
	if (torn.length >= Math.max(2, rows.length * MAX_TORN_SHARE)) return true;
	const [header, first] = table.rows.filter(isFull);
	const isAside = header && first && isHeaderAside(header, first);
	// The engine left the header out of its table.
	if (isAside && isTorn(rows[0]) && !isTorn(rows[1])) return true;
	return [...new Set(rows.flat())].some(
		(block) => block?.kind === 'table' && isDamaged(block, table),
	);
}

/** The tables of a page, or of a part of it. */
export interface FoundTables {
	/** Tables to be read here: all of them if the engine misread one. */
	misread: ReadPart[];
	/** The texts of the cells of each table. */
	cells: string[][];
}

/** The tables that pieces of text form by their positions. */
export function placedTables(
	shown: readonly TextItem[],
	edges: readonly Edge[],
): Array<PlacedTable<TextItem>> {
	const dividers = edges.length > MAX_EDGES ? [] : edges;
	const rows = linesOf(shown).map((line) =>
		rowOf(line, MAX_SPACE, { isDivided: (left, right) => isDivided(left, right, dividers) }),
	);
	return findTables(joinCentred(rows)).filter(({ cells }) => !isNoTable(cells));
}

/**
 * Finds what is side by side in rows, and which of it the engine read differently: columns one after
 * the other, or several rows as one.
 * @param blocks the engine's layout of the page
 */
export function findPlacedTables(
	items: readonly TextItem[],
	edges: readonly Edge[],
	blocks: readonly LayoutBlock[],
): FoundTables {
	const shown = shownItems(items);
	const tables = placedTables(shown, edges);
	const isLossy = blocks.some((block) => block.kind === 'table' && losesText(block, shown));
	// Without one of them the engine reads the others differently, too.
	const isOtherwise = isLossy || tables.some((table) => isMisread(table, blocks));
	return {
		misread: (isOtherwise ? tables : []).map((table) => ({
			box: unionOf(table.rows.map(({ box }) => box)),
			items: new Set(table.rows.flatMap((row) => row.items)),
			markdown: gfmTable(table.cells.map((row) => row.map(gfmCell))),
		})),
		cells: tables.map(({ rows: own }) =>
			own.flatMap(({ cells }) => cells.map(({ text }) => withoutLineEnds(text))),
		),
	};
}
