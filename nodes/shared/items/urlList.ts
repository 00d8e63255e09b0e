import { parseUrl } from '../transport/parseUrl';
import { isRecord, tryParseJson } from '../transport/serviceBody';
import { findAddressSlip } from './addressSlips';
import { InputError, showValue } from './parameterValues';

/** How much of an address is shown in a message. */
const MAX_SHOWN_LENGTH = 200;

/**
 * Where one address certainly ends: at a line's end, at a separator beside a blank, and before the
 * scheme of the next. A blank alone is no such place, since it may belong to the address.
 */
const CERTAIN_END = /[\r\n\u2028\u2029]|[,;|，；、]\s|\s[,;|，；、]|[\s,;|，；、](?=https?:\/\/)/i;

/** A host that ends at a separator, where no address has one: `a.com,b.com`. */
const HOST_BEFORE_SEPARATOR = /(?:[a-z][a-z0-9+.-]*:\/\/)?([^/?#,;|]+)[,;|]/iy;

/** Splits text between hosts, as long as it consists only of hosts with separators between them. */
function splitHosts(text: string): string[] {
	const parts: string[] = [];
	let start = 0;
	HOST_BEFORE_SEPARATOR.lastIndex = 0;
	while (HOST_BEFORE_SEPARATOR.test(text)) {
		const end = HOST_BEFORE_SEPARATOR.lastIndex;
		parts.push(text.slice(start, end - 1));
		start = end;
	}
	return [...parts, text.slice(start)];
}

function splitText(text: string): string[] {
	return text
		.split(CERTAIN_END)
		.flatMap(splitHosts)
		.map((part) => part.trim().replace(/^[,;|]+|[,;|]{1,99}$/g, ''))
		.filter((part) => part !== '');
}

/** Endings of file names, which in front of a path are no top-level domains: `page,2.html`. */
const FILE_ENDING =
	/\.(aspx?|avif|bmp|cgi|css|csv|docx?|epub|gif|gz|html?|ico|jpe?g|jsp?|json|odp|ods|odt|pdf|php\d?|png|pptx?|rss|rtf|s?html|svg|tiff?|txt|webp|xlsx?|xml)$/i;

/** A host with a top-level domain, followed by its end, a port, a path or a query. */
const HOST_AT_START = /^(?:www\.)?([\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.\p{L}{2,})(?=[:/?#,;|]|$)/u;

/** No host name is longer (RFC 1035). */
const MAX_HOST_LENGTH = 253;

function startsWithHost(text: string, start: number): boolean {
	const begin = text.slice(start, start + MAX_HOST_LENGTH + 1);
	const host = HOST_AT_START.exec(begin)?.[1];
	return host !== undefined && !FILE_ENDING.test(host);
}

/**
 * Refuses text that may be one address or two: `a.com/x,b.com/y`. Sending the wrong one would be paid
 * for.
 */
function refuseAmbiguous(text: string, field: string, isOne: boolean): void {
	const separate = isOne ? 'Enter exactly one address.' : 'Put each address on its own line.';
	if (/\s/.test(text)) {
		throw new InputError(
			field,
			`contains '${shorten(text)}', which contains a space`,
			`${separate} If the space belongs to the address, write %20.`,
		);
	}
	const [separator] =
		[...text.matchAll(/[,;|，；、]/g)].find(({ index }) => startsWithHost(text, index + 1)) ?? [];
	if (separator === undefined) return;
	throw new InputError(
		field,
		`contains '${shorten(text)}', which could be one address or two`,
		`${separate} If '${separator}' belongs to the address, write ${encodeURIComponent(separator)}.`,
	);
}

function shorten(text: string): string {
	return text.slice(0, MAX_SHOWN_LENGTH);
}

function notAnAddress(value: unknown, field: string, isOne: boolean, fix = ''): InputError {
	const shown = typeof value === 'string' ? `'${shorten(value)}'` : showValue(value);
	const what = isOne
		? 'Enter a web address that starts with http:// or https://, e.g. https://example.com/page.'
		: 'Enter web addresses that start with http:// or https://, one per line, e.g. https://example.com/page.';
	const advice = `${fix} ${what}`.trim();
	return new InputError(field, `contains ${shown}, which is not a web address`, advice);
}

/** A list, also as JSON text; undefined for anything else. */
function asList(value: unknown): unknown[] | undefined {
	if (Array.isArray(value)) return value;
	if (typeof value !== 'string' || !value.trim().startsWith('[')) return undefined;
	const parsed = tryParseJson(value.trim());
	return 'value' in parsed && Array.isArray(parsed.value) ? parsed.value : undefined;
}

function collectTexts(value: unknown, field: string, isOne: boolean): string[] {
	if (value === undefined || value === null) return [];
	const list = asList(value);
	if (list !== undefined) return list.flatMap((entry) => collectTexts(entry, field, isOne));
	if (typeof value === 'string') return splitText(value);
	if (isRecord(value) && typeof value.url === 'string')
		return collectTexts(value.url, field, isOne);
	throw notAnAddress(value, field, isOne);
}

/** Text without a scheme that reads as a host: `example.com/page`, `localhost:8080`. */
const HOST_WITHOUT_SCHEME =
	/^(localhost|[^\s/?#:@]+\.[^\s/?#:@.]+|\[[0-9a-f:.]+\])(?::\d+)?(?:[/?#]|$)/i;

function looksLikeHost(text: string): boolean {
	const host = HOST_WITHOUT_SCHEME.exec(text)?.[1];
	return host !== undefined && !FILE_ENDING.test(host);
}

/** Hosts as the URL standard spells them: ASCII, or an IPv6 address in brackets. */
const HOST = /^(?:[a-z0-9_~-]+(?:\.[a-z0-9_~-]+)*\.?|\[[0-9a-f:.]+\])$/i;

/** Text as an http or https address, with `https://` put before it when it has no scheme. */
function asWebAddress(text: string): string | undefined {
	const withoutScheme = text.replace(/^\/\//, '');
	const url = looksLikeHost(withoutScheme) ? `https://${withoutScheme}` : text;
	const isWebAddress = /^https?:\/\/[^/]/i.test(url) && HOST.test(parseUrl(url)?.hostname ?? '');
	return isWebAddress ? url : undefined;
}

/**
 * One web address, with `https://` put before it when it has no scheme.
 * @param isOne whether the field takes one address, for the advice
 * @throws InputError when it is not an http or https address, or may be two
 */
export function normalizeUrl(text: string, field: string, isOne: boolean): string {
	const [start = ''] = text.split(/\s/, 1);
	const url = asWebAddress(start);
	const slip = findAddressSlip(text, url);
	if (url === undefined) throw notAnAddress(text, field, isOne, slip?.fix);
	refuseAmbiguous(text, field, isOne);
	if (slip) throw new InputError(field, `contains '${shorten(text)}', ${slip.problem}`, slip.fix);
	return url;
}

/** How many addresses a field takes, and what to do with more. */
export interface UrlLimit {
	maximum: number;
	forMore: string;
}

/**
 * Reads a list of web addresses in every form people, expressions and AI agents give it: one per
 * line, comma-separated, a list, a list as JSON text, or objects with a `url`. Where text may be read
 * in two ways it is refused.
 * @param limit how many there may be; Infinity for any number
 * @param isNoneAllowed whether there may be none
 * @throws InputError when it is empty, too long, contains something else, or is ambiguous
 */
export function readUrls(
	value: unknown,
	field: string,
	limit: number | UrlLimit,
	isNoneAllowed = false,
): string[] {
	const { maximum, forMore } =
		typeof limit === 'number'
			? { maximum: limit, forMore: 'For more, use one input item for each.' }
			: limit;
	const isOne = maximum === 1;
	const urls = collectTexts(value, field, isOne).map((text) => normalizeUrl(text, field, isOne));
	if (urls.length === 0 && !isNoneAllowed) {
		throw new InputError(
			field,
			'is empty',
			isOne
				? 'Enter a web address, e.g. https://example.com.'
				: `Enter ${maximum < Infinity ? `1 to ${maximum} ` : ''}web addresses, one per line. If the field holds an expression, check that it returns an address for this item.`,
		);
	}
	if (urls.length > maximum) {
		throw new InputError(
			field,
			`has ${urls.length} addresses`,
			isOne ? 'Enter exactly one web address.' : `Enter 1 to ${maximum} web addresses. ${forMore}`,
		);
	}
	return urls;
}

/** How many entries of a list of web addresses are empty: null, or blank text. {@link readUrls} passes over them. */
export function countEmptyEntries(value: unknown): number {
	const isEmpty = (entry: unknown): boolean =>
		entry === null || entry === undefined || (typeof entry === 'string' && entry.trim() === '');
	const counts = (asList(value) ?? []).map((entry) =>
		isEmpty(entry) ? 1 : countEmptyEntries(entry),
	);
	return counts.reduce((sum, count) => sum + count, 0);
}
