import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { CDPSession } from 'playwright-core';
import type { ProxySession } from '../net/guardProxy.ts';
import { answerWithFile, isUnsent, type PausedAnswer, readHeader } from './pausedAnswer.ts';
import type { PageLoads } from './pageLoads.ts';
import { bounded, StreamLimitError, StreamWatch } from '../net/streamWatch.ts';
import { unpackGzip } from './unpackGzip.ts';

/** What a response's headers and address say about its body. */
export interface AnswerFacts {
	url: string;
	/** Header `Content-Type`, parameters included; empty when missing. */
	contentType: string;
	/** Header `Content-Disposition`; empty when missing. */
	contentDisposition: string;
	/** Whether its content is known not to be a page, whatever its headers say. */
	isFile?: boolean;
}

/** What a server calls a page may be a file that is read as one, text, or bytes that are neither. */
export type ServedContent = 'file' | 'text' | 'binary';

/** Which of them it is, by its first bytes. */
export type ClassifyContent = (head: Buffer) => ServedContent;

/**
 * Recognises a response that is a document for the parser.
 * @returns its file name, always with the extension of its type; undefined for anything else
 */
export type NameDocument = (answer: AnswerFacts) => string | undefined;

/** The address is a document, stored as a file; the receiver removes it. */
export interface LoadedDocument {
	kind: 'document';
	finalUrl: string;
	httpStatus: number;
	contentType: string;
	/** Name given by the server, or the last part of the address; extension included. */
	fileName: string;
	filePath: string;
	sizeBytes: number;
	/** Why this is only its beginning; set only where a beginning was asked for. */
	problem?: string;
}

/** The document cannot be stored; the message says why. */
class DocumentDownloadError extends Error {
	override name = 'DocumentDownloadError' as const;
}

interface DownloadOptions {
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
}

/**
 * Does something that may lead a page to a document instead, which is then streamed to a file. The
 * browser's own request is used, so cookies and the proxy apply, and the document is requested once.
 * @returns the document; undefined when the action led to a page
 */
export type CatchDocument = (
	options: DownloadOptions,
	act: () => Promise<void>,
) => Promise<LoadedDocument | undefined>;

const CHUNK_BYTES = 1_048_576;
/** A whole document must have arrived by then. */
const TOTAL_LIMIT_MS = 300_000;
/** The browser lets us answer auth challenges only for requests that it paused before they were sent. */
const REQUEST_AND_RESPONSE_STAGES = {
	handleAuthRequests: true,
	patterns: [
		{ resourceType: 'Document', requestStage: 'Request' } as const,
		{ resourceType: 'Document', requestStage: 'Response' } as const,
	],
};

/** What catching documents needs of the page's network. */
interface CatcherNeeds extends Pick<ProxySession, 'credentials' | 'problemOf'> {
	nameDocument: NameDocument;
	loads: PageLoads;
}

/**
 * Inspects the responses to a page's requests before the browser shows them. It also gives the page's
 * proxy its password: the browser asks at the first request and remembers the answer. Only the page's own
 * document counts, never that of a frame in it. The browser pauses documents as long as the page
 * lives: one in flight when that is switched off would never arrive.
 */
export async function createDocumentCatcher(
	session: CDPSession,
	{ credentials, nameDocument, problemOf, loads }: CatcherNeeds,
): Promise<CatchDocument> {
	/** Receives a response while an action that may lead to one is under way. */
	let take: ((answer: PausedAnswer, fileName: string) => boolean) | undefined;
	let takesAll = false;

	// What is answered fails only when the page is gone, and then nobody waits for the answer.
	session.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
		const authChallengeResponse =
			authChallenge.source === 'Proxy'
				? ({ response: 'ProvideCredentials', ...credentials } as const)
				: ({ response: 'Default' } as const);
		session
			.send('Fetch.continueWithAuth', { requestId, authChallengeResponse })
			.catch(() => undefined);
	});
	session.on('Fetch.requestPaused', (answer: PausedAnswer) => {
		const { requestId } = answer;
		if (isUnsent(answer) && !loads.add(answer)) {
			session
				.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
				.catch(() => undefined);
			return;
		}
		const fileName = readDocumentName(answer, takesAll, nameDocument);
		const isTaken = async (): Promise<boolean> =>
			fileName !== undefined &&
			take !== undefined &&
			(await isOfPage(session, answer)) &&
			take(answer, fileName);
		isTaken()
			.catch(() => false)
			.then((isDocument) => isDocument || session.send('Fetch.continueRequest', { requestId }))
			.catch(() => undefined);
	});
	await session.send('Fetch.enable', REQUEST_AND_RESPONSE_STAGES);

	return async (options, act) => {
		const { promise: found, resolve, reject } = Promise.withResolvers<LoadedDocument | undefined>();
		// Nobody awaits it when the address turns out to be a page.
		found.catch(() => undefined);
		let isUnderWay = false;
		loads.endCount();
		takesAll = options.takesAll === true;
		take = (answer, fileName) => {
			if (isUnderWay) return false;
			isUnderWay = true;
			storeDocument(session, answer, fileName, { ...options, problemOf }).then(resolve, reject);
			return true;
		};
		try {
			const acting = act().then(() => undefined);
			return (await Promise.race([acting, found])) ?? (await acting);
		} catch (error) {
			// A document never becomes a page: its navigation ends in an error, now or at the time limit.
			const document = isUnderWay ? await found : undefined;
			if (document !== undefined) return document;
			throw error;
		} finally {
			take = undefined;
			takesAll = false;
		}
	};
}

/**
 * Whether a response is for the page itself, not for a frame in it: a page's target has the ID of its
 * main frame. The frames themselves can't be queried, because the page answers nothing meanwhile.
 */
async function isOfPage(session: CDPSession, { frameId }: PausedAnswer): Promise<boolean> {
	const { targetInfo } = await session.send('Target.getTargetInfo');
	return frameId === targetInfo.targetId;
}

function readDocumentName(
	answer: PausedAnswer,
	isFile: boolean,
	nameDocument: NameDocument,
): string | undefined {
	const status = answer.responseStatusCode ?? 0;
	if (status < 200 || status >= 300) return undefined;
	return nameDocument({
		url: answer.request.url,
		contentType: readHeader(answer, 'content-type'),
		contentDisposition: readHeader(answer, 'content-disposition'),
		isFile,
	});
}

async function storeDocument(
	session: CDPSession,
	answer: PausedAnswer,
	fileName: string,
	options: DownloadOptions & Pick<CatcherNeeds, 'problemOf'>,
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
		finalUrl: answer.request.url,
		httpStatus: answer.responseStatusCode ?? 0,
		contentType: readHeader(answer, 'content-type'),
		fileName,
		filePath,
		sizeBytes: (await stat(filePath)).size,
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
	options: DownloadOptions & Pick<CatcherNeeds, 'problemOf'> & { onPacked: () => void },
): Promise<string | undefined> {
	const { filePath, maxSizeBytes, beginningMs, problemOf, onPacked } = options;
	const totalMs = beginningMs ?? TOTAL_LIMIT_MS;
	const watch = new StreamWatch({ maxBytes: maxSizeBytes, totalMs });
	const body = bound(unpackGzip(bounded(sent, watch), onPacked), maxSizeBytes);
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

async function* bound(
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
