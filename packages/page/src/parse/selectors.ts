/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { compile } from 'css-select';
import { Siblings } from './siblings.ts';

/** Whether an element matches a selector. */
export type Test = (element: Element) => boolean;

/** How css-select accesses the nodes of linkedom. */
const adapter = {
	isTag: isElement,
	getName: (element: Element) => element.localName.toLowerCase(),
	getAttributeValue: (element: Element, name: string) => element.getAttributeNode(name)?.value,
	hasAttrib: (element: Element, name: string) => element.hasAttribute(name),
	getChildren: (node: Node): Node[] => [...node.childNodes],
	getParent: (element: Element) => element.parentElement,
	getSiblings: (node: Node): Node[] => [...(node.parentNode?.childNodes ?? [node])],
	prevElementSibling: (node: Node) => (isElement(node) ? node.previousElementSibling : null),
	getText: (node: Node) => node.textContent ?? '',
	existsOne: (test: Test, nodes: Node[]) => findOne(test, nodes) !== null,
	findOne,
	// Only needed for whole searches, which are done here.
	findAll: (): Element[] => [],
	removeSubsets: (nodes: Node[]) => nodes,
};

export function isElement(node: Node): node is Element {
	return node.nodeType === 1;
}

function findOne(test: Test, nodes: Node[]): Element | null {
	for (const element of nodes.filter(isElement)) {
		const found = test(element) ? element : visitDescendants(element, test);
		if (found !== null) return found;
	}
	return null;
}

/**
 * Visits elements in document order, except those inside templates.
 * @returns the first one for which `isLast` returns true
 */
export function visitDescendants(root: ParentNode, isLast: Test): Element | null {
	let element: Element | null = root.firstElementChild;
	while (element !== null) {
		if (isLast(element)) return element;
		const inner: Element | null =
			element.localName === 'template' ? null : element.firstElementChild;
		let next: Element | null = inner ?? element.nextElementSibling;
		while (next === null) {
			element = element.parentElement;
			if (element === null || element === root) return null;
			next = element.nextElementSibling;
		}
		element = next;
	}
	return null;
}

/**
 * The elements inside another one that match a selector, which may begin at that one: `> a`, `:scope > a`.
 * As in a browser, those inside `noscript` are excluded.
 * @throws Error for a selector that cannot be parsed
 */
export function selectWithin(root: Element, selector: string): Element[] {
	const isRelative = /(?:^|,)\s*[>+~]|:scope/u.test(selector);
	const test = compileOnce(selector, new Siblings(), isRelative ? root : undefined);
	const found: Element[] = [];
	visitDescendants(root, (element) => test(element) && found.push(element) < 0);
	return found.filter((element) => element.parentElement?.closest('noscript') == null);
}

/**
 * The elements that match a selector in some siblings that follow another element, at which it begins: `+ p`,
 * `:scope ~ p a`. The element and these siblings count as if they had no others: `~ p:nth-of-type(2)` is
 * the second paragraph of them.
 * @throws Error for a selector that cannot be parsed
 */
export function selectAmong(
	first: Element,
	following: readonly Element[],
	selector: string,
): Element[] {
	const siblings = new Siblings();
	if (first.parentNode !== null) siblings.setChildren(first.parentNode, [first, ...following]);
	const test = compileOnce(selector, siblings, first);
	const found: Element[] = [];
	for (const sibling of following) {
		if (test(sibling)) found.push(sibling);
		visitDescendants(sibling, (element) => test(element) && found.push(element) < 0);
	}
	return found;
}

/** A selector for one search; the nodes beside each other are looked up once. */
function compileOnce(selector: string, siblings: Siblings, scope?: Element): Test {
	const own = {
		...adapter,
		getChildren: (node: Node) => siblings.getChildren(node),
		getSiblings: (node: Node) => siblings.getSiblings(node),
		prevElementSibling: (node: Node) => siblings.getPrevious(node),
	};
	const context = scope === undefined ? {} : { context: [scope] };
	const options = { adapter: own, pseudos: siblings.toPseudos(), ...context };
	return compile<Node, Element>(selector, options);
}

/**
 * A selector as a test for elements of a page.
 * @throws Error when it cannot be parsed
 */
export function compileSelector(selector: string): Test {
	return compile<Node, Element>(selector, { adapter, cacheResults: false });
}
