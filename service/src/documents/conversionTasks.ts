import { readFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type {
	ConversionRequest,
	ConvertedPage,
	DocumentOutline,
} from '@web-data-extraction/documents/conversion';
import {
	type ConversionLimits,
	type ConversionTools,
	convertDocument,
	countPages,
} from '@web-data-extraction/documents/convertDocument';
import { damaged, type DocumentFailureCode } from '@web-data-extraction/documents/documentFailure';
import { type PageText, splitPages } from '@web-data-extraction/documents/markdown';
import {
	LocalRecogniser,
	type Recogniser,
	type RecognitionSettings,
} from '@web-data-extraction/documents/recogniser';
import { sendMessage, serveTasks } from '../workers/serveTasks.ts';

/** What a converting process is started with. */
export type ConversionSettings = RecognitionSettings & { limits: ConversionLimits };

/** Pages done, pages to do. */
type Progress = [done: number, total: number];

/** What a conversion reports as it runs: its progress, and the Markdown of all pages in order. */
export type ConversionMessage = { progress: Progress[] } | { texts: PageText[] };

/** A converted document with the last parts of its Markdown, which of most documents are all. */
export type Conversion = DocumentOutline & { texts: PageText[] };

/** The result for a document, or why there is none. */
export type Outcome<Result> = { result: Result } | { code: DocumentFailureCode; message: string };

/** The same, for a document to be read without recognition. */
export type QuickOutcome<Result> = Outcome<Result> | { wantsRecognition: true };

const { limits, ...recognition }: ConversionSettings = workerData;
const ownRecogniser = new LocalRecogniser(recognition);

const send = (message: ConversionMessage): Promise<void> => sendMessage(message);

/** The steps of one moment are sent together: each message has a cost. */
let steps: Progress[] = [];

function onProgress(...step: Progress): void {
	if (steps.push(step) === 1) setImmediate(sendSteps);
}

function sendSteps(): void {
	if (steps.length > 0) void send({ progress: steps });
	steps = [];
}

const toolsWith = (recogniser: Recogniser): ConversionTools => ({ recogniser, limits, onProgress });

/** Parts are sent together until they reach this many characters. */
const MESSAGE_CHARACTERS = 131_072;

/** Sends the Markdown of pages. @returns the number of parts of each page, and the last parts */
async function handOver(
	pages: readonly ConvertedPage[],
): Promise<{ counts: number[]; texts: PageText[] }> {
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
	return { counts, texts };
}

async function convert(
	request: ConversionRequest & { bytes?: Buffer },
	recogniser: Recogniser,
): Promise<Conversion> {
	const { pages, ...document } = await convertDocument(request, toolsWith(recogniser));
	const parsed = pages.filter((page) => page.error === undefined);
	const { counts, texts } = await handOver(pages);
	return {
		...document,
		texts,
		pagesParsed: parsed.length,
		ocrPages: parsed.filter((page) => page.method === 'ocr').length,
		pages: pages.map(({ markdown: _markdown, ...page }, at) => ({
			...page,
			parts: counts[at] ?? 0,
		})),
	};
}

/** Converts a document unless something on it needs recognition: then it is left as it is. */
function convertQuickly(request: ConversionRequest): Promise<QuickOutcome<Conversion>> {
	return new Promise((resolve) => {
		const recognise = () => {
			sendSteps();
			resolve({ wantsRecognition: true });
			return new Promise<never>(() => undefined);
		};
		const recogniser = { recognise, takeEngines: () => ownRecogniser.takeEngines() };
		// Small, and nothing else runs in this thread: at once is the fastest.
		const read = async () => ({ ...request, bytes: readFileSync(request.filePath) });
		void settled(read().then((whole) => convert(whole, recogniser))).then(resolve);
	});
}

async function settled<Result>(work: Promise<Result>): Promise<Outcome<Result>> {
	try {
		return { result: await work };
	} catch (error) {
		const { code, message } = damaged('The document', error);
		return { code, message };
	} finally {
		// What follows the result would be taken for progress of the next document.
		sendSteps();
	}
}

/** The tasks of the processes that read documents: the program of their thread. */
const CONVERSION_TASKS = {
	convert: (request: ConversionRequest) => settled(convert(request, ownRecogniser)),
	convertQuickly,
	countPages: (request: ConversionRequest, isQuick: boolean) =>
		settled(countPages(request, isQuick, toolsWith(ownRecogniser))),
};

export type ConversionTasks = typeof CONVERSION_TASKS;

serveTasks(CONVERSION_TASKS);
