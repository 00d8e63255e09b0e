/// <reference lib="dom" />
import type { Locator } from 'playwright-core';
import type { ActionScope } from '../actions/actionScope.ts';
import type { Candidate } from './candidate.ts';
import { rankTargets } from './rankTargets.ts';

const BOXES = 'input[type="checkbox"], input[type="radio"]';

/** Boxes that are looked at, and characters of their labels. */
const MOST = { boxes: 1_000, characters: 200 };

/**
 * Finds a checkbox that the page hides behind a drawing of its own, by the words of its label. Such
 * boxes are not in the accessibility snapshot.
 */
export async function findHiddenCheckbox(
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
