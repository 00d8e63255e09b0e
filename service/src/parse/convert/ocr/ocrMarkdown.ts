import { escapeMarkdown } from '../text/escapeMarkdown.ts';
import { median, type Line, type Paragraph } from './layout.ts';
import { findTables, type FoundTable } from './tables.ts';

/** Below this confidence (of 100) a line is a picture or a stain, not text. */
const MIN_CONFIDENCE = 25;
/** How much larger than the text a line must be to be a heading, and of which level it is then. */
const HEADING_RATIOS: ReadonlyArray<[ratio: number, level: number]> = [
	[1.9, 1],
	[1.5, 2],
	[1.3, 3],
];
const MAX_HEADING_LENGTH = 120;
/** What recognition makes of the round and square bullets of lists. */
const BULLET = /^[•◦▪●■□·°*+¢«»►‣–.-]\s*(?=[¢*°]?\s)[¢*°]?\s+(?=\S)/;
const NUMBER = /^(\d{1,3})[.)]\s+(?=\S)/;

function confidence(line: Line): number {
	const total = line.words.reduce((sum, word) => sum + word.confidence, 0);
	return line.words.length === 0 ? 0 : total / line.words.length;
}

function textOf(line: Line): string {
	return line.words
		.map((word) => word.text)
		.join(' ')
		.trim();
}

/** Joins two lines of a paragraph; a word divided at the line's end is put together. */
function joinLines(above: string, below: string): string {
	if (/\p{Ll}-$/u.test(above) && /^\p{Ll}/u.test(below)) return above.slice(0, -1) + below;
	return `${above} ${below}`;
}

function levelOf(line: Line, bodyHeight: number): number | undefined {
	return HEADING_RATIOS.find(([ratio]) => line.height >= bodyHeight * ratio)?.[1];
}

/** Lines of one size; `level` is set for those larger than the text. */
interface SizedLines {
	level: number | undefined;
	lines: Line[];
}

/** The recogniser joins a heading and the text right below it; their sizes tell them apart. */
function splitBySize(lines: readonly Line[], bodyHeight: number): SizedLines[] {
	const groups: SizedLines[] = [];
	for (const line of lines) {
		const level = levelOf(line, bodyHeight);
		const group = groups.at(-1);
		if (group && group.level === level) group.lines.push(line);
		else groups.push({ level, lines: [line] });
	}
	return groups;
}

function isHeading({ level, lines }: SizedLines): boolean {
	const length = lines.reduce((sum, line) => sum + textOf(line).length, 0);
	return level !== undefined && lines.length <= 2 && length <= MAX_HEADING_LENGTH;
}

function listMarker(text: string): { marker: string; rest: string } | undefined {
	const bullet = BULLET.exec(text);
	if (bullet) return { marker: '-', rest: text.slice(bullet[0].length) };
	const number = NUMBER.exec(text);
	return number ? { marker: `${number[1]}.`, rest: text.slice(number[0].length) } : undefined;
}

/** Prose on one line of Markdown, each list item on one of its own. */
function paragraphMarkdown(lines: readonly Line[]): string {
	const items: Array<{ marker?: string; text: string }> = [];
	for (const line of lines) {
		const text = textOf(line);
		const marked = listMarker(text);
		const item = items.at(-1);
		if (marked) items.push({ marker: marked.marker, text: marked.rest });
		else if (item) item.text = joinLines(item.text, text);
		else items.push({ text });
	}
	return items
		.map(({ marker, text }, at) => {
			const escaped = escapeMarkdown(text);
			if (marker !== undefined) return `${marker} ${escaped}`;
			return at === 0 && items.length > 1 ? `${escaped}\n` : escaped;
		})
		.join('\n');
}

const LIST_ITEM = /^(?:-|\d{1,3}\.) /;

function endsInList(markdown: string): boolean {
	return LIST_ITEM.test(markdown.slice(markdown.lastIndexOf('\n') + 1));
}

/** Blocks are separated by a blank line, the items of one list are not. */
function joinBlocks(blocks: readonly string[]): string {
	return blocks.reduce((text, block, at) => {
		const previous = blocks[at - 1];
		if (previous === undefined) return block;
		return `${text}${endsInList(previous) && LIST_ITEM.test(block) ? '\n' : '\n\n'}${block}`;
	}, '');
}

/**
 * Markdown of a recognised page: paragraphs with their lines joined, headings by size, lists by
 * their marks, tables by what lines up in columns.
 */
export function ocrMarkdown(paragraphs: readonly Paragraph[]): string {
	const readable = paragraphs.map(({ lines }) =>
		lines.filter((line) => textOf(line) !== '' && confidence(line) >= MIN_CONFIDENCE),
	);
	const allLines = readable.flat();
	const bodyHeight = median(allLines.map((line) => line.height));
	const tables = findTables(allLines);
	const written = new Set<FoundTable>();
	const blocks = readable.flatMap((lines) => {
		const result: string[] = [];
		for (const table of tables) {
			if (!lines.some((line) => table.lines.has(line)) || written.has(table)) continue;
			written.add(table);
			result.push(table.markdown);
		}
		const prose = lines.filter((line) => !tables.some((table) => table.lines.has(line)));
		const groups = splitBySize(prose, bodyHeight).map((group) => {
			if (!isHeading(group)) return paragraphMarkdown(group.lines);
			const title = group.lines.map(textOf).reduce(joinLines);
			return `${'#'.repeat(group.level ?? 1)} ${escapeMarkdown(title)}`;
		});
		return [...groups, ...result];
	});
	return joinBlocks(blocks);
}
