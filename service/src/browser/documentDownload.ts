import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { CDPSession, Page } from 'playwright-core';
import { detectDocument } from './documentTypes.ts';

/** A document met instead of a page, stored as a file that the receiver removes. */
export interface DownloadedDocument {
	url: string;
	httpStatus: number;
	contentType: string;
	/** Name given by the server, or the last part of the address; extension included. */
	fileName: string;
	filePath: string;
	sizeBytes: number;
}

/** The document cannot be stored; the message says why. */
export class DocumentDownloadError extends Error {
	override name = 'DocumentDownloadError' as const;
}

export interface DownloadOptions {
	/** Names the file a document is stored under. */
	createFilePath: () => string;
	maxSizeBytes: number;
}

/** Watches what a page's address answers with. */
export interface DocumentWatch {
	/** Resolves once a document has been stored; rejects when it cannot be; pending for a page. */
	found: Promise<DownloadedDocument>;
	/** Whether a document's body is arriving. */
	isUnderWay(): boolean;
	stop(): void;
}

interface PausedAnswer {
	requestId: string;
	request: { url: string };
	frameId: string;
	responseStatusCode?: number;
	responseHeaders?: Array<{ name: string; value: string }>;
}

const CHUNK_BYTES = 1_048_576;

/**
 * Looks at each answer for the page's own address before the browser shows it, and streams it to a
 * file if it is a document. The browser's own request is used, so cookies and the proxy apply, and
 * the document is asked for once.
 */
export async function watchForDocument(
	page: Page,
	options: DownloadOptions,
): Promise<DocumentWatch> {
	const session = await page.context().newCDPSession(page);
	let isUnderWay = false;
	const { promise, resolve, reject } = Promise.withResolvers<DownloadedDocument>();
	// Nobody waits for it when the address turns out to be a page.
	promise.catch(() => undefined);

	session.on('Fetch.requestPaused', (answer: PausedAnswer) => {
		const fileName = readDocumentName(answer);
		if (fileName === undefined || isUnderWay) {
			letPass(session, answer);
			return;
		}
		isUnderWay = true;
		storeDocument(session, answer, fileName, options).then(resolve, reject);
	});
	await session.send('Fetch.enable', {
		patterns: [{ resourceType: 'Document', requestStage: 'Response' }],
	});
	return {
		found: promise,
		isUnderWay: () => isUnderWay,
		// Not waited for: on a page whose address never answers, this call does not either.
		stop: () => void session.detach().catch(() => undefined),
	};
}

function letPass(session: CDPSession, { requestId }: PausedAnswer): void {
	// Fails only when the page is gone, and then there is nothing left to let pass.
	session.send('Fetch.continueRequest', { requestId }).catch(() => undefined);
}

function readDocumentName(answer: PausedAnswer): string | undefined {
	const status = answer.responseStatusCode ?? 0;
	if (status < 200 || status >= 300) return undefined;
	return detectDocument({
		url: answer.request.url,
		contentType: readHeader(answer, 'content-type'),
		contentDisposition: readHeader(answer, 'content-disposition'),
	});
}

function readHeader(answer: PausedAnswer, name: string): string {
	const header = answer.responseHeaders?.find((entry) => entry.name.toLowerCase() === name);
	return header?.value ?? '';
}

async function storeDocument(
	session: CDPSession,
	answer: PausedAnswer,
	fileName: string,
	options: DownloadOptions,
): Promise<DownloadedDocument> {
	const filePath = options.createFilePath();
	try {
		const { requestId } = answer;
		const { stream } = await session.send('Fetch.takeResponseBodyAsStream', { requestId });
		const body = readBody(session, stream, options.maxSizeBytes);
		await pipeline(body, createWriteStream(filePath, { mode: 0o600 }));
		await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
	} catch (error) {
		await rm(filePath, { force: true });
		throw error;
	}
	return {
		url: answer.request.url,
		httpStatus: answer.responseStatusCode ?? 0,
		contentType: readHeader(answer, 'content-type'),
		fileName,
		filePath,
		sizeBytes: (await stat(filePath)).size,
	};
}

async function* readBody(
	session: CDPSession,
	handle: string,
	maxSizeBytes: number,
): AsyncGenerator<Buffer> {
	let receivedBytes = 0;
	for (;;) {
		const part = await session.send('IO.read', { handle, size: CHUNK_BYTES });
		const chunk = Buffer.from(part.data, part.base64Encoded === true ? 'base64' : 'utf8');
		receivedBytes += chunk.length;
		if (receivedBytes > maxSizeBytes) {
			const limit = Math.floor(maxSizeBytes / 1_048_576);
			throw new DocumentDownloadError(`the document is larger than ${limit} MB`);
		}
		yield chunk;
		if (part.eof) return;
	}
}
