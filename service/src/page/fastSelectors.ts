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
	// Asked for its value, linkedom would put the class together anew each time.
	getAttributeValue: (element: Element, name: string) => element.getAttributeNode(name)?.value,
	hasAttrib: (element: Element, name: string) => element.hasAttribute(name),
	getChildren: (node: Node): Node[] => [...node.childNodes],
	getParent: (element: Element) => element.parentElement,
	getSiblings: (node: Node): Node[] =>
		node.parentNode === null ? [node] : [...node.parentNode.childNodes],
	getText: (node: Node) => node.textContent ?? '',
	existsOne: (test: Test, nodes: Node[]): boolean => findOne(test, nodes) !== null,
	findOne,
	findAll: (test: Test, nodes: Node[]): Element[] =>
		nodes
			.filter(isElement)
			.flatMap((element) => [...(test(element) ? [element] : []), ...listMatches(element, test)]),
	removeSubsets: (nodes: Node[]): Node[] => nodes,
};

/** Names in XML are told apart by case. */
const xmlAdapter = { ...adapter, getName: (element: Element) => element.localName };

const htmlTests = new Map<string, Test>();
const xmlTests = new Map<string, Test>();

const example = parseHTML('<!doctype html><html><body></body></html>').document;

/**
 * Makes linkedom remember what selectors mean. By itself it takes each one apart again whenever it is
 * asked, and splits the class of each element that it looks at, which is most of the time that cutting
 * the content out of a page takes.
 */
export function rememberSelectors(): void {
	for (const node of [example, example.body, example.createDocumentFragment()]) {
		replace(node, 'querySelector', function (this: ParentNode, selector: string) {
			return firstMatch(this, toTest(selector, this));
		});
		replace(node, 'querySelectorAll', function (this: ParentNode, selector: string) {
			return listMatches(this, toTest(selector, this));
		});
	}
	replace(example.body, 'matches', function (this: Element, selector: string) {
		return toTest(selector, this)(this);
	});
	replace(example.body, 'closest', function (this: Element, selector: string) {
		const test = toTest(selector, this);
		let element = this.parentElement;
		if (test(this)) return this;
		while (element !== null && !test(element)) element = element.parentElement;
		return element;
	});
}

function toTest(selector: string, scope: ParentNode): Test {
	const isHtml = isOfHtml(scope);
	// What such a selector means depends on the element that is asked.
	if (selector.includes(':scope')) return compileSelector(selector, isHtml, scope);
	const tests = isHtml ? htmlTests : xmlTests;
	const known = tests.get(selector);
	if (known !== undefined) return known;
	const test = compileSelector(selector, isHtml);
	if (tests.size >= MOST_SELECTORS) tests.clear();
	tests.set(selector, test);
	return test;
}

function isOfHtml(node: Node): boolean {
	const document = node.ownerDocument ?? node;
	return Object.getPrototypeOf(document) === Object.getPrototypeOf(example);
}

function compileSelector(selector: string, isHtml: boolean, scope?: ParentNode): Test {
	return compile<Node, Element>(selector, {
		adapter: isHtml ? adapter : xmlAdapter,
		xmlMode: !isHtml,
		cacheResults: false,
		...(scope !== undefined && isElement(scope) && { context: scope }),
	});
}

/** What is found, with the one method of a list of nodes that arrays lack. */
class FoundElements extends Array<Element> {
	item(index: number): Element | null {
		return this[index] ?? null;
	}
}

function listMatches(root: ParentNode, test: Test): Element[] {
	const found = new FoundElements();
	visitDescendants(root, (element) => {
		if (test(element)) found.push(element);
		return false;
	});
	return found;
}

function firstMatch(root: ParentNode, test: Test): Element | null {
	return visitDescendants(root, test);
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

function findOne(test: Test, nodes: Node[]): Element | null {
	for (const element of nodes.filter(isElement)) {
		const found = test(element) ? element : firstMatch(element, test);
		if (found !== null) return found;
	}
	return null;
}

function isElement(node: Node): node is Element {
	return node.nodeType === 1;
}

/** Replaces a method for all nodes that share it. */
function replace(node: Node, name: string, value: (selector: string) => unknown): void {
	for (
		let holder: unknown = node;
		holder instanceof Object;
		holder = Object.getPrototypeOf(holder)
	) {
		if (!Object.hasOwn(holder, name)) continue;
		Object.defineProperty(holder, name, { value, configurable: true, writable: true });
		return;
	}
}
