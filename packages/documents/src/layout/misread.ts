import type { LayoutBlock, TextItem } from '@llamaindex/liteparse';
import { gfmCell, gfmTable } from '@web-data-extraction/markdown/gfmTable';
import { withoutLineEnds } from './lineEnds.ts';
import { isNoTable } from './noTable.ts';
import {
	type Box,
	type Edge,
	isDivided,
	isInside,
	linesOf,
	MAX_EDGES,
	type ReadPart,
	unionOf,
} from './page.ts';
import { joinCentred, rowOf } from './rows.ts';
import { findTables, type PlacedTable } from './tables.ts';

/** Pieces further apart than this many heights are separate cells; a space is a third of it. */
const CELL_GAP = 0.6;
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
	const torn = rows.filter((own) => new Set(own).size > 1 || own[0]?.kind !== 'table');
	if (torn.length >= Math.max(2, rows.length * MAX_TORN_SHARE)) return true;
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

/** The pieces of text that are upright and not blank. */
export const shownItems = (items: readonly TextItem[]): TextItem[] =>
	items.filter(({ text, rotation = 0 }) => text.trim() !== '' && Math.round(rotation) % 360 === 0);

/** The tables that pieces of text form by their positions. */
export function placedTables(
	shown: readonly TextItem[],
	edges: readonly Edge[],
): Array<PlacedTable<TextItem>> {
	const dividers = edges.length > MAX_EDGES ? [] : edges;
	const rows = linesOf(shown).map((line) =>
		rowOf(line, CELL_GAP, { isDivided: (left, right) => isDivided(left, right, dividers) }),
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
