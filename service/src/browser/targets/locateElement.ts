import type { Locator } from 'playwright-core';
import type { ActionScope } from '../actions/actionScope.ts';
import { findTarget, TargetNotFoundError, type TargetPurpose } from './findTarget.ts';

/** How an action names its element: by CSS selector, or in plain words. */
export interface NamedElement {
	selector?: string;
	value?: string;
}

const PATIENCE_MS = 10_000;

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
		await all.first().waitFor({ state: 'attached', timeout: PATIENCE_MS, signal: opened.signal });
	} catch (cause) {
		if (!(cause instanceof Error && cause.name === 'TimeoutError')) throw cause;
		throw new TargetNotFoundError(`no element matches the selector ${selector}`, { cause });
	}
	const visible = all.filter({ visible: true });
	return (await visible.count()) > 0 ? visible.first() : all.first();
}
