/// <reference lib="dom" />
import { Readability } from '@mozilla/readability';

/** What stands around the content on every page of a site (reference, extractContentOnly). */
const SURROUNDINGS = [
	'nav',
	'aside',
	'body > header',
	'body > footer',
	'[role="navigation"]',
	'[role="banner"]',
	'[role="contentinfo"]',
	'[role="complementary"]',
	'[role="search"]',
	'[role="dialog"][aria-modal="true"]',
	'[aria-label="breadcrumb" i]',
].join(', ');

/** Headers and footers of the page; those of an article or section belong to the content. */
const FRAMES = 'header, footer';
const FRAME_OWNERS = 'main, article, section, [role="main"], [role="article"], li, blockquote';

/** The same by the names people give them, for pages without meaningful elements. */
const SURROUNDING_NAMES =
	/^(side-?bar|site-?(header|footer|nav(igation)?)|page-?(header|footer)|global-?(header|footer|nav)|main-?(nav(igation)?|menu)|nav(bar|igation|igation-menu)?|top-?bar|footer|masthead|bread-?crumbs?|cookie-?(banner|consent|notice|bar)|consent-?banner|gdpr-?banner)$/i;

/** An article shorter than this share of what is left without the surroundings left out too much. */
const SMALLEST_ARTICLE_SHARE = 0.6;
const SMALLEST_MAIN_SHARE = 0.3;

/**
 * The content of a page without headers, footers, navigation and sidebars. Articles are found by
 * Mozilla's Readability; where it finds none, or leaves out much of the page (lists of products,
 * tables), the page's surroundings are removed by their elements, roles and names instead.
 * @param document a page after `cleanDocument`; it is changed
 */
export function extractMainContent(document: Document): HTMLElement {
	removeSurroundings(document);
	const rest = findMainElement(document);
	const article = findArticle(document);
	if (article === undefined) return rest;
	const share = measureText(article) / Math.max(1, measureText(rest));
	return share >= SMALLEST_ARTICLE_SHARE ? article : rest;
}

function findArticle(document: Document): HTMLElement | undefined {
	const copy = document.cloneNode(true);
	if (!isDocument(copy)) return undefined;
	const options = { serializer: (node: Node) => node, keepClasses: true, disableJSONLD: true };
	const found = new Readability<Node>(copy, options).parse();
	const article = found?.content;
	if (article === null || article === undefined || !isElement(article)) return undefined;
	restoreTop(document, article, found?.byline?.trim() ?? '');
	return article;
}

// Readability takes title and author out of the article, for its readers print them by themselves.
function restoreTop(document: Document, article: HTMLElement, byline: string): void {
	if (byline !== '' && !article.textContent.includes(byline)) {
		const paragraph = document.createElement('p');
		paragraph.textContent = byline;
		article.prepend(paragraph);
	}
	const heading = document.querySelector('h1');
	if (heading !== null && article.querySelector('h1') === null) {
		article.prepend(heading.cloneNode(true));
	}
}

function removeSurroundings(document: Document): void {
	for (const element of document.querySelectorAll(SURROUNDINGS)) removeUnlessMain(element);
	for (const frame of document.querySelectorAll(FRAMES)) {
		if (frame.closest(FRAME_OWNERS) === null) removeUnlessMain(frame);
	}
	for (const element of document.querySelectorAll('div[class], div[id], ul[class], section[id]')) {
		const names = [...element.classList, element.id];
		if (names.some((name) => SURROUNDING_NAMES.test(name))) removeUnlessMain(element);
	}
}

function removeUnlessMain(element: Element): void {
	if (element.querySelector('main, [role="main"], article, h1') === null) element.remove();
}

function findMainElement(document: Document): HTMLElement {
	const { body } = document;
	const [main, ...others] = document.querySelectorAll<HTMLElement>('main, [role="main"]');
	if (main === undefined || others.length > 0) return body;
	return measureText(main) >= SMALLEST_MAIN_SHARE * measureText(body) ? main : body;
}

function measureText(element: Element): number {
	return element.textContent.replace(/\s+/g, ' ').length;
}

function isDocument(node: Node): node is Document {
	return node.nodeType === 9;
}

function isElement(node: Node): node is HTMLElement {
	return node.nodeType === 1;
}
