import type { LayoutBlock, TextItem } from '@llamaindex/liteparse';
import { isInside, sizeOf } from './page.ts';

/** A line this much larger than the text is a heading. */
const LARGER = 1.18;
const MAX_LENGTH = 140;
const MAX_LEVEL = 6;

/** The size, in points, that most letters have. */
export function mostCommonSize(items: readonly TextItem[]): number {
	const lengths = new Map<number, number>();
	for (const item of items) {
		const size = sizeOf(item);
		lengths.set(size, (lengths.get(size) ?? 0) + item.text.trim().length);
	}
	return [...lengths].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

/**
 * Makes headings of lines in larger print that the engine left as text: those that stand at the top of
 * page after page, which it takes for running lines.
 * @param sizes of larger print in the document, the largest first
 */
export function raiseHeadings(
	markdown: string,
	blocks: readonly LayoutBlock[],
	items: readonly TextItem[],
	{ textSize, sizes }: { textSize: number; sizes: readonly number[] },
): string {
	return blocks.reduce((written, { kind, text = '', bbox }) => {
		if (kind !== 'paragraph' || !bbox || text.length > MAX_LENGTH || /[.,;:]$/.test(text))
			return written;
		const size = mostCommonSize(items.filter((item) => isInside(item, bbox, 1)));
		if (size < textSize * LARGER || !/^\p{Lu}\P{Ll}*\p{L}{2}/u.test(text)) return written;
		const level = Math.min(MAX_LEVEL, sizes.indexOf(size) + 1);
		const lines = written.split('\n');
		const at = lines.indexOf(text);
		return at === -1 ? written : lines.with(at, `${'#'.repeat(level)} ${text}`).join('\n');
	}, markdown);
}

/** The sizes of print that are larger than the text. */
export function headingSizes(items: readonly TextItem[], textSize: number): number[] {
	return [...new Set(items.map(sizeOf))]
		.filter((size) => size >= textSize * LARGER)
		.toSorted((a, b) => b - a);
}
