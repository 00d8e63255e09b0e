import {
	type Graphic,
	type LayoutBlock,
	LiteParse,
	type PageInput,
	type ParsedPage,
	type TextItem,
} from '@llamaindex/liteparse';
import { gfmCell, gfmTable } from '../../page/markdown/gfmTable.ts';
import {
	continueTables,
	findAlignedTables,
	splitColumns,
	textColumnsOf,
	titlesOf,
} from './undrawnTables.ts';
import { linksOf, markLinks, writeFootnotes, writeLinks } from './references.ts';
import { findFormBlocks, findLeaderLists, findPlainFormBlocks } from './forms.ts';
import {
	headingMarksOf,
	mostCommonSize,
	NO_MARKS,
	rankHeadings,
	showHeadings,
	sourceBlocks,
	type SourcedBlock,
} from './headings.ts';
import { markHyphens, spellingOf, writeHyphens } from './lines.ts';
import { type Box, isInside, unionOf, visibleEdges } from './page.ts';
import { PLACEHOLDER, pageMarkdown, placeholder } from './pageMarkdown.ts';
import { joinNumberedHeadings, justifiedText } from './pieces.ts';
import { readingRegions } from './regions.ts';
import { findRuledTables, type PageTable } from './ruledTables.ts';

/** What the layout engine is asked for. */
const ENGINE = new LiteParse({
	outputFormat: 'markdown',
	imageMode: 'off',
	ocrEnabled: false,
	extractBlocks: true,
	keepHeadersFooters: true,
	quiet: true,
});

/** An item as the engine needs it to lay it out: handing the rest over takes longer than its work. */
function bareItem({ words: _words, charCodes: _charCodes, ...item }: TextItem): TextItem {
	return { ...item, words: [] };
}

/** The blocks of each page, as the engine lays them out; pages of one number are put together. */
function layOutByEngine(inputs: readonly PageInput[]): LayoutBlock[][] {
	const bare = inputs.map((input) => ({ ...input, textItems: input.textItems.map(bareItem) }));
	return ENGINE.parsePages(bare).pages.map(({ blocks = [] }) => blocks);
}

/** A part of a page that is read here; the engine is shown a word in its place. */
interface ReadPart {
	box: Box;
	/** Where its lines stand, if other text may stand beside them. */
	lines?: readonly Box[];
	items: ReadonlySet<TextItem>;
	markdown: string;
}

/** What stands in none of the parts. */
function without(
	items: readonly TextItem[],
	parts: ReadonlyArray<{ items: ReadonlySet<TextItem> }>,
): TextItem[] {
	return items.filter((item) => !parts.some((part) => part.items.has(item)));
}

const tablePart = ({ box, rows, items }: PageTable): ReadPart => ({
	box,
	items,
	markdown: gfmTable(rows.map((row) => row.map(gfmCell))),
});

function partsOf(page: ParsedPage): ReadPart[] {
	const tables = findRuledTables(page.textItems, visibleEdges(page)).map(tablePart);
	const lists = findLeaderLists(without(page.textItems, tables));
	const read = [...tables, ...lists];
	return [...read, ...findFormBlocks(without(page.textItems, read))];
}

/**
 * Tables and forms that no lines draw and that the engine tore apart: it laid their columns out as
 * text.
 */
function tornParts(input: PageInput, blocks: readonly LayoutBlock[]): ReadPart[] {
	const tables = blocks.flatMap(({ kind, bbox }) => (kind === 'table' && bbox ? [bbox] : []));
	const isTorn = ({ items }: { items: ReadonlySet<TextItem> }) => {
		const isWhole = (table: Box) => [...items].every((item) => isInside(item, table, 2));
		return !tables.some(isWhole);
	};
	const texts = input.textItems.filter(({ text }) => !PLACEHOLDER.test(text));
	const torn = findAlignedTables(input.textItems).filter(isTorn).map(tablePart);
	return [...torn, ...findPlainFormBlocks(without(texts, torn)).filter(isTorn)];
}

function graphicsOf(page: ParsedPage, parts: readonly ReadPart[]): Graphic[] {
	const { lines = [], shapes = [] } = page.vectorGraphics ?? {};
	const isFree = (box: Box) => !parts.some((part) => isInside(box, part.box, 4));
	const strokes = lines
		.filter(({ x1, y1, x2, y2 }) => isFree({ x: x1, y: y1, width: x2 - x1, height: y2 - y1 }))
		.map(({ stroke, strokeWidth, fill, ...line }): Graphic => ({
			kind: 'stroke',
			...line,
			hasStroke: stroke,
			hasFill: fill,
			...(strokeWidth !== undefined && { lineWidth: strokeWidth }),
		}));
	const rects = shapes
		.filter(({ bbox }) => isFree(bbox))
		.map(({ bbox, stroke, fill, strokeColor, fillColor }): Graphic => ({
			kind: 'rect',
			...bbox,
			hasStroke: stroke,
			hasFill: fill,
			...(strokeColor !== undefined && { strokeColor }),
			...(fillColor !== undefined && { fillColor }),
		}));
	return [...strokes, ...rects];
}

/** A word in the place of a part, or in that of each of its lines. */
function standIns({ box, lines = [box] }: ReadPart, at: number): TextItem[] {
	return lines.map((line) => ({
		...line,
		text: placeholder(at),
		height: 10,
		fontSize: 10,
		fontName: 'Helvetica',
		words: [],
	}));
}

