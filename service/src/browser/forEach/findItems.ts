/// <reference lib="dom" />
import type { Locator } from 'playwright-core';
import type { ActionScope } from '../actions/action.ts';
import { TargetNotFoundError } from '../targets/locate.ts';
import { lookUntil, withTimeLimit } from '../timeLimit.ts';
import { splitWords } from '../targets/words.ts';

const PATIENCE_MS = 5_000;
const POLL_INTERVAL_MS = 300;
const MOST_GROUPS_ASKED = 40;

const LOOK_TIMEOUT_MS = 15_000;
const LOOK_TIMEOUT =
	'the page takes too long to be searched for repeating elements: give their CSS selector';

/** The elements that a description means. */
interface FoundItems {
	/** CSS selector that finds them again. */
	selector: string;
	/** What they are, where words had to be interpreted. */
	group?: ItemGroup;
}

/** A description that can only be a CSS selector: plain language never begins like that. */
const SELECTOR = /^([a-z][\w-]*)?[.#[][\w-]/i;

/**
 * Finds the repeating elements that a plain-language description means: with a model
 * if there is one, else with {@link matchGroups}. A description that is a CSS selector is used as one.
 * Elements that are not there yet are waited for, up to 5 seconds.
 * @throws TargetNotFoundError, TimeLimitError
 */
export async function findItems(scope: ActionScope, observe: string): Promise<FoundItems> {
	if (SELECTOR.test(observe.trim())) return { selector: observe.trim() };
	const { opened, tools } = scope;
	const look = async (isLast: boolean): Promise<ItemGroup | undefined> => {
		const looking = opened.page.evaluate(collectGroups, GROUP_LIMITS);
		const groups = await withTimeLimit(looking, LOOK_TIMEOUT_MS, LOOK_TIMEOUT);
		const matching = matchGroups(observe, groups);
		if (groups.length === 0 || (matching.length === 0 && !isLast)) return undefined;
		const choices = [...new Set([...matching, ...groups])].slice(0, MOST_GROUPS_ASKED);
		const index = await tools.chooseTarget?.(observe, choices.map(describeGroup));
		return choices[index ?? -1] ?? matching[0];
	};
	const limits = { patienceMs: PATIENCE_MS, intervalMs: POLL_INTERVAL_MS, signal: opened.signal };
	const group = await lookUntil(look, limits);
	if (group !== undefined) return { selector: group.selector, group };
	throw new TargetNotFoundError(`no repeating elements fit "${observe}"`);
}

/** The visible elements of a selector, looked up again at each use. */
export function locateItems({ opened }: ActionScope, selector: string): Locator {
	return opened.page.locator(selector).filter({ visible: true });
}

/** Words for tags and roles. */
const TAG_WORDS: Readonly<Record<string, string>> = {
	a: 'link',
	tr: 'row',
	li: 'item',
	article: 'article post story',
	details: 'question',
	img: 'image picture photo',
	h1: 'heading',
	h2: 'heading',
	h3: 'heading',
};

/** Words that say that something repeats, but not what. */
const EMPTY_WORDS = new Set(splitWords('each every all list page item element entry result'));

/** Whether a description only says that something repeats, as "every entry of the list" does. */
export const isAnyEntry = (description: string): boolean =>
	splitWords(description).every((word) => EMPTY_WORDS.has(word));

/** A description made only of these may mean any list of content. */
const COMMON_NOUNS = new Set(splitWords('product card article post story'));

/** "The price of each product" means prices: what comes before such a word weighs more. */
const BELONGING = /\b(?:of|in|from|for|on)\b/i;

/**
 * The repeating elements of a page that share a word with a plain-language description, best first: by
 * their names (classes, ids, test ids, tag, role), by their container, by the heading over
 * them, by their text. A word counts once, by the first of these that has it. Among equals, those
 * that look most like a list of content come first.
 */
export function matchGroups(description: string, groups: readonly ItemGroup[]): ItemGroup[] {
	const words = new Set(splitWords(description).filter((word) => !EMPTY_WORDS.has(word)));
	const mainWords = new Set(splitWords(description.split(BELONGING, 1)[0] ?? ''));
	const isAnyMeant = [...words].every((word) => COMMON_NOUNS.has(word));
	const rate = (group: ItemGroup): number => {
		const { names, tag, role, parentNames, heading, samples } = group;
		const sources = [
			`${names} ${TAG_WORDS[tag] ?? tag} ${role}`,
			parentNames,
			heading,
			samples.join(' '),
		].map((text) => new Set(splitWords(text)));
		const rateWord = (word: string): number => {
			const index = sources.findIndex((source) => source.has(word));
			const fit = index === -1 ? 0 : sources.length - index;
			return mainWords.has(word) ? 2 * fit : fit;
		};
		return [...words].reduce((sum, word) => sum + rateWord(word), 0);
	};
	return groups
		.map((group) => ({ group, fit: rate(group), look: rateAsContent(group) }))
		.filter(({ fit }) => fit > 0 || isAnyMeant)
		.sort((one, other) => other.fit - one.fit || other.look - one.look)
		.map(({ group }) => group);
}

/** Lists of content are long, have text, and are outside of navigation, header and footer. */
function rateAsContent({ count, averageLength, hasHeadings, isSurrounding }: ItemGroup): number {
	const length = Math.min(averageLength, 200) / 40;
	return Math.log2(count) + length + (hasHeadings ? 3 : 0) - (isSurrounding ? 25 : 0);
}

/** Elements of a page that repeat: the rows of a table, the cards of a shop. */
export interface ItemGroup {
	/** CSS selector that finds them again, now and after returning to the page. */
	selector: string;
	/** Visible elements of the group. */
	count: number;
	/** Tag name in lower case. */
	tag: string;
	/** ARIA role attribute; empty when there is none. */
	role: string;
	/** Class names, ids and test ids of the elements themselves. */
	names: string;
	/** The same for their direct container. */
	parentNames: string;
	/** Heading, caption or label over the group; may be empty. */
	heading: string;
	/** Beginning of the text of the first elements. */
	samples: string[];
	/** Characters of text per element, on average. */
	averageLength: number;
	hasHeadings: boolean;
	/** Whether they are in the page's navigation, header or footer. */
	isSurrounding: boolean;
}

/** Reports which elements a description in words was taken to mean. */
export function describeTaken(observe: string, { count, selector, heading, samples }: ItemGroup) {
	const place = heading === '' ? '' : ` under "${heading}"`;
	const [sample = ''] = samples;
	const example = sample === '' ? 'without a text' : `the first "${sample.slice(0, 80)}"`;
	return `"${observe}" matched ${count} elements (${selector})${place}, ${example}. If you meant others, give their CSS selector.`;
}

/** Describes a group for a model to choose from. */
export function describeGroup({ count, tag, names, heading, samples }: ItemGroup): string {
	const place = heading === '' ? '' : ` under "${heading}"`;
	const example = (samples[0] ?? '').slice(0, 120);
	return `${count} elements <${tag}${names === '' ? '' : ` class="${names}"`}>${place}, such as "${example}"`;
}

/** How much of a page is searched for repeating elements, and how much of them is reported. */
const GROUP_LIMITS = {
	/** Elements, from the beginning of the page. */
	elements: 20_000,
	/** Groups, the first of the page. */
	groups: 300,
	/** Members of a group whose headings are compared. */
	headings: 5,
	/** Characters of a name, a heading or a sample of text. */
	characters: 200,
	/** Characters of a selector; longer ones are left out. */
	selectorCharacters: 1_000,
};

/**
 * Finds the repeating elements of a page: those of one tag and class in parents of one tag and class,
 * wherever they are. The first of an element's classes that is neither a state nor numbered counts.
 * Runs in the page, so it must be self-contained.
 */
function collectGroups(limits: typeof GROUP_LIMITS): ItemGroup[] {
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
		return `${CSS.escape(element.localName)}${name === undefined ? '' : `.${CSS.escape(name)}`}`;
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

	// A heading that differs from member to member is a part of each, not one over all.
	const findGroupHeading = (members: readonly Element[]): string => {
		const [heading = '', ...others] = new Set(
			members.slice(0, limits.headings).map(({ parentElement }) => findHeading(parentElement)),
		);
		return others.length === 0 ? heading : '';
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
			heading: cut(findGroupHeading(members)),
			samples: texts.slice(0, 3).map(cut),
			averageLength: texts.reduce((sum, text) => sum + text.length, 0) / members.length,
			hasHeadings: members.some(
				(member) => member.querySelector('h1, h2, h3, h4, h5, h6') !== null,
			),
			isSurrounding: first.closest('nav, footer, body > header, [role="navigation"]') !== null,
		};
	});
}
