import type { JsonObject } from '../../json.ts';
import { resolveLink } from '../values/address.ts';
import type { FieldBag } from './fieldBag.ts';
import { addField, allValues } from './fieldBag.ts';
import { visibleText } from './visibleText.ts';

/** Attributes that hold the value of an element, by tag (HTML standard, "Values" of microdata). */
const LINK_ATTRIBUTES: Readonly<Record<string, string>> = {
	A: 'href',
	AREA: 'href',
	LINK: 'href',
	AUDIO: 'src',
	EMBED: 'src',
	IFRAME: 'src',
	IMG: 'src',
	SOURCE: 'src',
	TRACK: 'src',
	VIDEO: 'src',
	OBJECT: 'data',
};
const TEXT_ATTRIBUTES: Readonly<Record<string, string>> = {
	META: 'content',
	DATA: 'value',
	METER: 'value',
	TIME: 'datetime',
};

/** How deep items may lie in each other; references between items could go in circles. */
const MAX_ITEM_DEPTH = 8;

/**
 * The top-level microdata items of a page as objects in the form of JSON-LD: types in `@type`,
 * repeated properties as lists, links absolute.
 */
export function readMicrodata(document: Document, baseUrl: string): JsonObject[] {
	return [...document.querySelectorAll('[itemscope]:not([itemprop])')].map((item) =>
		readItem(item, document, baseUrl),
	);
}

function readItem(
	item: Element,
	document: Document,
	baseUrl: string,
	depth = MAX_ITEM_DEPTH,
): JsonObject {
	const bag: FieldBag = new Map();
	for (const element of propertyElements(item, document)) {
		const isItem = element.hasAttribute('itemscope');
		if (isItem && depth === 0) continue;
		const value = isItem
			? readItem(element, document, baseUrl, depth - 1)
			: propertyValue(element, baseUrl);
		for (const name of words(element.getAttribute('itemprop'))) addField(bag, name, value);
	}
	const types = words(item.getAttribute('itemtype'));
	return { ...(types.length > 0 && { '@type': types }), ...allValues(bag) };
}

/** The elements that hold an item's own properties: inside it or referred to, not inside inner items. */
function propertyElements(item: Element, document: Document): Element[] {
	const referred = words(item.getAttribute('itemref')).flatMap(
		(id) => document.getElementById(id) ?? [],
	);
	return [...item.children, ...referred.filter((element) => !element.contains(item))].flatMap(
		ownProperties,
	);
}

function ownProperties(element: Element): Element[] {
	const own = element.hasAttribute('itemprop') ? [element] : [];
	if (element.hasAttribute('itemscope')) return own;
	return [...own, ...[...element.children].flatMap(ownProperties)];
}

function propertyValue(element: Element, baseUrl: string): string {
	const tag = element.tagName.toUpperCase();
	const content = element.getAttribute('content') ?? attribute(element, TEXT_ATTRIBUTES[tag]);
	if (content !== null) return content.trim();
	const link = attribute(element, LINK_ATTRIBUTES[tag]);
	if (link === null) return visibleText(element);
	return resolveLink(link, baseUrl) ?? visibleText(element);
}

function attribute(element: Element, name: string | undefined): string | null {
	return name === undefined ? null : element.getAttribute(name);
}

function words(text: string | null): string[] {
	return (text ?? '').split(/\s+/u).filter((word) => word !== '');
}
