import { bodyField } from './serviceBody';

/** Longest text of the service that is shown; more would flood the editor. */
const MAX_LENGTH = 1_000;

/** Shorter values of cookies, such as 1 or dark, are no secrets, and are part of many a word. */
const MIN_COOKIE_LENGTH = 6;

/** Text of the service made safe to show: no control characters, bounded, and without secrets. */
export function makeLegible(text: string, secrets: readonly string[] = []): string {
	const plain = text.replace(/\p{Cc}+/gu, ' ').trim();
	const safe = secrets
		.filter((secret) => secret.length > 0)
		.reduce((result, secret) => result.split(secret).join('***'), plain);
	return safe.length > MAX_LENGTH ? `${safe.slice(0, MAX_LENGTH)}…` : safe;
}

/** What must not be shown of a request's cookies: their text, and the value of each. */
export function cookieSecrets(body: unknown): string[] {
	const cookies = bodyField(body, 'cookies');
	if (typeof cookies !== 'string') return [];
	const values = cookies
		.split(/[;\r\n\t]/)
		.map((part) => part.slice(part.indexOf('=') + 1).trim())
		.filter((value) => value.length >= MIN_COOKIE_LENGTH);
	return [cookies, ...values];
}
