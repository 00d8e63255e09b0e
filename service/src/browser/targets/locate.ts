/// <reference lib="dom" />
import { setTimeout as delay } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import type { ActionScope } from '../actions/action.ts';
import { type Candidate, describeCandidate, readCandidates, shorten } from './candidates.ts';
import { CERTAIN_SCORE, rankTargets } from './rankTargets.ts';
import { assertSearchable } from './pageSize.ts';
import { isTimeout } from '../timeLimit.ts';

/** How an action names its element: by CSS selector, or in plain words. */
export interface NamedElement {
	selector?: string;
	value?: string;
}

const SELECTOR_PATIENCE_MS = 10_000;

/**
 * Finds the element of an action. With several matches of a selector the first visible one is meant;
 * when none is visible, the first there is.
 * @throws TargetNotFoundError when none appears within 10 seconds
 */
export async function locateElement(
	scope: ActionScope,
	{ selector, value }: NamedElement,
	purpose: TargetPurpose,
): Promise<Locator> {
	if (selector !== undefined) return locateBySelector(scope, selector);
	return findTarget(scope, value ?? '', purpose);
}

/**
 * The first visible match of a CSS selector, else the first there is.
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

/** No element fits; the message says what was looked for and what there is instead. */
export class TargetNotFoundError extends Error {
	override name = 'TargetNotFoundError' as const;
}

/** What is to be done with the element, which decides what kinds of elements are meant. */
type TargetPurpose = 'click' | 'check';

const WORDS_PATIENCE_MS = 5_000;
const POLL_INTERVAL_MS = 300;
const SNAPSHOT_TIMEOUT_MS = 10_000;
/** Of elements that mean something to a reader; pages have some twenty of them, one inside the other. */
const DEEPEST_LEVEL = 200;
const MOST_CANDIDATES_ASKED = 150;
const LISTED_CANDIDATES = 8;
const CHECKABLE_ROLES = new Set([
	'checkbox',
	'radio',
	'switch',
	'menuitemcheckbox',
	'menuitemradio',
	'option',
]);

/**
 * Finds the element that a plain-language description means. An element called exactly so is taken
 * at once; else a model is asked, where there is one; else the element that fits best by rules. An
 * element that is not there yet is waited for, up to 5 seconds.
 * @throws TargetNotFoundError; PageTooLargeToSearchError
 */
async function findTarget(
	scope: ActionScope,
	description: string,
	purpose: TargetPurpose,
): Promise<Locator> {
	const deadlineMs = Date.now() + WORDS_PATIENCE_MS;
	for (let isFirst = true; ; isFirst = false) {
		const isLast = Date.now() >= deadlineMs;
		const candidates = await takeCandidates(scope, purpose);
		const [best] = rankTargets(description, candidates);
		if (best !== undefined && best.score >= CERTAIN_SCORE) return toLocator(scope, best.candidate);
		const isModelAsked = isFirst || isLast || best !== undefined;
		const chosen = isModelAsked ? await askModel(scope, description, candidates) : undefined;
		const target = chosen ?? best?.candidate;
		if (target !== undefined) return toLocator(scope, target);
		const hidden = purpose === 'check' ? await findHiddenCheckbox(scope, description) : undefined;
		if (hidden !== undefined) return hidden;
		if (isLast) throw new TargetNotFoundError(explain(description, candidates));
		await delay(POLL_INTERVAL_MS, undefined, { signal: scope.opened.signal });
	}
}

async function takeCandidates(scope: ActionScope, purpose: TargetPurpose): Promise<Candidate[]> {
	await assertSearchable(scope);
	const options = { mode: 'ai', timeout: SNAPSHOT_TIMEOUT_MS, depth: DEEPEST_LEVEL } as const;
	const snapshot = await (scope.root ?? scope.opened.page).ariaSnapshotJSON(options);
	const candidates = readCandidates(snapshot);
	if (purpose === 'click') return candidates;
	return candidates.filter(({ role }) => CHECKABLE_ROLES.has(role));
}

function toLocator({ opened }: ActionScope, { ref }: Candidate): Locator {
	return opened.page.getByRef(ref);
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

const BOXES = 'input[type="checkbox"], input[type="radio"]';

/** Boxes that are looked at, and characters of their labels. */
const MOST = { boxes: 1_000, characters: 200 };

/**
 * Finds a checkbox that the page hides behind a drawing of its own, by the words of its label. Such
 * boxes are not in the accessibility snapshot.
 */
async function findHiddenCheckbox(
	{ opened, root }: ActionScope,
	description: string,
): Promise<Locator | undefined> {
	const boxes = (root ?? opened.page).locator(BOXES);
	const labels = await boxes.evaluateAll(readLabels, MOST);
	const [best] = rankTargets(description, labels.map(toCandidate));
	return best === undefined ? undefined : boxes.nth(Number(best.candidate.ref));
}

// Runs in the page.
function readLabels(boxes: Element[], most: { boxes: number; characters: number }): string[] {
	return boxes.slice(0, most.boxes).map((box) => {
		const labels = box instanceof HTMLInputElement ? [...(box.labels ?? [])] : [];
		const text = labels.map(({ innerText }) => innerText).join(' ');
		return text.slice(0, most.characters);
	});
}

function toCandidate(name: string, index: number): Candidate {
	return {
		ref: String(index),
		role: 'checkbox',
		name,
		context: '',
		contextRole: '',
		isDisabled: false,
		isInteractive: true,
	};
}
