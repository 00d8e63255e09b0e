/// <reference lib="dom" />
import { resolveAddress } from '../parse/resolveAddress.ts';

/** Where a page automatically redirects its readers. */
export interface Refresh {
	/** Absolute http or https address. */
	url: string;
	afterSeconds: number;
}

/** What a page's `<meta http-equiv="refresh">` says; undefined if it has none, or only reloads the page. */
export function readRefresh(document: Document, baseUrl: string): Refresh | undefined {
	const meta = document.querySelector('meta[http-equiv="refresh" i]');
	return parseRefresh(meta?.getAttribute('content'), baseUrl);
}

/** The same for the value itself, which the header `Refresh` has too. */
export function parseRefresh(
	words: string | null | undefined,
	baseUrl: string,
): Refresh | undefined {
	const content = words?.trim() ?? '';
	const end = content.search(/[;,]/);
	const seconds = content.slice(0, Math.max(0, end)).trim();
	if (!/^\d{1,5}(?:\.\d{0,5})?$/.test(seconds)) return undefined;
	const address = content
		.slice(end + 1)
		.trim()
		.replace(/^url\s{0,9}=\s{0,9}/i, '')
		.replace(/^["']|["']$/g, '');
	const url = resolveAddress(address, baseUrl);
	return url === undefined || url === baseUrl ? undefined : { url, afterSeconds: Number(seconds) };
}
