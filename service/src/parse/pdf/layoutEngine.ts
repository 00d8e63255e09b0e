import {
	type Graphic,
	type LayoutBlock,
	LiteParse,
	type PageInput,
	type ParsedPage,
	type TextItem,
} from '@llamaindex/liteparse';
import { type Box, isInside, unionOf } from './page.ts';

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

/** What the engine makes of a page or a part of it. */
export interface LaidOut {
	markdown: string;
	blocks: LayoutBlock[];
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

/** The lines and areas of a page as the engine takes them. */
export function graphicsOf({ vectorGraphics }: Pick<ParsedPage, 'vectorGraphics'>): Graphic[] {
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
	return [...strokes, ...rects];
}

/** The part of a page that holds some of its text. */
export function partOf(input: PageInput, textItems: TextItem[]): PageInput {
	const box = unionOf(textItems);
	const graphics = (input.graphics ?? []).filter((graphic) =>
		isInside(boxOf(graphic), box, PART_MARGIN),
	);
	return { ...input, textItems, graphics };
}

/**
 * An item as the engine needs it: in the size that is shown, which a page may scale. The rest is left
 * out; handing it over takes longer than the engine's work.
 */
function bareItem({ words: _words, charCodes: _charCodes, ...item }: TextItem): TextItem {
	return { ...item, ...(item.fontHeight && { fontSize: item.fontHeight }), words: [] };
}

/** Lays out pages, or parts of them, each by itself; depths of headings are those of all of them. */
export function layOutByEngine(inputs: readonly PageInput[]): LaidOut[] {
	const bare = inputs.map((input, at) => ({
		...input,
		pageNumber: at + 1,
		textItems: input.textItems.map(bareItem),
	}));
	return ENGINE.parsePages(bare).pages.map(({ markdown, blocks = [] }) => ({ markdown, blocks }));
}
