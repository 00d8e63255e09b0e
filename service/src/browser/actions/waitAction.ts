import { setTimeout as delay } from 'node:timers/promises';
import type { ActionScope } from './actionScope.ts';
import type { ItemActions } from './actionTypes.ts';

/** Pauses. */
export async function runWait(
	{ opened }: ActionScope,
	{ duration }: ItemActions['wait'],
): Promise<void> {
	await delay(duration, undefined, { signal: opened.signal });
}
