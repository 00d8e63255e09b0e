import type { TextItem } from '@llamaindex/liteparse';
import { ENDED, lastPieces } from './items.ts';
import {
	bottomOf,
	gapBetween,
	isPlaceholder,
	type Line,
	linesOf,
	MAX_SPACE,
	runsOf,
	shownItems,
	sizeOf,
	textOf,
} from './page.ts';

/** Marks the end of a line that its author ended. */
const MARK = 'Qxendxq';
/** Marks the end of an item of a list that text of its own follows, or of a paragraph; sentences end in a dot. */
const ITEM_MARK = 'Qxitemxq.';
const MARKS = new RegExp(` ?(?:${MARK}|${ITEM_MARK}) ?`, 'g');
const ITEM_MARKS = new RegExp(` ?${ITEM_MARK} ?`);
const MARK_AT_END = new RegExp(` ?(?:${MARK}|${ITEM_MARK})(?=[*_]{0,3}$)`);
/** A line that begins like this may start a sentence; one with a lower-case word continues it. */
const LINE_BEGINNING = /^[\p{Lu}\p{Lo}\p{N}(+"'„“[•–-]/u;
/** What dots lead to at the end of a line: the number of a page, or a price. */
const LED_LINE = /(?:[.·…] ?){4} ?[^.\s].{0,14}$/;
/** The number of a section and the beginning of its title. */
const NUMBERED = /^(?:\d{1,2}\.){0,3}\d{1,2}\.? \p{Lu}/u;
/** Lines of a block begin at the same position, within this many points … */
const SAME_START = 2;
/** … and are no further apart than this many heights. */
const MAX_GAP = 2.2;
/** Text is not wrapped within this share of the page's width. */
const SHORT_SHARE = 0.4;

type TextLine = Line<TextItem> & { text: string };

/** Whether a line is a row of cells, which end no line. */
const isRow = ({ items, box }: TextLine): boolean =>
	items.slice(1).some((item, at) => gapBetween(items[at] ?? item, item) > box.height * MAX_SPACE);

/** Whether a line is directly below another, in the same print. */
function isNext(above: TextLine, line: TextLine): boolean {
	const [first, second] = [above.items[0], line.items[0]];
	if (!first || !second || Math.abs(sizeOf(first) - sizeOf(second)) > 0.5) return false;
	const gap = (line.box.y - bottomOf(above.box)) / line.box.height;
	return Math.abs(above.box.x - line.box.x) <= SAME_START && gap > -0.5 && gap <= MAX_GAP;
}

/** From a line to the next in another paragraph, in steps of lines of one. */
const PARAGRAPH_STEP = 1.3;

/**
 * The last pieces of paragraphs that have more space below them than their lines have. The engine joins what
 * is less than a line apart, as paragraphs of browsers are.
 */
function paragraphEnds(blocks: readonly TextLine[][]): TextItem[] {
	const steps = blocks.flatMap((lines) =>
		lines.slice(1).map((line, at) => {
			const above = lines[at] ?? line;
			return { above, step: bottomOf(line.box) - bottomOf(above.box) };
		}),
	);
	// Paragraphs may be short, so not the median.
	const usual = steps.map(({ step }) => step).toSorted((a, b) => a - b)[steps.length >> 2] ?? 0;
	return steps.flatMap(({ above, step }) =>
		step > usual * PARAGRAPH_STEP && ENDED.test(above.text) ? above.items.slice(-1) : [],
	);
}

/**
 * Marks the ends of the lines of addresses and other blocks of short lines, and of lists: the engine joins
 * all lines of a block, which is right for sentences.
 */
export function markLineEnds(items: readonly TextItem[], pageWidth: number): TextItem[] {
	const shown = shownItems(items);
	const lines = linesOf(shown)
		.map((line) => ({ ...line, text: textOf(line) }))
		.filter((line) => !isRow(line) && !isPlaceholder(line.text));
	const blocks: TextLine[][] = [];
	for (const line of lines) {
		const block = blocks.findLast((own) => isNext(own.at(-1) ?? line, line));
		if (block) block.push(line);
		else blocks.push([line]);
	}
	const ended = new Set<TextItem | undefined>();
	for (const block of blocks) {
		const isList = block.every(
			({ text, box }) => box.width <= pageWidth * SHORT_SHARE && LINE_BEGINNING.test(text),
		);
		for (const line of block.slice(0, -1)) {
			if (isList || LED_LINE.test(line.text)) ended.add(line.items.at(-1));
		}
	}
	const last = new Set([...lastPieces(shown), ...paragraphEnds(blocks)]);
	return items.map((item) => {
		if (ended.has(item)) return { ...item, text: `${item.text} ${MARK}` };
		return last.has(item) ? { ...item, text: `${item.text} ${ITEM_MARK}` } : item;
	});
}

/** A text without the marks. */
export const withoutLineEnds = (text: string): string => text.replace(MARKS, ' ');

/** Headings of numbered sections, which the engine joins if they are directly below each other. */
function headingsOf(line: string): string {
	const [, level = '', text = ''] = /^(#{1,6} )?(.*)$/.exec(line) ?? [];
	return runsOf(text.split(MARKS), (_run, part) => !NUMBERED.test(part))
		.map((parts) => level + parts.join(' '))
		.join('\n\n');
}

/** Markdown with breaks where lines were ended, except in headings, tables and code. */
export function writeLineEnds(markdown: string): string {
	let isCode = false;
	const lines = markdown.split('\n').map((line) => {
		if (line.startsWith('```')) isCode = !isCode;
		const whole = line.replace(MARK_AT_END, '');
		if (!isCode && line.startsWith('#')) return headingsOf(whole);
		if (isCode || line.startsWith('|')) return whole.replace(MARKS, ' ');
		const parts = whole.split(ITEM_MARKS);
		// What is bold or italic across the end stays in one paragraph; behind another, a list may begin.
		const isWhole = parts.every((part) => part.split(/(?<!\\)\*/).length % 2 === 1);
		const apart = parts.length > 1 && isWhole ? `${parts.join('\n\n')}\n` : whole;
		return apart.replace(MARKS, '  \n');
	});
	return lines
		.join('\n')
		.replace(/\n{3,}/g, '\n\n')
		.trim();
}
