/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { compile } from 'css-select';
import { parseHTML } from 'linkedom';

type Test = (element: Element) => boolean;

/** Readers of pages ask with a few hundred selectors; no more of them are kept than this. */
const MOST_SELECTORS = 2_000;

/** How the selectors of a page are put to the nodes of linkedom. */
const adapter = {
	isTag: isElement,
	getName: (element: Element) => element.localName.toLowerCase(),
	getAttributeValue: (element: Element, name: string) => element.getAttributeNode(name)?.value,
	hasAttrib: (element: Element, name: string) => element.hasAttribute(name),
	getChildren: (node: Node): Node[] => [...node.childNodes],
	getParent: (element: Element) => element.parentElement,
	getSiblings: (node: Node): Node[] => [...(node.parentNode?.childNodes ?? [node])],
	getText: (node: Node) => node.textContent ?? '',
	existsOne: (test: Test, nodes: Node[]) => findOne(test, nodes) !== null,
	findOne,
	// Only asked for whole searches, which are done here.
	findAll: (): Element[] => [],
	removeSubsets: (nodes: Node[]) => nodes,
};

function isElement(node: Node): node is Element {
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
 * Visits elements in the order of the page; those inside of templates are none of it.
 * @returns the first one for which `isLast` says so
 */
function visitDescendants(root: ParentNode, isLast: Test): Element | null {
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

/** What is found, with the one method of a list of nodes that arrays lack. */
class FoundElements extends Array<Element> {
	item(index: number): Element | null {
		return this[index] ?? null;
	}
}

/** The methods of nodes that take a selector. */
const METHODS: Readonly<Record<string, (node: Element, test: Test) => unknown>> = {
	matches: (element, test) => test(element),
	closest(element, test) {
		let place: Element | null = element;
		while (place !== null && !test(place)) place = place.parentElement;
		return place;
	},
	querySelector: visitDescendants,
	querySelectorAll(root, test) {
		const found = new FoundElements();
		visitDescendants(root, (element) => test(element) && found.push(element) < 0);
		return found;
	},
};

/**
 * The elements inside of another one that a selector names, which may begin at that one: `> a`, `:scope > a`.
 * As in a browser, those inside of `noscript` are none.
 * @throws Error for a selector that cannot be read
 */
export function selectWithin(root: Element, selector: string): Element[] {
	const isRelative = /(?:^|,)\s*[>+~]|:scope/u.test(selector);
	const context = isRelative ? { context: [root] } : {};
	const nodesIn = new Map<Node, Node[]>();
	// Asked for once for each of the nodes in it.
	const getChildren = (node: Node): Node[] => {
		const nodes = nodesIn.get(node) ?? [...node.childNodes];
		nodesIn.set(node, nodes);
		return nodes;
	};
	const getSiblings = (node: Node): Node[] =>
		node.parentNode === null ? [node] : getChildren(node.parentNode);
	const own = { ...adapter, getChildren, getSiblings };
	const test = compile<Node, Element>(selector, { adapter: own, ...context });
	const found: Element[] = [];
	visitDescendants(root, (element) => test(element) && found.push(element) < 0);
	return found.filter((element) => element.parentElement?.closest('noscript') == null);
}

/** @throws Error when a selector cannot be read */
export function checkSelector(selector: string): void {
	compile<Node, Element>(selector, { adapter });
}

const { document: example } = parseHTML('<!doctype html><html><body></body></html>');
const tests = new Map<string, Test>();

function toTest(selector: string): Test {
	const known = tests.get(selector);
	if (known !== undefined) return known;
	const test = compile<Node, Element>(selector, { adapter, cacheResults: false });
	if (tests.size >= MOST_SELECTORS) tests.clear();
	tests.set(selector, test);
	return test;
}

/**
 * Makes linkedom remember what selectors mean. By itself it takes each one apart again whenever it is
 * asked, which is a seventh of the time that cutting the content out of a page takes.
 */
export function rememberSelectors(): void {
	for (const node of [example, example.body, example.createDocumentFragment()]) {
		for (const [name, search] of Object.entries(METHODS)) replaceMethod(node, name, search);
	}
}

/** Replaces a method for all nodes that share it. */
function replaceMethod(node: Node, name: string, search: (typeof METHODS)[string]): void {
	let holder: unknown = node;
	while (holder instanceof Object && !Object.hasOwn(holder, name)) {
		holder = Object.getPrototypeOf(holder);
	}
	const own: unknown = holder instanceof Object ? Reflect.get(holder, name) : undefined;
	if (!(holder instanceof Object) || typeof own !== 'function') return;
	const value = function (this: Element, selector: string): unknown {
		// In XML names are told apart by case, and `:scope` is another element each time.
		const isKnown = isHtml(this) && !selector.includes(':scope');
		return isKnown ? search(this, toTest(selector)) : own.call(this, selector);
	};
	Object.defineProperty(holder, name, { value, configurable: true, writable: true });
}

function isHtml(node: Element): boolean {
	const document = node.ownerDocument ?? node;
	return Object.getPrototypeOf(document) === Object.getPrototypeOf(example);
}
