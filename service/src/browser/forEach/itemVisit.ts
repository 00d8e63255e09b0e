import { setTimeout as delay } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import type { ActionScope } from '../actions/actionScope.ts';
import type { ForEachAction } from '../actions/actionTypes.ts';
import { runItemAction } from '../actions/runItemAction.ts';
import { locateItems } from './findItems.ts';

/** One item of a list, to be read. */
export interface ItemVisit {
	scope: ActionScope;
	action: ForEachAction;
	/** CSS selector of the list's items. */
	selector: string;
	/** Place of the item among the visible ones, from 0. */
	index: number;
}

/** The item, as it is whenever it is used. */
export function locateItem({ scope, selector, index }: ItemVisit): Locator {
	return locateItems(scope, selector).nth(index);
}

/** Runs the sub-actions of a forEach on one item. */
export async function runSubActions(
	scope: ActionScope,
	{ actions = [] }: ForEachAction,
): Promise<void> {
	for (const action of actions) await runItemAction(scope, action);
}

/** Pauses after a click or navigation, if the request says for how long. */
export async function pauseAsAsked(
	{ opened }: ActionScope,
	{ waitAfterClick }: ForEachAction,
): Promise<void> {
	if (waitAfterClick === undefined) return;
	await delay(waitAfterClick, undefined, { signal: opened.signal });
}
