/// <reference lib="dom" />
import { oneLine } from '../parse/document.ts';

/** A heading, and the place of the page that shows it. */
export interface HeadingAnchor {
	/** Its text. */
	heading: string;
	/** As in `#install`, encoded as in an address. */
	anchor: string;
}

/** How many headings of a page are listed. */
const MOST_HEADINGS = 2_000;

/** Longest text and longest name of a place that are kept. */
const LONGEST = 300;

/**
 * Lists the headings of a page that an address can lead to, in order.
 * @param root the page before it is cleaned: that removes the marks of places
 */
export function readHeadingAnchors(root: ParentNode): HeadingAnchor[] {
	const found: HeadingAnchor[] = [];
	for (const element of root.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
		const name = placeName(element);
		const heading = oneLine(element.textContent).slice(0, LONGEST);
		if (name === undefined || name.length > LONGEST || heading === '') continue;
		found.push({ heading, anchor: new URL(`#${name}`, 'https://page.invalid').hash });
		if (found.length === MOST_HEADINGS) break;
	}
	return found;
}

/**
 * The name of the place where a heading is: its own, that of a mark in it or right before it, or that of the
 * section that it begins.
 */
function placeName(heading: Element): string | undefined {
	const mark = heading.querySelector('[id], a[name]');
	const before = heading.previousElementSibling;
	const isMark = before !== null && before.tagName === 'A' && before.textContent.trim() === '';
	const isFirst = before === null || (isMark && before.previousElementSibling === null);
	const section = isFirst ? heading.parentElement : null;
	return [heading, mark, isMark ? before : null, section]
		.map((element) => (element === null ? '' : nameOf(element)))
		.find((name) => name !== '');
}

function nameOf(element: Element): string {
	const isPage = ['BODY', 'HTML', 'MAIN'].includes(element.tagName);
	if (isPage) return '';
	return (element.getAttribute('id') ?? element.getAttribute('name') ?? '').trim();
}
