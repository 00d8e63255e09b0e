import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { CDPSession } from 'playwright-core';
import type { ProxySession } from '../../net/guardProxy.ts';
import { toPageAddress } from '../../net/pageAddress.ts';
import { bounded, StreamLimitError, StreamWatch } from '../../net/streamWatch.ts';
import { answerWithFile, type PausedAnswer, readHeader } from './pausedAnswer.ts';
import { unpackGzip } from './unpackGzip.ts';

/** The address is a document, stored as a file; the receiver removes it. */
export interface LoadedDocument {
	kind: 'document';
	finalUrl: string;
	httpStatus: number;
	contentType: string;
	/** Name given by the server, or the last part of the address; extension included. */
	fileName: string;
	filePath: string;
	/** Why this is only its beginning; set only where a beginning was asked for. */
	problem?: string;
}

/** The document cannot be stored; the message says why. */
class DocumentDownloadError extends Error {
	override name = 'DocumentDownloadError' as const;
}

/** How a document is stored. */
export interface DownloadOptions {
	/** The requested address, which stands for that of the document if it is too long. */
	askedUrl: string;
	/** The file a document is stored as. */
	filePath: string;
	maxSizeBytes: number;
	/** Whether everything is stored, whatever its type. */
	takesAll?: boolean;
	/**
	 * Time, in milliseconds, after which a partial document is stored; also one that breaks off or
	 * is too large.
	 * @default undefined: only whole documents are stored
	 */
	beginningMs?: number;
	/**
	 * Whether the stored content of a packed file is a page. The browser then shows that.
	 * @default undefined: it is a document, whatever it is
	 */
	isPage?: (filePath: string) => Promise<boolean>;
	/**
	 * Whether something is to be stored, by its first {@link HEAD_BYTES}; all of something shorter. The rest of
	 * anything else is not read.
	 * @default undefined: it is, whatever it is
	 */
	accepts?: (head: Buffer) => boolean;
}

/** The beginning of a file is enough to identify its type. */
export const HEAD_BYTES = 64 * 1024;

/** What was sent is not to be stored, by its beginning. */
export class UnwantedContentError extends Error {
	override name = 'UnwantedContentError' as const;
}

const CHUNK_BYTES = 1_048_576;
/** A whole document must have arrived by then. */
const TOTAL_LIMIT_MS = 300_000;

/**
 * Streams a paused response to a file; the browser's own request for it ends.
 * @returns undefined when the content is a page (`isPage`), which the browser then shows
 * @throws Error when it cannot be stored, or is incomplete but has to be whole
 */
export async function storeDocument(
	session: CDPSession,
	answer: PausedAnswer,
	fileName: string,
	options: DownloadOptions & Pick<ProxySession, 'problemOf'>,
): Promise<LoadedDocument | undefined> {
	const { requestId } = answer;
	const { filePath } = options;
	let problem: string | undefined;
	let isPacked = false;
	const onPacked = (): void => void (isPacked = true);
	try {
		const { stream } = await session.send('Fetch.takeResponseBodyAsStream', { requestId });
		problem = await storeBody(answer, readBody(session, stream), { ...options, onPacked });
		if (isPacked && (await options.isPage?.(filePath)) === true) {
			await answerWithFile(session, answer, filePath);
			await rm(filePath);
			return undefined;
		}
		await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
	} catch (error) {
		await rm(filePath, { force: true });
		throw error;
	}
	return {
		kind: 'document',
		finalUrl: toPageAddress(answer.request.url, options.askedUrl).finalUrl,
		httpStatus: answer.responseStatusCode ?? 0,
		contentType: readHeader(answer, 'content-type'),
		fileName,
		filePath,
		...(problem !== undefined && { problem }),
	};
}

/**
 * @returns why it is incomplete, where a beginning is enough
 * @throws Error when it is incomplete but has to be whole
 */
