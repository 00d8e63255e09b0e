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
	/** Groups, the first of the page. */
	groups: 300,
	/** Of a name, a heading or a sample of text. */
	characters: 200,
	/** Of a selector; longer ones are left out. */
	selectorCharacters: 1_000,
};

/**
 * Finds the repeating elements of a page: those of one tag and class in holders of one tag and class,
 * wherever they stand. Of an element's classes the first counts that is neither a state nor numbered.
 * Runs in the page, so it holds all it needs.
 */
export function collectGroups(limits: typeof GROUP_LIMITS): ItemGroup[] {
	const NO_ITEMS = 'script, style, br, hr, option, meta, link, template';
	const STATE =
		/\d|^(?:active|open(?:ed)?|selected|current|hover|focus|first|last|odd|even|expanded|collapsed|hidden|visible)$/i;
	const cut = (text: string) => text.slice(0, limits.characters);
	const readText = (element: Element | null | undefined) =>
		element instanceof HTMLElement ? element.innerText.replace(/\s+/g, ' ').trim() : '';
	const readNames = (element: Element | null) =>
		[...(element?.classList ?? []), element?.id, element?.getAttribute('data-testid')]
			.filter(Boolean)
			.join(' ');
	const isVisible = (element: Element) => {
		const { width, height } = element.getBoundingClientRect();
		return width > 0 && height > 0 && element.checkVisibility();
	};
	const writeKind = (element: Element): string => {
		const name = [...element.classList].find((each) => !STATE.test(each));
		return `${element.localName}${name === undefined ? '' : `.${CSS.escape(name)}`}`;
	};
	const writeSelector = (element: Element): string => {
		const parent = element.parentElement ?? element;
		const holder = parent.id === '' ? writeKind(parent) : `#${CSS.escape(parent.id)}`;
		return `${holder} > ${writeKind(element)}`;
	};
	const findHeading = (element: Element | null): string => {
		const holder = element?.closest(
			'section, article, main, table, [aria-label], [aria-labelledby]',
		);
		const label = document.getElementById(holder?.getAttribute('aria-labelledby') ?? '');
		const heading = holder?.querySelector('caption, h1, h2, h3, h4');
		const isOutside = element?.contains(heading ?? null) === false;
		return (
			holder?.getAttribute('aria-label') ??
			(readText(label) || (isOutside ? readText(heading) : ''))
		);
	};

	const all = [...document.querySelectorAll(`body *:not(${NO_ITEMS})`)].slice(0, limits.elements);
	const groups = [...Map.groupBy(all, writeSelector)]
		.filter(([selector, { length }]) => length > 1 && selector.length <= limits.selectorCharacters)
		.map(([selector, elements]) => ({ selector, members: elements.filter(isVisible) }))
		.filter(({ members }) => members.length > 1);
	return groups.slice(0, limits.groups).flatMap(({ selector, members }) => {
		const [first] = members;
		if (first === undefined) return [];
		const texts = members.map(readText);
		return {
			selector,
			count: members.length,
			tag: first.localName,
			role: cut(first.getAttribute('role') ?? ''),
			names: cut(readNames(first)),
			parentNames: cut(readNames(first.parentElement)),
			heading: cut(findHeading(first.parentElement)),
			samples: texts.slice(0, 3).map(cut),
			averageLength: texts.reduce((sum, text) => sum + text.length, 0) / members.length,
			hasHeadings: members.some(
				(member) => member.querySelector('h1, h2, h3, h4, h5, h6') !== null,
			),
			isSurrounding: first.closest('nav, footer, body > header, [role="navigation"]') !== null,
		};
	});
}
