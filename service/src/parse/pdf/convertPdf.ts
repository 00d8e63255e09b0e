import { open } from 'node:fs/promises';
import { LiteParse, type LiteParseConfig, type ParsedPage } from '@llamaindex/liteparse';
import type {
	ConvertedPage,
	DocumentSource,
	ReadDocument,
	ReaderTools,
	ReadRequest,
} from '../document/conversion.ts';
import { damaged, DocumentFailure, truncated } from '../document/documentFailure.ts';
import {
	describeHiddenText,
	describePictures,
	describeReplaced,
	describeUnconfirmed,
	formatPageSelection,
	selectPages,
} from '../document/pages.ts';
import type { Recogniser } from '../ocr/recogniser.ts';
import { agreement, describeMissing, textOfPage } from './account.ts';
import { layOut, wholeMarkdown } from './layout.ts';
import { isDoubtful, kindOf, type PageKind } from './pageKind.ts';
import { chooseReading } from './recognition.ts';
import { uprightViews } from './turned.ts';
import { withoutRunningLines } from './runningLines.ts';

/** Pages taken from the engine at a time: progress moves in these steps while text is read. */
const PAGES_PER_STEP = 25;
/** Pages laid out together: headings are ranked, and running lines found, over so many. */
const PAGES_LAID_OUT = 250;
/** Pages are drawn for recognition at this resolution, or smaller when they are large. */
const DOTS_PER_INCH = 300;
const LONGEST_SIDE = 4000;
const POINTS_PER_INCH = 72;
/** Recognition has the text that was put onto a picture if it reads this share of its words. */
const MIN_STAMP_AGREEMENT = 0.8;
/** A PDF ends in `startxref … %%EOF`; readers look for it in the last kilobytes. */
const END_SEARCH_LENGTH = 4096;

/** What is asked of the engine for every page. */
const TEXT_OPTIONS: Partial<LiteParseConfig> = {
	outputFormat: 'json',
	ocrEnabled: false,
	continueOnPageError: true,
	emitWordBoxes: true,
	extractAnnotations: true,
	extractContentBounds: true,
	extractFormFields: true,
	extractStructureTree: true,
	extractTextMetadata: true,
	extractVectorGraphics: true,
	keepHeadersFooters: true,
	quiet: true,
};

function engineFor(options: Partial<LiteParseConfig>): LiteParse {
	return new LiteParse({ quiet: true, maxPages: Number.MAX_SAFE_INTEGER, ...options });
}

/** The last bytes of a document. */
async function readEnd(source: DocumentSource): Promise<string> {
	if (typeof source !== 'string') return source.subarray(-END_SEARCH_LENGTH).toString('latin1');
	const file = await open(source);
	try {
		const { size } = await file.stat();
		const buffer = Buffer.alloc(Math.min(size, END_SEARCH_LENGTH));
		await file.read(buffer, 0, buffer.length, size - buffer.length);
		return buffer.toString('latin1');
	} finally {
		await file.close();
	}
}

async function rejectTruncated(source: DocumentSource): Promise<void> {
	const end = await readEnd(source);
	if (!end.includes('startxref') && !end.includes('%%EOF')) throw truncated('The PDF');
}

/** Runs the engine; what it throws is told as the document's failure. */
async function run<Result>(work: () => Promise<Result>): Promise<Result> {
	try {
		return await work();
	} catch (cause) {
		if (!(cause instanceof Error && /password/i.test(cause.message))) {
			throw damaged('The PDF', undefined);
		}
		throw new DocumentFailure(
			'password',
			'The PDF is password-protected. Remove the password and send it again.',
			{ cause },
		);
	}
}

/** The number of pages of a PDF. @throws DocumentFailure */
export async function countPdfPages(source: DocumentSource): Promise<number> {
	await rejectTruncated(source);
	const engine = engineFor({ ocrEnabled: false, targetPages: '1' });
	return (await run(() => engine.parse(source))).totalPages;
}

async function recognisePage(
	source: DocumentSource,
	{ pageNumber, page }: ExtractedPage,
	recogniser: Recogniser,
): Promise<ConvertedPage> {
	try {
		const inches = Math.max(page?.width ?? 0, page?.height ?? 0, 1) / POINTS_PER_INCH;
		const dpi = Math.max(1, Math.floor(Math.min(DOTS_PER_INCH, LONGEST_SIDE / inches)));
		const [drawn] = await engineFor({ dpi }).screenshot(source, [pageNumber]);
		if (!drawn) throw new Error('it can not be drawn');
		const markdown = drawn.isSolidFill ? '' : await recogniser.recognise(drawn.imageBuffer, 'page');
		return { pageNumber, markdown, method: 'ocr' };
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause);
		const error = `The page can't be recognised: ${reason}`;
		return { pageNumber, markdown: '', method: 'ocr', error };
	}
}

