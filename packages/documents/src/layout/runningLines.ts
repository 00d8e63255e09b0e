import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import { bottomOf, type Box, linesOf, median, middleOf, sizeOf, textOf } from './page.ts';

/** Running lines are in this share of a page's height, at its top and bottom. */
const MARGIN_SHARE = 0.09;
/** A running line is repeated on at least this many pages, and on this share of them. */
const MIN_PAGES = 2;
const MIN_SHARE = 0.5;
/** Where its number is another one than that of the page, as in a part of a book, on at least this many. */
const MIN_COUNTED = 3;
/** Its distance from the text, in its heights, times the number of pages that repeat it, is at least this. */
const APART = 3;
/** Numbers of a line that may be that of the page; all others are part of its text. */
const MAX_NUMBERS = 3;
/** Print that is larger than the text by this factor is the heading of a chapter. */
const MAX_SIZE = 1.1;
/** Lines of several pages are at the same height if they differ by at most this many points. */
const HEIGHT_STEP = 6;

/** A line in the margin of a page. */
interface MarginLine {
	/** What it has in common with other pages, in every way that it may: with each number as it is, or counted. */
	keys: string[];
	items: TextItem[];
	isFooter: boolean;
	/** The space between it and the next line towards the middle of the page, in its heights. */
	gap: number;
}

/** A text with some of its numbers counted from that of its page, once for each choice of them. */
function countedTexts(text: string, pageNum: number): string[] {
	const parts = text.split(/(\d+)/);
	const ways = 2 ** Math.min(MAX_NUMBERS, parts.length >> 1);
	return Array.from({ length: ways }, (_, way) =>
		parts
			.map((part, at) =>
				at % 2 === 1 && (way >> (at >> 1)) % 2 === 1 ? `#${Number(part) - pageNum}` : part,
			)
			.join(''),
	);
}

/** The space between two lines, in heights of the first; infinite without a second one. */
function gapTo(box: Box, other: Box | undefined): number {
	if (!other) return Infinity;
	const [upper, lower] = box.y < other.y ? [box, other] : [other, box];
	return (lower.y - bottomOf(upper)) / Math.max(1, box.height);
}

/** The lines in the margins of a page, each margin from the text to the edge of the page. */
function marginLines({ textItems, height, pageNum }: ParsedPage): MarginLine[] {
	const largest = median(textItems.map(sizeOf)) * MAX_SIZE;
	const lines = linesOf(textItems.filter(({ text }) => text.trim() !== ''));
	const inMargin = lines.flatMap(({ items, box }, at): MarginLine[] => {
		const isFooter = middleOf(box) > height / 2;
		const isOutside = Math.abs(middleOf(box) / height - 0.5) > 0.5 - MARGIN_SHARE;
		if (!isOutside || items.some((item) => sizeOf(item) > largest)) return [];
		const keys = countedTexts(textOf({ items }), pageNum).map(
			(text) => `${Math.round(box.y / HEIGHT_STEP)} ${text}`,
		);
		return [{ keys, items, isFooter, gap: gapTo(box, lines[at + (isFooter ? -1 : 1)]?.box) }];
	});
	const [headers, footers] = [false, true].map((is) =>
		inMargin.filter((line) => line.isFooter === is),
	);
	return [...(headers ?? []).toReversed(), ...(footers ?? [])];
}

/**
 * Removes the header and footer lines that are repeated page after page, so that their text stays in the
 * document once: headers on the first page that has them, footers on the last, where they part no text that
 * goes on. Lines are the same if they differ at most by the number of their page. The fewer pages repeat a
 * line, the further it has to be from the text: the first item of a page may be like that of another, too.
 */
export function withoutRunningLines(pages: readonly ParsedPage[]): ParsedPage[] {
	const lines = pages.map(marginLines);
	const keyed = lines.flatMap((own, at) => {
		const keys = new Set(own.flatMap((line) => line.keys));
		return [...keys].map((key) => ({ key, at }));
	});
	const places = Map.groupBy(keyed, ({ key }) => key);
	const isRepeated = (key: string): boolean => {
		const least = /#-?[1-9]/.test(key) ? MIN_COUNTED : MIN_PAGES;
		return (places.get(key)?.length ?? 0) >= Math.max(least, pages.length * MIN_SHARE);
	};
	return pages.map((page, at) => {
		let next: MarginLine | undefined;
		const items = new Set<TextItem>();
		for (const line of lines[at] ?? []) {
			const own = line.keys.flatMap((key) => (isRepeated(key) ? [places.get(key) ?? []] : []))[0];
			const isApart = own !== undefined && line.gap * own.length >= APART;
			const isBehind = own !== undefined && next?.isFooter === line.isFooter;
			if (!own || !(isApart || isBehind)) continue;
			next = line;
			if (own.at(line.isFooter ? -1 : 0)?.at !== at) for (const item of line.items) items.add(item);
		}
		const textItems = page.textItems.filter((item) => !items.has(item));
		return textItems.some(({ text }) => text.trim() !== '') ? { ...page, textItems } : page;
	});
}
