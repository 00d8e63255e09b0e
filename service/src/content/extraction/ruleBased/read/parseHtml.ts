/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { parseHTML } from 'linkedom';

/** Parses a page's HTML without running anything in it; fragments get a body around them. */
export function parseHtml(html: string): Document {
	const isDocument = /<html[\s>]/iu.test(html);
	return parseHTML(isDocument ? html : `<!doctype html><html><body>${html}</body></html>`).document;
}
