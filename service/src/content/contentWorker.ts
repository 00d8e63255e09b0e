import { parentPort } from 'node:worker_threads';
import { convertPage, type ConversionRequest, type ConvertedPage } from './convertPage.ts';

/** What the worker answers: the page, or why it could not be converted. */
export type ConversionAnswer = { page: ConvertedPage } | { error: string };

parentPort?.on('message', (request: ConversionRequest) => {
	parentPort?.postMessage(answer(request));
});

function answer(request: ConversionRequest): ConversionAnswer {
	try {
		return { page: convertPage(request) };
	} catch (error) {
		return { error: error instanceof Error ? error.message : String(error) };
	}
}
