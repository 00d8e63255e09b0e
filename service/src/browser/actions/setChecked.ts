/// <reference lib="dom" />
import type { Locator } from 'playwright-core';
import { locateElement, type NamedElement } from '../targets/locateElement.ts';
import type { ActionScope } from './actionScope.ts';

const PATIENCE_MS = 5_000;

/**
 * Brings a checkbox, radio button or switch into a state; one that is in it already is left alone.
 * Boxes that the page hides behind a drawing of its own are clicked through their element.
 */
export async function setChecked(
	scope: ActionScope,
	target: NamedElement,
	isChecked: boolean,
): Promise<void> {
	const box = await locateElement(scope, target, 'check');
	const isDone = (await box.isVisible()) && (await trySetChecked(box, isChecked));
	if (!isDone) await clickThrough(box, isChecked);
	await scope.opened.settle();
	if ((await box.count()) > 0 && (await box.isChecked({ timeout: PATIENCE_MS })) !== isChecked) {
		throw new Error(`the element cannot be ${isChecked ? 'checked' : 'unchecked'}`);
	}
}

function trySetChecked(box: Locator, isChecked: boolean): Promise<boolean> {
	return box.setChecked(isChecked, { timeout: PATIENCE_MS }).then(
		() => true,
		() => false,
	);
}

async function clickThrough(box: Locator, isChecked: boolean): Promise<void> {
	if ((await box.isChecked({ timeout: PATIENCE_MS })) === isChecked) return;
	await box.evaluate((element) => {
		if (element instanceof HTMLElement) element.click();
	});
}
