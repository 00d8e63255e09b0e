/// <reference lib="dom" />

/** Characters of the text of an element, or of a piece of text. */
export function measureText(node: Element | ChildNode): number {
	return (node.textContent ?? '').replace(/\s+/g, ' ').trim().length;
}

/** Characters of an element that are in no link. */
export function measureProse(element: Element): number {
	const links = [...element.querySelectorAll('a')].map(measureText);
	return measureText(element) - links.reduce((sum, size) => sum + size, 0);
}
