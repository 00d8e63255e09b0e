/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { parseHTML } from 'linkedom';
import { compileSelector, type Test, visitDescendants } from './selectors.ts';

/** Page readers use a few hundred selectors; no more than this many are kept. */
const MOST_SELECTORS = 2_000;

/** Results, with the one method of a NodeList that arrays lack. */
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

const { document: example } = parseHTML('<!doctype html><html><body></body></html>');
const tests = new Map<string, Test>();

function toTest(selector: string): Test {
	const known = tests.get(selector);
	if (known !== undefined) return known;
	const test = compileSelector(selector);
	if (tests.size >= MOST_SELECTORS) tests.clear();
	tests.set(selector, test);
	return test;
}

/**
 * Makes linkedom cache parsed selectors. Without this it parses each one on every call,
 * which is a seventh of the time that extracting the content of a page takes.
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
		// In XML names are case-sensitive, and `:scope` is a different element each time.
		const isKnown = isHtml(this) && !selector.includes(':scope');
		return isKnown ? search(this, toTest(selector)) : own.call(this, selector);
	};
	Object.defineProperty(holder, name, { value, configurable: true, writable: true });
}

function isHtml(node: Element): boolean {
	const document = node.ownerDocument ?? node;
	return Object.getPrototypeOf(document) === Object.getPrototypeOf(example);
}
