import type { ActionScope } from './actionScope.ts';
import type { ItemActions } from './actionTypes.ts';
import { runCheck } from './checkAction.ts';
import { runClick } from './clickAction.ts';
import { runScroll } from './scrollAction.ts';
import { runType } from './typeAction.ts';
import { runUncheck } from './uncheckAction.ts';
import { runWait } from './waitAction.ts';

type ActionType = keyof ItemActions;
type ActionOf<Type extends ActionType> = {
	[Each in Type]: ItemActions[Each] & { type: Each };
}[Type];

const RUNNERS: {
	[Type in ActionType]: (scope: ActionScope, action: ActionOf<Type>) => Promise<void>;
} = {
	click: runClick,
	type: runType,
	check: runCheck,
	uncheck: runUncheck,
	wait: runWait,
	scroll: runScroll,
};

/** Runs one action on a page or on one item of it. */
export function runItemAction<Type extends ActionType>(
	scope: ActionScope,
	action: ActionOf<Type>,
): Promise<void> {
	return RUNNERS[action.type](scope, action);
}