/** A page as the engine gives it; without `page` it gives none. */
interface ExtractedPage {
	pageNumber: number;
	page: ParsedPage | undefined;
	/** The page as often as its text is turned, upright each time. */
	views: ParsedPage[];
}

/**
 * Pages with what else the engine can tell of the doubtful ones among them. It takes a sixth of the time
 * that reading takes, so it is not asked for on every page.
 */
async function lookCloser(source: DocumentSource, pages: ParsedPage[]): Promise<ParsedPage[]> {
	const doubtful = pages.filter(isDoubtful).map(({ pageNum }) => pageNum);
	if (doubtful.length === 0) return pages;
	const engine = engineFor({ ocrEnabled: false, targetPages: formatPageSelection(doubtful) });
	const found = await run(() => engine.isComplex(source));
	return pages.map((page) => {
		const complexity = found.find(({ pageNumber }) => pageNumber === page.pageNum);
		return complexity ? { ...page, complexity } : page;
	});
}

/** Extracts those of the pages that the document has. */
async function extractPages(
	source: DocumentSource,
	pageNumbers: readonly number[],
): Promise<{ totalPages: number; pages: ExtractedPage[] }> {
	const engine = engineFor({ ...TEXT_OPTIONS, targetPages: formatPageSelection(pageNumbers) });
	const { totalPages, pages } = await run(() => engine.parse(source));
	const looked = await lookCloser(source, pages);
	const views = await uprightViews(looked, async (pageOrientationCorrections) => {
		const targetPages = formatPageSelection(pageOrientationCorrections.map(({ page }) => page));
		const turning = engineFor({ ...TEXT_OPTIONS, targetPages, pageOrientationCorrections });
		return (await run(() => turning.parse(source))).pages;
	});
	const existing = pageNumbers.filter((pageNumber) => pageNumber <= totalPages);
	return {
		totalPages,
		pages: existing.map((pageNumber) => {
			const at = looked.findIndex(({ pageNum }) => pageNum === pageNumber);
			return { pageNumber, page: looked[at], views: views[at] ?? [] };
		}),
	};
}

/**
 * Counts the pages and tells which are asked for. Counting takes as long as reading one, so pages that
 * are asked for however many there are, are counted by reading the first of them.
 */
async function openPdf({ source, pages, maxPages }: ReadRequest): Promise<{
	totalPages: number;
	selected: number[];
	first?: ExtractedPage[];
}> {
	if (pages !== undefined) {
		const totalPages = await countPdfPages(source);
		return { totalPages, selected: selectPages(totalPages, pages, maxPages) };
	}
	await rejectTruncated(source);
	const length = Math.min(PAGES_PER_STEP, maxPages ?? PAGES_PER_STEP);
	const first = await extractPages(
		source,
		Array.from({ length }, (_, at) => at + 1),
	);
	const selected = selectPages(first.totalPages, undefined, maxPages);
	return { totalPages: first.totalPages, selected, first: first.pages };
}

/** Lays out all text of pages, and compares what comes out with what went in. */
function layOutPages(
	extracted: readonly ExtractedPage[],
	warn: (sentence: string) => void,
): ConvertedPage[] {
	const main = withoutRunningLines(extracted.flatMap(({ views: [first] }) => first ?? []));
	const views = extracted.map(({ views: [first, ...turned] }) => {
		const own = main.find(({ pageNum }) => pageNum === first?.pageNum);
		return own ? [own, ...turned] : turned;
	});
	const laidOut = layOut(views.flat()).values();
	return extracted.map(({ pageNumber, page }, at): ConvertedPage => {
		const own = (views[at] ?? []).map((view) => ({ view, markdown: laidOut.next().value ?? '' }));
		const parts = own.map(({ view, markdown }) => {
			const { markdown: kept, missing } = wholeMarkdown(view, markdown);
			if (missing.length > 0) warn(describeMissing(pageNumber, missing));
			return kept;
		});
		const markdown = parts.filter((part) => part !== '').join('\n\n');
		const error = page ? {} : { error: "The page is damaged and can't be read." };
		return { pageNumber, markdown, method: 'text', ...error };
	});
}

