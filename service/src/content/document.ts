/// <reference lib="dom" />
import { parseHTML } from 'linkedom';

/** Parses HTML into a document that no script runs in. A fragment gets a document around it. */
export function parseHtml(html: string): Document {
	if (/<html[\s>]/i.test(html)) return parseHTML(html).document;
	const part = /^\s*<(tr|td|th|thead|tbody|tfoot)\b/i.test(html) ? `<table>${html}</table>` : html;
	const body = /<body[\s>]/i.test(part) ? part : `<body>${part}</body>`;
	return parseHTML(`<!doctype html><html>${body}</html>`).document;
}

/**
 * The address that relative links of a document start from: its `base` element, else its own.
 * @param url the document's own address
 */
export function readBaseUrl(document: Document, url: string): string {
	const href = document.querySelector('base[href]')?.getAttribute('href');
	return resolveAddress(href ?? '', url) ?? url;
}

/** A link as an absolute http or https address; undefined for links of other kinds or none. */
export function resolveAddress(
	href: string | null | undefined,
	baseUrl: string,
): string | undefined {
	const trimmed = href?.trim() ?? '';
	if (trimmed === '' || !URL.canParse(trimmed, baseUrl)) return undefined;
	const address = new URL(trimmed, baseUrl);
	return address.protocol === 'http:' || address.protocol === 'https:' ? address.href : undefined;
}
