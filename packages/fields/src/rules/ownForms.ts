/// <reference lib="dom" />
import type { JsonObject } from '@web-data-extraction/page/json';
import { FIELD_TEXT } from '@web-data-extraction/page/fields';
import { readForms } from './forms.ts';

const HEADINGS = 'h1, h2, h3, h4, h5, h6';
/** Anything in these is one of several, or belongs to another page. */
const OF_OTHERS = `a, li, table, label, aside, nav, header, footer, [${FIELD_TEXT}]`;

/**
 * Price, date and availability of the only thing that a page is about, by their form: between its only
 * heading of the first level and the next heading, outside lists, tables and links. A part beside a
 * link more likely belongs to a card.
 */
export function readOwnForms(document: Document): JsonObject {
	const [heading, ...others] = document.querySelectorAll('h1');
	if (heading === undefined || others.length > 0) return {};
	const all = [...document.querySelectorAll('body *')];
	const behind = all
		.slice(all.indexOf(heading) + 1)
		.filter((element) => !heading.contains(element));
	const end = behind.findIndex((element) => element.matches(HEADINGS));
	const own = behind.slice(0, end === -1 ? undefined : end);
	const parts = own.filter(
		(part) =>
			part.closest(OF_OTHERS) === null && !part.contains(heading) && !isOfCard(part, heading),
	);
	return readForms(parts.filter((part) => !hasLabel(part)));
}

/** Whether the largest part of the page around an element, without the heading, has links as cards do. */
function isOfCard(part: Element, heading: Element): boolean {
	let block = part;
	while (block.parentElement !== null && !block.parentElement.contains(heading)) {
		block = block.parentElement;
	}
	return block.querySelector('a[href]:not([href^="#"])') !== null;
}

/** "<span>Delivery</span><span>€5</span>": the words before it say what it is. */
function hasLabel(part: Element): boolean {
	const before = part.previousElementSibling;
	return (
		before !== null &&
		!before.matches(`${HEADINGS}, p, div, ul, section, img, picture, button, form`) &&
		/\p{L}{2}/u.test(before.textContent) &&
		!/\d/u.test(before.textContent)
	);
}
