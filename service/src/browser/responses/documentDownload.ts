import type { ServedContent } from '@web-data-extraction/documents/servedFile';
import type { CDPSession } from 'playwright-core';
import type { ProxySession } from '../../net/guardProxy.ts';
import type { PageLoads } from './pageLoads.ts';
import { isUnsent, type PausedAnswer, readHeader } from './pausedAnswer.ts';
import { type DownloadOptions, type LoadedDocument, storeDocument } from './storeDocument.ts';

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

/** Which of them it is, by its first bytes. */
export type ClassifyContent = (head: Buffer) => ServedContent;

/**
 * Recognises a response that is a document for the parser.
 * @returns its file name, always with the extension of its type; undefined for anything else
 */
export type NameDocument = (answer: AnswerFacts) => string | undefined;

/**
 * Does something that may lead a page to a document instead, which is then streamed to a file. The
 * browser's own request is used, so cookies and the proxy apply, and the document is requested once.
 * @returns the document; undefined when the action led to a page
 */
export type CatchDocument = (
	options: DownloadOptions,
	act: () => Promise<void>,
) => Promise<LoadedDocument | undefined>;

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
