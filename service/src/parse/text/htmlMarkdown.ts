import { cleanDocument } from '../../page/clean/cleanDocument.ts';
import { parseHtml, readBaseUrl } from '../../page/document.ts';
import { toMarkdown } from '../../page/markdown/markdown.ts';
import { DocumentFailure } from '../document/documentFailure.ts';
import { wholePage } from './wholePage.ts';

/** An uploaded page has no address: links that need one to start from lead nowhere. */
const NO_ADDRESS = 'about:blank';

/**
 * HTML as Markdown, the way scraped pages become it: layout tables as paragraphs, cells that span
 * rows in each of them, nothing that a reader does not see.
 * @param url where relative links start from, for pages that were fetched
 * @throws DocumentFailure for a page that is nested too deep to be followed
 */
export function htmlMarkdown(html: string, url = NO_ADDRESS): string {
	try {
		const document = parseHtml(wholePage(html));
		cleanDocument(document, readBaseUrl(document, url));
		return toMarkdown(document.body);
	} catch (cause) {
		if (!(cause instanceof RangeError)) throw cause;
		throw new DocumentFailure('tooLarge', 'The page is nested deeper than is read.', { cause });
	}
}
