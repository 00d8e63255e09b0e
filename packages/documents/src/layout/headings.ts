import type { LayoutBlock, TextItem } from '@llamaindex/liteparse';
import { isInside, mostCommon, sizeOf } from './page.ts';

/** What is compared of a block: its letters and figures. */
const keyOf = (text: string): string =>
	text
		.replace(/\]\([^)\s]*\)/g, '')
		.replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
		.toLowerCase();

/**
 * Markdown in which lines are headings that the engine takes for such where it reads the file itself: there it
 * knows more of the page than pieces of text and lines, such as its pictures. It compares them with the print of
 * tables, too: they are headings if they are larger than the text outside these.
 * @param items outside tables that are read here
 * @param blocks of the page as the engine reads the file
 */
export function withHeadings(
	markdown: string,
	items: readonly TextItem[],
	blocks: readonly LayoutBlock[] = [],
): string {
	const tables = blocks.flatMap(({ kind, bbox }) => (kind === 'table' && bbox ? [bbox] : []));
	const outside = items.filter((item) => !tables.some((box) => isInside(item, box)));
	const usual = mostCommon(outside, sizeOf) ?? 0;
	const levels = new Map(
		blocks.flatMap(({ kind, text = '', level = 1, bbox }) => {
			const own = items.filter((item) => bbox && isInside(item, bbox, 1));
			const isLarger = own.length > 0 && own.every((item) => sizeOf(item) > usual);
			return kind === 'heading' && isLarger ? [[keyOf(text), level] as const] : [];
		}),
	);
	if (levels.size === 0) return markdown;
	const parts = markdown.split('\n\n');
	for (const part of parts) if (part.startsWith('#')) levels.delete(keyOf(part));
	return parts
		.map((part) => {
			const level = /^[|>`]|\n/.test(part) ? undefined : levels.get(keyOf(part));
			return level === undefined ? part : `${'#'.repeat(level)} ${part.replaceAll('**', '')}`;
		})
		.join('\n\n');
}
