import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ANSWER_LIMIT_MS, NOTHING_READABLE } from '../browser/responses/answerEnding.ts';
import { detectChallenge } from '../browser/challenges/detectChallenge.ts';
import { parseCookies } from '../net/cookies.ts';
import type { NameDocument } from '../browser/responses/documentDownload.ts';
import type { LoadedDocument } from '../browser/responses/storeDocument.ts';
import type { PageContent } from '../browser/loadPage.ts';
import type { PageOptions } from '../browser/pool/pool.ts';
import { PagePlaces, type Stay } from '../browser/page/stay.ts';
import { servedFileName } from '../documents/fileNames.ts';
import { SERVED_HEAD_BYTES, servedContentOf } from '@web-data-extraction/documents/servedFile';
import type { ContentPool } from '../extract/contentPool.ts';
import { ContentError } from '@web-data-extraction/fields/extraction';
import type { AddressPolicy } from '../net/addressGuard.ts';
import type { LocatedAnswer } from '../net/followRedirects.ts';
import { GuardProxy } from '../net/guardProxy.ts';
import { StreamLimitError } from '../net/streamWatch.ts';
import type { ConversionRequest } from '@web-data-extraction/page/convertPage';
import { parseRefresh } from '@web-data-extraction/page/refresh';
import type { StaticPage } from '@web-data-extraction/page/staticPage';
import { decodeHtml } from './decodeHtml.ts';
import { storeDocument } from './plainDocument.ts';
import { PlainClient } from './plainFetch.ts';
import { type PlainBody, readBody, unpackOnce } from './readBody.ts';

/** What to read, and how. */
export interface PlainRequest {
	url: string;
	/** Session cookies in either form of the contract; see `parseCookies`. */
	cookies?: string | undefined;
	/** Existing folder in which a document is stored when the address is one. */
	documentDirectory: string;
	/** See `ConversionRequest`. */
	contentOnly: boolean;
}

/** A page that is complete without a browser: as a browser would return it, and in its converted form. */
export type PlainPage = PageContent & { converted: StaticPage };

/** What an address yields without a browser. */
export type PlainLoad =
	| PlainPage
	| LoadedDocument
	/** Only a browser can decide; the reason is a sentence about "it". */
	| { kind: 'browser'; reason: string }
	/** A browser would wait as long, and find nothing more. */
	| { kind: 'failed'; reason: string };

/** A page as it was sent. */
interface FetchedPage extends PlainBody {
	answer: LocatedAnswer;
}

/** Why an unusable response is left to the browser. */
const UNENDED = 'its response did not end';
const NOT_WHOLE = 'its response was incomplete';

/** Addresses that are read at a time; far more than are converted at a time. */
const PLACES = 32;
const MOST_REFRESHES = 3;
/** If a redirect comes later than this, readers have read the page. */
const LONGEST_REFRESH_SECONDS = 5;

const HTML = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i;
/** Servers also send these statuses to clients that are not browsers. */
const MAY_BE_REFUSAL: ReadonlySet<number> = new Set([401, 403, 406, 418, 503]);

export interface PlainReaderOptions {
	/** Decides where connections may go. */
	policy: AddressPolicy;
	/** Distinguishes documents from pages. */
	nameDocument: NameDocument;
	content: Pick<ContentPool, 'convertStatic'>;
}

/** Reads pages by HTTP alone (`scrapeMode: fast` in api/openapi.yaml). */
export class PlainReader {
	private readonly options: PlainReaderOptions;
	private readonly proxy = new GuardProxy();
	private readonly places = new PagePlaces(PLACES);

	constructor(options: PlainReaderOptions) {
		this.options = options;
	}

