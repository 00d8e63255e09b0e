import type { ActionScope } from './actionScope.ts';
import type { ItemActions } from './actionTypes.ts';
import { setChecked } from './setChecked.ts';

/** Checks a checkbox. */
export function runCheck(scope: ActionScope, action: ItemActions['check']): Promise<void> {
	return setChecked(scope, action, true);
}
