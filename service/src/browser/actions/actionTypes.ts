import type { components } from '../../../../api/generated/types.ts';

type Schemas = components['schemas'];

/** One step in the browser (reference, Browser action). */
export type BrowserAction = Schemas['BrowserAction'];

/** Every action but forEach, which cannot stand inside another forEach. */
export type ItemAction = Schemas['ItemAction'];

export type ForEachAction = Schemas['ForEachAction'];

/** The item actions by their `type`. */
export interface ItemActions {
	click: Schemas['ClickAction'];
	type: Schemas['TypeAction'];
	check: Schemas['CheckAction'];
	uncheck: Schemas['UncheckAction'];
	wait: Schemas['WaitAction'];
	scroll: Schemas['ScrollAction'];
}
