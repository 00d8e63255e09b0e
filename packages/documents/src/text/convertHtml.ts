import { cleanDocument } from '@web-data-extraction/page/clean';
import { parseHtml, readBaseUrl } from '@web-data-extraction/page/document';
import { listThings, readLinkedData } from '@web-data-extraction/page/declaredData';
import { readPageMetadata } from '@web-data-extraction/page/pageMetadata';
import { renderMarkdown } from '@web-data-extraction/markdown/markdown';
import { toFileProperties, type FileProperties } from '../properties/fileProperties.ts';
import type { ReaderTools, ReadRequest } from '../conversion/conversion.ts';
import { decodeHtml } from './decodeText.ts';
import { describeSubstitutePage } from './substitutePage.ts';

/**
 * Marks of a page as a whole. They may be missing, occur twice, or come after the first words; the
 * HTML library needs them complete and in place.
 */
const PAGE_MARKS =
	/<\?[^>]*>|<!(?:doctype|\[)[^>]*>|<\/?(?:html|head|body|frameset|noframes)(?=[\s>/])[^>]*>/gi;
const TITLE = /<title\b[^>]*>[^<]*<\/title\s*>/gi;

function withoutComments(html: string): string {
	const [start = '', ...parts] = html.split('<!--');
	const rest = parts.map((part) => {
		const end = part.indexOf('-->');
		return end === -1 ? `<!--${part}` : part.slice(end + 3);
	});
	return start + rest.join('');
}

/**
 * HTML of any shape (a page, a page without `html` or `body`, a part of one) as a page whose body
 * contains all of it. The content of its head is not text, or is removed with the page's other noise.
 */
export function wholePage(html: string): string {
	const content = withoutComments(html).replace(PAGE_MARKS, '').replace(TITLE, '');
	return `<!doctype html><html><head></head><body>${content}</body></html>`;
}

/** An uploaded page has no address: relative links lead nowhere. */
const NO_ADDRESS = 'about:blank';

/**
 * HTML as Markdown, converted like scraped pages: layout tables as paragraphs, cells that span rows
 * in each of them, nothing that a reader does not see.
 * @param url the base of relative links, for pages that were fetched
 */
export function htmlMarkdown(html: string, url = NO_ADDRESS): string {
	const document = parseHtml(wholePage(html));
	cleanDocument(document, readBaseUrl(document, url));
	return renderMarkdown(document.body).markdown;
}

/** How much of a page without an end of its head is searched for what it says about itself. */
const HEAD_CHARACTERS = 8192;

/** What a page that was saved or sent says about itself. */
function pageProperties(html: string): FileProperties {
	const end = html.search(/<\/head|<body[\s>]/i);
	const head = html.slice(0, end === -1 ? HEAD_CHARACTERS : end).replace(PAGE_MARKS, '');
	const document = parseHtml(`<!doctype html><html><head>${head}</head><body></body></html>`);
	const things = listThings(readLinkedData(document));
	const { title, author, publishedAt } = readPageMetadata(document, things, NO_ADDRESS);
	return toFileProperties({ title, author, created: publishedAt });
}

/** The Markdown of an HTML file. @throws DocumentFailure */
export function convertHtml(
	bytes: Buffer,
	{ charset, sourceUrl }: Pick<ReadRequest, 'charset' | 'sourceUrl'>,
	{ warn, setProperties }: ReaderTools['context'],
): string {
	const html = decodeHtml(bytes, charset);
	const markdown = htmlMarkdown(html, sourceUrl);
	setProperties(pageProperties(html));
	if (sourceUrl !== undefined) describeSubstitutePage(html, sourceUrl).forEach(warn);
	return markdown;
}
