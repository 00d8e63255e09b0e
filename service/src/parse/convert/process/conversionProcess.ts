import { Worker } from 'node:worker_threads';
import { convertDocument, summarizeDocument } from '../convertDocument.ts';
import { damaged } from '../damage.ts';
import { createRecogniser } from '../ocr/recogniser.ts';
import type { Outcome, ProgramSettings, Report, Task } from './messages.ts';

/**
 * The program of a conversion process. It is started by `DocumentConverter` with its settings as its
 * argument, and does one task at a time.
 */
const { maxBytes, recognition }: ProgramSettings = JSON.parse(process.argv[2] ?? '');
const recogniser = createRecogniser(recognition);

function report(message: Report): void {
	process.send?.(message);
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
	return { kind: 'converted', document, usedBytes: usedBytes() };
}

async function performAndReport(task: Task): Promise<void> {
	try {
		report(await perform(task));
	} catch (error) {
		const { code, message } = damaged('The document', error);
		report({ kind: 'failed', code, message, usedBytes: usedBytes() });
	}
}

new Worker(new URL('./memoryGuard.ts', import.meta.url), { workerData: maxBytes });
process.on('message', (task: Task) => void performAndReport(task));
process.on('disconnect', () => process.exit());
