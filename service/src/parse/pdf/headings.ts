import type {
	LayoutBlock,
	ParsedPage,
	StructureTreeElement,
	TextItem,
} from '@llamaindex/liteparse';
import { isInside, linesOf, runsOf } from './page.ts';
import { rowOf } from './rows.ts';

/** A block of a page with the pieces of text that it was made of. */
export interface SourcedBlock {
	block: LayoutBlock;
	items: TextItem[];
}

/** A heading is larger than the text by this factor, or set in bold, or marked as one. */
const LARGER = 1.18;
/** Bold print smaller than this, by the size of the text, is a caption or a table's. */
const SMALLEST = 0.95;
const MAX_HEADING_LENGTH = 140;
const MAX_LEVEL = 6;
/** Headings of this share of another's size, or more, are as deep. */
const SAME_RANK = 0.95;
/** Names beside each other below a title are so many times their height apart. */
const MIN_NAMES_GAP = 1.5;
/** What stands above a table or below a picture. */
const CAPTION = /^(?:table|figure|fig\.?|tab\.?|chart|tabelle|abbildung|abb\.?|tableau) ?\d/i;
/** `Total: EUR 489.04` is set in bold to stand out, and heads nothing. */
const LABELLED_FIGURE = /^\p{L}[^:]{0,40}:\s{1,3}\P{Nd}{0,5}\d[\d.,\s]{0,20}\P{Nd}{0,5}$/u;
/** Elements of a tagged PDF that are headings, with their level. */
const MARKED_HEADING = /^(?:H([1-6])?|Title)$/;
/** How much larger a heading is shown to the engine that looks like the text around it. */
const SHOWN_LARGER = 1.6;

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

/** The size, in points, that most letters have. */
export function mostCommonSize(items: readonly TextItem[]): number {
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

/** Marked content of a page that a tagged PDF calls a heading, by its number, with its level. */
export type HeadingTags = ReadonlyMap<number | undefined, number>;

/** What a page's structure calls headings. */
export function headingTagsOf({ structureTree }: ParsedPage): HeadingTags {
	const tags = new Map<number, number>();
	const visit = (element: StructureTreeElement, inherited: number | undefined): void => {
		const match = MARKED_HEADING.exec(element.type);
		const level = match ? Number(match[1] ?? 1) : inherited;
		if (level !== undefined) for (const id of element.markedContentIds) tags.set(id, level);
		for (const child of element.children) visit(child, level);
	};
	for (const root of structureTree?.roots ?? []) visit(root, undefined);
	return tags;
}

/**
 * Items of a page, those of tagged headings shown larger that look like the text around them, so that
 * the engine does not take them for a part of the next paragraph.
 */
export function showHeadings(items: readonly TextItem[], tags: HeadingTags): TextItem[] {
	const bodySize = mostCommonSize(items);
	return items.map((item) => {
		const isPlain = !isBold(item) && sizeOf(item) <= bodySize;
		return tags.has(item.mcid) && isPlain
			? { ...item, fontHeight: sizeOf(item) * SHOWN_LARGER }
			: item;
	});
}

/** Whether a text is the caption of a table or picture. */
export const isCaption = (text: string): boolean => CAPTION.test(text);

/** Whether a text may be a heading at all. */
const isTitle = (text: string): boolean =>
	text.length <= MAX_HEADING_LENGTH &&
	/\p{L}{2}/u.test(text) &&
	!/^\p{Ll}/u.test(text) &&
	!isCaption(text);

function isHeading({ block, items }: SourcedBlock, bodySize: number): boolean {
	const { kind, text = '' } = block;
	if (items.length === 0 || !isTitle(text)) return false;
	const ratio = mostCommonSize(items) / bodySize;
	if (kind === 'heading') {
		if (ratio < LARGER && LABELLED_FIGURE.test(text)) return false;
		return ratio > 1 || (ratio >= SMALLEST && items.every(isBold));
	}
	return kind === 'paragraph' && ratio >= LARGER;
}

/** Bold words that begin a paragraph, which goes on below them: no heading. */
function isRunIn({ block }: SourcedBlock, next: SourcedBlock | undefined): boolean {
	const goesOn = next?.block.kind === 'paragraph' && /^[\p{Ll}\d]/u.test(next.block.text ?? '');
	return goesOn && /[.:] \p{Lu}/u.test(block.text ?? '');
}

/** Who wrote a document, and when: an address, a year, or names that stand far apart. */
function isByline({ block: { text = '' }, items }: SourcedBlock): boolean {
	if (items.some(isBold)) return false;
	if (/@|(?<!\d)(?:19|20)\d\d(?!\d)/.test(text)) return true;
	return linesOf(items).some((line) => rowOf(line, MIN_NAMES_GAP).cells.length > 1);
}

/** What stands right below a document's title, in smaller print, and names its authors. */
function bylines(
	blocks: readonly SourcedBlock[],
	sizes: ReadonlyMap<SourcedBlock, number>,
): SourcedBlock[] {
	const [title, ...below] = blocks.slice(blocks.findIndex((source) => sizes.has(source)));
	const size = (title && sizes.get(title)) ?? 0;
	const end = below.findIndex((source) => (sizes.get(source) ?? size) >= size || !isByline(source));
	return below.slice(0, end === -1 ? undefined : end);
}

function withLevel(source: SourcedBlock, level: number | undefined): SourcedBlock {
	const { block } = source;
	if (block.kind !== 'heading' && (block.kind !== 'paragraph' || level === undefined))
		return source;
	const ranked =
		level === undefined ? { kind: 'paragraph' as const } : { kind: 'heading' as const, level };
	return { ...source, block: { ...block, ...ranked } };
}

/**
 * Says which blocks are headings, and how deep: as a tagged PDF marks them, else those larger than the
 * text or bold, by rank of their size over all pages.
 * @param tags of each page
 * @param bodySize the size of most of the text
 */
export function rankHeadings(
	pages: ReadonlyArray<readonly SourcedBlock[]>,
	tags: readonly HeadingTags[],
	bodySize: number,
): SourcedBlock[][] {
	const levels = new Map<SourcedBlock, number>();
	const sizes = new Map<SourcedBlock, number>();
	for (const [at, blocks] of pages.entries()) {
		for (const [place, source] of blocks.entries()) {
			const marked = new Set(source.items.map(({ mcid }) => tags[at]?.get(mcid)));
			const [level] = marked;
			if (marked.size === 1 && level !== undefined) levels.set(source, level);
			else if (isHeading(source, bodySize) && !isRunIn(source, blocks[place + 1])) {
				sizes.set(source, mostCommonSize(source.items));
			}
		}
	}
	for (const source of bylines(pages[0] ?? [], sizes)) sizes.delete(source);
	const sorted = [...sizes.values()].toSorted((a, b) => b - a);
	const ranks = runsOf(sorted, ([largest], size) => size > largest * SAME_RANK);
	for (const [source, size] of sizes) {
		const rank = ranks.findIndex((run) => size >= (run.at(-1) ?? 0));
		levels.set(source, Math.min(MAX_LEVEL, rank + 1));
	}
	return pages.map((blocks) => blocks.map((source) => withLevel(source, levels.get(source))));
}
