/// <reference lib="dom" />

/** Pages are rarely deeper than 60 levels. */
const DEEPEST = 100;

const BLOCKS = new Set('DIV SECTION ARTICLE CENTER BLOCKQUOTE'.split(' '));
const INLINE = new Set('SPAN FONT B I U S EM STRONG SMALL BIG'.split(' '));

/**
 * Unwraps what is nested deeper than pages ever are, in place: main content readers look at all
 * the text below each element, so their time would grow with the square of the depth.
 */
export function flatten(document: Document): void {
	const depths = new Map<Element | null, number>();
	const deep: Element[] = [];
	for (const element of document.body.querySelectorAll('*')) {
		const depth = (depths.get(element.parentElement) ?? 0) + 1;
		depths.set(element, depth);
		const isWrapper = BLOCKS.has(element.nodeName) || INLINE.has(element.nodeName);
		if (depth > DEEPEST && isWrapper && element.firstElementChild !== null) deep.push(element);
	}
	for (const element of deep) unwrap(element);
}

/** Replaces an element with its children; those of a block stay on separate lines. */
function unwrap(element: Element): void {
	if (BLOCKS.has(element.nodeName)) {
		const { previousSibling, nextSibling, ownerDocument } = element;
		if (isShown(previousSibling)) element.before(ownerDocument.createElement('br'));
		if (isShown(nextSibling)) element.after(ownerDocument.createElement('br'));
	}
	while (element.firstChild !== null) element.before(element.firstChild);
	element.remove();
}

/** Whether there is text, or an element that may be part of one. */
function isShown(node: Node | null): boolean {
	return node !== null && (node.nodeType !== 3 || node.nodeValue?.trim() !== '');
}
