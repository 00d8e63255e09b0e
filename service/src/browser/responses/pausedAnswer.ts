import { readFile } from 'node:fs/promises';
import type { CDPSession } from 'playwright-core';

/** A response that the browser has paused (Chrome DevTools Protocol, `Fetch.requestPaused`). */
export interface PausedAnswer {
	requestId: string;
	request: { url: string };
	frameId: string;
	redirectedRequestId?: string;
	responseErrorReason?: string;
	responseStatusCode?: number;
	responseHeaders?: Array<{ name: string; value: string }>;
}

/** Whether it is still a request: the browser pauses that before it is sent, too. */
export const isUnsent = ({ responseStatusCode, responseErrorReason }: PausedAnswer): boolean =>
	responseStatusCode === undefined && responseErrorReason === undefined;

/** @param name in lower case */
export function readHeader(answer: PausedAnswer, name: string): string {
	const header = answer.responseHeaders?.find((entry) => entry.name.toLowerCase() === name);
	return header?.value ?? '';
}

/** Headers that no longer describe a body once it is decompressed. */
const OF_PACKED_BODY = /^(?:content-(?:encoding|length)|transfer-encoding)$/i;

/** Has the browser show a file as the body of a response. */
export async function answerWithFile(
	session: CDPSession,
	{ requestId, responseStatusCode = 200, responseHeaders = [] }: PausedAnswer,
	filePath: string,
): Promise<void> {
	await session.send('Fetch.fulfillRequest', {
		requestId,
		responseCode: responseStatusCode,
		responseHeaders: responseHeaders.filter(({ name }) => !OF_PACKED_BODY.test(name)),
		body: await readFile(filePath, 'base64'),
	});
}