	/** Provides a client that is closed afterwards; its cookies and connections belong to one job only. */
	async withClient<Result>(
		{ targetUrl, upstream }: Pick<PageOptions, 'targetUrl' | 'upstream'>,
		use: (client: PlainClient) => Promise<Result>,
	): Promise<Result> {
		const guard = this.options.policy.forTarget(targetUrl);
		const door = upstream && this.proxy.openSession({ guard, upstream });
		const way = door && {
			credentials: door.credentials,
			proxyServer: await this.proxy.listen(),
		};
		const client = new PlainClient(guard, way);
		try {
			return await use(client);
		} finally {
			await client.close();
			door?.close();
		}
	}

	/**
	 * Reads an address. Failures are left to the browser, which may do better or reports why it does not,
	 * except for responses that do not end: the browser would only wait as long for them.
	 * @throws the signal's reason; CookieFormatError
	 */
	async load(client: PlainClient, request: PlainRequest, signal: AbortSignal): Promise<PlainLoad> {
		const { cookies, url } = request;
		if (cookies !== undefined && !(await client.addCookies(parseCookies(cookies), url))) {
			return { kind: 'browser', reason: 'one of its cookies is for browsers only' };
		}
		return await this.places.host(signal, (stay) =>
			this.read(client, request, { signal, stay, refreshes: 0 }),
		);
	}

	/** Closes what is left of its proxy. */
	async close(): Promise<void> {
		await this.proxy.close();
	}

	private async read(
		client: PlainClient,
		request: PlainRequest,
		visit: { signal: AbortSignal; stay: Stay; refreshes: number },
	): Promise<PlainLoad> {
		const { signal, stay, refreshes } = visit;
		const fetched = await stay.waitForNetwork(
			() => this.fetch(client, request, signal),
			() => true,
		);
		if ('kind' in fetched) return fetched;
		const { answer, bytes, ending } = fetched;
		const { response } = answer;
		const finalUrl = answer.url.href;
		const contentType = response.headers.get('content-type') ?? '';
		const html = decodeHtml(bytes, contentType);
		const { contentOnly } = request;
		const converted = await this.convert({ html, url: finalUrl, contentOnly }, signal);
		if (converted === undefined) return { kind: 'browser', reason: 'its HTML could not be read' };
		const onUrl = refreshes < MOST_REFRESHES ? findWayOn(converted, answer) : undefined;
		if (onUrl !== undefined) {
			const further = { ...visit, refreshes: refreshes + 1 };
			return await this.read(client, { ...request, url: onUrl }, further);
		}
		const isBlank = ending === 'never' && converted.text.trim() === '';
		const isAll = converted.scriptKind === '' && converted.frames.length === 0;
		if (isBlank && isAll) return { kind: 'failed', reason: NOTHING_READABLE.never };
		const reason = isBlank ? UNENDED : await this.findObstacle(converted, answer);
		if (reason !== undefined) return { kind: 'browser', reason };
		const { title, html: written } = converted;
		const httpStatus = response.status;
		return {
			kind: 'page',
			finalUrl,
			isAddressLeftOut: false,
			httpStatus,
			contentType,
			title,
			html: written,
			linkHeader: response.headers.get('link') ?? '',
			robotsHeader: response.headers.get('x-robots-tag') ?? '',
			isAtRest: true,
			isReloading: false,
			isRing: false,
			reloadingFrames: [],
			ending,
			unreadFrames: [],
			isOutgrown: false,
			hasUnreadPart: false,
			retryAfterMs: undefined,
			converted,
		};
	}

