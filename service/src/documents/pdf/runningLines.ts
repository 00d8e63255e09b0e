import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import { linesOf, median, middleOf, sizeOf, textOf } from '../layout/page.ts';

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
