import type {
	LayoutBlock,
	ParsedPage,
	StructureTreeElement,
	TextItem,
} from '@llamaindex/liteparse';
import { isInside, linesOf } from './page.ts';

/** A block of a page with the pieces of text that it was made of. */
export interface SourcedBlock {
	block: LayoutBlock;
	items: TextItem[];
}

/** A heading is larger than the text by this factor, or set in bold, or marked as one. */
const LARGER = 1.18;
/** Print this much larger may be longer than most headings are. */
const MUCH_LARGER = 1.5;
/** Bold print smaller than this, by the size of the text, is a caption or a table's. */
const SMALLEST = 0.95;
const MAX_TITLE_LENGTH = 90;
const MAX_HEADING_LENGTH = 140;
const MAX_LEVEL = 6;
/** Headings of this share of another's size, or more, are as deep. */
const SAME_RANK = 0.95;
/** Names beside each other below a title are so many times their size apart. */
const MIN_NAMES_GAP = 1.5;
/** A line that breaks off in the middle of a sentence, or is one. */
const SENTENCE_END = /[.,;:]$/;
/** What stands above a table or below a picture. */
const CAPTION = /^(?:table|figure|fig\.?|tab\.?|chart|tabelle|abbildung|abb\.?|tableau) ?\d/i;
/** `Total: EUR 489.04` is set in bold to stand out, and heads nothing. */
const LABELLED_FIGURE = /^\p{L}[^:]{0,40}:\s{1,3}\P{Nd}{0,5}\d[\d.,\s]{0,20}\P{Nd}{0,5}$/u;
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

