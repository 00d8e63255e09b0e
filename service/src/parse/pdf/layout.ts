import {
	type Graphic,
	type LayoutBlock,
	LiteParse,
	type PageInput,
	type ParsedPage,
	type TextItem,
} from '@llamaindex/liteparse';
import { joinNumberedHeadings, partsOfTable, readingRegions } from './columns.ts';
import { findForms, findFullTables, findLeaderLists, findPlainForms } from './forms.ts';
import {
	headingTagsOf,
	mostCommonSize,
	rankHeadings,
	showHeadings,
	sourceBlocks,
	type SourcedBlock,
} from './headings.ts';
import { hyphenMarker, writeHyphens } from './lines.ts';
import { type Box, isInside, type ReadPart, unionOf, visibleEdges } from './page.ts';
import { continueTables, PLACEHOLDER, pageMarkdown, placeholder } from './pageMarkdown.ts';
import { linksOf, markLinks, writeFootnotes, writeLinks } from './references.ts';
import { findRuledTables } from './ruledTables.ts';

/** What the layout engine is asked for. */
const ENGINE = new LiteParse({
	outputFormat: 'markdown',
	imageMode: 'off',
	ocrEnabled: false,
	extractBlocks: true,
	keepHeadersFooters: true,
	quiet: true,
});

/** Lines and areas so far outside of a part of a page, in points, still belong to it. */
const PART_MARGIN = 6;

/** An item as the engine needs it to lay it out: handing the rest over takes longer than its work. */
function bareItem({ words: _words, charCodes: _charCodes, ...item }: TextItem): TextItem {
	return { ...item, words: [] };
}

/** The blocks of each page, as the engine lays them out; pages of one number are put together. */
function layOutByEngine(inputs: readonly PageInput[]): LayoutBlock[][] {
	const bare = inputs.map((input, at) => ({
		...input,
		pageNumber: at + 1,
		textItems: input.textItems.map(bareItem),
	}));
	return ENGINE.parsePages(bare).pages.map(({ blocks = [] }) => blocks);
}

const without = (items: readonly TextItem[], parts: readonly ReadPart[]): TextItem[] =>
	items.filter((item) => !parts.some((part) => part.items.has(item)));

/** What is read here before the engine lays the rest out, each without what the one before took. */
function partsOf(page: ParsedPage): ReadPart[] {
	const finders = [
		(items: TextItem[]) => findRuledTables(items, visibleEdges(page)),
		findLeaderLists,
		findForms,
	];
	const parts: ReadPart[] = [];
	for (const find of finders) parts.push(...find(without(page.textItems, parts)));
	return parts;
}

/** Tables and forms that no lines draw and that the engine tore apart: it laid their columns out as text. */
function tornParts(input: PageInput, blocks: readonly LayoutBlock[]): ReadPart[] {
	const tables = blocks.flatMap(({ kind, bbox }) => (kind === 'table' && bbox ? [bbox] : []));
	const isTorn = ({ items }: ReadPart) =>
		!tables.some((table) => [...items].every((item) => isInside(item, table, 2)));
	const texts = input.textItems.filter(({ text }) => !PLACEHOLDER.test(text));
	const torn = findFullTables(texts).filter(isTorn);
	return [...torn, ...findPlainForms(without(texts, torn)).filter(isTorn)];
}

const boxOf = ({
	x1 = 0,
	y1 = 0,
	x2 = 0,
	y2 = 0,
	x = x1,
	y = y1,
	width,
	height,
}: Graphic): Box => ({
	x,
	y,
	width: width ?? x2 - x1,
	height: height ?? y2 - y1,
});

function graphicsOf({ vectorGraphics }: ParsedPage, parts: readonly ReadPart[]): Graphic[] {
	const { lines = [], shapes = [] } = vectorGraphics ?? {};
	const strokes = lines.map(({ stroke, strokeWidth, fill, ...line }): Graphic => ({
		kind: 'stroke',
		...line,
		hasStroke: stroke,
		hasFill: fill,
		...(strokeWidth !== undefined && { lineWidth: strokeWidth }),
	}));
	const rects = shapes.map(({ bbox, stroke, fill, hasCurve: _hasCurve, ...colors }): Graphic => ({
		kind: 'rect',
		...bbox,
		...colors,
		hasStroke: stroke,
		hasFill: fill,
	}));
	return [...strokes, ...rects].filter(
		(graphic) => !parts.some(({ box }) => isInside(boxOf(graphic), box, PART_MARGIN)),
	);
}

