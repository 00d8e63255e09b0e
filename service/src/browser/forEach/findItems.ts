import type { Locator } from 'playwright-core';
import type { ActionScope } from '../actions/action.ts';
import { TargetNotFoundError } from '../targets/locate.ts';
import { lookUntil, withTimeLimit } from '../timeLimit.ts';
import { splitWords } from '../words.ts';
import { collectGroups, describeGroup, GROUP_LIMITS, type ItemGroup } from './itemGroups.ts';

const PATIENCE_MS = 5_000;
const POLL_INTERVAL_MS = 300;
const MOST_GROUPS_ASKED = 40;

const LOOK_TIMEOUT_MS = 15_000;
const LOOK_TIMEOUT =
	'the page takes too long to be searched for repeating elements: name them by a CSS selector';

/** A description that can only be a CSS selector: words of people never begin so. */
const SELECTOR = /^([a-z][\w-]*)?[.#[][\w-]/i;

/**
 * Finds the selector of the repeating elements that a plain-language description means: by a model
 * where there is one, else by {@link matchGroups}. A description that is a CSS selector is taken as one.
 * Elements that are not there yet are waited for, up to 5 seconds.
 * @throws TargetNotFoundError, TimeLimitError
 */
export async function findItemSelector(scope: ActionScope, observe: string): Promise<string> {
	if (SELECTOR.test(observe.trim())) return observe.trim();
	const { opened, tools } = scope;
	const look = async (isLast: boolean): Promise<string | undefined> => {
		const looking = opened.page.evaluate(collectGroups, GROUP_LIMITS);
		const groups = await withTimeLimit(looking, LOOK_TIMEOUT_MS, LOOK_TIMEOUT);
		const matching = matchGroups(observe, groups);
		if (groups.length === 0 || (matching.length === 0 && !isLast)) return undefined;
		const choices = [...new Set([...matching, ...groups])].slice(0, MOST_GROUPS_ASKED);
		const index = await tools.chooseTarget?.(observe, choices.map(describeGroup));
		return (choices[index ?? -1] ?? matching[0])?.selector;
	};
	const limits = { patienceMs: PATIENCE_MS, intervalMs: POLL_INTERVAL_MS, signal: opened.signal };
	const selector = await lookUntil(look, limits);
	if (selector !== undefined) return selector;
	throw new TargetNotFoundError(`no repeating elements fit "${observe}"`);
}

/** The visible elements of a selector, as they are whenever they are used. */
export function locateItems({ opened }: ActionScope, selector: string): Locator {
	return opened.page.locator(selector).filter({ visible: true });
}

/** What tags and roles are called. */
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

/** A description of nothing but these means the elements that look most like a list of content. */
const ANYTHING = new Set(['item', 'element', 'entry', 'result', 'card', 'listing']);

/** "The price of each product" means prices: what stands before such a word weighs more. */
const BELONGING = /\b(?:of|in|from|for|on)\b/i;

/**
 * The repeating elements of a page that share a word with a plain-language description, best first: by
 * what they are called (classes, ids, test ids, tag, role), by what holds them, by the heading over
 * them, by what they say. A word counts once, by the first of these that has it. Of equals those
 * that look most like a list of content come first.
 */
export function matchGroups(description: string, groups: readonly ItemGroup[]): ItemGroup[] {
	const words = new Set(splitWords(description));
	const mainWords = new Set(splitWords(description.split(BELONGING, 1)[0] ?? ''));
	const saysNothing = [...words].every((word) => ANYTHING.has(word));
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
		.map((group) => ({ group, fit: rate(group), look: rateLook(group) }))
		.filter(({ fit }) => fit > 0 || saysNothing)
		.sort((one, other) => other.fit - one.fit || other.look - one.look)
		.map(({ group }) => group);
}

/** Lists of content are long, say something, and stand outside of navigation, header and footer. */
function rateLook({ count, averageLength, hasHeadings, isSurrounding }: ItemGroup): number {
	const length = Math.min(averageLength, 400) / 40;
	return Math.log2(count) + length + (hasHeadings ? 3 : 0) - (isSurrounding ? 25 : 0);
}
