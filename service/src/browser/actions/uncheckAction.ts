import type { ActionScope } from './actionScope.ts';
import type { ItemActions } from './actionTypes.ts';
import { setChecked } from './setChecked.ts';

/** Unchecks a checkbox. */
export function runUncheck(scope: ActionScope, action: ItemActions['uncheck']): Promise<void> {
	return setChecked(scope, action, false);
}
