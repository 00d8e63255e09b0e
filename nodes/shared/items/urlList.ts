import { isRecord } from '../transport/serviceBody';
import { InputError } from './inputError';

const FIX_ADDRESS =
	'Enter web addresses that start with http:// or https://, one per line, e.g. https://example.com/page.';

/** Splits `a.com,b.com`, but leaves the commas of a path or query alone. */
function splitHosts(text: string): string[] {
	const host = text.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').split(/[/?#]/, 1)[0] ?? '';
	return host.includes(',') ? text.split(',') : [text];
}

function splitText(text: string): string[] {
	return text
		.split(/\s+|,\s+|,(?=https?:\/\/)/i)
		.flatMap(splitHosts)
		.map((part) => part.trim().replace(/^,|,$/g, ''))
		.filter((part) => part !== '');
}

function parseJsonList(text: string): unknown[] | undefined {
	if (!text.startsWith('[')) return undefined;
	try {
		const parsed: unknown = JSON.parse(text);
		return Array.isArray(parsed) ? parsed : undefined;
	} catch {
		return undefined;
	}
}

function notAnAddress(value: unknown, field: string): InputError {
	const shown = typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
	return new InputError(
		field,
		`holds ${shown.slice(0, 200)}, which is not a web address`,
		FIX_ADDRESS,
	);
}

function collectTexts(value: unknown, field: string): string[] {
	if (value === undefined || value === null) return [];
	if (typeof value === 'string') {
		const listed = parseJsonList(value.trim());
		return listed ? collectTexts(listed, field) : splitText(value);
	}
	if (Array.isArray(value)) return value.flatMap((entry) => collectTexts(entry, field));
	if (isRecord(value) && typeof value.url === 'string') return collectTexts(value.url, field);
	throw notAnAddress(value, field);
}

/** Whether text without a scheme reads as a host: `example.com/page`, `localhost:8080`. */
function looksLikeHost(text: string): boolean {
	return /^(localhost|[^\s/?#:@]+\.[^\s/?#:@.]+|\[[0-9a-f:.]+\])(:\d+)?([/?#]|$)/i.test(text);
}

/**
 * One web address, with `https://` put before it when it has no scheme.
 * @throws InputError when it is not an http or https address
 */
export function normalizeUrl(text: string, field: string): string {
	const withoutScheme = text.replace(/^\/\//, '');
	const url = looksLikeHost(withoutScheme) ? `https://${withoutScheme}` : text;
	const isWebAddress =
		/^https?:\/\/[^/]/i.test(url) &&
		URL.canParse(url) &&
		!/[\s<>"{}|\\^`,]/.test(new URL(url).hostname);
	if (!isWebAddress) throw notAnAddress(text, field);
	return url;
}

/**
 * Reads a list of web addresses in every form people, expressions and AI agents give it: one per
 * line, comma-separated, a list, a list as JSON text, or objects with a `url`.
 * @throws InputError when it is empty, too long, or holds something else
 */
export function readUrls(value: unknown, field: string, maximum: number): string[] {
	const urls = collectTexts(value, field).map((text) => normalizeUrl(text, field));
	if (urls.length === 0) {
		throw new InputError(
			field,
			'is empty',
			maximum === 1
				? 'Enter a web address, e.g. https://example.com.'
				: `Enter 1 to ${maximum} web addresses, one per line. If the field holds an expression, check that it gives an address for this item.`,
		);
	}
	if (urls.length > maximum) {
		throw new InputError(
			field,
			`holds ${urls.length} addresses`,
			maximum === 1
				? 'Enter exactly one web address.'
				: `Enter 1 to ${maximum} web addresses. For more, give each its own input item.`,
		);
	}
	return urls;
}
