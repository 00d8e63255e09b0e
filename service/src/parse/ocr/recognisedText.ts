import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import { layOut } from '../pdf/layout.ts';
import { isSideBySide, linesOf, median } from '../pdf/page.ts';
import { escapeLineStart, escapeText } from '../../page/markdown/escape.ts';
import { cutLine, type CutLine, findTables } from './columns.ts';

/** Below this confidence (of 1) a line is a picture or a stain, not text. */
const MIN_CONFIDENCE = 0.25;
/** How much larger than the text a line must be to be a heading, and of which level it is then. */
const HEADING_RATIOS: ReadonlyArray<[ratio: number, level: number]> = [
	[1.9, 1],
	[1.5, 2],
	[1.3, 3],
];
const MAX_HEADING_LENGTH = 120;
/** What recognition makes of the round and square bullets of lists. */
const BULLET = /^[•◦▪●■□·°*+¢«»►‣–-](?: ?[¢*°])? +(?=\S)/;
const NUMBER = /^(\d{1,3})[.)] +(?=\S)/;
/** A page with this share of its letters in long pieces is prose, which may stand in columns. */
const PROSE_SHARE = 0.6;
const PROSE_WORDS = 5;
/** Lines further apart than this many heights belong to different paragraphs. */
const PARAGRAPH_GAP_HEIGHTS = 0.9;
/** A line this much shorter than the longest was ended by its author. */
const FULL_LINE_SHARE = 0.85;
/** Lines whose heights differ by no more than this share of the usual one are of one size. */
const SAME_SIZE_SHARE = 0.35;
/** A word further from the one before it than this many heights is in another column. */
const RUN_GAP_HEIGHTS = 1;

/** A recognised line with what is known of it. */
interface ReadLine extends CutLine {
	text: string;
	level: number | undefined;
}

function confidenceOf(items: readonly TextItem[]): number {
	const length = items.reduce((sum, { text }) => sum + text.length, 0);
	const sure = items.reduce((sum, { text, confidence = 1 }) => sum + text.length * confidence, 0);
	return length === 0 ? 0 : sure / length;
}

function isProse(lines: readonly CutLine[]): boolean {
	const segments = lines.flatMap((line) => line.segments);
	const lengthOf = (list: typeof segments) => list.reduce((sum, { text }) => sum + text.length, 0);
	const long = segments.filter(({ text }) => text.split(' ').length >= PROSE_WORDS);
	return lengthOf(long) >= lengthOf(segments) * PROSE_SHARE;
}

function listItem(text: string): string | undefined {
	const bullet = BULLET.exec(text);
	if (bullet) return `- ${escapeText(text.slice(bullet[0].length))}`;
	const number = NUMBER.exec(text);
	return number ? `${number[1]}. ${escapeText(text.slice(number[0].length))}` : undefined;
}

