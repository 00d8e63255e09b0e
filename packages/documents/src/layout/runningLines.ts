import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import { linesOf, median, middleOf, sizeOf, textOf } from './page.ts';

/** Running lines are in this share of a page's height, at its top and bottom. */
const MARGIN_SHARE = 0.09;
/** A running line is repeated on at least this many pages, and on this share of them. */
const MIN_PAGES = 3;
const MIN_SHARE = 0.5;
/** Print that is larger than the text by this factor is the heading of a chapter. */
const MAX_SIZE = 1.1;
/** Lines of several pages are at the same height if they differ by at most this many points. */
const HEIGHT_STEP = 6;

/** The lines in the margins of a page by their text without numbers, as page numbers differ. */
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
 * Removes the header and footer lines that are repeated page after page, except on the first page that has
 * them, so that their text stays in the document once.
 */
export function withoutRunningLines(pages: readonly ParsedPage[]): ParsedPage[] {
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
