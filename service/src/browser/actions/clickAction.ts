import { locateElement } from '../targets/locateElement.ts';
import type { ActionScope } from './actionScope.ts';
import type { ItemActions } from './actionTypes.ts';
import { clickElement } from './clickElement.ts';
import { followPopup } from './followPopup.ts';

/** Clicks an element and waits until the page has drawn what follows, be it a new page or window. */
export async function runClick(scope: ActionScope, action: ItemActions['click']): Promise<void> {
	const element = await locateElement(scope, action, 'click');
	await followPopup(scope.opened, () => clickElement(element));
}