/** Words that follow each other on one line of one column, by their neighbours alone: paper lies askew. */
function runsOf(items: readonly TextItem[], maxGap: number): TextItem[][] {
	const runs: TextItem[][] = [];
	let open: Array<{ run: TextItem[]; last: TextItem }> = [];
	for (const item of items.toSorted((a, b) => a.x - b.x)) {
		open = open.filter(({ last }) => item.x - (last.x + last.width) <= maxGap);
		const before = open
			.filter(({ last }) => isSideBySide(last, item))
			.toSorted((a, b) => b.last.x + b.last.width - (a.last.x + a.last.width))[0];
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
 * Words as those of a font stand on their lines: recognition draws its boxes closely around the letters,
 * and the engine takes "on" for a lower line than "the".
 */
function levelled(items: readonly TextItem[]): TextItem[] {
	const usual = median(items.map(({ height }) => height));
	return runsOf(items, usual * RUN_GAP_HEIGHTS).flatMap((run) => {
		const own = median(run.map(({ height }) => height));
		const height = Math.abs(own - usual) <= usual * SAME_SIZE_SHARE ? usual : own;
		const bottom = median(run.map((item) => item.y + item.height));
		return run.map((item) => ({ ...item, y: bottom - height, height }));
	});
}

/** What stands between two lines of text: a paragraph's end, a line's end, or a space. */
function separatorOf(line: ReadLine, next: ReadLine, right: number): string {
	const { box } = line.line;
	const gap = next.line.box.y - (box.y + box.height);
	if (gap > Math.max(line.height, next.height) * PARAGRAPH_GAP_HEIGHTS) return '\n\n';
	const isFull = box.x + box.width >= right * FULL_LINE_SHARE;
	return isFull || /^\p{Ll}/u.test(next.text) ? ' ' : '  \n';
}

/** Words that were divided at a line's end are put together. */
function join(text: string, separator: string, next: string): string {
	const isDivided = separator === ' ' && /\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(next);
	return isDivided ? text.slice(0, -1) + next : text + separator + next;
}

/** What a line is on the page. */
type LineKind = 'heading' | 'item' | 'text';

function kindOf({ text, level }: ReadLine): LineKind {
	const isLarge = level !== undefined && text.length <= MAX_HEADING_LENGTH;
	if (isLarge && /\p{L}{3}/u.test(text)) return 'heading';
	return listItem(text) === undefined ? 'text' : 'item';
}

function lineMarkdown(line: ReadLine, kind: LineKind): string {
	if (kind === 'heading') return `${'#'.repeat(line.level ?? 1)} ${escapeText(line.text)}`;
	return listItem(line.text) ?? escapeLineStart(escapeText(line.text));
}

function linesMarkdown(lines: readonly ReadLine[]): string {
	const right = Math.max(...lines.map(({ line }) => line.box.x + line.box.width));
	let markdown = '';
	let above: { line: ReadLine; kind: LineKind } | undefined;
	for (const line of lines) {
		const kind = kindOf(line);
		if (above?.kind !== kind) markdown += `\n\n${lineMarkdown(line, kind)}`;
		else if (kind === 'item') markdown += `\n${lineMarkdown(line, kind)}`;
		else if (kind === 'text') {
			const separator = separatorOf(above.line, line, right);
			markdown = join(markdown, separator, lineMarkdown(line, kind));
		} else if (above.line.level === line.level) markdown += ` ${escapeText(line.text)}`;
		else markdown += `\n\n${lineMarkdown(line, kind)}`;
		above = { line, kind };
	}
	return markdown.trim();
}

/**
 * Markdown of a recognised page. Prose is laid out as a page of a PDF is; forms, receipts and tables
 * keep their lines: headings by size, lists by their marks, tables by what lines up in columns.
 */
export function recognisedMarkdown(page: ParsedPage): string {
	const lines = linesOf(
		page.textItems.filter(({ text }) => text.trim() !== ''),
		isSideBySide,
	)
		.filter(({ items }) => confidenceOf(items) >= MIN_CONFIDENCE)
		.map((line) => cutLine(line));
	const tables = findTables(lines);
	if (tables.length === 0 && isProse(lines)) {
		return layOut([{ ...page, textItems: levelled(page.textItems) }]).join('');
	}
	const bodyHeight = median(lines.map(({ height }) => height));
	const blocks: string[] = [];
	let prose: ReadLine[] = [];
	const endProse = () => {
		if (prose.length > 0) blocks.push(linesMarkdown(prose));
		prose = [];
	};
	for (const line of lines) {
		const table = tables.find((candidate) => candidate.lines.has(line));
		if (table) {
			endProse();
			if (blocks.at(-1) !== table.markdown) blocks.push(table.markdown);
			continue;
		}
		const level = HEADING_RATIOS.find(([ratio]) => line.height >= bodyHeight * ratio)?.[1];
		prose.push({ ...line, text: line.segments.map(({ text }) => text).join(' '), level });
	}
	endProse();
	return blocks.filter((block) => block !== '').join('\n\n');
}
