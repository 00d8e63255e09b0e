import { AsyncLocalStorage } from 'node:async_hooks';

/** On whose behalf something is done; places are shared by it. */
export interface Turn {
	/** Part of a digest of the API key; empty for the service's own work. */
	asker: string;
	/** Identifies what belongs together: a job, or all jobs of a batch. */
	group: string;
	/** Whether it may be one of many pages, which leave some places to single ones. */
	isBulk: boolean;
	/** Told when one of its pages begins to wait for a slow server without a place (1), and ends that (-1). */
	countAway?: ((by: 1 | -1) => void) | undefined;
}

const NOBODY: Turn = { asker: '', group: '', isBulk: false };

const current = new AsyncLocalStorage<Turn>();

/** Runs `work` on somebody's behalf: it waits for places in their turn. */
export function inTurnOf<Result>(turn: Turn, work: () => Result): Result {
	return current.run(turn, work);
}

/** On whose behalf the running code works, however deep down. */
export function currentTurn(): Turn {
	return current.getStore() ?? NOBODY;
}
