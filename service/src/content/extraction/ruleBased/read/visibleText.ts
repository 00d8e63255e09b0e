import { oneLine } from '../values/plainText.ts';

/** Elements whose text is not part of what people read. */
const UNREAD = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT', 'SVG', 'SELECT', 'BUTTON']);
/** Elements inside a line; all others stand on lines of their own. */
const INLINE = new Set([
	'A',
	'ABBR',
	'B',
	'BDI',
	'CITE',
	'CODE',
	'DATA',
	'DEL',
	'EM',
	'FONT',
	'I',
	'INS',
	'KBD',
	'MARK',
	'Q',
	'S',
	'SMALL',
	'SPAN',
	'STRONG',
	'SUB',
	'SUP',
	'TIME',
	'U',
	'VAR',
]);

const TEXT_NODE = 3;
const ELEMENT_NODE = 1;

/** The text of an element as people read it, on one line: blocks apart, hidden parts left out. */
export function visibleText(element: Element): string {
	const parts: string[] = [];
	collect(element, parts);
	return oneLine(parts.join(''));
}

/** True for elements that browsers or screen readers are told to pass over. */
export function isHidden(element: Element): boolean {
	return (
		UNREAD.has(element.tagName.toUpperCase()) ||
		element.hasAttribute('hidden') ||
		element.getAttribute('aria-hidden') === 'true'
	);
}

function collect(node: Node, parts: string[]): void {
	for (const child of node.childNodes) {
		if (child.nodeType === TEXT_NODE) parts.push(child.textContent ?? '');
		if (!isElement(child) || isHidden(child)) continue;
		const gap = INLINE.has(child.tagName.toUpperCase()) ? '' : ' ';
		parts.push(gap);
		collect(child, parts);
		parts.push(gap);
	}
}

function isElement(node: Node): node is Element {
	return node.nodeType === ELEMENT_NODE;
}