	/** The network part: returns a page's bytes, a document, or why a browser is needed. */
	private async fetch(
		client: PlainClient,
		request: PlainRequest,
		signal: AbortSignal,
	): Promise<FetchedPage | Exclude<PlainLoad, PlainPage>> {
		const limit = new AbortController();
		const timer = setTimeout(() => limit.abort(new Error('it takes too long')), ANSWER_LIMIT_MS);
		let hasBegun = false;
		try {
			const answer = await client.get(request.url, AbortSignal.any([signal, limit.signal]));
			hasBegun = true;
			const fileName = this.nameOf(answer);
			if (fileName !== undefined) {
				// Its own limits apply from here on.
				clearTimeout(timer);
				const { documentDirectory } = request;
				return await storeDocument(answer, { fileName, documentDirectory }, signal);
			}
			const { response } = answer;
			const isHtml = HTML.test(response.headers.get('content-type') ?? '');
			const page = isHtml ? await readBody(answer.body, limit.signal) : undefined;
			if (page !== undefined) return await takePage({ answer, ...page }, request);
			await response.body?.cancel().catch(() => undefined);
			return { kind: 'browser', reason: isHtml ? 'it is very large' : 'it is not an HTML page' };
		} catch (error) {
			signal.throwIfAborted();
			if (error instanceof StreamLimitError) {
				return { kind: 'failed', reason: error.message.replace(/^it/, 'the document') };
			}
			return {
				kind: 'browser',
				reason: hasBegun ? NOT_WHOLE : 'it did not answer a plain HTTP request',
			};
		} finally {
			clearTimeout(timer);
		}
	}

	/** @returns undefined for a page that takes too long or too much memory */
	private async convert(
		request: ConversionRequest,
		signal: AbortSignal,
	): Promise<StaticPage | undefined> {
		try {
			return await this.options.content.convertStatic(request, signal);
		} catch (error) {
			if (error instanceof ContentError) return undefined;
			throw error;
		}
	}

	private nameOf({ url, response }: LocatedAnswer): string | undefined {
		if (!response.ok) return undefined;
		return this.options.nameDocument({
			url: url.href,
			contentType: response.headers.get('content-type') ?? '',
			contentDisposition: response.headers.get('content-disposition') ?? '',
		});
	}

	private async findObstacle(
		page: StaticPage,
		{ url, response: { status, headers } }: LocatedAnswer,
	): Promise<string | undefined> {
		if (MAY_BE_REFUSAL.has(status)) return `it answered with HTTP status ${status}`;
		const { title, html, text } = page;
		const facts = { textSample: text.slice(0, 4_000), textLength: text.length };
		const shown = { title, html, url: url.href, ...facts };
		const answer = { status, headers: Object.fromEntries(headers) };
		if (detectChallenge(shown, answer) !== undefined) return 'it shows a bot challenge';
		// An error page is left as it is.
		return status < 400 ? page.needsBrowser : undefined;
	}
}

/** Where a page redirects its readers before they have read it. */
function findWayOn({ refresh }: StaticPage, { url, response }: LocatedAnswer): string | undefined {
	const way = refresh ?? parseRefresh(response.headers.get('refresh'), url.href);
	if (way === undefined || response.status >= 300) return undefined;
	return way.afterSeconds <= LONGEST_REFRESH_SECONDS ? way.url : undefined;
}

/** A page, or a file served as one, stored as it is; both may be compressed once more than declared. */
async function takePage(
	page: FetchedPage,
	{ documentDirectory }: PlainRequest,
): Promise<FetchedPage | Exclude<PlainLoad, PlainPage>> {
	const { answer, ending } = page;
	const { url, response } = answer;
	if (!response.ok) return page;
	const bytes = await unpackOnce(page.bytes);
	const content = servedContentOf(bytes.subarray(0, SERVED_HEAD_BYTES));
	if (content === 'binary') return { kind: 'browser', reason: 'it is not text' };
	if (content === 'text') return { ...page, bytes };
	// A part of a file is not a file.
	if (ending === 'never') return { kind: 'browser', reason: UNENDED };
	const filePath = join(documentDirectory, randomUUID());
	await writeFile(filePath, bytes, { mode: 0o600 });
	return {
		kind: 'document',
		finalUrl: url.href,
		httpStatus: response.status,
		contentType: response.headers.get('content-type') ?? '',
		fileName: servedFileName(url.href, response.headers.get('content-disposition') ?? ''),
		filePath,
	};
}
