import { z } from 'zod';
import { parseCookies } from '../net/cookies.ts';
import { HIDDEN, hideUserInfo, listUserInfo } from './userInfo.ts';

/** One secret of a request: its path and its value. */
const secret = z.object({ path: z.array(z.union([z.string(), z.number()])), value: z.string() });

/** Form of the secrets of a request, as they are encrypted for the database. */
export const storedSecrets = z.array(secret);

export type RequestSecret = z.output<typeof secret>;

/** Fields with addresses, which may contain a user name and password. */
const ADDRESS_FIELDS: ReadonlySet<string> = new Set(['url', 'baseUrl', 'sourceUrl']);

/** A request without its secrets, as the database may store it, and the secrets. */
export interface HiddenRequest {
	shown: unknown;
	secrets: RequestSecret[];
}

/**
 * Removes the secrets from a job's request: cookies, texts that are typed into pages, and user names and
 * passwords in addresses. {@link restoreSecrets} is its inverse.
 */
export function hideSecrets(request: unknown): HiddenRequest {
	const secrets: RequestSecret[] = [];
	const hide = (value: unknown, path: RequestSecret['path']): unknown => {
		if (Array.isArray(value)) return value.map((entry, index) => hide(entry, [...path, index]));
		if (!isRecord(value)) return value;
		const entries = Object.entries(value).map(([name, inner]) => {
			const shown = typeof inner === 'string' ? hideText(value, name, inner) : inner;
			if (shown === inner) return [name, hide(inner, [...path, name])];
			secrets.push({ path: [...path, name], value: String(inner) });
			return [name, shown];
		});
		return Object.fromEntries(entries);
	};
	return { shown: hide(request, []), secrets };
}

function hideText(owner: Record<string, unknown>, name: string, text: string): string {
	const isTyped = name === 'value' && owner['type'] === 'type';
	if ((isTyped || name === 'cookies') && text !== '') return HIDDEN;
	return ADDRESS_FIELDS.has(name) ? hideUserInfo(text) : text;
}

/** Puts the secrets back into their places in a request. */
export function restoreSecrets(shown: unknown, secrets: readonly RequestSecret[]): unknown {
	const request: unknown = structuredClone(shown);
	for (const { path, value } of secrets) {
		const owner = path.slice(0, -1).reduce<unknown>((at, name) => Object(at)[name], request);
		Object(owner)[path.at(-1) ?? ''] = value;
	}
	return request;
}

/** Whether secrets were removed from a request, so that it cannot be run again as it is. */
export function lacksSecrets(request: unknown): boolean {
	if (Array.isArray(request)) return request.some(lacksSecrets);
	if (!isRecord(request)) return false;
	return Object.entries(request).some(([name, value]) => {
		if (typeof value !== 'string') return lacksSecrets(value);
		if (ADDRESS_FIELDS.has(name)) return URL.parse(value)?.username === HIDDEN;
		return value === HIDDEN && hideText(request, name, value) === HIDDEN;
	});
}

/** The texts of a request's secrets that must not be shown, longest first. */
export function listSecretTexts(secrets: readonly RequestSecret[]): string[] {
	const texts = secrets.flatMap(({ path, value }) => {
		const name = path.at(-1);
		if (name === 'cookies') return listCookieValues(value);
		return ADDRESS_FIELDS.has(String(name)) ? listUserInfo(value) : [value];
	});
	const trimmed = texts
		.map((text) => text.trim())
		.filter((text) => text.length >= MIN_SECRET_LENGTH);
	return [...new Set(trimmed)].toSorted((one, other) => other.length - one.length);
}

/** User names and passwords in the addresses among the secrets, as they are written, the `@` included. */
export function listUserInfoTexts(secrets: readonly RequestSecret[]): string[] {
	return secrets.flatMap(({ path, value }) => {
		return ADDRESS_FIELDS.has(String(path.at(-1))) ? listUserInfo(value) : [];
	});
}

/** The addresses in a request in the form that browsers show: without a user name and password. */
export function listAddresses(request: unknown): string[] {
	if (Array.isArray(request)) return request.flatMap(listAddresses);
	if (!isRecord(request)) return [];
	return Object.entries(request).flatMap(([name, value]) => {
		const url = typeof value === 'string' && ADDRESS_FIELDS.has(name) ? URL.parse(value) : null;
		if (url === null) return listAddresses(value);
		Object.assign(url, { username: '', password: '' });
		return [url.href];
	});
}

/** The values of cookies; empty if the text has none, which its job reports. */
function listCookieValues(cookies: string): string[] {
	try {
		return parseCookies(cookies).map(({ value }) => value);
	} catch {
		return [];
	}
}

/** Shorter texts occur everywhere: redacting them would make errors unreadable and protect nothing. */
const MIN_SECRET_LENGTH = 3;

/** The text with the secrets masked. */
export function redact(text: string, secretTexts: readonly string[]): string {
	return secretTexts.reduce((shown, each) => {
		return shown.replaceAll(each, each.endsWith('@') ? `${HIDDEN}@` : HIDDEN);
	}, text);
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
