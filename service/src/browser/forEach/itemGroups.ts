/// <reference lib="dom" />

/** Elements of a page that repeat: the rows of a table, the cards of a shop. */
export interface ItemGroup {
	/** CSS selector that finds them again, now and after coming back to the page. */
	selector: string;
	/** Visible elements of the group. */
	count: number;
	/** Tag name in lower case. */
	tag: string;
	/** ARIA role attribute; empty when there is none. */
	role: string;
	/** Class names, ids and test ids of the elements themselves. */
	names: string;
	/** The same of what directly holds them. */
	parentNames: string;
	/** Heading, caption or label over the group; may be empty. */
	heading: string;
	/** Beginning of the text of the first elements. */
	samples: string[];
	/** Characters of text of an element, on average. */
	averageLength: number;
	hasHeadings: boolean;
	/** Whether they stand in the page's navigation, header or footer. */
	isSurrounding: boolean;
}

/** A group in words, for a model to choose from. */
export function describeGroup({ count, tag, names, heading, samples }: ItemGroup): string {
	const place = heading === '' ? '' : ` under "${heading}"`;
	const example = (samples[0] ?? '').slice(0, 120);
	return `${count} elements <${tag}${names === '' ? '' : ` class="${names}"`}>${place}, such as "${example}"`;
}

/** How much of a page is looked through for repeating elements, and told of them. */
export const GROUP_LIMITS = {
	/** Elements, from the beginning of the page. */
	elements: 20_000,
	/** Kinds of elements. */
	selectors: 1_000,
	/** Groups, the first of the page. */
	groups: 300,
	/** Of a name, a heading or a sample of text. */
	characters: 200,
	/** Of a selector; longer ones are left out. */
	selectorCharacters: 1_000,
};

/**
 * Finds the repeating elements of a page: siblings of one kind, and their like elsewhere in the page.
 * Runs in the page, so it holds all it needs.
 */
export function collectGroups(limits: typeof GROUP_LIMITS): ItemGroup[] {
	const cut = (text: string) => text.slice(0, limits.characters);
	const LEAF_TAGS = new Set(['SCRIPT', 'STYLE', 'BR', 'HR', 'OPTION', 'META', 'LINK', 'TEMPLATE']);
	const isState = (name: string) =>
		/^(active|open|opened|selected|current|hover|focus|first|last|odd|even|expanded|collapsed|hidden|visible)$/i.test(
			name,
		) || /\d{3,}/.test(name);
	const readClasses = (element: Element) => [...element.classList].filter((name) => !isState(name));
	const write = (element: Element, classes: readonly string[]) =>
		element.localName + classes.map((name) => `.${CSS.escape(name)}`).join('');
	const readNames = (element: Element) =>
		cut(
			[...element.classList, element.id, element.getAttribute('data-testid') ?? '']
				.filter(Boolean)
				.join(' '),
		);
	const isVisible = (element: Element) => {
		const { width, height } = element.getBoundingClientRect();
		return width > 0 && height > 0 && element.checkVisibility();
	};
	const readText = (element: Element) =>
		element instanceof HTMLElement ? element.innerText.replace(/\s+/g, ' ').trim() : '';

	// Elements of one tag under one parent: one kind by the classes they share, else by equal classes.
	const listSelectors = (parent: Element): string[] => {
		const byTag = Map.groupBy(
			[...parent.children].filter((child) => !LEAF_TAGS.has(child.tagName)),
			(child) => child.localName,
		);
		const holder =
			parent.id === '' ? write(parent, readClasses(parent)) : `#${CSS.escape(parent.id)}`;
		return [...byTag.values()].flatMap((siblings) => {
			const [first, ...others] = siblings;
			if (first === undefined) return [];
			const classes = readClasses(first);
			const shared = classes.filter((name) =>
				others.every((other) => other.classList.contains(name)),
			);
			const isOneKind =
				shared.length > 0 || siblings.every((each) => readClasses(each).length === 0);
			const kinds = isOneKind
				? [write(first, shared)]
				: [...new Set(siblings.map((each) => write(each, readClasses(each))))];
			return kinds.map((kind) => `${holder} > ${kind}`);
		});
	};

	const findHeading = (element: Element): string => {
		const holder = element.closest(
			'section, article, main, table, [aria-label], [aria-labelledby]',
		);
		const label = holder?.getAttribute('aria-label');
		const labelled = document.getElementById(holder?.getAttribute('aria-labelledby') ?? '');
		const heading = holder?.querySelector('caption, h1, h2, h3, h4');
		const isOutside = heading !== null && heading !== undefined && !element.contains(heading);
		return (
			label ??
			(readText(labelled ?? document.createElement('i')) || (isOutside ? readText(heading) : ''))
		);
	};

	const describe = (selector: string, first: Element, members: readonly Element[]): ItemGroup => {
		const parent = first.parentElement ?? first;
		const texts = members.map(readText);
		return {
			selector,
			count: members.length,
			tag: first.localName,
			role: cut(first.getAttribute('role') ?? ''),
			names: readNames(first),
			parentNames: readNames(parent),
			heading: cut(findHeading(parent)),
			samples: texts.slice(0, 3).map(cut),
			averageLength: texts.reduce((sum, text) => sum + text.length, 0) / members.length,
			hasHeadings: members.some(
				(member) => member.querySelector('h1, h2, h3, h4, h5, h6') !== null,
			),
			isSurrounding: first.closest('nav, footer, body > header, [role="navigation"]') !== null,
		};
	};

	const selectors = new Set<string>();
	for (const element of [...document.querySelectorAll('body, body *')].slice(0, limits.elements)) {
		for (const selector of listSelectors(element)) {
			if (selector.length <= limits.selectorCharacters) selectors.add(selector);
		}
		if (selectors.size > limits.selectors) break;
	}
	const groups = new Map<Element, ItemGroup>();
	for (const selector of selectors) {
		if (groups.size >= limits.groups) break;
		const members = [...document.querySelectorAll(selector)].filter(isVisible);
		const [first] = members;
		if (first === undefined || members.length < 2) continue;
		if ((groups.get(first)?.count ?? 0) < members.length) {
			groups.set(first, describe(selector, first, members));
		}
	}
	return [...groups.values()];
}
