import type { Locator } from 'playwright-core';
import type { ActionScope } from '../actions/action.ts';
import { isTimeout, lookUntil } from '../timeLimit.ts';
import { type Candidate, describeCandidate, shorten, takeCandidates } from './candidates.ts';
import { matchTargets, parseDescription } from './matchTargets.ts';

/** How an action identifies its element: by CSS selector, or in plain words. */
export interface NamedElement {
	selector?: string;
	value?: string;
}

/** What is to be done with the element, which decides what kinds of elements are considered. */
type TargetPurpose = 'click' | 'check';

/** No element matches; the message says what was looked for and what there is instead. */
export class TargetNotFoundError extends Error {
	override name = 'TargetNotFoundError' as const;
}

/**
 * Finds the element of an action: by its selector, as {@link locateBySelector} does, else by its words.
 * @throws TargetNotFoundError when none appears in time
 */
export function locateElement(
	scope: ActionScope,
	{ selector, value }: NamedElement,
	purpose: TargetPurpose,
): Promise<Locator> {
	return selector === undefined
		? locateByWords(scope, value ?? '', purpose)
		: locateBySelector(scope, selector);
}

const SELECTOR_PATIENCE_MS = 10_000;

/**
 * The first visible match of a CSS selector, else the first match.
 * @throws TargetNotFoundError when none appears within 10 seconds
 */
export async function locateBySelector(scope: ActionScope, selector: string): Promise<Locator> {
	const { opened, root } = scope;
	const all = (root ?? opened.page).locator(selector);
	try {
		await all
			.first()
			.waitFor({ state: 'attached', timeout: SELECTOR_PATIENCE_MS, signal: opened.signal });
	} catch (cause) {
		if (!isTimeout(cause)) throw cause;
		throw new TargetNotFoundError(`no element matches the selector ${selector}`, { cause });
	}
	const visible = all.filter({ visible: true });
	return (await visible.count()) > 0 ? visible.first() : all.first();
}

/**
 * Waits until an element that a CSS selector matches is visible.
 * @throws TargetNotFoundError when that takes longer
 */
export async function waitUntilVisible(
	{ opened, root }: ActionScope,
	selector: string,
	patienceMs: number,
): Promise<void> {
	const visible = (root ?? opened.page).locator(selector).filter({ visible: true }).first();
	// Playwright takes 0 for no limit.
	const timeout = Math.max(1, patienceMs);
	try {
		await visible.waitFor({ state: 'visible', timeout, signal: opened.signal });
	} catch (cause) {
		if (!isTimeout(cause)) throw cause;
		const found = await (root ?? opened.page).locator(selector).count();
		const instead = found === 0 ? 'no element matches' : 'no visible element matches';
		throw new TargetNotFoundError(`${instead} the selector ${selector} after ${patienceMs} ms`, {
			cause,
		});
	}
}

const WORDS_PATIENCE_MS = 5_000;
const POLL_INTERVAL_MS = 300;
const MOST_CANDIDATES_ASKED = 150;
const LISTED_CANDIDATES = 8;
const CHECKABLE_ROLES = new Set(
	'checkbox radio switch menuitemcheckbox menuitemradio option'.split(' '),
);

/**
 * Finds the element that a plain-language description means. An element with exactly that name is used
 * at once; else a model is asked, where there is one; else the words decide ({@link matchTargets}). An
 * element that is not there yet is waited for, up to 5 seconds.
 * @throws TargetNotFoundError; PageTooLargeToSearchError
 */
async function locateByWords(
	scope: ActionScope,
	description: string,
	purpose: TargetPurpose,
): Promise<Locator> {
	const { page, signal } = scope.opened;
	let candidates: Candidate[] = [];
	let isFirst = true;
	const look = async (isLast: boolean): Promise<Locator | undefined> => {
		const all = await takeCandidates(scope);
		candidates = purpose === 'click' ? all : all.filter(({ role }) => CHECKABLE_ROLES.has(role));
		const [best] = matchTargets(description, candidates);
		const isModelAsked = best?.isExact !== true && (isFirst || isLast || best !== undefined);
		isFirst = false;
		const chosen = isModelAsked ? await askModel(scope, description, candidates) : undefined;
		const target = chosen ?? best?.candidate;
		if (target !== undefined) return page.getByRef(target.ref);
		const hidden = purpose === 'check' ? locateHiddenBox(scope, description) : undefined;
		return hidden !== undefined && (await hidden.count()) > 0 ? hidden.first() : undefined;
	};
	const limits = { patienceMs: WORDS_PATIENCE_MS, intervalMs: POLL_INTERVAL_MS, signal };
	const found = await lookUntil(look, limits);
	if (found !== undefined) return found;
	throw new TargetNotFoundError(explain(description, candidates));
}

async function askModel(
	{ tools }: ActionScope,
	description: string,
	candidates: readonly Candidate[],
): Promise<Candidate | undefined> {
	const choices = listInteractive(candidates).slice(0, MOST_CANDIDATES_ASKED);
	if (tools.chooseTarget === undefined || choices.length === 0) return undefined;
	const index = await tools.chooseTarget(description, choices.map(describeCandidate));
	return index === undefined ? undefined : choices[index];
}

function listInteractive(candidates: readonly Candidate[]): Candidate[] {
	return candidates.filter(({ isInteractive }) => isInteractive);
}

function explain(description: string, candidates: readonly Candidate[]): string {
	const present = listInteractive(candidates).slice(0, LISTED_CANDIDATES);
	const list = present.map(({ role, name }) => `${role} "${shorten(name)}"`).join(', ');
	const found = list === '' ? 'there is nothing of that kind on the page' : `there are: ${list}`;
	return `no element fits "${description}"; ${found}`;
}

/**
 * Boxes that the page hides behind a custom drawing, whose labels contain all the words. They are not
 * in the accessibility snapshot.
 */
function locateHiddenBox({ opened, root }: ActionScope, description: string): Locator | undefined {
	const place = root ?? opened.page;
	const { words } = parseDescription(description);
	if (words.length === 0) return undefined;
	return words.reduce(
		(boxes, word) => boxes.and(place.getByLabel(word)),
		place.locator('input[type="checkbox"], input[type="radio"]'),
	);
}
