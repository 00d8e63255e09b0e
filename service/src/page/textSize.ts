/// <reference lib="dom" />

/** Characters of an element's text. */
export function measureText(element: Element): number {
	return element.textContent.replace(/\s+/g, ' ').trim().length;
}

/** Characters of an element that are in no link. */
export function measureProse(element: Element): number {
	const links = [...element.querySelectorAll('a')].map(measureText);
	return measureText(element) - links.reduce((sum, size) => sum + size, 0);
}
