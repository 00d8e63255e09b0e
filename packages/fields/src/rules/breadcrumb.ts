/// <reference lib="dom" />
import { stated, type JsonObject } from '@web-data-extraction/page/json';
import { oneLine } from '@web-data-extraction/page/document';

/** What authors call the path of links from the start of a site to a page: "breadcrumb", "crumbs". */
const TRAIL = ['class', 'id', 'aria-label'].map((name) => `[${name}*="crumb" i]`).join();
/** A trail is short: what has more links is around one. */
const MOST_LINKS = 12;

/**
 * The category of a page: the last link of its breadcrumb, which leads to what the page is in. The first one leads
 * to the start of the site.
 * @param heading of the page, which may end its breadcrumb as a link to itself
 */
export function readBreadcrumb(document: Document, heading: string): JsonObject {
	const trails = [...document.querySelectorAll(TRAIL)].map((trail) =>
		[...trail.querySelectorAll('a[href]')]
			.map(({ textContent }) => oneLine(textContent))
			.filter((text) => text !== '' && text !== heading),
	);
	const trail = trails.find(({ length }) => length > 1 && length <= MOST_LINKS);
	return stated({ category: trail?.at(-1) ?? '' });
}
