import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import { escapeLineStart, escapeText } from '@web-data-extraction/markdown/escape';
import { gfmCell, gfmTable } from '@web-data-extraction/markdown/gfmTable';
import { layOut } from '../layout/layout.ts';
import { bottomOf, endOf, isSideBySide, linesOf, median, runsOf, unionOf } from '../layout/page.ts';
import { confidenceOf } from './mergeReadings.ts';
import { isNoTable } from '../layout/noTable.ts';
import { gapHeights, type Row, rowOf } from '../layout/rows.ts';
import { findTables, type PlacedTable } from '../layout/tables.ts';

/** Below this confidence (0 to 1) a line is a picture or a stain, not text. */
const MIN_CONFIDENCE = 0.25;
/** A gap this many times the height of a line separates two cells. */
const CELL_GAP_HEIGHTS = 1.5;
/** How much larger than the text a heading is, by its level. */
const HEADING_RATIOS: ReadonlyArray<[ratio: number, level: number]> = [
	[1.9, 1],
	[1.5, 2],
	[1.3, 3],
];
const MAX_HEADING_LENGTH = 120;
/** The characters that recognition returns for the round and square bullets of lists. */
const BULLET = /^[•◦▪●■□·°*+¢«»►‣–-](?: ?[¢*°])? +(?=\S)/;
const NUMBERED = /^(\d{1,3})[.)] +(?=\S)/;
/** A page with this share of its letters in long pieces is prose, which may be in columns. */
const PROSE_SHARE = 0.6;
const PROSE_WORDS = 5;
/** Lines further apart than this many heights belong to different paragraphs. */
const PARAGRAPH_GAP_HEIGHTS = 0.9;
/** A line shorter than this share of the longest one was ended by its author. */
const FULL_LINE_SHARE = 0.85;
/** Lines whose heights differ by at most this share of the usual one have the same size. */
const SAME_SIZE_SHARE = 0.35;
/** A word further from the one before it than this many heights is in another column. */
const RUN_GAP_HEIGHTS = 1;

const isSure = ({ items }: Row<TextItem>): boolean => confidenceOf(items) >= MIN_CONFIDENCE;

function isProse(rows: readonly Row[]): boolean {
	const texts = rows.flatMap(({ cells }) => cells.map(({ text }) => text));
	const long = texts.filter((text) => text.split(' ').length >= PROSE_WORDS);
	return long.join('').length >= texts.join('').length * PROSE_SHARE;
}

/** Groups consecutive words on one line of one column, by their neighbours alone: paper may be skewed. */
function neighbours(items: readonly TextItem[], maxGap: number): TextItem[][] {
	const runs: TextItem[][] = [];
	let open: Array<{ run: TextItem[]; last: TextItem }> = [];
	for (const item of items.toSorted((a, b) => a.x - b.x)) {
		open = open.filter(({ last }) => item.x - endOf(last) <= maxGap);
		const [before] = open
			.filter(({ last }) => isSideBySide(last, item))
			.toSorted((a, b) => endOf(b.last) - endOf(a.last));
		if (before) {
			before.run.push(item);
			before.last = item;
		} else {
			const run = [item];
			runs.push(run);
			open.push({ run, last: item });
		}
	}
	return runs;
}

/**
 * Words as pieces of lines, as high as those of a font: recognition draws its boxes closely around the
 * letters, and the engine would place "on" on a lower line than "the".
 */
function levelled(items: readonly TextItem[]): TextItem[] {
	const usual = median(items.map(({ height }) => height));
	return neighbours(items, usual * RUN_GAP_HEIGHTS).flatMap((run) => {
		const own = median(run.map(({ height }) => height));
		const height = Math.abs(own - usual) <= usual * SAME_SIZE_SHARE ? usual : own;
		const bottom = median(run.map(bottomOf));
		const text = run.map((item) => item.text.trim()).join(' ');
		return run.slice(0, 1).map((first) => ({
			...{ ...first, ...unionOf(run), y: bottom - height, height, text },
			words: run.map((word) => ({ ...word, text: word.text.trim() })),
		}));
	});
}

