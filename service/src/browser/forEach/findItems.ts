import { setTimeout as delay } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import type { ActionScope } from '../actions/action.ts';
import { TargetNotFoundError } from '../targets/locate.ts';
import { withTimeLimit } from '../timeLimit.ts';
import { collectGroups, describeGroup, GROUP_LIMITS, type ItemGroup } from './itemGroups.ts';
import { splitWords } from '../targets/description.ts';

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
 * where there is one, else by rules. A description that is a CSS selector is taken as one. Elements
 * that are not there yet are waited for, up to 5 seconds.
 * @throws TargetNotFoundError, TimeLimitError
 */
export async function findItemSelector(scope: ActionScope, observe: string): Promise<string> {
	if (SELECTOR.test(observe.trim())) return observe.trim();
	const deadlineMs = Date.now() + PATIENCE_MS;
	for (;;) {
		const looking = scope.opened.page.evaluate(collectGroups, GROUP_LIMITS);
		const groups = await withTimeLimit(looking, LOOK_TIMEOUT_MS, LOOK_TIMEOUT);
		const ranked = rankGroups(observe, groups);
		const isLast = Date.now() >= deadlineMs;
		if (ranked.length > 0 || isLast) {
			const rest = groups.filter((group) => !ranked.includes(group));
			const choices = [...ranked, ...rest].slice(0, MOST_GROUPS_ASKED);
			const index =
				choices.length > 0
					? await scope.tools.chooseTarget?.(observe, choices.map(describeGroup))
					: undefined;
			const chosen = (index === undefined ? undefined : choices[index]) ?? ranked[0];
			if (chosen !== undefined) return chosen.selector;
			throw new TargetNotFoundError(`no repeating elements fit "${observe}"`);
		}
		await delay(POLL_INTERVAL_MS, undefined, { signal: scope.opened.signal });
	}
}

/** The visible elements of a selector, as they are whenever they are used. */
export function locateItems({ opened }: ActionScope, selector: string): Locator {
	return opened.page.locator(selector).filter({ visible: true });
}

/** Words that say that something repeats, or how it looks, but not what it is. */
const FILLERS = new Set(
	splitWords(
		'each every all the a an of on in at to and with for from that which this page list lists listed entry element box block section main displayed shown visible one individual single its their results result',
	),
);

/** What a word for a kind of element says about its structure. */
const STRUCTURES: Record<string, (group: ItemGroup) => boolean> = {
	row: ({ tag, role }) => tag === 'tr' || role === 'row',
	link: ({ tag, role }) => tag === 'a' || role === 'link',
	button: ({ tag, role }) => tag === 'button' || role === 'button',
	tab: ({ role }) => role === 'tab',
	card: ({ hasHeadings, hasImages }) => hasHeadings || hasImages,
	tile: ({ hasHeadings, hasImages }) => hasHeadings || hasImages,
	// "Article" and "item" mean the same as "product" here, see the table of synonyms.
	product: ({ tag, role }) => tag === 'article' || tag === 'li' || role === 'listitem',
	post: ({ tag, hasHeadings }) => tag === 'article' || hasHeadings,
	story: ({ tag, hasHeadings }) => tag === 'article' || hasHeadings,
	question: ({ tag }) => tag === 'details' || tag === 'summary' || tag === 'dt',
	image: ({ hasImages, tag }) => hasImages || tag === 'img',
	photo: ({ hasImages, tag }) => hasImages || tag === 'img',
	heading: ({ tag }) => /^h[1-6]$/.test(tag),
};

const OWN_NAME = 30;
const STRUCTURE = 22;
const OWN_TEXT = 22;
const HEADING = 18;
const PARENT_NAME = 14;
const SAMPLE_TEXT = 6;
const SURROUNDING = -25;

/** "The price of each product" means prices: what stands before such a word weighs more. */
const BELONGING = /\b(of|in|from|for|within|inside|under)\b/i;
const MAIN_WORD_FACTOR = 2;

const SHORT_TEXT_CHARACTERS = 40;

/** Words about the surroundings of a page, which then are what is meant. */
const SURROUNDING_WORDS = new Set(splitWords('menu navigation nav header footer breadcrumb'));

/**
 * Ranks the repeating elements of a page by how well they fit a plain-language description, best
 * first, by rules: what authors call them (classes, ids, test ids), what structure they have, the
 * heading over them, their words. Groups of equal fit are ordered by what a list of content looks
 * like: several elements with some text, links and headings.
 * @returns groups that share something with the description; all of them, best looking first, when
 *   the description says nothing but "each item"
 */
export function rankGroups(description: string, groups: readonly ItemGroup[]): ItemGroup[] {
	const words = readWords(description);
	const mainWords = new Set(readWords(description.split(BELONGING, 1)[0] ?? ''));
	const ranked = groups
		.map((group) => ({
			group,
			fit: rateFit(words, mainWords, group),
			look: rateLook(words, group),
		}))
		.sort((one, other) => other.fit + other.look - (one.fit + one.look));
	const saysNothing = words.every((word) => word === 'product');
	return ranked.filter(({ fit }) => fit > 0 || saysNothing).map(({ group }) => group);
}

function readWords(description: string): string[] {
	return [...new Set(splitWords(description))].filter((word) => !FILLERS.has(word));
}

function rateFit(
	words: readonly string[],
	mainWords: ReadonlySet<string>,
	group: ItemGroup,
): number {
	const own = new Set(splitWords(group.names));
	const parent = new Set(splitWords(group.parentNames));
	const heading = new Set(splitWords(group.heading));
	const samples = new Set(splitWords(group.samples.join(' ')));
	const isShort = group.averageLength < SHORT_TEXT_CHARACTERS;
	return words.reduce((sum, word) => {
		const structure = STRUCTURES[word]?.(group) === true ? STRUCTURE : 0;
		const name = own.has(word) ? OWN_NAME : parent.has(word) ? PARENT_NAME : 0;
		const text = samples.has(word) ? (isShort ? OWN_TEXT : SAMPLE_TEXT) : 0;
		const fit = structure + name + text + (heading.has(word) ? HEADING : 0);
		return sum + (mainWords.has(word) ? MAIN_WORD_FACTOR * fit : fit);
	}, 0);
}

function rateLook(words: readonly string[], group: ItemGroup): number {
	const isSurroundingMeant = words.some((word) => SURROUNDING_WORDS.has(word));
	return (
		Math.log2(group.count) +
		Math.min(group.averageLength, 400) / 40 +
		(group.hasLinks ? 2 : 0) +
		(group.hasHeadings ? 3 : 0) +
		(group.hasImages ? 1 : 0) +
		(group.isSurrounding && !isSurroundingMeant ? SURROUNDING : 0)
	);
}
