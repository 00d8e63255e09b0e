import type { WaitingJob } from '../db/jobRecord.ts';

/** A job that an engine has handed to the runner. */
export class HeldJob {
	readonly job: WaitingJob;
	readonly #onAway: () => void;
	#pagesAway = 0;

	/** @param onAway called when the job begins to wait, and its slot may go to another */
	constructor(job: WaitingJob, onAway: () => void) {
		this.job = job;
		this.#onAway = onAway;
	}

	/**
	 * Whether it needs no slot: a page of it waits for a slow server. How many pages may do so is limited for
	 * all jobs together.
	 */
	get isAway(): boolean {
		return this.#pagesAway > 0;
	}

	/** A page of it begins (1) or ends (-1) to wait for a slow server. */
	readonly countAway = (by: 1 | -1): void => {
		this.#pagesAway += by;
		if (by === 1 && this.#pagesAway === 1) this.#onAway();
	};
}
