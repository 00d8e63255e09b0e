/// <reference lib="dom" />
import { measureProse, measureText } from './textSize.ts';

/** What surrounds the content on every page of a site (api/openapi.yaml, extractContentOnly). */
const SURROUNDINGS =
	'nav, aside, body > header, body > footer, [role="navigation"], [role="banner"], [role="contentinfo"], [role="complementary"], [role="search"], [role="dialog"][aria-modal="true"], [aria-label="breadcrumb" i]';

/** Headers and footers of the page; those of an article or section belong to the content. */
const FRAMES = 'header, footer';
const FRAME_OWNERS = 'main, article, section, [role="main"], [role="article"], li, blockquote';

/** The same by common names: words that such a name begins or ends with. */
const SURROUNDING_WORDS = new Set(
	'footer nav navbar navigation sidebar breadcrumb breadcrumbs cookie cookies consent gdpr offcanvas megamenu topbar masthead newsletter ads advert advertisement'.split(
		' ',
	),
);
/** Words that content is named with too: elements with such names must consist of links. */
const DOUBTFUL_WORDS = new Set(
	'menu toolbar popup modal share sharing social related recommended recommendations promo subscribe signup login banner'.split(
		' ',
	),
);
const LINKS_SHARE = 0.4;
const NAMED = 'div[class], div[id], ul[class], ol[class], section[class], section[id], form[class]';
/** An element with a larger share of the page is not part of its frame, whatever its name. */
const LARGEST_SURROUNDING_SHARE = 0.5;

/** Removes what surrounds the content on every page of a site: headers, menus, sidebars. */
export function removeSurroundings(document: Document): void {
	removeMarked(document);
	const largest = LARGEST_SURROUNDING_SHARE * document.body.textContent.length;
	const found = [...document.querySelectorAll(NAMED)].filter(
		(element) => isSurrounding(element) && element.textContent.length < largest,
	);
	for (const alike of Map.groupBy(found, kindOf).values()) {
		const lists = listsAround(alike);
		for (const element of alike) if (!isInside(element, lists)) removeUnlessMain(element);
	}
}

/** Fewer alike elements beside each other are rather columns of a page than a list. */
const FEWEST_ENTRIES = 3;

/** Tag and first class: what the entries of a list have in common, and a part that each of them has. */
const kindOf = ({ nodeName, classList: [first = ''] }: Element): string => `${nodeName} ${first}`;

/** The lists with one of some alike elements in most of their entries, such as the footers of cards. */
function listsAround(alike: readonly Element[]): Set<Element> {
	const entries = new Map<Element, Set<Element>>();
	if (alike.length < FEWEST_ENTRIES) return new Set();
	for (const part of alike) {
		let entry: Element | null = part.parentElement;
		while (entry !== null && entry.parentElement !== null) {
			const list: Element = entry.parentElement;
			entries.set(list, (entries.get(list) ?? new Set()).add(entry));
			entry = list;
		}
	}
	const isList = ([list, having]: [Element, Set<Element>]): boolean =>
		[...Map.groupBy(having, kindOf)].some(([kind, members]) => {
			const all = [...list.children].filter((child) => kindOf(child) === kind);
			return members.length >= FEWEST_ENTRIES && members.length * 2 > all.length;
		});
	return new Set([...entries].filter(isList).map(([list]) => list));
}

function isInside(element: Element, lists: ReadonlySet<Element>): boolean {
	let around = element.parentElement;
	while (around !== null && !lists.has(around)) around = around.parentElement;
	return around !== null;
}

/** Removes what a page marks as its surroundings, by elements and roles. */
export function removeMarked(document: Document): void {
	for (const element of document.querySelectorAll(SURROUNDINGS)) removeUnlessMain(element);
	for (const frame of document.querySelectorAll(FRAMES)) {
		if (frame.closest(FRAME_OWNERS) === null) removeUnlessMain(frame);
	}
}

function isSurrounding(element: Element): boolean {
	const words = [...element.classList, element.id].flatMap((name) => {
		const parts = name
			.replace(/([a-z])(?=[A-Z])/g, '$1 ')
			.toLowerCase()
			.split(/[^a-z]+/);
		return [parts[0] ?? '', parts.at(-1) ?? ''];
	});
	if (words.some((word) => SURROUNDING_WORDS.has(word))) return true;
	if (!words.some((word) => DOUBTFUL_WORDS.has(word))) return false;
	return measureProse(element) <= (1 - LINKS_SHARE) * measureText(element);
}

function removeUnlessMain(element: Element): void {
	if (element.querySelector('main, [role="main"], article, h1') === null) element.remove();
}
