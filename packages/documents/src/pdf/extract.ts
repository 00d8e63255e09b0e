import {
	LiteParse,
	type LiteParseConfig,
	type PageOrientationCorrection,
	type ParsedPage,
} from '@llamaindex/liteparse';
import {
	bytesOf,
	type ConvertedPage,
	type DocumentSource,
	type ReadRequest,
} from '../conversion/conversion.ts';
import { damaged, DocumentFailure, truncated } from '../conversion/documentFailure.ts';
import { formatPageSelection, selectPages } from '../conversion/pages.ts';
import { mendSymbolLines } from '../layout/symbolLines.ts';
import type { Box } from '../layout/page.ts';
import { isDoubtful } from './pageKind.ts';
import { withoutUnnamed } from './unnamed.ts';
import { uprightViews } from '../layout/turned.ts';
import { withoutVerticalLines } from '../layout/vertical.ts';

/** Pages requested from the engine at a time: progress moves in these steps while text is read. */
export const PAGES_PER_STEP = 25;
/** A PDF ends in `startxref … %%EOF`; readers look for it in the last kilobytes. */
const END_SEARCH_LENGTH = 4096;
const SPACE = 0x20;

/** What is requested for a page of which only the words and their positions matter. */
const WORDS_OPTIONS: Partial<LiteParseConfig> = {
	outputFormat: 'json',
	ocrEnabled: false,
	continueOnPageError: true,
	emitWordBoxes: true,
	extractTextMetadata: true,
};

/** What is requested from the engine for every page. */
const TEXT_OPTIONS: Partial<LiteParseConfig> = {
	...WORDS_OPTIONS,
	extractAnnotations: true,
	extractBlocks: true,
	extractContentBounds: true,
	extractFormFields: true,
	extractVectorGraphics: true,
	keepHeadersFooters: true,
};

/** The PDF engine, which prints nothing and reads any number of pages. */
export function engineFor(options: Partial<LiteParseConfig>): LiteParse {
	return new LiteParse({ quiet: true, maxPages: Number.MAX_SAFE_INTEGER, ...options });
}

/** @throws DocumentFailure if the end of a PDF is missing */
export function rejectTruncated(file: Buffer): void {
	// Disks and tapes fill their last block, programs a length that they have reserved.
	const filling = file.at(-1);
	const length = file.findLastIndex((byte) => byte !== filling && byte > SPACE) + 1;
	const end = file.subarray(Math.max(0, length - END_SEARCH_LENGTH), length);
	if (!end.includes('startxref') && !end.includes('%%EOF')) throw truncated('The PDF');
}

/** Runs the engine; its errors become the document's failure. */
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

async function countPages(source: DocumentSource): Promise<number> {
	const engine = engineFor({ ocrEnabled: false, targetPages: '1' });
	return (await run(() => engine.parse(source))).totalPages;
}

/** The number of pages of a PDF. @throws DocumentFailure */
export async function countPdfPages(source: DocumentSource): Promise<number> {
	rejectTruncated(await bytesOf(source));
	return await countPages(source);
}

/** A page as the engine returns it; `page` is undefined if it returned none. */
export interface ExtractedPage {
	pageNumber: number;
	page: ParsedPage | undefined;
	/** Lines of words and symbols that the engine may have mixed up. */
	unsure?: string[];
	/** Whether the engine has left out lines. */
	isCovered?: boolean;
	/** The page once for each direction of its text, upright each time, its lines from left to right. */
	views: ParsedPage[];
	/** The texts of pictures among its text; placeholder words mark their positions in the first view. */
	pictures?: string[];
	/** Where it has text that its fonts give no names, so that it says nothing: left out of its text. */
	unnamed?: Box | undefined;
	/** What was recognised in the picture of the page, if its text is doubtful. */
	recognised?: ConvertedPage;
}

/**
 * Pages with further details from the engine on the doubtful ones among them. Getting these takes a sixth of
 * the time of reading, so they are not requested for every page.
 */