/** What a line is: part of a table, a heading with its level, an item of a list, or text. */
type LineKind = PlacedTable<TextItem> | number | 'item' | 'text';

/** A line with its text. */
interface ReadLine {
	row: Row;
	kind: LineKind;
	text: string;
}

/** Lines of text, joined if they are full: the others were ended by their author. */
function textMarkdown(lines: readonly ReadLine[], right: number): string {
	let markdown = '';
	for (const [at, { text }] of lines.entries()) {
		const above = lines[at - 1];
		const isEnded =
			above && endOf(above.row.box) < right * FULL_LINE_SHARE && !/^\p{Ll}/u.test(text);
		const separator = isEnded ? '  \n' : ' ';
		const line = escapeLineStart(escapeText(text));
		const isDivided = !isEnded && /\p{Ll}-$/u.test(markdown) && /^\p{Ll}/u.test(line);
		markdown = isDivided
			? markdown.slice(0, -1) + line
			: markdown + (above ? separator : '') + line;
	}
	return markdown;
}

/** Consecutive lines of one kind. */
function blockMarkdown(lines: readonly ReadLine[], kind: LineKind, right: number): string {
	if (typeof kind === 'object') return gfmTable(kind.cells.map((row) => row.map(gfmCell)));
	if (kind === 'text') return textMarkdown(lines, right);
	const texts = lines.map(({ text }) => text);
	if (kind !== 'item') return `${'#'.repeat(kind)} ${escapeText(texts.join(' '))}`;
	const items = texts.map((text) => {
		const [mark = '', number] = NUMBERED.exec(text) ?? BULLET.exec(text) ?? [];
		return `${number === undefined ? '-' : `${number}.`} ${escapeText(text.slice(mark.length))}`;
	});
	return items.join('\n');
}

/**
 * Markdown of a recognised page. Prose is laid out like a page of a PDF; forms, receipts and tables keep
 * their lines: headings by size, lists by their marks, tables by what lines up in columns.
 */
export function recognisedMarkdown(page: ParsedPage): string {
	const items = page.textItems.filter(({ text }) => text.trim() !== '');
	// Recognition returns words; they never touch.
	const rows = linesOf(items, isSideBySide)
		.map((line) =>
			rowOf(line, CELL_GAP_HEIGHTS, {
				toText: (cell) => cell.items.map(({ text }) => text.trim()).join(' '),
			}),
		)
		.filter(isSure);
	const tables = findTables(rows).filter(({ cells }) => !isNoTable(cells));
	if (tables.length === 0 && isProse(rows)) {
		const upright = { ...page, textItems: levelled(page.textItems) };
		return layOut([upright])
			.map(({ markdown }) => markdown)
			.join('');
	}
	const bodyHeight = median(rows.map(({ height }) => height));
	const kindOf = (row: Row<TextItem>, text: string): LineKind => {
		const table = tables.find((candidate) => candidate.rows.includes(row));
		if (table) return table;
		const level = HEADING_RATIOS.find(([ratio]) => row.height >= bodyHeight * ratio)?.[1];
		if (level && text.length <= MAX_HEADING_LENGTH && /\p{L}{3}/u.test(text)) return level;
		return BULLET.test(text) || NUMBERED.test(text) ? 'item' : 'text';
	};
	const lines = rows.map((row): ReadLine => {
		const text = row.cells.map((cell) => cell.text).join(' ');
		return { row, text, kind: kindOf(row, text) };
	});
	const blocks = runsOf(lines, (run, { row, kind }) => {
		const above = run.at(-1) ?? run[0];
		return (
			above.kind === kind &&
			(kind !== 'text' || gapHeights(above.row, row) <= PARAGRAPH_GAP_HEIGHTS)
		);
	});
	const right = endOf(unionOf(rows.map(({ box }) => box)));
	return blocks.map((block) => blockMarkdown(block, block[0].kind, right)).join('\n\n');
}
