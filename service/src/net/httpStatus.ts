import { STATUS_CODES } from 'node:http';

/** From here on a status means that the page is not available. */
const FIRST_ERROR_STATUS = 400;

/** Seen only where the server gives no address to redirect to. */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Statuses that a retry may well avoid: the server, or something in front of it, is busy. */
const TEMPORARY_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** The server asks clients to wait. */
const BUSY_STATUSES: ReadonlySet<number> = new Set([429, 503]);

const LONGEST_TITLE_CHARACTERS = 100;

/** Whether a status means that there is no page: an error, or a redirect without an address. */
export function isErrorStatus(status: number): boolean {
	return status >= FIRST_ERROR_STATUS || REDIRECTS.has(status);
}

/** Whether another attempt may succeed. */
export function isTemporaryStatus(status: number): boolean {
	return TEMPORARY_STATUSES.has(status);
}

/** Whether the host should get a pause before the next request. */
export function isBusyStatus(status: number): boolean {
	return BUSY_STATUSES.has(status);
}

/**
 * Why a page with an error status counts as failed, in words that follow `Failed to scrape <url>: `, such
 * as `HTTP status 404 (Not Found), page title 'Nothing here'`.
 */
export function describeRefusal(answer: {
	httpStatus: number;
	title: string;
	/** How long the server asks clients to wait. */
	retryAfterMs?: number | undefined;
}): string {
	const { retryAfterMs } = answer;
	const wait =
		retryAfterMs === undefined ? '' : `, to be tried again in ${Math.ceil(retryAfterMs / 1000)} s`;
	return `${describeStatus(answer.httpStatus)}${wait}${describeTitle(answer.title)}`;
}

function describeStatus(httpStatus: number): string {
	const meaning = STATUS_CODES[httpStatus];
	const nowhere = REDIRECTS.has(httpStatus) ? ', without a target address' : '';
	return `HTTP status ${httpStatus}${meaning === undefined ? '' : ` (${meaning})`}${nowhere}`;
}

function describeTitle(title: string): string {
	const shown = title.replace(/\s+/g, ' ').trim();
	if (shown === '') return '';
	const isLong = shown.length > LONGEST_TITLE_CHARACTERS;
	const name = isLong ? `${shown.slice(0, LONGEST_TITLE_CHARACTERS)}…` : shown;
	return `, page title '${name}'`;
}

/**
 * How long a server asks clients to wait (header `Retry-After`, RFC 9110, 10.2.3), in milliseconds.
 * @param value seconds, or a date
 * @returns undefined when it cannot be parsed
 */
export function readRetryAfter(value: string | undefined, nowMs = Date.now()): number | undefined {
	const given = value?.trim() ?? '';
	if (/^\d{1,9}$/.test(given)) return Number(given) * 1000;
	const untilMs = Date.parse(given);
	return Number.isNaN(untilMs) ? undefined : Math.max(0, untilMs - nowMs);
}
