/// <reference lib="dom" />

/**
 * What the entries of a list have in common: where they are, and what they are made of. The functions run
 * in the page.
 */

/** How the entries of a list are found again, on this page and on its next ones. */
export interface ListShape {
	/** CSS selector of the elements that may be entries. */
	selector: string;
	/**
	 * Paths of tags below an entry that most entries have, such as `/a/h3`: an advert between them has others.
	 * Undefined when every element of the selector is an entry.
	 */
	made?: string[];
}

/** Whether an element takes up room and is visible. */
export function isShown(element: Element): boolean {
	const { width, height } = element.getBoundingClientRect();
	return width > 0 && height > 0 && element.checkVisibility();
}

/**
 * Selector of an element and all like it in places like its own: by tags from the body on, by names for
 * the last two. Names that say a state, or have a number in them, differ between entries and pages.
 */
export function selectAlike(element: Element): string {
	const STATE =
		/\d|^(?:active|open(?:ed)?|selected|current|hover|focus|first|last|odd|even|expanded|collapsed|hidden|visible|loading|loaded)$/i;
	const writeKind = (each: Element): string => {
		const name = [...each.classList].find((one) => !STATE.test(one));
		return `${CSS.escape(each.localName)}${name === undefined ? '' : `.${CSS.escape(name)}`}`;
	};
	const steps: string[] = [];
	for (
		let place: Element | null = element;
		place !== null && place !== document.body;
		place = place.parentElement
	) {
		steps.unshift(steps.length < 2 ? writeKind(place) : CSS.escape(place.localName));
	}
	return ['body', ...steps].join(' > ');
}

/** The paths of tags below an entry. */
export function listTagPaths(entry: Element): Set<string> {
	const paths = new Set<string>();
	const visit = (element: Element, path: string, depth: number): void => {
		for (const child of element.children) {
			if (/^(?:script|style|br|hr|wbr|template|path|g)$/.test(child.localName)) continue;
			const own = `${path}/${child.localName}`;
			paths.add(own);
			if (depth < 4 && paths.size < 200) visit(child, own, depth + 1);
		}
	};
	visit(entry, '', 1);
	return paths;
}

/** What most of the entries of a list are made of. */
export function commonPaths(entries: readonly Element[]): string[] {
	const sample = entries.slice(0, 60).map(listTagPaths);
	const all = new Set(sample.flatMap((paths) => [...paths]));
	return [...all].filter(
		(path) => sample.filter((paths) => paths.has(path)).length * 2 > sample.length,
	);
}

/** How like an element is to the entries of a list: 1 is made of just the same. */
export function likenessTo(element: Element, made: readonly string[]): number {
	const own = listTagPaths(element);
	const shared = made.filter((path) => own.has(path)).length;
	// The element itself is alike in any case.
	return (shared + 1) / (own.size + made.length - shared + 1);
}

/** The elements of a list on the page as it is: entries, and others between them such as adverts. */
export function membersOf({ selector, made }: ListShape): {
	entries: Element[];
	others: Element[];
} {
	const shown = [...document.querySelectorAll(selector)].filter(isShown);
	const isEntry = (element: Element): boolean =>
		made === undefined || likenessTo(element, made) >= 0.4;
	return { entries: shown.filter(isEntry), others: shown.filter((one) => !isEntry(one)) };
}

/** What {@link membersOf} needs in the page. */
export const MEMBER_PARTS = [isShown, listTagPaths, likenessTo, membersOf];
