import { DocumentFailure } from '../../../packages/documents/src/conversion/documentFailure.ts';
import { DocumentConverter } from '../../../service/src/documents/documentConverter.ts';
import { answerRequests } from './answerRequests.mts';
import type { ConversionTask, ConversionTasks } from './convertDocuments.ts';

/** Converts documents with the service's converter: the driver of `convertDocuments.ts`. */
async function convert(converter: DocumentConverter, task: ConversionTask): Promise<object> {
	const { cancelAfterMs, ...request } = task;
	const progress: Array<[done: number, total: number]> = [];
	const signal =
		cancelAfterMs === undefined ? new AbortController().signal : AbortSignal.timeout(cancelAfterMs);
	try {
		const texts = new Map<number, string>();
		const onTexts = (parts: readonly { page: number; text: string }[]): void => {
			for (const { page, text } of parts) texts.set(page, (texts.get(page) ?? '') + text);
		};
		const {
			texts: last,
			pages,
			...document
		} = await converter.convert(
			{ mode: 'auto', ...request },
			{ signal, onProgress: (done, total) => progress.push([done, total]), onTexts },
		);
		onTexts(last);
		return {
			...document,
			pages: pages.map(({ parts: _parts, ...page }, at) => ({
				...page,
				markdown: texts.get(at) ?? '',
			})),
			progress,
			markdown: [...texts.values()].join('\n\n'),
		};
	} catch (error) {
		if (error instanceof DocumentFailure) return { code: error.code, error: error.message };
		return { code: 'other', error: String(error) };
	}
}

function isTasks(input: unknown): input is ConversionTasks {
	return typeof input === 'object' && input !== null && 'tasks' in input;
}

/** By their settings. */
const converters = new Map<string, DocumentConverter>();

function converterFor(settings: ConversionTasks['settings']): DocumentConverter {
	const key = JSON.stringify(settings ?? {});
	const converter = converters.get(key) ?? new DocumentConverter(settings);
	converters.set(key, converter);
	return converter;
}

answerRequests(
	async (input) => {
		if (!isTasks(input)) throw new TypeError('These are no tasks.');
		const converter = converterFor(input.settings);
		const startedMs = Date.now();
		const timed = async (task: ConversionTask) => ({
			...(await convert(converter, task)),
			endedAfterMs: Date.now() - startedMs,
		});
		if (input.isAtOnce) return await Promise.all(input.tasks.map(timed));
		const results: object[] = [];
		for (const task of input.tasks) results.push(await convert(converter, task));
		return results;
	},
	async () => {
		await Promise.all([...converters.values()].map((converter) => converter.close()));
	},
);
