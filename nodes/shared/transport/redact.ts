import { bodyField, isRecord } from './serviceBody';

/** Longest text of the service that is shown; more would flood the editor. */
const MAX_LENGTH = 1_000;

/** Shorter values of cookies, such as 1 or dark, are no secrets, and are part of many a word. */
const MIN_COOKIE_LENGTH = 6;

/** Longer secrets first: one may be part of another. */
function maskSecrets(text: string, secrets: readonly string[]): string {
	return [...secrets]
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
	if (!Array.isArray(actions)) return [];
	return actions.flatMap((action: unknown) => {
		const text = bodyField(action, 'type') === 'type' ? bodyField(action, 'value') : undefined;
		const own = typeof text === 'string' && text.length >= MIN_TYPED_LENGTH ? [text] : [];
		return [...own, ...typedTexts(bodyField(action, 'actions'))];
	});
}

/** What must not be shown of a request: its cookies, and what it types into pages. */
export function requestSecrets(body: unknown): string[] {
	const urls = bodyField(body, 'urls');
	const typed = Array.isArray(urls)
		? urls.flatMap((entry: unknown) => typedTexts(bodyField(entry, 'actions')))
		: [];
	return [...cookieSecrets(body), ...new Set(typed)];
}

/** Fields in which the service writes words of its own. */
const WORDS = new Set(['error', 'error_message', 'message', 'warnings', 'schema_warnings']);

/** A body without secrets in the words of the service: errors and warnings of jobs and their pages. */
export function redactWords(body: unknown, secrets: readonly string[], isWords = false): unknown {
	if (typeof body === 'string') return isWords ? maskSecrets(body, secrets) : body;
	if (Array.isArray(body)) return body.map((entry) => redactWords(entry, secrets, isWords));
	if (!isRecord(body)) return body;
	return Object.fromEntries(
		Object.entries(body).map(([name, value]) => [
			name,
			redactWords(value, secrets, isWords || WORDS.has(name)),
		]),
	);
}