async function storeBody(
	answer: PausedAnswer,
	sent: AsyncIterable<Buffer>,
	options: DownloadOptions & Pick<ProxySession, 'problemOf'> & { onPacked: () => void },
): Promise<string | undefined> {
	const { filePath, maxSizeBytes, beginningMs, problemOf, onPacked } = options;
	const totalMs = beginningMs ?? TOTAL_LIMIT_MS;
	const watch = new StreamWatch({ maxBytes: maxSizeBytes, totalMs });
	const unpacked = unpackGzip(bounded(sent, watch), onPacked);
	const body = bound(wanted(unpacked, options.accepts), maxSizeBytes);
	let failure: unknown;
	async function* untilFailure() {
		try {
			yield* body;
		} catch (error) {
			failure = watch.signal.aborted ? watch.signal.reason : error;
		}
	}
	await pipeline(untilFailure(), createWriteStream(filePath, { mode: 0o600 }));
	if (failure === undefined) {
		const { size } = await stat(filePath);
		failure = findLack(answer, size, await problemOf(answer.request.url));
	}
	if (failure === undefined) return undefined;
	if (failure instanceof UnwantedContentError) throw failure;
	const error =
		failure instanceof StreamLimitError
			? new Error(failure.message.replace(/^it/, 'the document'), { cause: failure })
			: failure;
	if (beginningMs === undefined) throw error;
	return error instanceof Error ? error.message : String(error);
}

/**
 * What a response lacks: the browser delivers what arrived as if it were complete.
 * @param problem what the proxy has seen of the response
 * @returns undefined when it is whole, as far as is known
 */
function findLack(
	answer: PausedAnswer,
	sizeBytes: number,
	problem: string | undefined,
): DocumentDownloadError | undefined {
	// Packed content grows when it is unpacked.
	const isPacked = readHeader(answer, 'content-encoding') !== '';
	const announced = isPacked ? 0 : Number(readHeader(answer, 'content-length'));
	const isShort = sizeBytes < announced;
	if (!isShort && problem === undefined) return undefined;
	const reason = isShort ? 'net::ERR_CONTENT_LENGTH_MISMATCH' : problem;
	const came = isShort ? `${sizeBytes} of ${announced}` : sizeBytes;
	return new DocumentDownloadError(`${reason}: the document was cut off after ${came} bytes`);
}

async function* readBody(session: CDPSession, handle: string): AsyncGenerator<Buffer> {
	for (;;) {
		const part = await session.send('IO.read', { handle, size: CHUNK_BYTES });
		yield Buffer.from(part.data, part.base64Encoded === true ? 'base64' : 'utf8');
		if (part.eof) return;
	}
}

/** @throws DocumentDownloadError as soon as a document is too large */
export async function* bound(
	body: AsyncIterable<Uint8Array>,
	maxSizeBytes: number,
): AsyncGenerator<Uint8Array> {
	let receivedBytes = 0;
	for await (const chunk of body) {
		receivedBytes += chunk.length;
		if (receivedBytes > maxSizeBytes) {
			const limit = Math.floor(maxSizeBytes / 1_048_576);
			throw new DocumentDownloadError(`the document is larger than ${limit} MB`);
		}
		yield chunk;
	}
}

/** @throws UnwantedContentError as soon as the beginning of something is known, and not accepted */
async function* wanted(
	body: AsyncIterable<Uint8Array>,
	accepts: DownloadOptions['accepts'],
): AsyncGenerator<Uint8Array> {
	let head: Buffer | undefined = accepts && Buffer.alloc(0);
	const check = (): void => {
		if (head !== undefined && accepts?.(head.subarray(0, HEAD_BYTES)) === false) {
			throw new UnwantedContentError();
		}
		head = undefined;
	};
	for await (const chunk of body) {
		if (head !== undefined) head = Buffer.concat([head, chunk]);
		if (head !== undefined && head.length >= HEAD_BYTES) check();
		yield chunk;
	}
	check();
}
