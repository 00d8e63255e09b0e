import type { TextItem } from '@llamaindex/liteparse';
import { bottomOf, endOf, type Line, linesOf, sizeOf, textOf } from './page.ts';

/** Stands at the end of a line that was ended by its author. */
const MARK = 'Qxendxq';
const MARKS = new RegExp(` ?${MARK} ?`, 'g');
/** A line that begins like this may begin anew; a lower-case word goes on with a sentence. */
const LINE_BEGINNING = /^[\p{Lu}\p{Lo}\p{N}(+"'„“[•–-]/u;
/** Lines of a block begin at one place, up to so many points … */
const SAME_START = 2;
/** … and are no further apart than this many heights. */
const MAX_GAP = 2.2;
/** Lines shorter than this share of the page's width, and of fewer words, wrap in no column of text. */
const SHORT_SHARE = 0.4;
const SHORT_WORDS = 6;

interface TextLine extends Line<TextItem> {
	text: string;
}

/** Whether the next word would have fitted on a line. */
function hasRoom(line: TextLine, next: TextLine, right: number): boolean {
	const [word = ''] = next.text.split(' ', 1);
	const wordWidth = (next.box.width * (word.length + 1)) / Math.max(1, next.text.length);
	return endOf(line.box) + wordWidth < right;
}

/** Whether lines are a list of short statements, each on its own line, as those of an address. */
const areShort = (lines: readonly TextLine[], pageWidth: number): boolean =>
	lines.every(
		({ text, box }) =>
			box.width <= pageWidth * SHORT_SHARE &&
			text.split(' ').length <= SHORT_WORDS &&
			LINE_BEGINNING.test(text),
	);

/** Lines that stand below each other, in one print. */
function isNext(above: TextLine, line: TextLine): boolean {
	const [first, second] = [above.items[0], line.items[0]];
	if (!first || !second || Math.abs(sizeOf(first) - sizeOf(second)) > 0.5) return false;
	const gap = line.box.y - bottomOf(above.box);
	return (
		Math.abs(above.box.x - line.box.x) <= SAME_START &&
		gap > -line.box.height / 2 &&
		gap <= line.box.height * MAX_GAP
	);
}

/**
 * Marks the ends of lines that their author ended, as those of addresses: the engine joins all lines of
 * a block, as is right for sentences.
 */
export function markLineEnds(items: readonly TextItem[], pageWidth: number): TextItem[] {
	const upright = items.filter(
		({ rotation = 0, text }) => Math.round(rotation) % 360 === 0 && text.trim() !== '',
	);
	const lines = linesOf(upright).map((line): TextLine => ({ ...line, text: textOf(line) }));
	const blocks: TextLine[][] = [];
	for (const line of lines) {
		const block = blocks.findLast((own) => isNext(own.at(-1) ?? line, line));
		if (block) block.push(line);
		else blocks.push([line]);
	}
	const rights = new Map<number, number>();
	for (const { box } of lines) {
		const start = Math.round(box.x / SAME_START);
		for (const near of [start - 1, start, start + 1]) {
			rights.set(near, Math.max(rights.get(near) ?? 0, endOf(box)));
		}
	}
	const ended = new Set<TextItem>();
	for (const block of blocks) {
		const isList = areShort(block, pageWidth);
		for (const [at, next] of block.slice(1).entries()) {
			const line = block[at];
			const last = line?.items.at(-1);
			if (!line || !last || !LINE_BEGINNING.test(next.text)) continue;
			const right = rights.get(Math.round(line.box.x / SAME_START)) ?? 0;
			if (isList || hasRoom(line, next, right)) ended.add(last);
		}
	}
	return items.map((item) => (ended.has(item) ? { ...item, text: `${item.text} ${MARK}` } : item));
}

/** A text without the marks. */
export const withoutLineEnds = (text: string): string => text.replace(MARKS, ' ');

/** Markdown with breaks where lines were ended, but for headings and tables. */
export function writeLineEnds(markdown: string): string {
	if (!markdown.includes(MARK)) return markdown;
	let isCode = false;
	return markdown
		.split('\n')
		.map((line) => {
			if (line.startsWith('```')) isCode = !isCode;
			const isOneLine = isCode || /^(?:\||#{1,6} )/.test(line);
			const text = line.replace(new RegExp(` ?${MARK}$`), '');
			return text.replace(MARKS, isOneLine ? ' ' : '  \n');
		})
		.join('\n');
}