/** A font's size is in its own units where the page scales it; the engine ranks by what is shown. */
function withSize(item: TextItem): TextItem {
	return item.fontHeight ? { ...item, fontSize: item.fontHeight } : item;
}

/** The mark of a list item that its text touches. */
const TOUCHING_MARK = /^([•◦▪●■‣]|\d{1,2}[.)])(?=\p{L}{2})/u;

/** Sets the mark of a list item apart from its text: some programs leave no space between them. */
function withApartMark(item: TextItem): TextItem {
	const text = item.text.replace(TOUCHING_MARK, '$1 ');
	return text === item.text ? item : { ...item, text };
}

function toInput(page: ParsedPage, parts: readonly ReadPart[]): PageInput {
	const taken = new Set(parts.flatMap(({ items }) => [...items]));
	return {
		pageNumber: page.pageNum,
		pageWidth: page.width,
		pageHeight: page.height,
		textItems: [...page.textItems.filter((item) => !taken.has(item)), ...parts.flatMap(standIns)],
		graphics: graphicsOf(page, parts),
	};
}

/**
 * The texts that the engine took for a table: columns of text, one after the other, or justified lines;
 * `undefined` for tables.
 */
function textsOf({ block, items }: SourcedBlock): TextItem[][] | undefined {
	const edges = textColumnsOf(block);
	if (edges) return splitColumns(items, edges);
	const text = justifiedText(block, items);
	return text && [text];
}

function layOutAgain(input: PageInput): SourcedBlock[] {
	const [laidOut = []] = layOutByEngine([input]);
	return sourceBlocks(laidOut, input.textItems);
}

/** The blocks of a page; text that was taken for a table, or into one, is laid out again. */
function blocksOf(blocks: readonly LayoutBlock[], input: PageInput | undefined): SourcedBlock[] {
	return sourceBlocks(blocks, input?.textItems ?? []).flatMap((source) => {
		if (!input) return [source];
		const texts = textsOf(source);
		if (texts) {
			return texts.flatMap((textItems) => layOutAgain({ ...input, textItems, graphics: [] }));
		}
		const titled = titlesOf(source);
		if (!titled) return [source];
		return [...layOutAgain(partOf(input, titled.titles)), titled.table];
	});
}

/** Lines and areas so far outside of a region's text, in points, still belong to it. */
const REGION_MARGIN = 6;

function boxOf({ x1 = 0, y1 = 0, x2 = 0, y2 = 0, x = x1, y = y1, width, height }: Graphic): Box {
	return { x, y, width: width ?? x2 - x1, height: height ?? y2 - y1 };
}

/** The part of a page that holds some of its text. */
function partOf(input: PageInput, textItems: TextItem[]): PageInput {
	const box = unionOf(textItems);
	const graphics = input.graphics?.filter((graphic) =>
		isInside(boxOf(graphic), box, REGION_MARGIN),
	);
	return { ...input, textItems, ...(graphics && { graphics }) };
}

/** The blocks of each page, column after column. */
function layOutInputs(inputs: readonly PageInput[]): LayoutBlock[][] {
	const regions = inputs.map((input) => {
		const textSize = mostCommonSize(input.textItems);
		const parts = readingRegions(joinNumberedHeadings(input.textItems, textSize), input.pageHeight);
		const [only, ...others] = parts;
		if (only && others.length === 0) return [{ ...input, textItems: only }];
		return parts.map((textItems) => partOf(input, textItems));
	});
	const numbered = regions.flat().map((part, at) => ({ ...part, pageNumber: at + 1 }));
	const laidOut = layOutByEngine(numbered).values();
	return regions.map((parts) => parts.flatMap(() => laidOut.next().value ?? []));
}

/** Markdown of pages whose text and drawings are known, with headings ranked over all of them. */
export function layOut(pages: readonly ParsedPage[]): string[] {
	const links = pages.map(linksOf);
	const marks = pages.map(headingMarksOf);
	const spelling = spellingOf(pages.flatMap(({ textItems }) => textItems));
	const prepared = pages.map((page, at) => ({
		...page,
		textItems: markHyphens(showHeadings(page.textItems, marks[at] ?? NO_MARKS), spelling).map(
			(item) => markLinks(withApartMark(withSize(item)), links[at] ?? []),
		),
	}));
	const parts = prepared.map(partsOf);
	const inputs = prepared.map((page, at) => toInput(page, parts[at] ?? []));
	const laidOut = layOutInputs(inputs);
	const sourced = prepared.map((page, at) => {
		const [input, blocks = []] = [inputs[at], laidOut[at]];
		const torn = input ? tornParts(input, blocks) : [];
		if (torn.length === 0) return blocksOf(blocks, input);
		const whole = [...(parts[at] ?? []), ...torn];
		parts[at] = whole;
		const again = toInput(page, whole);
		return blocksOf(layOutInputs([again])[0] ?? [], again);
	});
	const texts = pages.flatMap(({ textItems }) => textItems);
	const ranked = rankHeadings(sourced, marks, texts).map((blocks, at) => ({
		pageNumber: pages[at]?.pageNum ?? at + 1,
		blocks,
	}));
	const markdown = writeFootnotes(ranked, mostCommonSize(texts)).map((blocks, at) =>
		writeLinks(writeHyphens(pageMarkdown(blocks, parts[at] ?? [])), links[at] ?? []),
	);
	return continueTables(markdown);
}
