import { stripVTControlCharacters } from 'node:util';
import { AddressNotAllowedError, portOf } from '../net/addressGuard.ts';
import type { OpenPage } from './page/openPage.ts';
import { isTimeout } from './timeLimit.ts';

/** Why the page died. */
export const BROWSER_GONE = 'The browser stopped unexpectedly while the page was open';

/** The page or the whole browser died; the same request may succeed on the next attempt. */
export class BrowserCrashedError extends Error {
	override name = 'BrowserCrashedError' as const;
}

/** The page was ended because it exceeded the memory limit of a page; a retry would fail the same way. */
export class PageMemoryError extends Error {
	override name = 'PageMemoryError' as const;

	constructor() {
		super('the page takes more than 1 GB of memory');
	}
}

/** A page could not be loaded; the message is as in the API: `Failed to scrape <url>: <reason>`. */
export class PageLoadError extends Error {
	override name = 'PageLoadError' as const;
	readonly reason: string;
	/** Whether a retry may succeed. */
	readonly isTemporary: boolean;

	constructor(url: string, reason: string, options: ErrorOptions & { isTemporary?: boolean } = {}) {
		super(`Failed to scrape ${url}: ${reason}`, options);
		this.reason = reason;
		this.isTemporary = options.isTemporary ?? false;
	}
}

/** Playwright's words for a call that timed out. */
const TIMED_OUT = /^Timeout (\d{1,9})ms exceeded\.?/;

/** Two digits are enough: what remains of 30 s counts as 30 s. */
const toSeconds = (ms: string): number => Number((Number(ms) / 1000).toPrecision(2));

/** A message can contain two addresses. */
const MAX_MESSAGE_CHARACTERS = 20_000;

/** The first line of a browser error, without the name of the failed call, with times in seconds. */
export function describeBrowserError(error: unknown): string {
	const message = error instanceof Error ? error.message : String(error);
	const [firstLine = ''] = stripVTControlCharacters(message).split('\n', 1);
	return firstLine
		.slice(0, MAX_MESSAGE_CHARACTERS)
		.replace(/^\w+\.\w+: /, '')
		.replace(TIMED_OUT, (_words, ms: string) => `it took longer than ${toSeconds(ms)} s`)
		.trim();
}

/** Chromium's words for "my proxy could not": the proxy is the service's own and knows the cause. */
const PROXY_FAILURE = /ERR_PROXY|ERR_TUNNEL|ERR_EMPTY_RESPONSE|ERR_FAILED/;
const ABORTED = /ERR_ABORTED|Download is starting/;

/** Whether the browser gave up on an address because it cannot display the content. */
export function isAbortion(error: unknown): boolean {
	return ABORTED.test(describeBrowserError(error));
}

/** Chromium's names for failures that a retry may well avoid. */
const TEMPORARY =
	/^net::ERR_(?:ABORTED|CONNECTION_(?:ABORTED|CLOSED|RESET|TIMED_OUT)|CONTENT_(?:DECODING_FAILED|LENGTH_MISMATCH)|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|HTTP2_PROTOCOL_ERROR|NETWORK_CHANGED|TIMED_OUT)\b/;
/** The page navigated elsewhere while it was being opened; Playwright has no name for it. */
const INTERRUPTED = /^Navigation to "\S*" is interrupted by another navigation/;

/** Types that the browser shows as pages. */
const SHOWN = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i;
const ENDED_EARLY = 'the page ended while it was being opened';

/** What the browser says about a question to a document that is being replaced by another one. */
const LEAVING =
	/Inspected target navigated or closed|Execution context was destroyed|Cannot find (?:default execution )?context|Frame (?:was|has been) detached/;

/** Whether a page went elsewhere while something was done with it. */
export function isLeaving(error: unknown): boolean {
	return error instanceof Error && LEAVING.test(error.message);
}

/**
 * Whether a retry may succeed.
 * @param reason what {@link explainLoadFailure} says about the error; addresses in it are ignored
 */
export function isTemporaryFailure(error: unknown, reason: string): boolean {
	return (
		isTimeout(error) || reason === ENDED_EARLY || INTERRUPTED.test(reason) || TEMPORARY.test(reason)
	);
}

/**
 * Why an address could not be opened: a sentence, or a browser's name for it followed by an address;
 * see `describeNetworkError`.
 */
export async function explainLoadFailure(
	opened: OpenPage,
	url: string,
	error: unknown,
): Promise<string> {
	if (error instanceof AddressNotAllowedError) return error.message;
	const browserError = describeBrowserError(error);
	if (ABORTED.test(browserError)) return explainAbortion(opened, browserError);
	if (isLeaving(error)) return 'the page went to other addresses again and again while it was read';
	if (!PROXY_FAILURE.test(browserError)) return browserError;
	const failedUrl = opened.traffic.failedUrl ?? url;
	const cause = await explainConnection(opened, failedUrl);
	// A connection can be made: the server closed the one that carried the request.
	if (cause === undefined) {
		if (!browserError.includes('ERR_FAILED')) return browserError;
		const problem = (await opened.network.problemOf(failedUrl)) ?? 'net::ERR_EMPTY_RESPONSE';
		return `${problem} at ${failedUrl}`;
	}
	if (cause.startsWith('net::')) return `${cause} at ${failedUrl}`;
	return failedUrl === new URL(url).href ? cause : `it leads to ${failedUrl}: ${cause}`;
}

/** Why no connection to the host of an address can be made; undefined when one can. */
export async function explainConnection(
	opened: Pick<OpenPage, 'network'>,
	url: string,
): Promise<string | undefined> {
	const parsed = URL.parse(url);
	return parsed === null
		? undefined
		: opened.network.explainFailure(parsed.hostname, portOf(parsed));
}

function explainAbortion(opened: OpenPage, browserError: string): string {
	const { httpStatus: status, contentType } = opened.traffic;
	if (status === 204 || status === 205) return `the address answers with nothing (HTTP ${status})`;
	if (contentType === '') return browserError;
	// The browser shows those: a script or a crash ended the page while it arrived.
	if (SHOWN.test(contentType)) return ENDED_EARLY;
	return `the address answers with ${contentType}, which is neither a page nor a document that can be read`;
}
