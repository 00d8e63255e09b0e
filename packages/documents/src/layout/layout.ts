import type { PageInput, ParsedPage } from '@llamaindex/liteparse';
import { accountFor, cellsOutsideRows } from './coverage.ts';
import { withAnnotations } from './annotations.ts';
import { blocksBeside, readingRegions } from './columns.ts';
import { readingOrder } from './direction.ts';
import { drawnTables } from './grids.ts';
import { withHeadings } from './headings.ts';
import { graphicsOf, type LaidOut, layOutByEngine } from './layoutEngine.ts';
import { withLeadIns } from './leadIns.ts';
import { markLineEnds, writeLineEnds } from './lineEnds.ts';
import { linksOf, markLinks, withoutLinkMarks, writeLinks } from './links.ts';
import { alignNumbers, withMarks } from './marks.ts';
import { findPlacedTables, placedTables, withWholeLines } from './misread.ts';
import {
	boxOf,
	isInside,
	isPlaceholder,
	placeholderItem,
	type ReadPart,
	shownItems,
	visibleEdges,
} from './page.ts';
import { divideAtGaps, joinLetters, joinTitles, withUsualWeight } from './pieces.ts';

/** Parts of a page that are read separately: drawn tables, and tables that the engine misreads. */
type Kind = 'drawn' | 'misread';
/** The words that take their place. */
const PLACEHOLDERS: Readonly<Record<Kind, RegExp>> = {
	drawn: /[*#]{0,6} ?Qxdrawn(\d{1,4})xq\*{0,3}/,
	misread: /[*#]{0,6} ?Qxmisread(\d{1,4})xq\*{0,3}/,
};

/** Lines around a table are drawn this far from its text, in points. */
const FRAME = 8;

/** A page without some of its parts and the lines drawn in them, with words in their place. */
function withoutParts(input: PageInput, parts: readonly ReadPart[], kind: Kind): PageInput {
	if (parts.length === 0) return input;
	const left = input.textItems.filter((item) => !parts.some((part) => part.items.has(item)));
	// The engine takes what is between the lines of two tables for a third.
	const graphics = (input.graphics ?? []).filter(
		(graphic) => !parts.some(({ box }) => isInside(boxOf(graphic), box, FRAME)),
	);
	const placeholders = parts.map((part, at) => placeholderItem(part.box, `Qx${kind}${at}xq`));
	return { ...input, graphics, textItems: [...left, ...placeholders] };
}

const toInput = (page: ParsedPage): PageInput => ({
	pageNumber: page.pageNum,
	pageWidth: page.width,
	pageHeight: page.height,
	textItems: withUsualWeight(withAnnotations(page)),
	graphics: graphicsOf(page),
});

/** The parts of a page that are read one after the other. */
function regionsOf(input: PageInput): PageInput[] {
	const parts = readingRegions(input.textItems, visibleEdges(input.graphics));
	const blocks = parts.flatMap((part) => blocksBeside(part, input.pageWidth));
	return blocks.length === 1 ? [input] : blocks.map((textItems) => ({ ...input, textItems }));
}

/** The engine's layout of regions, with the ends of their lines marked. */
const laidOutRegions = (regions: readonly PageInput[]): LaidOut[] =>
	layOutByEngine(
		regions.map((region) => ({
			...region,
			textItems: markLineEnds(withLeadIns(region.textItems), region.pageWidth),
		})),
	);

/** What the engine writes for empty parts, and syntax without content. */
const EMPTY = /^(?:```\w*\n\s*```|#{1,6}|-{3,})$/gm;
const TABLE_RULE = /^\|(?:---\|)+$/gm;

/** The engine's Markdown without empty syntax, in the form that all Markdown of this service has. */
const clean = (markdown: string): string =>
	markdown
		.replace(EMPTY, '')
		.replace(TABLE_RULE, (rule) => rule.replaceAll('---', ' --- '))
		.replace(/\n{3,}/g, '\n\n')
		.trim();

const writeParts = (markdown: string, parts: readonly ReadPart[], kind: Kind): string =>
	markdown
		.split(PLACEHOLDERS[kind])
		.map((piece, at) => (at % 2 === 0 ? piece.trim() : (parts[Number(piece)]?.markdown ?? '')))
		.filter((piece) => piece !== '')
		.join('\n\n');

/** Prepares a page for the engine: its pieces of text corrected, and marked for what is written later. */
function prepare(page: ParsedPage): PageInput {
	const input = toInput(page);
	const edges = visibleEdges(input.graphics);
	const marked = alignNumbers(withMarks(joinTitles(joinLetters(input.textItems)), page));
	const pieces = marked.flatMap((item) => divideAtGaps(item, edges));
	const ordered = readingOrder({ ...input, textItems: pieces });
	const links = linksOf(page);
	return { ...ordered, textItems: ordered.textItems.map((item) => markLinks(item, links)) };
}

/** The layout of a page. */
export interface LaidOutPage {
	markdown: string;
	/** The texts of the cells of each table on the page. */
	tables: string[][];
}

/** Markdown of pages whose text and drawings are known. */
export function layOut(pages: readonly ParsedPage[]): LaidOutPage[] {
	const prepared = pages.map(prepare);
	const drawn = prepared.map(({ textItems, graphics }) => {
		const edges = visibleEdges(graphics);
		const shown = shownItems(textItems);
		return drawnTables(shown, edges, () => placedTables(shown, edges));
	});
	const regions = prepared.map((input, at) =>
		regionsOf(withoutParts(input, drawn[at] ?? [], 'drawn')),
	);
	const all = regions.flat();
	const laidOut = laidOutRegions(all);
	const found = all.map(({ textItems, graphics }, at) =>
		findPlacedTables(textItems, visibleEdges(graphics), laidOut[at]?.blocks ?? []),
	);
	const parts = found.map(({ misread }) => misread);
	const rest = all.map((region, at): PageInput => {
		const left = withoutParts(region, parts[at] ?? [], 'misread');
		const textItems = withWholeLines(left.textItems, laidOut[at]?.blocks ?? []);
		return textItems.length === left.textItems.length ? left : { ...left, textItems };
	});
	const mended = rest.some((region, at) => region !== all[at]) ? laidOutRegions(rest) : laidOut;
	const texts = rest.values();
	const written = mended
		.map(({ markdown }, at): LaidOutPage => {
			const tables = (found[at]?.cells ?? []).map((cells) =>
				cells.map(withoutLinkMarks).filter((text) => !isPlaceholder(text)),
			);
			return { markdown: clean(writeParts(markdown, parts[at] ?? [], 'misread')), tables };
		})
		.values();
	return regions.map((own, at) => {
		const regionsOfPage = own.flatMap(() => written.next().value ?? []);
		const markdowns = regionsOfPage.map(({ markdown }) => markdown).filter((text) => text !== '');
		const items = own.flatMap(() => texts.next().value?.textItems ?? []);
		const links = pages[at] ? linksOf(pages[at]) : [];
		const whole = writeParts(markdowns.join('\n\n'), drawn[at] ?? [], 'drawn');
		return {
			markdown: writeLinks(withHeadings(writeLineEnds(whole), items, pages[at]?.blocks), links),
			tables: regionsOfPage.flatMap(({ tables }) => tables),
		};
	});
}

/** The Markdown of a page, and what it lacks. */
interface AccountedPage {
	markdown: string;
	/** Words and figures of the page that the Markdown lacks. */
	missing: string[];
	/** Cells of tables that are in no row. */
	outsideRows: string[];
}

/**
 * The Markdown that has all words of a page: what was made of it, or the engine's own, with the page's
 * marks and links, where that loses or repeats some.
 */
export function wholeMarkdown(page: ParsedPage, { markdown, tables }: LaidOutPage): AccountedPage {
	const { vectorGraphics: _drawn, ...undrawn } = page;
	const texts = readingOrder(toInput(undrawn)).textItems.map(({ text }) => text);
	const { missing, isRepeated } = accountFor(texts, markdown);
	const own = { markdown, missing, outsideRows: cellsOutsideRows(tables, markdown) };
	if (missing.length === 0 && !isRepeated) return own;
	const input = toInput(page);
	const links = linksOf(page);
	const textItems = withMarks(input.textItems, page).map((item) => markLinks(item, links));
	const plain = layOutByEngine([{ ...input, textItems }])
		.map((laidOut) => clean(writeLinks(laidOut.markdown, links)))
		.join('');
	const other = accountFor(texts, plain);
	const isBetter = isRepeated ? !other.isRepeated : other.missing.length < missing.length;
	if (!isBetter) return own;
	return { markdown: plain, missing: other.missing, outsideRows: cellsOutsideRows(tables, plain) };
}
