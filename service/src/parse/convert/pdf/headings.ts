import type { LayoutBlock, TextItem } from '@llamaindex/liteparse';
import { isInside } from './page.ts';

/** A block of a page with the pieces of text that it was made of. */
export interface SourcedBlock {
	block: LayoutBlock;
	items: TextItem[];
}

/** A heading is larger than the text by this factor, or set in bold, or marked as one. */
const LARGER = 1.18;
const MAX_HEADING_LENGTH = 140;
const MAX_LEVEL = 6;
/** A line that breaks off in the middle of a sentence, or is one. */
const SENTENCE_END = /[.,;:]$/;
const MARKED_HEADING = /^H([1-6])?$/;

/** The blocks of a page with their pieces of text. */
export function sourceBlocks(
	blocks: readonly LayoutBlock[],
	items: readonly TextItem[],
): SourcedBlock[] {
	return blocks.map((block) => {
		const { bbox } = block;
		return { block, items: bbox ? items.filter((item) => isInside(item, bbox, 1)) : [] };
	});
}

/** The size of an item as it is shown, in points, rounded to halves. */
export function sizeOf(item: TextItem): number {
	return Math.round((item.fontHeight || item.fontSize || item.height) * 2) / 2;
}

function mostCommonSize(items: readonly TextItem[]): number {
	const lengths = new Map<number, number>();
	for (const item of items) {
		const size = sizeOf(item);
		lengths.set(size, (lengths.get(size) ?? 0) + item.text.trim().length);
	}
	return [...lengths].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

function isBold({ fontWeight = 400, fontName = '' }: TextItem): boolean {
	return fontWeight >= 600 || /bold|black|heavy/i.test(fontName);
}

/** What marked content a tagged PDF calls a heading, and how deep it is. */
export type HeadingMarks = ReadonlyMap<number, number>;

function markedLevel({ items }: SourcedBlock, marks: HeadingMarks): number | undefined {
	const levels = new Set(
		items.map(({ mcid }) => (mcid === undefined ? undefined : marks.get(mcid))),
	);
	const [level] = levels;
	return levels.size === 1 ? level : undefined;
}

/** The element type of a tagged PDF as the depth of a heading; `undefined` for everything else. */
export function levelOfElement(type: string): number | undefined {
	const match = MARKED_HEADING.exec(type);
	if (match) return Number(match[1] ?? 1);
	return type === 'Title' ? 1 : undefined;
}

function isHeading(source: SourcedBlock, bodySize: number): boolean {
	const { block, items } = source;
	const text = block.text ?? '';
	if (items.length === 0 || text.length > MAX_HEADING_LENGTH) return false;
	if (!/\p{L}{2}/u.test(text) || /^\p{Ll}/u.test(text)) return false;
	const size = mostCommonSize(items);
	const isLarger = size >= bodySize * LARGER;
	if (block.kind === 'heading') return isLarger || items.every(isBold) || size > bodySize;
	return block.kind === 'paragraph' && isLarger && !SENTENCE_END.test(text) && text.length <= 90;
}

/** Bold words that begin a paragraph, which goes on below them: no heading. */
function isRunIn({ block }: SourcedBlock, next: SourcedBlock | undefined): boolean {
	const text = block.text ?? '';
	const goesOn = next?.block.kind === 'paragraph' && /^[\p{Ll}\d]/u.test(next.block.text ?? '');
	return goesOn && /[.:] \p{Lu}/u.test(text);
}

/**
 * Says which blocks are headings, and how deep: as a tagged PDF marks them, else those larger than
 * the text or bold, by rank of their size over all pages.
 */
export function rankHeadings(
	pages: ReadonlyArray<readonly SourcedBlock[]>,
	marks: readonly HeadingMarks[],
): SourcedBlock[][] {
	const bodySize = mostCommonSize(pages.flat().flatMap(({ items }) => items));
	const levels = new Map<SourcedBlock, number>();
	const unmarked = new Map<SourcedBlock, number>();
	for (const [at, blocks] of pages.entries()) {
		for (const [place, source] of blocks.entries()) {
			const marked = markedLevel(source, marks[at] ?? new Map());
			if (marked !== undefined) levels.set(source, marked);
			else if (isHeading(source, bodySize) && !isRunIn(source, blocks[place + 1])) {
				unmarked.set(source, mostCommonSize(source.items));
			}
		}
	}
	const sizes = [...new Set(unmarked.values())].sort((a, b) => b - a);
	for (const [source, size] of unmarked) {
		levels.set(source, Math.min(MAX_LEVEL, sizes.indexOf(size) + 1));
	}
	return pages.map((blocks) => blocks.map((source) => withLevel(source, levels.get(source))));
}

function withLevel(source: SourcedBlock, level: number | undefined): SourcedBlock {
	const { block } = source;
	if (level !== undefined && (block.kind === 'heading' || block.kind === 'paragraph')) {
		return { ...source, block: { ...block, kind: 'heading', level } };
	}
	return block.kind === 'heading' ? { ...source, block: { ...block, kind: 'paragraph' } } : source;
}
