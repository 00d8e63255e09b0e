/**
 * Converts documents outside a service and prints what came of each as one line of JSON. It runs in
 * its own Node process, because the service's modules are ES modules.
 *
 *   node convertDocuments.mts   (tasks as JSON on standard input)
 */
import { json } from 'node:stream/consumers';
import { assembleMarkdown } from '../../../service/src/parse/convert/assemble.ts';
import { convertWhole } from '../../../service/src/parse/convert/convertWhole.ts';
import { DocumentFailure } from '../../../service/src/parse/convert/documentFailure.ts';
import { DocumentConverter } from '../../../service/src/parse/convert/process/documentConverter.ts';
import type { ConversionTask, ConversionTasks } from './convertDocuments.ts';

async function convert(converter: DocumentConverter, task: ConversionTask): Promise<object> {
	const { cancelAfterMs, ...request } = task;
	const progress: Array<[done: number, total: number]> = [];
	const signal =
		cancelAfterMs === undefined ? new AbortController().signal : AbortSignal.timeout(cancelAfterMs);
	try {
		const document = await convertWhole(
			converter,
			{ mode: 'auto', ...request },
			{ signal, onProgress: (done, total) => progress.push([done, total]) },
		);
		return {
			...document,
			progress,
			markdown: assembleMarkdown(document.pages, { pageMarkers: false }),
		};
	} catch (error) {
		if (error instanceof DocumentFailure) return { code: error.code, error: error.message };
		return { code: 'other', error: String(error) };
	}
}

function isTasks(input: unknown): input is ConversionTasks {
	return typeof input === 'object' && input !== null && 'tasks' in input;
}

const input = await json(process.stdin);
if (!isTasks(input)) throw new TypeError('No tasks came on standard input.');
await using converter = new DocumentConverter(input.settings);
const startedMs = Date.now();
const timed = async (task: ConversionTask) => ({
	...(await convert(converter, task)),
	endedAfterMs: Date.now() - startedMs,
});
const results: object[] = [];
if (input.isAtOnce) results.push(...(await Promise.all(input.tasks.map(timed))));
else for (const task of input.tasks) results.push(await convert(converter, task));
console.log(JSON.stringify(results));
