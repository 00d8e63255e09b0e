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

/** What a conversion reports as it runs: its progress, and the Markdown of all pages in order. */
export type ConversionMessage = { progress: [done: number, total: number] } | { texts: PageText[] };

/** The result for a document, or why there is none. */
export type Outcome<Result> = { result: Result } | { code: DocumentFailureCode; message: string };

/** The same, for a document to be read without recognition. */
export type QuickOutcome<Result> = Outcome<Result> | { wantsRecognition: true };

const { limits, ...recognition }: ConversionSettings = workerData;
const ownRecogniser = new LocalRecogniser(recognition);

const send = (message: ConversionMessage): Promise<void> => sendMessage(message);

const toolsWith = (recogniser: Recogniser): ConversionTools => ({
	recogniser,
	limits,
	onProgress: (done, total) => void send({ progress: [done, total] }),
});

/** Parts are sent together until they reach this many characters. */
const MESSAGE_CHARACTERS = 131_072;

/** Sends the Markdown of pages. @returns the number of parts of each page */
async function handOver(pages: readonly ConvertedPage[]): Promise<number[]> {
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
	const { pages, ...document } = await convertDocument(request, toolsWith(recogniser));
	const parsed = pages.filter((page) => page.error === undefined);
	const counts = await handOver(pages);
	return {
		...document,
		pagesParsed: parsed.length,
		ocrPages: parsed.filter((page) => page.method === 'ocr').length,
		pages: pages.map(({ markdown: _markdown, ...page }, at) => ({
			...page,
			parts: counts[at] ?? 0,
		})),
	};
}

/** Converts a document unless something on it needs recognition: then it is left as it is. */
function convertQuickly(request: ConversionRequest): Promise<QuickOutcome<DocumentOutline>> {
	return new Promise((resolve) => {
		const recognise = () => {
			resolve({ wantsRecognition: true });
			return new Promise<never>(() => undefined);
		};
		void settled(
			convert(request, { recognise, takeEngines: () => ownRecogniser.takeEngines() }),
		).then(resolve);
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
		settled(countPages(request, isQuick, toolsWith(ownRecogniser))),
};

export type ConversionTasks = typeof CONVERSION_TASKS;

serveTasks(CONVERSION_TASKS);
