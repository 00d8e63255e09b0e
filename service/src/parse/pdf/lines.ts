import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import { sizeOf } from './headings.ts';
import {
	type Box,
	endOf,
	linesOf,
	median,
	middleOf,
	type PlacedText,
	textOf,
	unionOf,
} from './page.ts';

/** `Invoice number: RE-4711`: a line of a form, not of a sentence. */
const LABELLED = /^\p{L}[^:.!?]{0,40}:\s*\S/u;
/** A line that begins like this may begin anew; a lower-case word goes on with a sentence. */
const LINE_BEGINNING = /^[\p{Lu}\p{Lo}\p{N}(+"'„“•–-]/u;
/** Lines this much further apart than the others belong to two paragraphs. */
const PARAGRAPH_GAP = 1.3;
/** The first line of a paragraph is indented by so much, where the others are not. */
const INDENT_HEIGHTS = { least: 0.6, most: 4 };
/** As many letters of a line are looked for in the text that it became a part of. */
const SEARCH_LENGTH = 24;

/** Whether the author ended a line: the next word would have fitted on it, or both are labelled. */
function isEnded(line: PlacedText, next: PlacedText, right: number): boolean {
	if (LABELLED.test(line.text) && LABELLED.test(next.text)) return true;
	const [word = ''] = next.text.split(' ', 1);
	const wordWidth = (next.width * (word.length + 1)) / Math.max(1, next.text.length);
	return endOf(line) + wordWidth < right && LINE_BEGINNING.test(next.text);
}

/**
 * Keeps the lines of addresses, forms and other blocks whose lines were ended by their author, and
 * paragraphs apart that stand further from each other than lines do. The engine joins all lines of a
 * block, as is right for sentences.
 * @param text the block's Markdown
 * @param items its pieces of text, with their places
 */
export function keepLineBreaks(text: string, items: readonly PlacedText[]): string {
	const lines = linesOf(items).map((line): PlacedText => ({ ...line.box, text: textOf(line) }));
	if (lines.length < 2) return text;
	const { x: left, width } = unionOf(lines);
	const pitches = lines.slice(1).map((line, at) => line.y - (lines[at]?.y ?? 0));
	const pitch = median(pitches.length > 2 ? pitches : [Math.min(...pitches)]);
	const mayIndent = lines.filter(({ x }) => x - left < 1).length * 2 >= lines.length;
	const isIndented = ({ x, height }: Box): boolean =>
		mayIndent &&
		x - left >= height * INDENT_HEIGHTS.least &&
		x - left <= height * INDENT_HEIGHTS.most;
	let result = '';
	let from = 0;
	for (const [at, next] of lines.slice(1).entries()) {
		const line = lines[at];
		if (!line || !isEnded(line, next, left + width)) continue;
		const place = text.indexOf(next.text.slice(0, SEARCH_LENGTH), from);
		if (place < 1 || text[place - 1] !== ' ') continue;
		const isApart = (pitches[at] ?? 0) > pitch * PARAGRAPH_GAP;
		const isParagraph = lines.length > 2 && (isApart || isIndented(next));
		result += `${text.slice(from, place).trimEnd()}${isParagraph ? '\n\n' : '  \n'}`;
		from = place;
	}
	return result + text.slice(from);
}

const WORD = /(?<!\p{L})\p{L}{4,40}/gu;
/** The first part of a word with a hyphen that stands inside a line. */
const COMPOUND = /(?<!\p{L})(\p{L}{2,40})-(?=\p{L}{2})/gu;
/** The end of a line that a hyphen divides from the next. */
const DIVIDED = /(?<!\p{L})(\p{L}{2,40})-\s{0,3}$/u;
const WORD_BEGINNING = /^\p{Ll}{1,40}/u;
/** Stands for a hyphen that is a part of its word; the engine takes others at a line's end away. */
const KEPT = '\u2011';
const KEPT_AT_END = new RegExp(`${KEPT}\\s{1,2}(?=\\p{Ll})`, 'gu');

/**
 * Makes a function that marks the hyphens at the ends of lines that belong to their word, as the
 * document's other lines tell: "fact-" before "checkers" where "fact-finding" stands elsewhere.
 */
export function hyphenMarker(all: readonly TextItem[]): (items: readonly TextItem[]) => TextItem[] {
	const beginnings = new Set<string>();
	const words = new Set<string>();
	for (const { text } of all) {
		const lower = text.toLowerCase();
		for (const [, first = ''] of lower.matchAll(COMPOUND)) beginnings.add(first);
		for (const [word] of lower.matchAll(WORD)) words.add(word);
	}
	return (items) =>
		items.map((item, at) => {
			const first = DIVIDED.exec(item.text)?.[1]?.toLowerCase();
			const next = WORD_BEGINNING.exec(items[at + 1]?.text.trimStart() ?? '')?.[0];
			if (first === undefined || next === undefined) return item;
			if (!beginnings.has(first) || words.has(first + next)) return item;
			return { ...item, text: `${item.text.trimEnd().slice(0, -1)}${KEPT}` };
		});
}

/** Markdown with the marked hyphens in their words. */
export function writeHyphens(markdown: string): string {
	return markdown.replace(KEPT_AT_END, '-').replaceAll(KEPT, '-');
}

/** Running lines stand in this share of a page's height, at its top and its foot. */
const MARGIN_SHARE = 0.09;
/** A line must come back on so many pages, and on this share of them, to be a running line. */
const MIN_PAGES = 3;
const MIN_SHARE = 0.5;
/** Larger print than this, by the size of the text, are headings of chapters. */
const MAX_SIZE = 1.1;
/** Lines of several pages are at one height when they are no further apart, in points. */
const HEIGHT_STEP = 6;

/** The lines in the margins of a page by what they say, numbers left out: page numbers differ. */
function marginLines({ textItems, height }: ParsedPage): Array<[key: string, items: TextItem[]]> {
	const inMargin = textItems.filter((item) => {
		const share = middleOf(item) / height;
		return share < MARGIN_SHARE || share > 1 - MARGIN_SHARE;
	});
	const largest = median(textItems.map(sizeOf)) * MAX_SIZE;
	return linesOf(inMargin)
		.filter(({ items }) => items.every((item) => sizeOf(item) <= largest))
		.map((line) => [
			`${Math.round(line.box.y / HEIGHT_STEP)} ${textOf(line).replace(/\d+/g, '#')}`,
			line.items,
		]);
}

/**
 * Leaves out the header and footer lines that come back page after page, but for the first page that
 * has them: what they say stays in the document, once.
 */
export function withoutRunningLines(pages: readonly ParsedPage[]): ParsedPage[] {
	if (pages.length < MIN_PAGES) return [...pages];
	const lines = pages.map(marginLines);
	const counts = new Map<string, number>();
	for (const [key] of lines.flat()) counts.set(key, (counts.get(key) ?? 0) + 1);
	const least = Math.max(MIN_PAGES, pages.length * MIN_SHARE);
	const seen = new Set<string>();
	return pages.map((page, at) => {
		const dropped = new Set<TextItem>();
		for (const [key, items] of lines[at] ?? []) {
			if ((counts.get(key) ?? 0) < least) continue;
			if (seen.has(key)) for (const item of items) dropped.add(item);
			seen.add(key);
		}
		if (dropped.size === 0 || dropped.size === page.textItems.length) return page;
		return { ...page, textItems: page.textItems.filter((item) => !dropped.has(item)) };
	});
}
