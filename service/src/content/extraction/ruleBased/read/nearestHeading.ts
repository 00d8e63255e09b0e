import { visibleText } from './visibleText.ts';

/** How many ancestors are searched: further up, a heading belongs to more than this element. */
const MAX_STEPS_UP = 4;

/** Of each document: the last heading before every element. */
const headings = new WeakMap<Document, ReadonlyMap<Element, Element>>();

/** The heading that stands before an element and so names it; empty when there is none near. */
export function nearestHeading(element: Element): string {
	const heading = headingsBefore(element.ownerDocument).get(element);
	if (heading === undefined) return '';
	let ancestor = element.parentElement;
	for (let step = 1; step < MAX_STEPS_UP && ancestor !== null; step += 1) {
		if (ancestor.contains(heading)) break;
		ancestor = ancestor.parentElement;
	}
	return ancestor?.contains(heading) === true ? visibleText(heading) : '';
}

/** True for h1 to h6. */
export function isHeading(element: Element): boolean {
	return /^h[1-6]$/iu.test(element.tagName);
}

/** One walk through the document: looking back from each element would be one per element. */
function headingsBefore(document: Document): ReadonlyMap<Element, Element> {
	const known = headings.get(document);
	if (known !== undefined) return known;
	const before = new Map<Element, Element>();
	let last: Element | undefined;
	for (const element of document.querySelectorAll('*')) {
		if (last !== undefined) before.set(element, last);
		if (isHeading(element)) last = element;
	}
	headings.set(document, before);
	return before;
}
