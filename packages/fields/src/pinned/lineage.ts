/// <reference lib="dom" />

/** An element and its ancestors, from the inside out, up to another one that is left out. */
export function lineage(element: Element, end: Element | null = null): Element[] {
	const found: Element[] = [];
	for (let one: Element | null = element; one !== null && one !== end; one = one.parentElement) {
		found.push(one);
	}
	return found;
}

/** The innermost element that contains all of some others, or is one of them. */
export function commonAncestor(elements: readonly Element[]): Element | undefined {
	const [first, ...others] = elements;
	if (first === undefined) return undefined;
	const around = others.map((element) => new Set(lineage(element)));
	return lineage(first).find((element) => around.every((one) => one.has(element)));
}
