import { AsyncLocalStorage } from 'node:async_hooks';

/** On whose behalf something is done: places are handed out in turn by it. */
export interface Turn {
	/** Who asked for it: a mark of their key; empty where nobody did. */
	asker: string;
	/** What belongs together: a job, or all jobs of a batch. */
	group: string;
	/** Whether it is one of many pages, which leaves some room to the others. */
	isBulk: boolean;
}

const NOBODY: Turn = { asker: '', group: '', isBulk: false };

const current = new AsyncLocalStorage<Turn>();

/** Does something on somebody's behalf: whatever it waits for, it waits for in their turn. */
export function inTurnOf<Result>(turn: Turn, work: () => Result): Result {
	return current.run(turn, work);
}

/** On whose behalf the running code works, however deep down. */
export function currentTurn(): Turn {
	return current.getStore() ?? NOBODY;
}
