import type { PageInput, ParsedPage, TextItem } from '@llamaindex/liteparse';
import { accountFor } from './account.ts';
import { withAnnotations } from './annotations.ts';
import { blocksBeside, readingRegions } from './columns.ts';
import { readingOrder } from './direction.ts';
import { headingSizes, mostCommonSize, raiseHeadings } from './headings.ts';
import { graphicsOf, type LaidOut, layOutByEngine, partOf } from './layoutEngine.ts';
import { markLineEnds, writeLineEnds } from './lineEnds.ts';
import { linksOf, markLinks, type PageLink, writeLinks } from './links.ts';
import { isInside, type ReadPart, visibleEdges } from './page.ts';
import { divideAtGaps, joinLetters, joinNumberedHeadings, markBullets } from './pieces.ts';
import { findMisreadTables } from './tables.ts';

/** The word that stands for a part of a page that is read elsewhere. */
const placeholder = (at: number): string => `Qxpart${at}xq`;
const PLACEHOLDER = /(?:[*#]{0,6}) ?Qxpart(\d{1,4})xq(?:\*{0,3})/;

/** A word in the place of a part. */
const standIn = ({ box: { x, y, width } }: ReadPart, at: number): TextItem => ({
	...{ x, y, width, text: placeholder(at), words: [] },
	...{ height: 10, fontSize: 10, fontName: 'Helvetica' },
});

/** A page without some of its parts, with words in their places. */
function withoutParts(input: PageInput, parts: readonly ReadPart[]): PageInput {
	const left = input.textItems.filter((item) => !parts.some((part) => part.items.has(item)));
	const graphics = (input.graphics ?? []).filter(
		({ x1 = 0, y1 = 0, x2 = 0, y2 = 0, x = x1, y = y1, width = x2 - x1, height = y2 - y1 }) =>
			!parts.some(({ box }) => isInside({ x, y, width, height }, box, 6)),
	);
	return { ...input, textItems: [...left, ...parts.map(standIn)], graphics };
}

function toInput(page: ParsedPage): PageInput {
	return {
		pageNumber: page.pageNum,
		pageWidth: page.width,
		pageHeight: page.height,
		textItems: page.textItems,
		graphics: graphicsOf(page),
	};
}

/** The parts of a page that are read one after the other. */
function regionsOf(input: PageInput): PageInput[] {
	const parts = readingRegions(input.textItems, input.pageHeight).flatMap((part) =>
		blocksBeside(part, input.pageWidth),
	);
	return parts.length === 1 ? [input] : parts.map((part) => partOf(input, part));
}

/** What the engine makes of regions, with the ends of their lines marked. */
const laidOutRegions = (regions: readonly PageInput[]): LaidOut[] =>
	layOutByEngine(
		regions.map((region) => ({
			...region,
			textItems: markLineEnds(region.textItems, region.pageWidth),
		})),
	);

/** What the engine writes where there is nothing, and what says nothing. */
const EMPTY = /^(?:```\w*\n\s*```|#{1,6}|-{3,})$/gm;
const TABLE_RULE = /^\|(?:---\|)+$/gm;

/** The engine's Markdown without what says nothing, in the form that all Markdown of this service has. */
const clean = (markdown: string): string =>
	markdown
		.replace(EMPTY, '')
		.replace(TABLE_RULE, (rule) => rule.replaceAll('---', ' --- '))
		.replace(/\n{3,}/g, '\n\n')
		.trim();

function writeParts(markdown: string, parts: readonly ReadPart[]): string {
	return markdown
		.split(PLACEHOLDER)
		.map((piece, at) => (at % 2 === 0 ? piece.trim() : (parts[Number(piece)]?.markdown ?? '')))
		.filter((piece) => piece !== '')
		.join('\n\n');
}

/** A page as the engine reads it best: its pieces of text put right, and marked for what is written later. */
function prepare(page: ParsedPage, links: readonly PageLink[]): PageInput {
	const input = toInput(page);
	const edges = visibleEdges(input.graphics);
	const letters = joinLetters(withAnnotations(page));
	const whole = joinNumberedHeadings(letters, mostCommonSize(letters));
	const pieces = markBullets(whole, page).flatMap((item) => divideAtGaps(item, edges));
	const ordered = readingOrder({ ...input, textItems: pieces });
	const marked = ordered.textItems.map((item) => markLinks(item, links));
	return { ...ordered, textItems: marked };
}

/** Markdown of pages whose text and drawings are known. */
export function layOut(pages: readonly ParsedPage[]): string[] {
	const links = pages.map(linksOf);
	const inputs = pages.map((page, at) => prepare(page, links[at] ?? []));
	const regions = inputs.map(regionsOf);
	const all = regions.flat();
	const laidOut = laidOutRegions(all);
	const parts = all.map(({ textItems, graphics }, at) =>
		findMisreadTables(textItems, visibleEdges(graphics), laidOut[at]?.blocks ?? []),
	);
	const isMisread = parts.some(({ length }) => length > 0);
	const mended = isMisread
		? laidOutRegions(all.map((region, at) => withoutParts(region, parts[at] ?? [])))
		: laidOut;
	const textItems = all.flatMap((region) => region.textItems);
	const textSize = mostCommonSize(textItems);
	const headings = { textSize, sizes: headingSizes(textItems, textSize) };
	const written = mended
		.map(({ markdown, blocks }, at) => {
			const raised = raiseHeadings(markdown, blocks, all[at]?.textItems ?? [], headings);
			return clean(writeParts(raised, parts[at] ?? []));
		})
		.values();
	return regions.map((own, at) => {
		const texts = own.map(() => written.next().value ?? '').filter((text) => text !== '');
		return writeLinks(writeLineEnds(texts.join('\n\n')), links[at] ?? []);
	});
}

/**
 * The Markdown that has all words of a page: what was made of it, or the engine's own where that loses
 * or repeats some.
 */
export function wholeMarkdown(
	page: ParsedPage,
	markdown: string,
): { markdown: string; missing: string[] } {
	const texts = withAnnotations(page).map(({ text }) => text);
	const { missing, isRepeated } = accountFor(texts, markdown);
	if (missing.length === 0 && !isRepeated) return { markdown, missing };
	const plain = layOutByEngine([toInput(page)])
		.map((own) => clean(own.markdown))
		.join('');
	const other = accountFor(texts, plain);
	const isBetter = isRepeated ? !other.isRepeated : other.missing.length < missing.length;
	return isBetter ? { markdown: plain, missing: other.missing } : { markdown, missing };
}
