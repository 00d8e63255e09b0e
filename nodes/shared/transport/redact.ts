import { bodyField, isRecord, readRecords } from './serviceBody';

/** Longest text of the service that is shown; more would flood the editor. */
const MAX_LENGTH = 1_000;

/** Shorter values of cookies, such as 1 or dark, are no secrets, and are part of many a word. */
const MIN_COOKIE_LENGTH = 6;

/** A secret as texts quote it: as it is, in JSON, and in an address. */
function spellings(secret: string): string[] {
	const inAddress = encodeURIComponent(secret.toWellFormed());
	return [secret, JSON.stringify(secret).slice(1, -1), inAddress, inAddress.replace(/%20/g, '+')];
}

/** A text without secrets. Longer ones first: one may be part of another. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
	return [...new Set(secrets.flatMap(spellings))]
		.filter((secret) => secret.length > 0)
		.sort((a, b) => b.length - a.length)
		.reduce((result, secret) => result.split(secret).join('***'), text);
}

/** Text of the service made safe to show: no control characters, bounded, and without secrets. */
export function redact(text: string, secrets: readonly string[] = []): string {
	const plain = text.replace(/\p{Cc}+/gu, ' ').trim();
	const safe = maskSecrets(plain, secrets);
	return safe.length > MAX_LENGTH ? `${safe.slice(0, MAX_LENGTH)}…` : safe;
}

/** Shorter texts that are typed into a page are part of many a word. */
const MIN_TYPED_LENGTH = 4;

/** What must not be shown of a request's cookies: their text, and the value of each. */
function cookieSecrets(body: unknown): string[] {
	const cookies = bodyField(body, 'cookies');
	if (typeof cookies !== 'string') return [];
	const values = cookies
		.split(/[;\r\n\t]/)
		.map((part) => part.slice(part.indexOf('=') + 1).trim())
		.filter((value) => value.length >= MIN_COOKIE_LENGTH);
	return [cookies, ...values];
}

/** Texts that browser actions type, such as a password; also those on each element of a forEach. */
function typedTexts(actions: unknown): string[] {
	return readRecords(actions).flatMap(({ type, value, actions: inner }) => {
		// A line break at the end is the Enter key.
		const text = type === 'type' && typeof value === 'string' ? value.replace(/\r?\n$/, '') : '';
		const own = text.length >= MIN_TYPED_LENGTH ? [text] : [];
		return [...own, ...typedTexts(inner)];
	});
}

/** What a request types into pages, each text once. */
export function readTypedTexts(body: unknown): string[] {
	const pages = readRecords(bodyField(body, 'urls'));
	return [...new Set(pages.flatMap(({ actions }) => typedTexts(actions)))];
}

/** What must not be shown of a request: its cookies, and what it types into pages. */
export function requestSecrets(body: unknown): string[] {
	return [...cookieSecrets(body), ...readTypedTexts(body)];
}

/** Fields that contain the service's own words. */
const WORDS = new Set(['error', 'error_message', 'message', 'warnings', 'schema_warnings']);

/** Fields that hold what was read or extracted, in which fields of the same names are the page's. */
const CONTENT = new Set(['content', 'json', 'listed', 'result_data']);

/** The same within an entry of a list: a page of a crawl or batch. Elsewhere they hold such lists. */
const CONTENT_OF_ENTRY = new Set(['data', 'result']);

/** Fields with addresses that a page led to: forms put what was typed into them. */
const ADDRESSES = new Set(['finalUrl']);

/**
 * What a text of a body is: words of the service, such words within what was read of a page (`message` of
 * a page's data is no word of the service), an address that a page led to, or anything else.
 */
export type TextKind = 'words' | 'content' | 'address' | 'other';

/** Where a value of a body is. */
interface Place {
	kind?: 'words' | 'address';
	/** Whether it belongs to what was read. */
	isContent: boolean;
	isInList: boolean;
}

/**
 * A body with its texts changed, by what they are: errors and warnings of jobs and their pages, where
 * pages led to, and all others.
 * @param change what a text becomes
 */
export function mapWords(
	body: unknown,
	change: (text: string, kind: TextKind) => string,
	place: Place = { isContent: false, isInList: false },
): unknown {
	if (typeof body === 'string') {
		if (place.kind === undefined) return change(body, 'other');
		return change(body, place.kind === 'words' && place.isContent ? 'content' : place.kind);
	}
	if (Array.isArray(body)) {
		return body.map((entry) => mapWords(entry, change, { ...place, isInList: true }));
	}
	if (!isRecord(body)) return body;
	return Object.fromEntries(
		Object.entries(body).map(([name, value]) => {
			const isContent =
				place.isContent || CONTENT.has(name) || (place.isInList && CONTENT_OF_ENTRY.has(name));
			const own = WORDS.has(name) ? 'words' : ADDRESSES.has(name) ? 'address' : undefined;
			const kind = place.kind ?? own;
			return [name, mapWords(value, change, { ...(kind && { kind }), isContent, isInList: false })];
		}),
	);
}
