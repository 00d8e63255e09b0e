import { setTimeout as delay } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import type { ActionScope } from '../actions/actionScope.ts';
import { TargetNotFoundError } from '../targets/findTarget.ts';
import { withTimeLimit } from '../timeLimit.ts';
import { collectGroups, GROUP_LIMITS } from './collectGroups.ts';
import { describeGroup } from './itemGroup.ts';
import { rankGroups } from './rankGroups.ts';

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
