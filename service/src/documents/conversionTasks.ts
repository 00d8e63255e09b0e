import { workerData } from 'node:worker_threads';
import type { PageText } from '../db/parseDocuments.ts';
import { sendMessage, serveTasks } from '../workers/serveTasks.ts';
import { detectFormat } from '@web-data-extraction/documents/detectFormat';
import { type DocumentFormat, formatOfName } from '@web-data-extraction/documents/formats';
import { isPictureFormat } from '@web-data-extraction/documents/pictures';
import { createRecogniser, type Recogniser, type RecognitionSettings } from '@web-data-extraction/documents/recogniser';
import type {
	ConversionRequest,
	DocumentOutline,
	PageCount,
	ReadDocument,
	ReaderTools,
} from '@web-data-extraction/documents/conversion';
import { damaged, DocumentFailure, type DocumentFailureCode } from '@web-data-extraction/documents/documentFailure';
import { joinPages, splitPages } from '@web-data-extraction/documents/markdown';
import { describePages, selectPages } from '@web-data-extraction/documents/pages';
import { readerOf } from '@web-data-extraction/documents/readers';

/** Limits for one document. */
export interface ConversionLimits {
	/** Maximum pages of one document read in one job. */
	maxSelectedPages: number;
	/** Maximum characters of Markdown of one document. */
	maxMarkdownLength: number;
}

/** What a converting process is started with. */
export type ConversionSettings = RecognitionSettings & { limits: ConversionLimits };

/** What a conversion reports as it runs: its progress, and the Markdown of all pages in order. */
export type ConversionMessage = { progress: [done: number, total: number] } | { texts: PageText[] };

/** The result for a document, or why there is none. */
export type Outcome<Result> = { result: Result } | { code: DocumentFailureCode; message: string };

/** The same, for a document to be read without recognition. */
export type QuickOutcome<Result> = Outcome<Result> | { wantsRecognition: true };

const settings: ConversionSettings = workerData;
const ownRecogniser = createRecogniser(settings);

const send = (message: ConversionMessage): Promise<void> => sendMessage(message);

function checkCount(selectedPages: number): void {
	const { maxSelectedPages } = settings.limits;
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

function rejectEndless({ pages }: ReadDocument): void {
	const { maxMarkdownLength } = settings.limits;
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
	{ context, recogniser }: Pick<ReaderTools, 'context' | 'recogniser'>,
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
		const inner = { ...context, onProgress: () => context.onProgress(0, 1) };
		const document = await readerOf(known.format).convert(
			{ source: bytes, mode },
			createTools({ context: inner, recogniser }, mode, depth + 1),
		);
		rejectUnreadable(document);
		return { format: known.format, markdown: joinPages(document.pages) };
	};
	return { context, recogniser, checkCount, readPart };
}

/** Parts are sent together until they reach this many characters. */
const MESSAGE_CHARACTERS = 131_072;

/** Sends the Markdown of pages. @returns the number of parts of each page */
async function handOver(pages: ReadDocument['pages']): Promise<number[]> {
	const counts = pages.map(() => 0);
	let texts: PageText[] = [];
	let length = 0;
	for (const text of splitPages(pages)) {
		counts[text.page] = text.part + 1;
		texts.push(text);
		length += text.text.length;
		if (length < MESSAGE_CHARACTERS) continue;
		await send({ texts });
		texts = [];
		length = 0;
	}
	if (texts.length > 0) await send({ texts });
	return counts;
}

async function convert(
	request: ConversionRequest,
	recogniser: Recogniser,
): Promise<DocumentOutline> {
	const { filePath, fileName, mode } = request;
	const { format, warnings } = await detectFormat(filePath, fileName);
	const allWarnings = new Set(warnings);
	const context: ReaderTools['context'] = {
		onProgress: (done, total) => void send({ progress: [done, total] }),
		warn: (sentence) => allWarnings.add(sentence),
	};
	const tools = createTools({ context, recogniser }, mode);
	const document = await readerOf(format).convert({ ...request, source: filePath }, tools);
	rejectUnreadable(document);
	rejectEndless(document);
	const { totalPages, pages } = document;
	const parsed = pages.filter((page) => page.error === undefined);
	const counts = await handOver(pages);
	const ocrPages = parsed.filter((page) => page.method === 'ocr').length;
	return {
		format,
		totalPages,
		pagesParsed: parsed.length,
		ocrPages,
		...(ocrPages > 0 && { ocrEngine: recogniser.takeEngines() }),
		pages: pages.map(({ markdown: _markdown, ...page }, at) => ({
			...page,
			parts: counts[at] ?? 0,
		})),
		warnings: [...allWarnings, ...describePages(pages, mode)],
	};
}

async function countPages(request: ConversionRequest, isQuick: boolean): Promise<PageCount> {
	const { filePath, fileName, pages, maxPages } = request;
	const { format } = await detectFormat(filePath, fileName);
	const reader = readerOf(format);
	if (reader.count === undefined) {
		if (isQuick) return { totalPages: 1, selectedPages: 1 };
		const context = { onProgress: () => undefined, warn: () => undefined };
		const document = await reader.convert(
			{ ...request, mode: 'fast', source: filePath },
			createTools({ context, recogniser: ownRecogniser }, 'fast', MAX_PART_DEPTH),
		);
		return { totalPages: document.totalPages, selectedPages: document.pages.length };
	}
	const totalPages = await reader.count(filePath);
	const selectedPages = selectPages(totalPages, pages, maxPages).length;
	checkCount(selectedPages);
	return { totalPages, selectedPages };
}

/** Converts a document unless something on it needs recognition: then it is left as it is. */
function convertQuickly(request: ConversionRequest): Promise<QuickOutcome<DocumentOutline>> {
	return new Promise((resolve) => {
		const recognise = () => {
			resolve({ wantsRecognition: true });
			return new Promise<never>(() => undefined);
		};
		void settled(convert(request, { ...ownRecogniser, recognise })).then(resolve);
	});
}

async function settled<Result>(work: Promise<Result>): Promise<Outcome<Result>> {
	try {
		return { result: await work };
	} catch (error) {
		const { code, message } = damaged('The document', error);
		return { code, message };
	}
}

/** The tasks of the processes that read documents: the program of their thread. */
const CONVERSION_TASKS = {
	convert: (request: ConversionRequest) => settled(convert(request, ownRecogniser)),
	convertQuickly,
	countPages: (request: ConversionRequest, isQuick: boolean) =>
		settled(countPages(request, isQuick)),
};

export type ConversionTasks = typeof CONVERSION_TASKS;

serveTasks(CONVERSION_TASKS);