async function lookCloser(
	source: DocumentSource,
	pages: ParsedPage[],
	areDoubtful: boolean,
): Promise<ParsedPage[]> {
	const doubtful = pages
		.filter((page) => areDoubtful || isDoubtful(page))
		.map(({ pageNum }) => pageNum);
	if (doubtful.length === 0) return pages;
	const engine = engineFor({ ocrEnabled: false, targetPages: formatPageSelection(doubtful) });
	const found = await run(() => engine.isComplex(source));
	return pages.map((page) => {
		const complexity = found.find(({ pageNumber }) => pageNumber === page.pageNum);
		return complexity ? { ...page, complexity } : page;
	});
}

/** PDFium's types of XFA forms: those whose pages are made when they are opened, and the others. */
const XFA_FULL = 2;
const XFA_FOREGROUND = 3;

/** Pages that were read together. */
export interface Extraction {
	totalPages: number;
	pages: ExtractedPage[];
	/** Whether the pages are made from an XFA form when it is opened: those in the file only say to wait. */
	isDynamicForm: boolean;
}

/**
 * Extracts the requested pages that the document has.
 * @param hasUnnamed whether the file has fonts without names for their characters. Default: false
 */
export async function extractPages(
	source: DocumentSource,
	pageNumbers: readonly number[],
	hasUnnamed = false,
): Promise<Extraction> {
	const targetPages = formatPageSelection(pageNumbers);
	const engine = engineFor({ ...TEXT_OPTIONS, targetPages });
	const { totalPages, pages, formType } = await run(() => engine.parse(source));
	const hasFields = pages.some(({ formFields = [] }) => formFields.length > 0);
	const turning =
		(options: Partial<LiteParseConfig>) => async (turns: PageOrientationCorrection[]) => {
			const own = { targetPages: formatPageSelection(turns.map(({ page }) => page)) };
			const turned = engineFor({ ...options, ...own, pageOrientationCorrections: turns });
			return (await run(() => turned.parse(source))).pages;
		};
	const mended = await mendSymbolLines(pages, turning(WORDS_OPTIONS));
	const all = await lookCloser(
		source,
		mended.map(({ page }) => page),
		hasUnnamed,
	);
	const named = all.map(withoutUnnamed);
	const looked = named.map(({ page }) => page);
	const views = await uprightViews(looked, turning(TEXT_OPTIONS));
	const existing = pageNumbers.filter((pageNumber) => pageNumber <= totalPages);
	return {
		totalPages,
		// Forms whose fields are also in the file are read like others.
		isDynamicForm: formType === XFA_FULL || (formType === XFA_FOREGROUND && !hasFields),
		pages: existing.map((pageNumber) => {
			const at = looked.findIndex(({ pageNum }) => pageNum === pageNumber);
			const upright = (views[at] ?? []).map(withoutVerticalLines);
			const { unsure = [], isCovered = false } = mended[at] ?? {};
			const { unnamed } = named[at] ?? {};
			return { pageNumber, page: looked[at], views: upright, unsure, isCovered, unnamed };
		}),
	};
}

/**
 * Counts the pages and lists the requested ones. Counting takes as long as reading one, so if pages are
 * requested whatever their number, they are counted by reading the first of them.
 */
export async function openPdf(
	{ source, pages, maxPages }: ReadRequest,
	hasUnnamed = false,
): Promise<{ totalPages: number; selected: number[]; first?: Extraction }> {
	if (pages !== undefined) {
		const totalPages = await countPages(source);
		return { totalPages, selected: selectPages(totalPages, pages, maxPages) };
	}
	const length = Math.min(PAGES_PER_STEP, maxPages ?? PAGES_PER_STEP);
	const pageNumbers = Array.from({ length }, (_, at) => at + 1);
	const first = await extractPages(source, pageNumbers, hasUnnamed);
	const selected = selectPages(first.totalPages, undefined, maxPages);
	return { totalPages: first.totalPages, selected, first };
}
