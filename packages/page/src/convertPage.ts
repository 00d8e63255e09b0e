/// <reference lib="dom" />
import { cleanDocument, showFallback } from './clean/clean.ts';
import { listThings, readLinkedData } from './metadata/declaredData.ts';
import { MOST_HTML_CHARACTERS, parseHtml, readBaseUrl, trimHtml } from './parse/document.ts';
import { describeTooLong } from './parse/resolveAddress.ts';
import { findFurtherControl } from './links/furtherPages.ts';
import { extractMainContent, readDeclaredKind } from './mainContent/mainContent.ts';
import { renderMarkdown } from '@web-data-extraction/markdown/markdown';
import { readMarkdownText, type MarkdownText } from './markdownText.ts';
import { MOST_LINKS, type PageLink, readLinks } from './links/pageLinks.ts';
import { listPressedOnly } from './links/pressedOnly.ts';
import { describeSignIn, findSignInForm, isSignInPage } from './metadata/signIn.ts';
import { describeUnopened, listUnopened } from './clean/unopened.ts';
import { readHeadingAnchors, type HeadingAnchor } from './metadata/headingAnchors.ts';
import { readPageMetadata, type PageMetadata } from './metadata/pageMetadata.ts';

/** A larger page is rejected: reading it would take the memory of all others. */
const LARGEST_PAGE_CHARACTERS = 20_000_000;

const WHOLE_PAGE =
	'The main content could not be distinguished from the rest, so this is the whole page.';

const NO_TEXT = 'The page shows no text.';

const describeFurther = (label: string): string =>
	`The list goes on behind a button without an address ("${label}"), and only what the page showed was read. Read Whole List reads on (in the API: forEach with pagination).`;

export interface ConversionRequest {
	html: string;
	/** Address of the page, for relative links. */
	url: string;
	/** Leave out headers, footers, navigation and sidebars (api/openapi.yaml, extractContentOnly). */
	contentOnly: boolean;
	/** Markdown that belongs to the page's text and comes before it. */
	preface?: string;
	/** The same, appended to it. */
	appendix?: string;
}

/** A page in the forms that are returned. */
export interface ConvertedPage extends MarkdownText {
	markdown: string;
	metadata: PageMetadata;
	/** The headings of the whole page that an address can lead to, in order. */
	anchors: HeadingAnchor[];
	/** Links of the whole page, even when only its content was requested. */
	links: PageLink[];
	/** Whether the page asks crawlers to follow none of its links. */
	isNoFollow: boolean;
	/** The names of its buttons if it has no link to another page of its site. */
	pressedOnly: string[];
	/** What the reader should know about the conversion, one sentence each. */
	warnings: string[];
}

/** @throws Error for a page of more than 20 million characters */
export function checkPageSize(html: string): void {
	if (html.length <= LARGEST_PAGE_CHARACTERS) return;
	throw new Error(
		`it has ${html.length} characters of HTML, and at most ${LARGEST_PAGE_CHARACTERS} are read`,
	);
}

/**
 * Turns a page into Markdown and reads what it says about itself.
 * @param inspect looks at the page before anything but its scripts is removed
 * @throws Error for a page of more than 20 million characters
 */
export function convertPage(
	{ html, url, contentOnly, preface = '', appendix = '' }: ConversionRequest,
	inspect?: (document: Document) => void,
): ConvertedPage {
	checkPageSize(html);
	const trimmed = trimHtml(html);
	const document = parseHtml(trimmed.html);
	inspect?.(document);
	// Its links count too.
	showFallback(document);
	const baseUrl = readBaseUrl(document, url);
	const things = listThings(readLinkedData(document));
	const metadata = readPageMetadata(document, things, baseUrl);
	const { links, isCut: areLinksCut, isNoFollow, tooLong } = readLinks(document, baseUrl);
	// A list in front of the page was read to its end.
	const further = preface === '' ? findFurtherControl(document, baseUrl) : undefined;
	const pressedOnly = listPressedOnly(document, links, url);
	const unopened = listUnopened(document);
	const signInForm = findSignInForm(document, url);
	const kind = contentOnly ? readDeclaredKind(document, things) : undefined;
	// Cleaning removes the marks of places.
	const anchors = readHeadingAnchors(document);
	cleanDocument(document, baseUrl);
	const isSignIn = isSignInPage(signInForm, document.body.textContent);
	const content = contentOnly
		? extractMainContent({ html: trimmed.html, kind, baseUrl, document })
		: { root: document.body, isWholePage: false };
	const rendered = renderMarkdown(content.root);
	const parts = [preface, rendered.markdown, appendix];
	const markdown = parts.filter((part) => part !== '').join('\n\n');
	const warnings = [
		...(isSignIn ? [describeSignIn(url)] : []),
		...(markdown.trim() === '' ? [NO_TEXT] : []),
		...(content.isWholePage ? [WHOLE_PAGE] : []),
		...(trimmed.isCut
			? [`Only the first ${MOST_HTML_CHARACTERS} characters of the page's HTML were read.`]
			: []),
		...(further === undefined ? [] : [describeFurther(further)]),
		...describeUnopened(unopened),
		...(areLinksCut ? [`Only the first ${MOST_LINKS} links of the page were read.`] : []),
		...describeTooLong(tooLong),
		...(rendered.isCut ? ['The page is longer than its Markdown, which was cut.'] : []),
	];
	const text = readMarkdownText(markdown);
	const way = { anchors, links, isNoFollow, pressedOnly };
	return { markdown, ...text, metadata, ...way, warnings };
}
