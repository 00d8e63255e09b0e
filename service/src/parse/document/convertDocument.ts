import { assembleMarkdown } from './markdownParts.ts';
import type {
	ConversionContext,
	ConversionRequest,
	ConvertedDocument,
	DocumentSummary,
	ReadDocument,
	ReaderTools,
} from './conversion.ts';
import { detectBytes, detectFormat } from '../detect/detectFormat.ts';
import { DocumentFailure } from './documentFailure.ts';
import { type DocumentFormat, factsOf, formatOfName } from '../detect/formats.ts';
import type { Recogniser } from '../ocr/recogniser.ts';
import { describePages, selectPages } from './pages.ts';
import { readerOf } from './reader.ts';

/** What one document may ask for. */
export interface ConversionLimits {
	/** Pages of one document that are read in one job. */
	maxSelectedPages: number;
	/** Characters of Markdown that one document may come to. */
	maxMarkdownLength: number;
}

function pageCountCheck(limits: ConversionLimits): (selectedPages: number) => void {
	return (selectedPages) => {
		if (selectedPages <= limits.maxSelectedPages) return;
		throw new DocumentFailure(
			'tooLarge',
			`The selection has ${selectedPages} pages; at most ${limits.maxSelectedPages} are parsed at a time. Choose a range with pages, or set maxPages.`,
		);
	};
}

/** A document of which no page could be read is a failed document, with the first page's reason. */
function rejectUnreadable({ pages }: ReadDocument): void {
	const [first] = pages;
	if (!first) throw new DocumentFailure('empty', 'The document has no pages.');
	if (first.error !== undefined && pages.every((page) => page.error !== undefined)) {
		throw new DocumentFailure('damaged', first.error);
	}
}

function rejectEndless({ pages }: ReadDocument, limits: ConversionLimits): void {
	const length = pages.reduce((sum, page) => sum + page.markdown.length, 0);
	if (length <= limits.maxMarkdownLength) return;
	throw new DocumentFailure(
		'tooLarge',
		`The Markdown has ${length} characters; at most ${limits.maxMarkdownLength} are returned. Choose fewer pages.`,
	);
}

/** A document attached to one that is attached to … is read so deep. */
const MAX_PART_DEPTH = 3;
/** Attached pictures are logos and photographs; attached text without a known name is a signature. */
const isPart = (format: DocumentFormat, name: string): boolean =>
	!factsOf(format).mediaTypes.some((type) => type.startsWith('image/')) &&
	(format !== 'txt' || formatOfName(name) !== undefined);

/** What a document is read with, and what documents inside it are read with in turn. */
function createTools(
	tools: Omit<ReaderTools, 'readPart'>,
	mode: ConversionRequest['mode'],
	depth: number,
): ReaderTools {
	return {
		...tools,
		async readPart(bytes, name) {
			if (depth >= MAX_PART_DEPTH) return undefined;
			let format: DocumentFormat;
			try {
				({ format } = detectBytes(bytes, name));
			} catch (error) {
				// Programs, archives, keys: no documents.
				if (error instanceof DocumentFailure && error.code === 'unsupported') return undefined;
				throw error;
			}
			if (!isPart(format, name)) return undefined;
			// The progress of the whole is not that of a part.
			const context = { ...tools.context, onProgress: () => tools.context.onProgress(0, 1) };
			const inner = createTools({ ...tools, context }, mode, depth + 1);
			const document = await readerOf(format).convert({ source: bytes, mode }, inner);
			rejectUnreadable(document);
			return { format, markdown: assembleMarkdown(document.pages, { pageMarkers: false }) };
		},
	};
}

/**
 * Converts a document to Markdown, page by page. Runs in a process of its own: a
 * document may take all the memory and time that this process has.
 * Throws `DocumentFailure`.
 */
export async function convertDocument(
	request: ConversionRequest,
	context: Omit<ConversionContext, 'warn'>,
	recogniser: Recogniser,
	limits: ConversionLimits,
): Promise<ConvertedDocument> {
	const { format, warning } = await detectFormat(request.filePath, request.fileName);
	const warnings = new Set(warning === undefined ? [] : [warning]);
	const tools = createTools(
		{
			context: { ...context, warn: (sentence) => warnings.add(sentence) },
			recogniser,
			checkCount: pageCountCheck(limits),
		},
		request.mode,
		0,
	);
	const document = await readerOf(format).convert({ ...request, source: request.filePath }, tools);
	rejectUnreadable(document);
	rejectEndless(document, limits);
	const { totalPages, pages } = document;
	const parsed = pages.filter((page) => page.error === undefined);
	return {
		format,
		totalPages,
		pagesParsed: parsed.length,
		ocrPages: parsed.filter((page) => page.method === 'ocr').length,
		pages,
		warnings: [...warnings, ...describePages(pages, request.mode)],
	};
}

/**
 * Tells a document's format and pages without converting it (reference, option `dryRun`). With
 * `isQuick` pages are counted only where the document need not be read for it; else it is given 1.
 * Throws `DocumentFailure` where a conversion would fail for its format, password or selection.
 */
export async function summarizeDocument(
	request: ConversionRequest,
	limits: ConversionLimits,
	{ isQuick }: { isQuick: boolean },
): Promise<DocumentSummary> {
	const { format, warning } = await detectFormat(request.filePath, request.fileName);
	const reader = readerOf(format);
	const warnings = warning === undefined ? [] : [warning];
	if (isQuick && !reader.isCountQuick) return { format, totalPages: 1, selectedPages: 1, warnings };
	const totalPages = await reader.count(request.filePath);
	const selectedPages = selectPages(totalPages, request.pages, request.maxPages).length;
	pageCountCheck(limits)(selectedPages);
	return { format, totalPages, selectedPages, warnings };
}
