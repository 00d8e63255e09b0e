import type { JsonObject } from '../../json.ts';
import { nameKey } from '../names.ts';
import type { Collection, DataRecord } from '../pageData.ts';
import { resolveLink } from '../values/address.ts';
import { definitionFields } from './definitionLists.ts';
import { elementNames } from './elementNames.ts';
import { imageAddress } from './imageAddress.ts';
import { isInSiteRegion, namedElements } from './namedElements.ts';
import { nearestHeading } from './nearestHeading.ts';
import { isHidden, visibleText } from './visibleText.ts';

/** Parents whose children are not things of a list. */
const NOT_A_LIST = new Set([
	'HTML',
	'HEAD',
	'TABLE',
	'THEAD',
	'TBODY',
	'TR',
	'DL',
	'SELECT',
	'SVG',
	'P',
]);
/** Elements that hold a thing of a list without having to be marked as such by a class. */
const CARDS = new Set(['LI', 'DIV', 'ARTICLE', 'SECTION', 'FIGURE', 'A']);
/** Class words that only mark a position or state. */
const STATE_WORDS =
	/(?:^|[\s_-])(?:odd|even|first|last|active|current|selected|\d+)(?=$|[\s_-])/giu;
const MIN_ENTRIES = 2;
const MIN_FIELDS = 2;
const HEADINGS = 'h1, h2, h3, h4, h5, h6';

/**
 * Elements of the same kind beside each other, read as records: their named parts, heading, link,
 * picture and definitions. Navigation and other parts of the site's frame are left out.
 */
export function readRepeatedElements(document: Document, baseUrl: string): Collection[] {
	return [...document.querySelectorAll('*')]
		.filter((parent) => parent.children.length >= MIN_ENTRIES)
		.filter((parent) => !NOT_A_LIST.has(parent.tagName.toUpperCase()) && !isInSiteRegion(parent))
		.flatMap((parent) => groupsOf(parent, baseUrl));
}

function groupsOf(parent: Element, baseUrl: string): Collection[] {
	const children = [...parent.children].filter((child) => !isHidden(child) && mayBeCard(child));
	const groups = Map.groupBy(children, signature);
	return [...groups.values()]
		.filter((members) => members.length >= MIN_ENTRIES && members.some(hasParts))
		.map((members) => toCollection(parent, members, baseUrl))
		.filter(({ records }) => records.length >= MIN_ENTRIES);
}

/** Paragraphs with links in them are prose, not a list. */
function mayBeCard(element: Element): boolean {
	return CARDS.has(element.tagName.toUpperCase()) || element.hasAttribute('class');
}

function signature(element: Element): string {
	const classes = (element.getAttribute('class') ?? '').replace(STATE_WORDS, ' ');
	const [first = ''] = classes.trim().split(/\s+/u);
	return `${element.tagName} ${first}`;
}

function hasParts(element: Element): boolean {
	return element.children.length > 0;
}

function toCollection(parent: Element, members: readonly Element[], baseUrl: string): Collection {
	const [first] = members;
	const heading = nearestHeading(parent);
	const names = [
		...(first === undefined ? [] : elementNames(first, new Set())),
		...elementNames(parent, new Set()),
		heading,
	].map(nameKey);
	const records = members
		.map((member): DataRecord => ({
			names: [],
			fields: cardFields(member, baseUrl),
			isDeclared: false,
		}))
		.filter(({ fields }) => Object.keys(fields).length >= MIN_FIELDS);
	return { names: [...new Set(names)].filter((name) => name !== ''), records };
}

function cardFields(card: Element, baseUrl: string): JsonObject {
	const heading = card.querySelector(HEADINGS);
	const link = card.matches('a[href]') ? card : card.querySelector('a[href]');
	const picture = card.querySelector('img');
	const name = heading === null ? linkName(link) : (fullTitle(heading) ?? visibleText(heading));
	const url = resolveLink(link?.getAttribute('href') ?? '', baseUrl);
	const image = picture === null ? undefined : imageAddress(picture, baseUrl);
	return {
		...(name !== '' && { name }),
		...(url !== undefined && { url }),
		...(image !== undefined && { image }),
		...namedElements(card),
		...definitionFields(card, baseUrl),
	};
}

function linkName(link: Element | null): string {
	return link === null ? '' : (fullTitle(link) ?? visibleText(link));
}

/** Shops cut long names and keep the whole one in the title attribute. */
function fullTitle(element: Element): string | undefined {
	const titled = element.matches('[title]') ? element : element.querySelector('[title]');
	const title = titled?.getAttribute('title')?.trim() ?? '';
	const shown = visibleText(element)
		.replace(/(?:…|\.\.\.)$/u, '')
		.trim();
	return title !== '' && title.startsWith(shown) ? title : undefined;
}
