import { detectFormat } from './detect/detectFormat.ts';
import { type DocumentFormat, formatOfName } from './detect/formats.ts';
import type { Invoice } from './einvoice/invoice.ts';
import type { FileProperties } from './properties/fileProperties.ts';
import { isPictureFormat } from './ocr/pictures.ts';
import type { Recogniser } from './ocr/recogniser.ts';
import type {
	ConversionRequest,
	ConvertedDocument,
	PageCount,
	ReadDocument,
	ReaderTools,
} from './conversion/conversion.ts';
import { DocumentFailure } from './conversion/documentFailure.ts';
import { joinPages } from './conversion/markdown.ts';
import { describePages, selectPages } from './conversion/pages.ts';
import { readerOf } from './readers.ts';

/** Limits for one document. */
export interface ConversionLimits {
	/** Maximum pages of one document read in one job. */
	maxSelectedPages: number;
	/** Maximum characters of Markdown of one document. */
	maxMarkdownLength: number;
}

/** What a document is read with. */
export interface ConversionTools {
	/** Reads the text of pictures. */
	recogniser: Recogniser;
	limits: ConversionLimits;
	/** Called after each page or group of pages: pages done, pages to do. */
	onProgress?: (done: number, total: number) => void;
}

/**
 * Converts a document to Markdown, page by page.
 * @throws DocumentFailure with the reason: what it is, why it can't be read, or which limit it exceeds
 */
export async function convertDocument(
	request: ConversionRequest & {
		/** Its bytes, if they are in memory already. */
		bytes?: Buffer;
	},
	{ recogniser, limits, onProgress = () => undefined }: ConversionTools,
): Promise<ConvertedDocument> {
	const { filePath, bytes: source = filePath, fileName, mode } = request;
	const { format, warnings } = await detectFormat(source, fileName);
	const allWarnings = new Set(warnings);
	const invoices: Invoice[] = [];
	let properties: FileProperties = {};
	const context: ReaderTools['context'] = {
		onProgress,
		warn: (sentence) => allWarnings.add(sentence),
		setProperties: (found) => {
			properties = found;
		},
		addInvoice: (invoice) => invoices.push(invoice),
	};
	const tools = createTools({ context, recogniser, limits }, mode);
	const document = await readerOf(format).convert({ ...request, source }, tools);
	rejectUnreadable(document);
	rejectEndless(document, limits);
	const { totalPages, pages } = document;
	const isRecognised = pages.some((page) => page.error === undefined && page.method === 'ocr');
	return {
		format,
		totalPages,
		properties,
		pages: pages.map(({ words: _words, ...page }) => page),
		words: pages.flatMap(({ pageNumber, words = [] }) =>
			words.length > 0 ? [{ pageNumber, words }] : [],
		),
		...(isRecognised && { ocrEngine: recogniser.takeEngines() }),
		warnings: [...allWarnings, ...describePages(pages, mode)],
		invoices,
	};
}

/**
 * Counts the pages of a document without converting it.
 * @param isQuick counts only as far as that works without reading it: pages of PDF and images; any other
 * document counts as one
 * @throws DocumentFailure as `convertDocument`
 */
export async function countPages(
	request: ConversionRequest,
	isQuick: boolean,
	{ recogniser, limits }: ConversionTools,
): Promise<PageCount> {
	const { filePath, fileName, pages, maxPages } = request;
	const { format } = await detectFormat(filePath, fileName);
	const reader = readerOf(format);
	if (reader.count === undefined) {
		if (isQuick) return { totalPages: 1, selectedPages: 1 };
		const ignore = () => undefined;
		const context = { onProgress: ignore, warn: ignore, setProperties: ignore, addInvoice: ignore };
		const document = await reader.convert(
			{ ...request, mode: 'fast', source: filePath },
			createTools({ context, recogniser, limits }, 'fast', MAX_PART_DEPTH),
		);
		return { totalPages: document.totalPages, selectedPages: document.pages.length };
	}
	const totalPages = await reader.count(filePath);
	const selectedPages = selectPages(totalPages, pages, maxPages).length;
	checkCount(selectedPages, limits);
	return { totalPages, selectedPages };
}

function checkCount(selectedPages: number, { maxSelectedPages }: ConversionLimits): void {
	if (selectedPages <= maxSelectedPages) return;
	throw new DocumentFailure(
		'tooLarge',
		`The selection has ${selectedPages} pages; at most ${maxSelectedPages} are parsed at a time. Choose a range with pages, or set maxPages.`,
	);
}

/** A document none of whose pages could be read fails, with the first page's reason. */
function rejectUnreadable({ pages }: ReadDocument): void {
	const [first] = pages;
	if (!first) throw new DocumentFailure('empty', 'The document has no pages.');
	if (first.error !== undefined && pages.every((page) => page.error !== undefined)) {
		throw new DocumentFailure('damaged', first.error);
	}
}

function rejectEndless({ pages }: ReadDocument, { maxMarkdownLength }: ConversionLimits): void {
	const length = pages.reduce((sum, page) => sum + page.markdown.length, 0);
	if (length <= maxMarkdownLength) return;
	throw new DocumentFailure(
		'tooLarge',
		`The Markdown has ${length} characters; at most ${maxMarkdownLength} are returned. Choose fewer pages.`,
	);
}

/** How many levels of documents attached to documents are read. */
const MAX_PART_DEPTH = 3;

/** Attached pictures are logos and photographs; attached text without a known name is a signature. */
const isPart = (format: DocumentFormat, name: string): boolean =>
	!isPictureFormat(format) &&
	format !== 'tiff' &&
	format !== 'heic' &&
	(format !== 'txt' || formatOfName(name) !== undefined);

/** What a document, and in turn the documents inside it, are read with. */
function createTools(
	{
		context,
		recogniser,
		limits,
	}: Pick<ReaderTools, 'context' | 'recogniser'> & {
		limits: ConversionLimits;
	},
	mode: ConversionRequest['mode'],
	depth = 0,
): ReaderTools {
	const readPart: ReaderTools['readPart'] = async (bytes, name, { isDocument = false } = {}) => {
		if (depth >= MAX_PART_DEPTH) return undefined;
		// Programs, archives, keys: not documents.
		const known = await detectFormat(bytes, name).catch((error: unknown) => {
			if (error instanceof DocumentFailure && error.code === 'unsupported') return undefined;
			throw error;
		});
		if (known === undefined || !(isDocument || isPart(known.format, name))) return undefined;
		// The progress of a part is not that of the whole.
		const invoices: Invoice[] = [];
		const inner: ReaderTools['context'] = {
			...context,
			onProgress: () => context.onProgress(0, 1),
			setProperties: () => undefined,
			addInvoice: (invoice) => {
				invoices.push(invoice);
				context.addInvoice(invoice);
			},
		};
		const document = await readerOf(known.format).convert(
			{ source: bytes, mode },
			createTools({ context: inner, recogniser, limits }, mode, depth + 1),
		);
		rejectUnreadable(document);
		return { format: known.format, markdown: joinPages(document.pages), invoices };
	};
	const checkSelected = (selectedPages: number): void => checkCount(selectedPages, limits);
	return { context, recogniser, checkCount: checkSelected, readPart };
}