function mostCommon(items: readonly TextItem[], sizeOfItem: (item: TextItem) => number): number {
	const lengths = new Map<number, number>();
	for (const item of items) {
		const size = sizeOfItem(item);
		lengths.set(size, (lengths.get(size) ?? 0) + item.text.trim().length);
	}
	return [...lengths].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

/** The size, in points, that most letters have. */
export const mostCommonSize = (items: readonly TextItem[]): number => mostCommon(items, sizeOf);

function isBold({ fontWeight = 400, fontName = '' }: TextItem): boolean {
	return fontWeight >= 600 || /bold|black|heavy/i.test(fontName);
}

/** What a document itself says of a page's headings. */
export interface HeadingMarks {
	/** Marked content that a tagged PDF calls a heading, by its number, with its level. */
	tagged: ReadonlyMap<number, number>;
	/** Headings that only the outline tells: they look like the text around them. */
	outlined: readonly SourcedBlock[];
}

/** A page that says nothing of its headings. */
export const NO_MARKS: HeadingMarks = { tagged: new Map(), outlined: [] };

/** The element type of a tagged PDF as the depth of a heading; `undefined` for everything else. */
function levelOfElement(type: string): number | undefined {
	const match = MARKED_HEADING.exec(type);
	if (match) return Number(match[1] ?? 1);
	return type === 'Title' ? 1 : undefined;
}

function taggedHeadings({ structureTree }: ParsedPage): Map<number, number> {
	const tagged = new Map<number, number>();
	const visit = (element: StructureTreeElement, inherited: number | undefined): void => {
		const level = levelOfElement(element.type) ?? inherited;
		if (level !== undefined) for (const id of element.markedContentIds) tagged.set(id, level);
		for (const child of element.children) visit(child, level);
	};
	for (const root of structureTree?.roots ?? []) visit(root, undefined);
	return tagged;
}

/** The size that is set, before the page scales it: what the engine goes by when it reads a file. */
const setSizeOf = ({ fontSize = 0 }: TextItem): number => Math.round(fontSize * 2) / 2;

/**
 * What a page's structure and the document's outline call headings. The engine does not hand out the
 * outline, but takes what it names for a heading, and without it nothing that does not stand out.
 */
export function headingMarksOf(page: ParsedPage): HeadingMarks {
	const { blocks = [], textItems } = page;
	const headings = blocks.filter(({ kind }) => kind === 'heading');
	const isPlain = [sizeOf, setSizeOf].map((size) => {
		const bodySize = mostCommon(textItems, size);
		return (item: TextItem) => !isBold(item) && size(item) <= bodySize;
	});
	const outlined = sourceBlocks(headings, textItems).filter(
		(source) => isTitle(source) && isPlain.every((test) => source.items.every(test)),
	);
	return { tagged: taggedHeadings(page), outlined };
}

/** A heading's text as it is compared with that of the outline. */
function keyOf({ block: { text = '' } }: SourcedBlock): string {
	return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

function taggedLevel({ items }: SourcedBlock, { tagged }: HeadingMarks): number | undefined {
	const levels = new Set(
		items.map(({ mcid }) => (mcid === undefined ? undefined : tagged.get(mcid))),
	);
	const [level] = levels;
	return levels.size === 1 ? level : undefined;
}

/** Whether a text is the caption of a table or picture. */
export const isCaption = (text: string): boolean => CAPTION.test(text);

/** Whether a block may be a heading at all, by its text. */
function isTitle({ block: { text = '' }, items }: SourcedBlock): boolean {
	if (items.length === 0 || text.length > MAX_HEADING_LENGTH) return false;
	return /\p{L}{2}/u.test(text) && !/^\p{Ll}/u.test(text) && !isCaption(text);
}

function isHeading(source: SourcedBlock, bodySize: number): boolean {
	const { kind, text = '' } = source.block;
	if (!isTitle(source)) return false;
	const ratio = mostCommonSize(source.items) / bodySize;
	if (kind === 'heading') {
		if (ratio < LARGER && LABELLED_FIGURE.test(text)) return false;
		return ratio > 1 || (ratio >= SMALLEST && source.items.every(isBold));
	}
	const isTitleLong = text.length <= (ratio >= MUCH_LARGER ? MAX_HEADING_LENGTH : MAX_TITLE_LENGTH);
	return kind === 'paragraph' && ratio >= LARGER && isTitleLong && !SENTENCE_END.test(text);
}

/** How much larger a heading is shown to the engine that looks like the text around it. */
const SHOWN_LARGER = 1.6;

/**
 * Items of a page, those of headings that the document names but does not set apart shown larger, so
 * that the engine does not take them for a part of the next paragraph.
 */
export function showHeadings(items: readonly TextItem[], marks: HeadingMarks): TextItem[] {
	const bodySize = mostCommonSize(items);
	const outlined = new Set(marks.outlined.flatMap((source) => source.items));
	return items.map((item) => {
		const isTagged = item.mcid !== undefined && marks.tagged.has(item.mcid);
		const isPlain = !isBold(item) && sizeOf(item) <= bodySize;
		if (!outlined.has(item) && !(isTagged && isPlain)) return item;
		return { ...item, fontHeight: sizeOf(item) * SHOWN_LARGER };
	});
}

/** Bold words that begin a paragraph, which goes on below them: no heading. */
function isRunIn({ block }: SourcedBlock, next: SourcedBlock | undefined): boolean {
	const text = block.text ?? '';
	const goesOn = next?.block.kind === 'paragraph' && /^[\p{Ll}\d]/u.test(next.block.text ?? '');
	return goesOn && /[.:] \p{Lu}/u.test(text);
}

/** The smallest size of each rank, largest first: sizes that hardly differ are of one rank. */
function sizeRanks(sizes: readonly number[]): number[] {
	const ranks: Array<{ largest: number; least: number }> = [];
	for (const size of sizes.toSorted((a, b) => b - a)) {
		const rank = ranks.at(-1);
		if (rank && size > rank.largest * SAME_RANK) rank.least = size;
		else ranks.push({ largest: size, least: size });
	}
	return ranks.map(({ least }) => least);
}

/** Who wrote a document, and when: an address, a year, or names that stand far apart. */
function isByline({ block: { text = '' }, items }: SourcedBlock): boolean {
	if (items.some(isBold)) return false;
	if (/@|(?<!\d)(?:19|20)\d\d(?!\d)/.test(text)) return true;
	return linesOf(items).some(({ items: pieces }) =>
		pieces.slice(1).some((piece, at) => {
			const left = pieces[at] ?? piece;
			return piece.x - left.x - left.width > sizeOf(piece) * MIN_NAMES_GAP;
		}),
	);
}

/** What stands right below a document's title, in smaller print, and names its authors. */
function bylines(
	blocks: readonly SourcedBlock[],
	sizes: ReadonlyMap<SourcedBlock, number>,
): SourcedBlock[] {
	const title = blocks.findIndex((source) => sizes.has(source));
	const below = blocks.slice(title + 1);
	const end = below.findIndex((source) => {
		const isSmaller = mostCommonSize(source.items) < (sizes.get(blocks[title] ?? source) ?? 0);
		return !sizes.has(source) || !isSmaller || !isByline(source);
	});
	return title === -1 ? [] : below.slice(0, end === -1 ? undefined : end);
}

/**
 * Says which blocks are headings, and how deep: as a tagged PDF marks them or its outline names
 * them, else those larger than the text or bold, by rank of their size over all pages.
 */
export function rankHeadings(
	pages: ReadonlyArray<readonly SourcedBlock[]>,
	marks: readonly HeadingMarks[],
	texts: readonly TextItem[],
): SourcedBlock[][] {
	const bodySize = mostCommonSize(texts);
	const levels = new Map<SourcedBlock, number>();
	const unmarked = new Map<SourcedBlock, number>();
	for (const [at, blocks] of pages.entries()) {
		for (const [place, source] of blocks.entries()) {
			const known = marks[at] ?? NO_MARKS;
			const outlined = known.outlined.find((heading) => keyOf(heading) === keyOf(source));
			const level = taggedLevel(source, known) ?? outlined?.block.level;
			if (level !== undefined) levels.set(source, level);
			else if (isHeading(source, bodySize) && !isRunIn(source, blocks[place + 1])) {
				unmarked.set(source, mostCommonSize(source.items));
			}
		}
	}
	for (const source of bylines(pages[0] ?? [], unmarked)) unmarked.delete(source);
	const sizes = sizeRanks([...unmarked.values()]);
	for (const [source, size] of unmarked) {
		const rank = sizes.findIndex((least) => size >= least);
		levels.set(source, Math.min(MAX_LEVEL, rank + 1));
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
