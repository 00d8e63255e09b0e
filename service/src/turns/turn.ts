import { AsyncLocalStorage } from 'node:async_hooks';

/** On whose behalf something is done; places are shared between turns. */
export interface Turn {
	/** Part of a digest of the API key; empty for the service's internal work. */
	asker: string;
	/** Identifies what belongs together: a job, or all jobs of a batch. */
	group: string;
	/** Whether it may be one of many pages, which leave some places to single ones. */
	isBulk: boolean;
	/** Called when one of its pages begins (1) or ends (-1) to wait for a slow server without a place. */
	countAway?: ((by: 1 | -1) => void) | undefined;
}

const NOBODY: Turn = { asker: '', group: '', isBulk: false };

const current = new AsyncLocalStorage<Turn>();

/** Runs `work` on behalf of a turn: it waits for places in that turn. */
export function inTurnOf<Result>(turn: Turn, work: () => Result): Result {
	return current.run(turn, work);
}

/** The turn of the running code, at any depth of calls. */
export function currentTurn(): Turn {
	return current.getStore() ?? NOBODY;
}
