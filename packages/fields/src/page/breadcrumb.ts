/// <reference lib="dom" />
import { stated, type JsonObject } from '@web-data-extraction/page/json';
import { oneLine } from '@web-data-extraction/page/document';

/** What authors call the path of links from the start of a site to a page: "breadcrumb", "crumbs". */
const BREADCRUMB = ['class', 'id', 'aria-label'].map((name) => `[${name}*="crumb" i]`).join();
/** A breadcrumb is short: what has more links is around one. */
const MOST_LINKS = 12;
/** Elements with such a name that are looked at: they may be in one another. */
const MOST_ELEMENTS = 20;

/**
 * The category of a page: the last link of its breadcrumb, which leads to what the page is in. The first one leads
 * to the start of the site.
 * @param heading of the page, which may end its breadcrumb as a link to itself
 */
export function readBreadcrumb(document: Document, heading: string): JsonObject {
	const elements = [...document.querySelectorAll(BREADCRUMB)].slice(0, MOST_ELEMENTS);
	const links = elements
		.map((element) => linksOf(element, heading))
		.find(({ length }) => length > 1 && length <= MOST_LINKS);
	return stated({ category: links?.at(-1) ?? '' });
}

/** What the links in an element say, but for one that repeats the heading. */
const linksOf = (element: Element, heading: string): string[] =>
	[...element.querySelectorAll('a[href]')]
		.map(({ textContent }) => oneLine(textContent))
		.filter((text) => text !== '' && text !== heading);
