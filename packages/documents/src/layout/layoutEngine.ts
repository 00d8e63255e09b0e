import {
	type Graphic,
	type LayoutBlock,
	LiteParse,
	type PageInput,
	type ParsedPage,
	type TextItem,
} from '@llamaindex/liteparse';

/** What the layout engine is asked for. */
const ENGINE = new LiteParse({
	outputFormat: 'markdown',
	imageMode: 'off',
	ocrEnabled: false,
	extractBlocks: true,
	keepHeadersFooters: true,
	quiet: true,
});

/** The engine's output for a page or a part of it. */
export interface LaidOut {
	markdown: string;
	blocks: LayoutBlock[];
}

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

/**
 * An item as the engine needs it: in the displayed size, which a page may scale. The rest is left out:
 * passing it on takes longer than the engine's work.
 */
function bareItem({ words: _words, charCodes: _charCodes, ...item }: TextItem): TextItem {
	return { ...item, ...(item.fontHeight && { fontSize: item.fontHeight }), words: [] };
}

/** Lays out pages, or parts of them, each separately; heading levels are relative to all of them. */
export function layOutByEngine(inputs: readonly PageInput[]): LaidOut[] {
	const bare = inputs.map((input, at) => ({
		...input,
		pageNumber: at + 1,
		textItems: input.textItems.map(bareItem),
	}));
	return ENGINE.parsePages(bare).pages.map(({ markdown, blocks = [] }) => ({ markdown, blocks }));
}
