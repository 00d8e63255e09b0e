/// <reference lib="dom" />

const INLINE = 'span, a, button, label, time, small, data, strong, b, em, i, output';
const INLINE_TAGS = new Set(INLINE.toUpperCase().split(', '));

/**
 * Puts a space between inline elements that touch. Style sheets keep such elements apart on screen
 * (`<span>Price</span><span>$10</span>`), and without them the words would run together. Single
 * characters, as text animations use them, and code stay as they are.
 */
export function separateNeighbours(document: Document): void {
	for (const element of document.querySelectorAll(INLINE)) {
		const next = element.nextSibling;
		if (next === null || !INLINE_TAGS.has(next.nodeName)) continue;
		if (isCharacter(element) || isCharacter(next)) continue;
		if (element.closest('pre, code, kbd, samp') !== null) continue;
		element.after(document.createTextNode(' '));
	}
}

function isCharacter(node: Node): boolean {
	return (node.textContent ?? '').length < 2;
}
