import type { PageText } from '../../db/parseDocuments.ts';
import { Worker } from 'node:worker_threads';
import { programUrl } from '../../installation.ts';
import { convertDocument, summarizeDocument } from './convertDocument.ts';
import { damaged } from '../document/documentFailure.ts';
import type { ConvertedDocument, DocumentOutline } from '../document/conversion.ts';
import { createRecogniser } from '../ocr/recogniser.ts';
import { splitPages } from '../document/markdownParts.ts';
import type { Outcome, ProgramSettings, Report, Task } from './messages.ts';

/**
 * The program of a conversion process. It is started by `DocumentConverter` with its settings as its
 * argument, and does one task at a time.
 */
const { maxBytes, recognition }: ProgramSettings = JSON.parse(process.argv[2] ?? '');
const recogniser = createRecogniser(recognition);

/** Parts are sent together until they come to so many characters. */
const MESSAGE_CHARACTERS = 131_072;

function report(message: Report): void {
	process.send?.(message);
}

/** Waits until the message is on its way: the next part need not be kept beside it. */
function reportTexts(texts: PageText[]): Promise<void> {
	const { promise, resolve, reject } = Promise.withResolvers<void>();
	const message: Report = { kind: 'texts', texts };
	process.send?.(message, undefined, undefined, (error) => (error ? reject(error) : resolve()));
	return promise;
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
		await reportTexts(texts);
		texts = [];
		length = 0;
	}
	if (texts.length > 0) await reportTexts(texts);
	const outlines = pages.map(({ markdown: _markdown, ...page }, at) => ({
		...page,
		parts: counts[at] ?? 0,
	}));
	return { ...document, pages: outlines };
}

function usedBytes(): number {
	return process.memoryUsage.rss();
}

function onProgress(done: number, total: number): void {
	report({ kind: 'progress', done, total });
}

async function perform({ kind, request, limits }: Task): Promise<Outcome> {
	if (kind !== 'convert') {
		const isQuick = kind === 'preview';
		const summary = await summarizeDocument(request, limits, { isQuick });
		return { kind: 'summarized', summary, usedBytes: usedBytes() };
	}
	const document = await convertDocument(request, { onProgress }, recogniser, limits);
	return { kind: 'converted', document: await handOver(document), usedBytes: usedBytes() };
}

async function performAndReport(task: Task): Promise<void> {
	try {
		report(await perform(task));
	} catch (error) {
		const { code, message } = damaged('The document', error);
		report({ kind: 'failed', code, message, usedBytes: usedBytes() });
	}
}

new Worker(programUrl('memoryGuard', import.meta.url), { workerData: maxBytes });
process.on('message', (task: Task) => void performAndReport(task));
process.on('disconnect', () => process.exit());
