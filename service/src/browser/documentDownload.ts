import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { CDPSession } from 'playwright-core';
import type { ProxySession } from '../net/guardProxy.ts';
import { answerWithFile, isUnsent, type PausedAnswer, readHeader } from './pausedAnswer.ts';
import type { PageLoads } from './pageLoads.ts';
import { bounded, StreamLimitError, StreamWatch } from '../net/streamWatch.ts';
import { unpackGzip } from './unpackGzip.ts';

/** What an answer's headers and address say about its body. */
export interface AnswerFacts {
	url: string;
	/** Header `Content-Type`, parameters included; empty when missing. */
	contentType: string;
	/** Header `Content-Disposition`; empty when missing. */
	contentDisposition: string;
	/** Whether its content is known to be no page, whatever is said of it. */
	isFile?: boolean;
}

/** What a server calls a page may be a file that is read as one, text, or bytes that are neither. */
export type ServedContent = 'file' | 'text' | 'binary';

/** Which of them, by its first bytes. */
export type ClassifyContent = (head: Buffer) => ServedContent;

/**
 * Recognises an answer that is a document for the parser.
 * @returns the name of its file, always with the ending of its kind; undefined for all else
 */
export type NameDocument = (answer: AnswerFacts) => string | undefined;

/** The address is a document, stored as a file; whoever gets this removes it. */
export interface LoadedDocument {
	kind: 'document';
	finalUrl: string;
	httpStatus: number;
	contentType: string;
	/** Name given by the server, or the last part of the address; extension included. */
	fileName: string;
	filePath: string;
	sizeBytes: number;
	/** Why this is its beginning only; such a document is stored where a beginning is asked for. */
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
	/** Whether whatever comes is stored. */
	takesAll?: boolean;
	/**
	 * Within which time, in milliseconds, what has come is stored although it is not all, or breaks off, or
	 * is larger than it may be.
	 * @default undefined: only whole documents are stored
	 */
	beginningMs?: number;
	/**
	 * Whether what was packed in a file, and is stored now, is a page. The browser then shows that.
	 * @default undefined: it is a document, whatever it is
	 */
	isPage?: (filePath: string) => Promise<boolean>;
}

/**
 * Does something that may lead a page to a document instead, which is then streamed to a file. The
 * browser's own request is used, so cookies and the proxy apply, and the document is asked for once.
 * @returns the document; undefined when what the act led to is a page
 */
export type CatchDocument = (
	options: DownloadOptions,
	act: () => Promise<void>,
) => Promise<LoadedDocument | undefined>;

const CHUNK_BYTES = 1_048_576;
/** All of a document must have come by then. */
const TOTAL_LIMIT_MS = 300_000;
/** The browser lets us answer questions only for requests that it held up before they were sent. */
const REQUEST_AND_RESPONSE_STAGES = {
	handleAuthRequests: true,
	patterns: [
		{ resourceType: 'Document', requestStage: 'Request' } as const,
		{ resourceType: 'Document', requestStage: 'Response' } as const,
	],
};

/** What catching documents takes of the page's network. */
interface CatcherNeeds extends Pick<ProxySession, 'credentials' | 'problemOf'> {
	nameDocument: NameDocument;
	loads: PageLoads;
}

/**
 * Looks at what a page's addresses answer with before the browser shows it. It also gives the page's
 * proxy its password: the browser asks at the first request and remembers the answer. Only the page's own
 * document counts, never that of a frame in it. The browser holds documents up as long as the page
 * lives: one that is on its way at the moment when that is switched off would never arrive.
 */
export async function createDocumentCatcher(
	session: CDPSession,
	{ credentials, nameDocument, problemOf, loads }: CatcherNeeds,
): Promise<CatchDocument> {
	/** Takes an answer while an act is under way that may lead to one. */
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
		// Nobody waits for it when the address turns out to be a page.
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
 * Whether an answer is for the page itself, not for a frame in it: a page's target bears the ID of its
 * main frame. The frames themselves can't be asked for, because the page answers nothing meanwhile.
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
 * @returns why it is not all, where a beginning is enough
 * @throws Error when it is not all, where it has to be
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
 * What an answer lacks: the browser hands over what came of it as if it were all.
 * @param problem what the proxy has seen of the answer
 * @returns undefined when it is whole, as far as is known
 */
function findLack(
	answer: PausedAnswer,
	sizeBytes: number,
	problem: string | undefined,
): DocumentDownloadError | undefined {
	// What was packed is larger when it is unpacked.
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
