import type { LayoutBlock, TextItem } from '@llamaindex/liteparse';
import { isInside, mostCommonSize, sizeOf } from './page.ts';

/** A line that is larger than the text by this factor is a heading. */
const LARGER = 1.18;
const MAX_LENGTH = 140;
const MAX_LEVEL = 6;
const BEGINNING = /^\p{Lu}\P{Ll}*\p{L}{2}/u;
const SENTENCE_END = /[.,;:]$/;

/** The font sizes that are larger than the text, the largest first. */
export function headingSizes(items: readonly TextItem[]): number[] {
	const textSize = mostCommonSize(items);
	return [...new Set(items.map(sizeOf))]
		.filter((size) => size >= textSize * LARGER)
		.toSorted((a, b) => b - a);
}

/**
 * Makes headings of lines in larger print that the engine left as text: those at the top of page after
 * page, which it mistakes for running lines.
 * @param sizes of larger print in the document, the largest first
 */
export function raiseHeadings(
	markdown: string,
	blocks: readonly LayoutBlock[],
	items: readonly TextItem[],
	sizes: readonly number[],
): string {
	const lines = markdown.split('\n');
	for (const { kind, text = '', bbox } of blocks) {
		const at = lines.indexOf(text);
		if (kind !== 'paragraph' || !bbox || at === -1) continue;
		if (text.length > MAX_LENGTH || !BEGINNING.test(text) || SENTENCE_END.test(text)) continue;
		const size = mostCommonSize(items.filter((item) => isInside(item, bbox, 1)));
		const level = Math.min(MAX_LEVEL, sizes.indexOf(size) + 1);
		if (level > 0) lines[at] = `${'#'.repeat(level)} ${text}`;
	}
	return lines.join('\n');
}