/** A word in the place of a part, or in that of each of its lines. */
function standIns({ box, lines = [box] }: ReadPart, at: number): TextItem[] {
	return lines.map(({ x, y, width }) => ({
		...{ x, y, width, text: placeholder(at), words: [] },
		...{ height: 10, fontSize: 10, fontName: 'Helvetica' },
	}));
}

function toInput(page: ParsedPage, parts: readonly ReadPart[]): PageInput {
	return {
		pageNumber: page.pageNum,
		pageWidth: page.width,
		pageHeight: page.height,
		textItems: [...without(page.textItems, parts), ...parts.flatMap(standIns)],
		graphics: graphicsOf(page, parts),
	};
}

/** The part of a page that holds some of its text. */
function partOf(input: PageInput, textItems: TextItem[]): PageInput {
	const box = unionOf(textItems);
	const isOfPart = (graphic: Graphic) => isInside(boxOf(graphic), box, PART_MARGIN);
	return { ...input, textItems, graphics: input.graphics?.filter(isOfPart) ?? [] };
}

/** The blocks of each page, column after column; what was taken for one table is laid out again. */
function blocksOf(inputs: readonly PageInput[]): SourcedBlock[][] {
	const regions = inputs.map((input) => {
		const items = joinNumberedHeadings(input.textItems, mostCommonSize(input.textItems));
		const parts = readingRegions(items, input.pageHeight);
		if (parts.length === 1) return [{ ...input, textItems: items }];
		return parts.map((part) => partOf(input, part));
	});
	const laidOut = layOutByEngine(regions.flat()).values();
	return inputs.map((input, at) => {
		const blocks = (regions[at] ?? []).flatMap(() => laidOut.next().value ?? []);
		return sourceBlocks(blocks, input.textItems).flatMap((source) => {
			return partsOfTable(source).flatMap((part) => {
				if (!Array.isArray(part)) return part;
				return layOutByEngine([partOf(input, part)]).flatMap((own) => sourceBlocks(own, part));
			});
		});
	});
}

/** The mark of a list item that its text touches: some programs leave no space between them. */
const TOUCHING_MARK = /^([•◦▪●■‣]|\d{1,2}[.)])(?=\p{L}{2})/u;

/** An item as the engine takes it: in the size that is shown, which a page may scale, its mark apart. */
const prepareItem = (item: TextItem): TextItem => ({
	...item,
	...(item.fontHeight && { fontSize: item.fontHeight }),
	text: item.text.replace(TOUCHING_MARK, '$1 '),
});

/** Markdown of pages whose text and drawings are known, with headings ranked over all of them. */
export function layOut(pages: readonly ParsedPage[]): string[] {
	const texts = pages.flatMap(({ textItems }) => textItems);
	const textSize = mostCommonSize(texts);
	const markHyphens = hyphenMarker(texts);
	const tags = pages.map(headingTagsOf);
	const links = pages.map(linksOf);
	const prepared = pages.map((page, at) => {
		const items = markHyphens(showHeadings(page.textItems, tags[at] ?? new Map()));
		const textItems = items.map((item) => markLinks(prepareItem(item), links[at] ?? []));
		return { ...page, textItems };
	});
	const parts = prepared.map(partsOf);
	const inputs = prepared.map((page, at) => toInput(page, parts[at] ?? []));
	const laidOut = blocksOf(inputs);
	for (const [at, page] of prepared.entries()) {
		const [input, own = [], blocks = []] = [inputs[at], parts[at], laidOut[at]];
		const torn = input
			? tornParts(
					input,
					blocks.map(({ block }) => block),
				)
			: [];
		if (torn.length === 0) continue;
		own.push(...torn);
		[laidOut[at] = []] = blocksOf([toInput(page, own)]);
	}
	const ranked = rankHeadings(laidOut, tags, textSize).map((blocks, at) => ({
		pageNumber: pages[at]?.pageNum ?? at + 1,
		blocks,
	}));
	const markdown = writeFootnotes(ranked, textSize).map((blocks, at) =>
		writeLinks(writeHyphens(pageMarkdown(blocks, parts[at] ?? [])), links[at] ?? []),
	);
	return continueTables(markdown);
}
