import { setTimeout as delay } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import type { ActionScope } from '../actions/actionScope.ts';
import { describeCandidate, shorten, type Candidate } from './candidate.ts';
import { findHiddenCheckbox } from './hiddenCheckbox.ts';
import { CERTAIN_SCORE, rankTargets } from './rankTargets.ts';
import { assertSearchable } from './pageSize.ts';
import { readCandidates } from './readCandidates.ts';

/** No element fits; the message says what was looked for and what there is instead. */
export class TargetNotFoundError extends Error {
	override name = 'TargetNotFoundError' as const;
}

/** What is to be done with the element, which decides what kinds of elements are meant. */
export type TargetPurpose = 'click' | 'check';

const PATIENCE_MS = 5_000;
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
export async function findTarget(
	scope: ActionScope,
	description: string,
	purpose: TargetPurpose,
): Promise<Locator> {
	const deadlineMs = Date.now() + PATIENCE_MS;
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
