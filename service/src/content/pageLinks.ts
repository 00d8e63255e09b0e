/// <reference lib="dom" />

/** A link as a reader meets it. */
export interface PageLink {
	/** Absolute http or https address, fragment included. */
	url: string;
	/** Words of the link; those of its label or picture when it has none of its own; may be empty. */
	text: string;
	/** Whether the page asks programs not to follow it (`rel="nofollow"`). */
	isNoFollow: boolean;
}

/**
 * The links of a page in the order they stand, each address once, with its longest text.
 * @param document a page after `cleanDocument`
 */
export function readLinks(document: Document): PageLink[] {
	const links = new Map<string, PageLink>();
	for (const anchor of document.querySelectorAll('a[href^="http"]')) {
		const link = toLink(anchor);
		const known = links.get(link.url);
		if (known === undefined || known.text.length < link.text.length) links.set(link.url, link);
	}
	return [...links.values()];
}

function toLink(anchor: Element): PageLink {
	const relations = (anchor.getAttribute('rel') ?? '').toLowerCase().split(/\s+/);
	return {
		url: anchor.getAttribute('href') ?? '',
		text: readLinkText(anchor),
		isNoFollow: relations.includes('nofollow'),
	};
}

function readLinkText(anchor: Element): string {
	const own = anchor.textContent.replace(/\s+/g, ' ').trim();
	if (own !== '') return own;
	const label = anchor.getAttribute('aria-label') ?? anchor.getAttribute('title');
	return (label ?? anchor.querySelector('img')?.getAttribute('alt') ?? '').trim();
}
