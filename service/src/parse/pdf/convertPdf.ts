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
	formatPageSelection,
	selectPages,
} from '../document/pages.ts';
import type { Recogniser } from '../ocr/recogniser.ts';
import { layOut } from './layout.ts';
import { isDoubtful, kindOf, type PageKind } from './pageKind.ts';
import { withoutRunningLines } from './lines.ts';

/** Pages taken from the engine at a time: progress moves in these steps while text is read. */
const PAGES_PER_STEP = 25;
/** Pages laid out together: headings are ranked, and running lines found, over so many. */
const PAGES_LAID_OUT = 250;
/** Pages are drawn for recognition at this resolution, or smaller when they are large. */
const DOTS_PER_INCH = 300;
const LONGEST_SIDE = 4000;
const POINTS_PER_INCH = 72;
/** A PDF ends in `startxref … %%EOF`; readers look for it in the last kilobytes. */
const END_SEARCH_LENGTH = 4096;

/** What is asked of the engine for every page. */
const TEXT_OPTIONS: Partial<LiteParseConfig> = {
	outputFormat: 'json',
	ocrEnabled: false,
	continueOnPageError: true,
	emitWordBoxes: true,
	extractAnnotations: true,
	extractBlocks: true,
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

function openFailure(cause: unknown): DocumentFailure {
	if (cause instanceof Error && /password/i.test(cause.message)) {
		return new DocumentFailure(
			'password',
			'The PDF is password-protected. Remove the password and send it again.',
			{ cause },
		);
	}
	return damaged('The PDF', undefined);
}

/** Runs the engine; what it throws is told as the document's failure. */
async function run<Result>(work: () => Promise<Result>): Promise<Result> {
	try {
		return await work();
	} catch (cause) {
		throw openFailure(cause);
	}
}

/** The number of pages of a PDF. @throws DocumentFailure */
export async function countPdfPages(source: DocumentSource): Promise<number> {
	await rejectTruncated(source);
	const engine = engineFor({ ocrEnabled: false, targetPages: '1' });
	return (await run(() => engine.parse(source))).totalPages;
}

/** What the pages of one conversion are read with. */
interface PdfSource {
	source: DocumentSource;
	recogniser: Recogniser;
}

async function recognisePage(
	{ source, recogniser }: PdfSource,
	pageNumber: number,
	size: { width: number; height: number } | undefined,
): Promise<ConvertedPage> {
	try {
		const inches = Math.max(size?.width ?? 0, size?.height ?? 0, 1) / POINTS_PER_INCH;
		const dpi = Math.max(1, Math.floor(Math.min(DOTS_PER_INCH, LONGEST_SIDE / inches)));
		const [drawn] = await engineFor({ dpi }).screenshot(source, [pageNumber]);
		if (!drawn) throw new Error('it can not be drawn');
		const markdown = drawn.isSolidFill ? '' : await recogniser.recognise(drawn.imageBuffer, 'page');
		return { pageNumber, markdown, method: 'ocr' };
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause);
		return {
			pageNumber,
			markdown: '',
			method: 'ocr',
			error: `The page can't be recognised: ${reason}`,
		};
	}
}

/** A page as the engine gives it, or why it gives none. */
type ExtractedPage = { pageNumber: number } & ({ page: ParsedPage } | { error: string });

/**
 * Pages with what else the engine can tell of the doubtful ones among them. It takes a sixth of the time
 * that reading takes, so it is not asked for on every page.
 */
