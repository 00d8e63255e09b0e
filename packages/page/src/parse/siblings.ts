/// <reference lib="dom" />
import nthCheck from 'nth-check';

/** Where an element stands among the elements of its parent, from 0. */
interface Place {
	index: number;
	fromEnd: number;
	indexOfType: number;
	fromEndOfType: number;
	previous: Element | null;
}

/**
 * The nodes beside each other in a page that does not change meanwhile. Each parent is looked at once, so that
 * the position of all its elements costs as much as it has elements; css-select alone counts them for each
 * element again.
 */
export class Siblings {
	readonly #nodesIn = new Map<Node, Node[]>();
	readonly #placesIn = new Map<Node, Map<Node, Place>>();
	readonly #rules = new Map<string, (index: number) => boolean>();

	/** Lets a parent have these nodes alone. */
	setChildren(parent: Node, nodes: Node[]): void {
		this.#nodesIn.set(parent, nodes);
	}

	getChildren(parent: Node): Node[] {
		const nodes = this.#nodesIn.get(parent) ?? [...parent.childNodes];
		this.#nodesIn.set(parent, nodes);
		return nodes;
	}

	getSiblings(node: Node): Node[] {
		return node.parentNode === null ? [node] : this.getChildren(node.parentNode);
	}

	getPrevious(node: Node): Element | null {
		return this.#placeOf(node)?.previous ?? null;
	}

	/** The positional pseudo-classes, for the option `pseudos` of css-select. */
	toPseudos() {
		const nth = (read: (place: Place) => number) => (element: Element, rule?: string | null) => {
			const place = this.#placeOf(element);
			return place !== undefined && this.#fits(read(place), rule ?? '');
		};
		const at = (test: (place: Place) => boolean) => (element: Element) => {
			const place = this.#placeOf(element);
			return place !== undefined && test(place);
		};
		return {
			'nth-child': nth(({ index }) => index),
			'nth-last-child': nth(({ fromEnd }) => fromEnd),
			'nth-of-type': nth(({ indexOfType }) => indexOfType),
			'nth-last-of-type': nth(({ fromEndOfType }) => fromEndOfType),
			'first-of-type': at(({ indexOfType }) => indexOfType === 0),
			'last-of-type': at(({ fromEndOfType }) => fromEndOfType === 0),
			'only-of-type': at((place) => place.indexOfType === 0 && place.fromEndOfType === 0),
		};
	}

	/** @throws Error for a rule that cannot be parsed */
	#fits(index: number, rule: string): boolean {
		const test = this.#rules.get(rule) ?? nthCheck(rule);
		this.#rules.set(rule, test);
		return test(index);
	}

	#placeOf(node: Node): Place | undefined {
		const parent = node.parentNode;
		if (parent === null) return undefined;
		const places = this.#placesIn.get(parent) ?? countPlaces(this.getChildren(parent));
		this.#placesIn.set(parent, places);
		return places.get(node);
	}
}

function countPlaces(nodes: readonly Node[]): Map<Element, Place> {
	const elements = nodes.filter((node): node is Element => node.nodeType === 1);
	const ofType = Map.groupBy(elements, ({ localName }) => localName.toLowerCase());
	const places = new Map<Element, Place>();
	for (const [index, element] of elements.entries()) {
		const fromEnd = elements.length - 1 - index;
		const previous = elements[index - 1] ?? null;
		places.set(element, { index, fromEnd, indexOfType: 0, fromEndOfType: 0, previous });
	}
	for (const alike of ofType.values()) {
		for (const [indexOfType, element] of alike.entries()) {
			const place = places.get(element);
			if (place === undefined) continue;
			place.indexOfType = indexOfType;
			place.fromEndOfType = alike.length - 1 - indexOfType;
		}
	}
	return places;
}