/** What is kept of the two readings of a page, its text and what was recognised on its picture. */
function combine(
	read: ConvertedPage,
	recognised: ConvertedPage,
	{ page }: ExtractedPage,
	warn: (sentence: string) => void,
): ConvertedPage {
	const kind = page && kindOf(page);
	if (!page || !kind || recognised.error !== undefined) return recognised;
	const text = textOfPage(page);
	if (kind.isDamaged) {
		const { method, isConfirmed } = chooseReading(text, recognised.markdown);
		if (method === 'text' && !isConfirmed) warn(describeUnconfirmed(read.pageNumber));
		if (method === 'ocr') warn(describeReplaced(read.pageNumber));
		// Recognition finds the lines that others hide.
		const isFuller = kind.isCovered && isConfirmed;
		return method === 'text' && !isFuller ? read : recognised;
	}
	if (agreement(text, recognised.markdown) >= MIN_STAMP_AGREEMENT) return recognised;
	const markdown = [read.markdown, recognised.markdown].filter((part) => part !== '').join('\n\n');
	return { ...recognised, markdown };
}

/** Tells what the mode that reads no pictures leaves out. */
function describeLeftOut(kinds: ReadonlyMap<number, PageKind>): string[] {
	const pagesWith = (test: (kind: PageKind) => boolean) =>
		[...kinds].flatMap(([pageNumber, kind]) => (test(kind) ? [pageNumber] : []));
	const pictures = pagesWith(({ isPicture }) => isPicture);
	const covered = pagesWith(({ isCovered }) => isCovered);
	// A document of pictures alone is told of as one without text.
	const hasText = pictures.length < kinds.size;
	return [
		...(pictures.length > 0 && hasText ? [describePictures(pictures)] : []),
		...(covered.length > 0 ? [describeHiddenText(covered)] : []),
	];
}

function isToBeRecognised(mode: ReadRequest['mode'], kind: PageKind | undefined): boolean {
	const isDoubted = kind && (kind.isPicture || kind.isStamped || kind.isDamaged);
	return mode === 'ocr' || (mode === 'auto' && isDoubted === true);
}

/** The reading of a page that is kept: that of its text, that of its picture, or what both give. */
function keepReading(
	entry: ExtractedPage,
	read: readonly ConvertedPage[],
	recognised: ReadonlyMap<number, ConvertedPage>,
	warn: (message: string) => void,
): ConvertedPage[] {
	const own = read.find(({ pageNumber }) => pageNumber === entry.pageNumber);
	const other = recognised.get(entry.pageNumber);
	if (own && other) return [combine(own, other, entry, warn)];
	return [own ?? other ?? []].flat();
}

/**
 * Converts a PDF page by page: its text with headings, lists, tables and links, or what is
 * recognised on its pictures where there is no text.
 * @param request the name of its file must end in `.pdf`: the engine goes by it
 * @throws DocumentFailure
 */
export async function convertPdf(
	request: ReadRequest,
	{ context, recogniser, checkCount }: ReaderTools,
): Promise<ReadDocument> {
	const { source, mode } = request;
	const { totalPages, selected, first } = await openPdf(request);
	checkCount(selected.length);
	const pages: ConvertedPage[] = [];
	const recognised = new Map<number, ConvertedPage>();
	const kinds = new Map<number, PageKind>();
	let extracted: ExtractedPage[] = [];
	let done = 0;
	for (let from = 0; from < selected.length; from += PAGES_PER_STEP) {
		const step = selected.slice(from, from + PAGES_PER_STEP);
		const entries = (from === 0 && first) || (await extractPages(source, step)).pages;
		for (const entry of entries) {
			const { pageNumber } = entry;
			const kind = entry.page && kindOf(entry.page);
			if (kind) kinds.set(pageNumber, kind);
			if (isToBeRecognised(mode, kind)) {
				recognised.set(pageNumber, await recognisePage(source, entry, recogniser));
			}
			extracted.push(entry);
			context.onProgress(++done, selected.length);
		}
		if (extracted.length < PAGES_LAID_OUT && done < selected.length) continue;
		const isKept = ({ pageNumber }: ExtractedPage) => mode !== 'ocr' || !recognised.has(pageNumber);
		const read = layOutPages(extracted.filter(isKept), context.warn);
		pages.push(...extracted.flatMap((entry) => keepReading(entry, read, recognised, context.warn)));
		extracted = [];
	}
	if (mode === 'fast') describeLeftOut(kinds).forEach(context.warn);
	return { totalPages, pages };
}
