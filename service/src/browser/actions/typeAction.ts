/// <reference lib="dom" />
import { locateBySelector } from '../targets/locateElement.ts';
import type { ActionScope } from './actionScope.ts';
import type { ItemActions } from './actionTypes.ts';

const PATIENCE_MS = 10_000;

/** Longer texts are pasted: typing takes a browser about a millisecond per key. */
const LONGEST_TYPED_CHARACTERS = 500;

/**
 * Puts text into a field, replacing what it holds. Keys are pressed one by one, for fields that
 * answer while one types; a line break is the Enter key. In a list of options the text names one.
 */
export async function runType(
	scope: ActionScope,
	{ selector, value }: ItemActions['type'],
): Promise<void> {
	const field = await locateBySelector(scope, selector);
	const options = { timeout: PATIENCE_MS };
	const tag = await field.evaluate((element) => element.tagName, undefined, options);
	if (tag === 'SELECT') {
		await field.selectOption(value, options);
	} else {
		await field.fill(value.length > LONGEST_TYPED_CHARACTERS ? value : '', options);
		if (value.length <= LONGEST_TYPED_CHARACTERS) await field.pressSequentially(value, options);
	}
	await scope.opened.settle();
}
