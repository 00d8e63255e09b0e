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
	bottomOf,
	boxOf,
	isInside,
	type Box,
	endOf,
	isPlaceholder,
	isSideBySide,
	linesOf,
	middleOf,
	placeholderItem,
	type ReadPart,
	shownItems,
	visibleEdges,
} from './page.ts';
import { divideAtGaps, joinLetters, joinTitles, withUsualWeight } from './pieces.ts';

/** What is read of a page one after the other: text, laid out by the engine, or the Markdown of a table. */
type Step = PageInput | string;

/** Lines around a table are drawn this far from its text, in points. */
const FRAME = 8;

const isBehind = (item: Box, box: Box): boolean =>
	middleOf(item) > bottomOf(box) || (middleOf(item) >= box.y && item.x >= endOf(box));

/** Tables that are read here, and the text before and after each. The engine makes one table of it all. */
function stepsAround(input: PageInput, tables: readonly ReadPart[]): Step[] {
	if (tables.length === 0) return [input];
	const ordered = linesOf(
		tables.map((table) => ({ ...table.box, text: '', table })),
		isSideBySide,
	).flatMap(({ items }) => items.map(({ table }) => table));
	const left = input.textItems.filter((item) => !tables.some(({ items }) => items.has(item)));
	const places = Map.groupBy(left, (item) =>
		ordered.findLastIndex(({ box }) => isBehind(item, box)),
	);
	const graphics = (input.graphics ?? []).filter(
		(graphic) => !tables.some(({ box }) => isInside(boxOf(graphic), box, FRAME)),
	);
	const textAfter = (at: number): Step[] => {
		const textItems = places.get(at);
		return textItems ? [{ ...input, graphics, textItems }] : [];
	};
	return [...textAfter(-1), ...ordered.flatMap(({ markdown }, at) => [markdown, ...textAfter(at)])];
}

const toInput = (page: ParsedPage): PageInput => ({
	pageNumber: page.pageNum,
	pageWidth: page.width,
	pageHeight: page.height,
	textItems: withUsualWeight(withAnnotations(page)),
	graphics: graphicsOf(page),
});

/** The columns and blocks of a page, and the drawn tables in them. */
function regionsOf(input: PageInput): Step[] {
	const edges = visibleEdges(input.graphics);
	const shown = shownItems(input.textItems);
	const drawn = drawnTables(shown, edges, () => placedTables(shown, edges));
	const places = new Map(drawn.map((table) => [placeholderItem(table.box, 'table'), table]));
	const left = input.textItems.filter((item) => !drawn.some(({ items }) => items.has(item)));
	const parts = readingRegions([...left, ...places.keys()], edges);
	return parts
		.flatMap((part) => blocksBeside(part, input.pageWidth))
		.flatMap((items) => {
			const textItems = items.filter((item) => !places.has(item));
			return stepsAround(
				{ ...input, textItems },
				items.flatMap((item) => places.get(item) ?? []),
			);
		});
}

/** The engine's layout of text, with the ends of its lines marked. */
function layOutText(steps: readonly Step[]): Map<Step, LaidOut> {
	const texts = steps.filter((step) => typeof step !== 'string');
	const laidOut = layOutByEngine(
		texts.map(({ textItems, ...text }) => ({
			...text,
			textItems: markLineEnds(withLeadIns(textItems), text.pageWidth),
		})),
	);
	return new Map(laidOut.flatMap((own, at) => (texts[at] ? [[texts[at], own]] : [])));
}

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

/** A text of which the tables that the engine misread are read here. */
function mend(
	step: Step,
	laidOut: ReadonlyMap<Step, LaidOut>,
): { steps: Step[]; tables: string[][] } {
	if (typeof step === 'string') return { steps: [step], tables: [] };
	const blocks = laidOut.get(step)?.blocks ?? [];
	const { misread, cells } = findPlacedTables(step.textItems, visibleEdges(step.graphics), blocks);
	const tables = cells.map((texts) =>
		texts.map(withoutLinkMarks).filter((text) => !isPlaceholder(text)),
	);
	const steps = stepsAround(step, misread).map((part): Step => {
		if (typeof part === 'string') return part;
		const textItems = withWholeLines(part.textItems, blocks);
		return textItems.length === part.textItems.length ? part : { ...part, textItems };
	});
	return { steps, tables };
}

/** Markdown of pages whose text and drawings are known. */
export function layOut(pages: readonly ParsedPage[]): LaidOutPage[] {
	const regions = pages.map((page) => regionsOf(prepare(page)));
	const laidOut = layOutText(regions.flat());
	const mended = regions.map((own) => own.map((step) => mend(step, laidOut)));
	const all = mended.flatMap((own) => own.flatMap(({ steps }) => steps));
	const isSame = all.every((step) => typeof step === 'string' || laidOut.has(step));
	const again = isSame ? laidOut : layOutText(all);
	return mended.map((own, at) => {
		const steps = own.flatMap((part) => part.steps);
		const whole = steps
			.map((step) => (typeof step === 'string' ? step : clean(again.get(step)?.markdown ?? '')))
			.filter((text) => text !== '')
			.join('\n\n');
		const items = steps.flatMap((step) => (typeof step === 'string' ? [] : step.textItems));
		const links = pages[at] ? linksOf(pages[at]) : [];
		return {
			markdown: writeLinks(withHeadings(writeLineEnds(whole), items, pages[at]?.blocks), links),
			tables: own.flatMap(({ tables }) => tables),
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