async function lookCloser(source: DocumentSource, pages: ParsedPage[]): Promise<ParsedPage[]> {
	const doubtful = pages.filter(isDoubtful).map(({ pageNum }) => pageNum);
	if (doubtful.length === 0) return pages;
	const engine = engineFor({ ocrEnabled: false, targetPages: formatPageSelection(doubtful) });
	const found = await run(() => engine.isComplex(source));
	const byNumber = new Map(found.map((complexity) => [complexity.pageNumber, complexity]));
	return pages.map((page) => {
		const complexity = byNumber.get(page.pageNum);
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
	const found = new Map(looked.map((page) => [page.pageNum, page]));
	const existing = pageNumbers.filter((pageNumber) => pageNumber <= totalPages);
	return {
		totalPages,
		pages: existing.map((pageNumber) => {
			const page = found.get(pageNumber);
			if (page) return { pageNumber, page };
			return { pageNumber, error: "The page is damaged and can't be read." };
		}),
	};
}

/** A PDF whose pages are counted. */
interface OpenPdf {
	totalPages: number;
	/** The pages that are asked for. */
	selected: number[];
	/** The first step of these, where they were read already. */
	first?: ExtractedPage[];
}

/**
 * Counts the pages. This takes as long as reading one, so pages that are asked for however many
 * there are, are counted by reading them.
 */
async function openPdf({ source, pages, maxPages }: ReadRequest): Promise<OpenPdf> {
	if (pages !== undefined) {
		const totalPages = await countPdfPages(source);
		return { totalPages, selected: selectPages(totalPages, pages, maxPages) };
	}
	await rejectTruncated(source);
	const length = Math.min(PAGES_PER_STEP, maxPages ?? PAGES_PER_STEP);
	const wanted = Array.from({ length }, (_, at) => at + 1);
	const first = await extractPages(source, wanted);
	const { totalPages } = first;
	return { totalPages, selected: selectPages(totalPages, undefined, maxPages), first: first.pages };
}

/** Pages on their way: extracted, some recognised already, the others to be laid out together. */
class PageGroup {
	readonly #recognised = new Map<number, ConvertedPage>();
	readonly #extracted: ExtractedPage[] = [];

	get length(): number {
		return this.#extracted.length;
	}

	add(page: ExtractedPage, recognised: ConvertedPage | undefined): void {
		this.#extracted.push(page);
		if (recognised) this.#recognised.set(page.pageNumber, recognised);
	}

	layOut(): ConvertedPage[] {
		const texts = this.#extracted.flatMap((entry) =>
			'page' in entry && !this.#recognised.has(entry.pageNumber) ? [entry.page] : [],
		);
		const markdown = layOut(withoutRunningLines(texts));
		const byNumber = new Map(texts.map(({ pageNum }, at) => [pageNum, markdown[at] ?? '']));
		return this.#extracted.map((entry): ConvertedPage => {
			const { pageNumber } = entry;
			const recognised = this.#recognised.get(pageNumber);
			if (recognised) return recognised;
			const base = {
				pageNumber,
				markdown: byNumber.get(pageNumber) ?? '',
				method: 'text' as const,
			};
			return 'error' in entry ? { ...base, error: entry.error } : base;
		});
	}
}

/** What the mode that reads no pictures leaves out, page by page. */
class LeftOut {
	readonly #pictures: number[] = [];
	readonly #covered: number[] = [];

	add(pageNumber: number, { isPicture, isCovered }: PageKind): void {
		if (isPicture) this.#pictures.push(pageNumber);
		if (isCovered) this.#covered.push(pageNumber);
	}

	/** A sentence for each kind; a document of pictures alone is told of as one without text. */
	describe(pageCount: number): string[] {
		const { length } = this.#pictures;
		return [
			...(length > 0 && length < pageCount ? [describePictures(this.#pictures)] : []),
			...(this.#covered.length > 0 ? [describeHiddenText(this.#covered)] : []),
		];
	}
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
	const leftOut = new LeftOut();
	let group = new PageGroup();
	let done = 0;
	for (let from = 0; from < selected.length; from += PAGES_PER_STEP) {
		const step = selected.slice(from, from + PAGES_PER_STEP);
		const entries = (from === 0 && first) || (await extractPages(source, step)).pages;
		for (const entry of entries) {
			const page = 'page' in entry ? entry.page : undefined;
			const kind = page && kindOf(page);
			if (mode === 'fast' && kind) leftOut.add(entry.pageNumber, kind);
			const isRecognised = mode === 'ocr' || (mode === 'auto' && kind?.needsRecognition === true);
			group.add(
				entry,
				isRecognised
					? await recognisePage({ source, recogniser }, entry.pageNumber, page)
					: undefined,
			);
			context.onProgress(++done, selected.length);
		}
		if (group.length >= PAGES_LAID_OUT) {
			pages.push(...group.layOut());
			group = new PageGroup();
		}
	}
	pages.push(...group.layOut());
	for (const sentence of leftOut.describe(pages.length)) context.warn(sentence);
	return { totalPages, pages };
}
