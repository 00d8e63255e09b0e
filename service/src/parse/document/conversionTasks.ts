import { workerData } from 'node:worker_threads';
import type { PageText } from '../../db/parseDocuments.ts';
import { sendMessage, serveTasks } from '../../workers/serveTasks.ts';
import { createRecogniser } from '../ocr/recogniser.ts';
import type {
	ConversionRequest,
	ConvertedDocument,
	DocumentOutline,
	DocumentSummary,
} from './conversion.ts';
import { type ConversionLimits, convertDocument, summarizeDocument } from './convertDocument.ts';
import { damaged, type DocumentFailureCode } from './documentFailure.ts';
import { splitPages } from './markdownParts.ts';

/** What came of a document, or why nothing did. */
export type Outcome<Result> = { result: Result } | { code: DocumentFailureCode; message: string };

/** What a conversion tells on its way: how far it is, and the Markdown of all pages in order. */
export type ConversionMessage = { progress: [done: number, total: number] } | { texts: PageText[] };

/** Parts are sent together until they come to so many characters. */
const MESSAGE_CHARACTERS = 131_072;

const recogniser = createRecogniser(workerData);

function send(message: ConversionMessage): Promise<void> {
	return sendMessage(message);
}

/** Hands the Markdown of a document over, and answers with the rest. */
async function handOver({ pages, ...document }: ConvertedDocument): Promise<DocumentOutline> {
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
	const outlines = pages.map(({ markdown: _markdown, ...page }, at) => ({
		...page,
		parts: counts[at] ?? 0,
	}));
	return { ...document, pages: outlines };
}

async function settled<Result>(work: Promise<Result>): Promise<Outcome<Result>> {
	try {
		return { result: await work };
	} catch (error) {
		const { code, message } = damaged('The document', error);
		return { code, message };
	}
}

function convert(
	request: ConversionRequest,
	limits: ConversionLimits,
): Promise<Outcome<DocumentOutline>> {
	const onProgress = (done: number, total: number) => void send({ progress: [done, total] });
	const converting = convertDocument(request, { onProgress }, recogniser, limits);
	return settled(converting.then(handOver));
}

function summarize(
	request: ConversionRequest,
	limits: ConversionLimits,
	options: { isQuick: boolean },
): Promise<Outcome<DocumentSummary>> {
	return settled(summarizeDocument(request, limits, options));
}

/** What the processes that read documents do: the program of their thread. */
const CONVERSION_TASKS = { convert, summarize };

export type ConversionTasks = typeof CONVERSION_TASKS;

serveTasks(CONVERSION_TASKS);
