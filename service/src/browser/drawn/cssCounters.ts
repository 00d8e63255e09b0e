/// <reference lib="dom" />

/** The counters of a page's style sheets while its elements are read in order. */
export type CssCounters = ReturnType<typeof createCssCounters>;

/** What contains an element, across the bounds of web components. Runs in the page. */
export function parentOf(element: Element): Node {
	const parent = element.parentElement ?? element.getRootNode();
	return parent instanceof ShadowRoot ? parent.host : parent;
}

/** Counters that nothing has counted yet. Runs in the page. */
export function createCssCounters() {
	/** By name, the innermost last: each counts within the element or document `scope`. */
	const counters = new Map<string, Array<{ scope: Node; value: number }>>();
	const listCounters = (name: string, place: Element) => {
		const found = counters.get(name) ?? [];
		const isWithin = (scope: Node): boolean => {
			let around: Node = place;
			while (around !== scope && around instanceof Element) around = parentOf(around);
			return around === scope;
		};
		while (found.length > 0 && !isWithin(found.at(-1)?.scope ?? document)) found.pop();
		counters.set(name, found);
		return found;
	};
	/** Counts as the style of an element, or of a part before it, says. Ancestors come first. */
	const count = (style: CSSStyleDeclaration, place: Element, scope: Node): void => {
		for (const kind of ['counterReset', 'counterIncrement', 'counterSet'] as const) {
			const words = style[kind] === 'none' ? [] : style[kind].split(' ');
			for (const [at, name] of words.entries()) {
				if (at % 2 === 1) continue;
				const number = words[at + 1];
				const found = listCounters(name, place);
				const isNew =
					found.length === 0 || (kind === 'counterReset' && found.at(-1)?.scope !== scope);
				if (isNew) found.push({ scope, value: 0 });
				const counter = found.at(-1) ?? { value: 0 };
				counter.value = (kind === 'counterIncrement' ? counter.value : 0) + Number(number);
			}
		}
	};
	const ordinals = new Map<Element, number>();
	const isItem = (element: Element): boolean => getComputedStyle(element).display === 'list-item';
	/** The number of an item in its list, which the browser counts on its own. */
	const ordinalOf = (item: Element): number => {
		const known = ordinals.get(item);
		if (known !== undefined) return known;
		const list = item.parentElement instanceof HTMLOListElement ? item.parentElement : undefined;
		let number = list === undefined ? 0 : list.start - 1;
		for (const sibling of item.parentElement?.children ?? []) {
			if (!isItem(sibling)) continue;
			const own = sibling instanceof HTMLLIElement && sibling.hasAttribute('value');
			number = own ? sibling.value : number + 1;
			ordinals.set(sibling, number);
		}
		return ordinals.get(item) ?? number;
	};
	const ordinalsAround = (source: Element): number[] => {
		const items: Element[] = [];
		for (let at: Element | null = source; at !== null; at = at.parentElement) {
			if (isItem(at)) items.unshift(at);
		}
		return items.map(ordinalOf);
	};
	/** The values of a counter at an element, the innermost last; none where nothing has set it. */
	const valuesOf = (name: string, place: Element): number[] =>
		name === 'list-item'
			? ordinalsAround(place)
			: listCounters(name, place).map(({ value }) => value);
	return { count, valuesOf, ordinalOf };
}
