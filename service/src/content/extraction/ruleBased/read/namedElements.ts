import type { JsonObject } from '../../json.ts';
import type { FieldBag } from './fieldBag.ts';
import { addField, agreedValues } from './fieldBag.ts';
import { elementNames, ownerWords } from './elementNames.ts';
import { isHidden, visibleText } from './visibleText.ts';

/** Longer texts are whole sections, not the value of one field. */
const MAX_VALUE_CHARACTERS = 300;
/** Parts of the site's frame, wherever they stand. */
const SITE_TAGS = new Set(['NAV', 'ASIDE']);
const SITE_ROLES = new Set(['navigation', 'banner', 'contentinfo']);
/** Headers and footers frame the site unless they belong to something in it. */
const FRAME_TAGS = new Set(['HEADER', 'FOOTER']);
const CONTENT_TAGS = new Set(['ARTICLE', 'MAIN', 'SECTION', 'LI']);

/**
 * The texts of elements that are named by class, id or test attribute, by name. Names that come up
 * with different texts belong to several things and are left out.
 */
export function namedElements(owner: Element): JsonObject {
	const words = ownerWords(owner);
	const bag: FieldBag = new Map();
	for (const element of owner.querySelectorAll(
		'[class], [id], [data-testid], [data-test], [itemprop]',
	)) {
		if (isHidden(element) || isInSiteRegion(element)) continue;
		const text = elementText(element);
		if (text === '') continue;
		for (const name of elementNames(element, words)) addField(bag, name, text);
	}
	return agreedValues(bag);
}

/** True inside navigation, the site's header or footer and the like. */
export function isInSiteRegion(element: Element): boolean {
	let isFramed = false;
	let current: Element | null = element;
	while (current !== null) {
		const tag = current.tagName.toUpperCase();
		if (SITE_TAGS.has(tag) || SITE_ROLES.has(current.getAttribute('role') ?? '')) return true;
		if (FRAME_TAGS.has(tag)) isFramed = true;
		else if (CONTENT_TAGS.has(tag)) isFramed = false;
		current = current.parentElement;
	}
	return isFramed;
}

/** What an element says: its text, else what it says to screen readers ("4.5 out of 5 stars"). */
function elementText(element: Element): string {
	const rawLength = element.textContent?.length ?? 0;
	if (rawLength > 10 * MAX_VALUE_CHARACTERS) return '';
	const text =
		visibleText(element) ||
		(element.getAttribute('aria-label') ?? element.getAttribute('content') ?? '').trim();
	return text.length <= MAX_VALUE_CHARACTERS ? text : '';
}
