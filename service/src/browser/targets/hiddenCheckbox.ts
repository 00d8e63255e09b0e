/// <reference lib="dom" />
import type { Locator } from 'playwright-core';
import type { ActionScope } from '../actions/actionScope.ts';
import type { Candidate } from './candidate.ts';
import { rankTargets } from './rankTargets.ts';

const BOXES = 'input[type="checkbox"], input[type="radio"]';

/**
 * Finds a checkbox that the page hides behind a drawing of its own, by the words of its label. Such
 * boxes are not in the accessibility snapshot.
 */
export async function findHiddenCheckbox(
	{ opened, root }: ActionScope,
	description: string,
): Promise<Locator | undefined> {
	const boxes = (root ?? opened.page).locator(BOXES);
	const labels = await boxes.evaluateAll((elements) =>
		elements.map((element) =>
			element instanceof HTMLInputElement
				? [...(element.labels ?? [])].map(({ innerText }) => innerText).join(' ')
				: '',
		),
	);
	const [best] = rankTargets(description, labels.map(toCandidate));
	return best === undefined ? undefined : boxes.nth(Number(best.candidate.ref));
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
