/// <reference lib="dom" />
import { listFormPages } from './formPages.ts';
import { listPressedLinks } from './pressedLinks.ts';
import { isAddressTooLong, resolveAddress } from '../parse/resolveAddress.ts';
import { readRefresh } from '../metadata/refresh.ts';
import { forbidsFollowing, ROBOTS_AGENT } from '../metadata/robotsTag.ts';
import { listHidden } from '../clean/shown.ts';

/** A link as a reader sees it. */
export interface PageLink {
	/** Absolute http or https address, including the fragment. */
	url: string;
	/** Text of the link; that of its label or picture when it has none; may be empty. */
	text: string;
	/**
	 * Whether the page asks crawlers not to follow it: by `rel="nofollow"` on the link or, for
	 * all of its links, by `<meta name="robots" content="nofollow">`.
	 */
	isNoFollow: boolean;
}

/** Includes what the page declares as its neighbours in a list, which need not be in its text. */
const LINKS = 'a, area, link[rel~="next" i], link[rel~="prev" i], link[rel~="previous" i]';
/** The page in other languages, as it declares them: last, since menus often have the same addresses. */
const TRANSLATIONS = 'link[rel~="alternate" i][hreflang]';

/** How many addresses of a page are read; a crawl processes at most 50 pages. */
export const MOST_LINKS = 10_000;
const LONGEST_TEXT = 500;

/** Where a page redirects its readers later than this, their session has expired. */
const LONGEST_REFRESH_SECONDS = 60;

/**
 * The links of a page in their order, each address once, with its longest text, and where it redirects
 * its readers. Links without any text count too: a card is often covered by a single link. So do cards, rows and
 * buttons that lead to one address when they are pressed.
 * @param document the page as loaded: `cleanDocument` removes links without text
 * @param baseUrl what relative links are resolved against
 * @returns `isCut`: whether the page has more of them; `isNoFollow`: whether it asks crawlers to follow none of them;
 * `tooLong`: how many addresses are left out for their length
 */
export function readLinks(
	document: Document,
	baseUrl: string,
): { links: PageLink[]; isCut: boolean; isNoFollow: boolean; tooLong: number } {
	const tooLong = countTooLong(document, baseUrl);
	const isPageNoFollow = [...document.querySelectorAll('meta[name]')].some(
		(meta) => isForCrawler(meta) && forbidsFollowing(meta.getAttribute('content') ?? ''),
	);
	const hidden = new Set(listHidden(document).filter((element) => !isMenu(element)));
	const links = new Map<string, PageLink>();
	for (const { url, text, element } of listAddresses(document, baseUrl)) {
		if (isInside(element, hidden)) continue;
		if (links.size >= MOST_LINKS && !links.has(url)) {
			return { links: [...links.values()], isCut: true, isNoFollow: isPageNoFollow, tooLong };
		}
		const known = links.get(url);
		const isNoFollow = isPageNoFollow || hasNoFollow(element);
		links.set(url, {
			url,
			text: known === undefined || known.text.length < text.length ? text : known.text,
			isNoFollow: isNoFollow && known?.isNoFollow !== false,
		});
	}
	const refresh = readRefresh(document, baseUrl);
	if (refresh && refresh.afterSeconds <= LONGEST_REFRESH_SECONDS && !links.has(refresh.url)) {
		links.set(refresh.url, { url: refresh.url, text: '', isNoFollow: isPageNoFollow });
	}
	return { links: [...links.values()], isCut: false, isNoFollow: isPageNoFollow, tooLong };
}

const ADDRESSES = ['href', 'action', 'formaction', 'data-href'];
const WITH_ADDRESS = `${ADDRESSES.map((name) => `[${name}]`).join(', ')}, iframe[src], frame[src]`;

function countTooLong(document: Document, baseUrl: string): number {
	const isLong = (address: string | null): boolean => isAddressTooLong(address ?? '', baseUrl);
	return [...document.querySelectorAll(WITH_ADDRESS)].filter((element) =>
		[...ADDRESSES, 'src'].some((name) => isLong(element.getAttribute(name))),
	).length;
}

/** Whether rules are for all crawlers or this one. */
function isForCrawler(meta: Element): boolean {
	const names = (meta.getAttribute('name') ?? '').toLowerCase().split(',');
	return names.some((name) => ['robots', ROBOTS_AGENT].includes(name.trim()));
}

function listAddresses(document: Document, baseUrl: string) {
	const anchors = [...document.querySelectorAll(LINKS), ...document.querySelectorAll(TRANSLATIONS)];
	const written = anchors.flatMap((element) => {
		// Links in drawings use `xlink:href`.
		const address = element.getAttribute('href') ?? element.getAttribute('xlink:href');
		const url = resolveAddress(address, baseUrl);
		return url === undefined
			? []
			: [{ url, text: readLinkText(element).slice(0, LONGEST_TEXT), element }];
	});
	const pressed = listPressedLinks(document, baseUrl).map((link) => ({
		...link,
		text: link.text.slice(0, LONGEST_TEXT),
	}));
	return [...written, ...listFormPages(document, baseUrl), ...pressed];
}

const MENUS = 'nav, menu, ul, ol, [role="navigation"], [role="menu"], [role="menubar"]';

/** Whether a hidden element is or contains a closed menu: scripts open it, and its links are for readers. */
function isMenu(element: Element): boolean {
	const menu = element.matches(MENUS) ? element : element.querySelector(MENUS);
	return menu !== null && menu.querySelector('a[href]') !== null;
}

function isInside(element: Element, places: ReadonlySet<Element>): boolean {
	for (let place: Element | null = element; place !== null; place = place.parentElement) {
		if (places.has(place)) return true;
	}
	return false;
}

function hasNoFollow(anchor: Element): boolean {
	return (anchor.getAttribute('rel') ?? '').toLowerCase().split(/\s+/).includes('nofollow');
}

function readLinkText(anchor: Element): string {
	const own = anchor.textContent.replace(/\s+/g, ' ').trim();
	if (own !== '') return own;
	const label = ['aria-label', 'title', 'alt']
		.map((name) => anchor.getAttribute(name))
		.find(Boolean);
	return (label ?? anchor.querySelector('img')?.getAttribute('alt') ?? '').trim();
}
