import type { WaitingJob } from '../db/jobRecord.ts';
import { HeldJob } from './heldJob.ts';

interface Waiting {
	job: WaitingJob;
	start(): void;
}

/**
 * Runs the jobs of one lane, the lowest turn first. A job whose page waits for a slow server needs no slot
 * meanwhile, and one slot is kept for a key of which no job runs: neither the slow jobs of one key nor those
 * of many keep all others waiting.
 */
export class JobSlots {
	readonly #shared: number;
	readonly #waiting: Waiting[] = [];
	readonly #running = new Set<HeldJob>();
	#isPaused = false;

	/** @param shared how many jobs may run at a time, whatever their keys */
	constructor(shared: number) {
		this.#shared = shared;
	}

	/** Runs a job when it is its turn. @returns what the work returns or throws */
	run<Result>(job: WaitingJob, work: (running: HeldJob) => Promise<Result>): Promise<Result> {
		return new Promise((resolve, reject) => {
			const start = (): void => {
				const running = new HeldJob(job, () => this.#fill());
				this.#running.add(running);
				const ended = work(running).finally(() => {
					this.#running.delete(running);
					this.#fill();
				});
				ended.then(resolve, reject);
			};
			const before = this.#waiting.findLastIndex((other) => other.job.turn <= job.turn);
			this.#waiting.splice(before + 1, 0, { job, start });
			this.#fill();
		});
	}

	/** Starts no further jobs. */
	pause(): void {
		this.#isPaused = true;
	}

	#fill(): void {
		for (;;) {
			const at = this.#isPaused ? -1 : this.#findNext();
			const [next] = at === -1 ? [] : this.#waiting.splice(at, 1);
			if (next === undefined) return;
			next.start();
		}
	}

	/** Index of the job that may start; -1 for none. */
	#findNext(): number {
		const running = [...this.#running];
		const taken = running.filter(({ isAway }) => !isAway).length;
		if (taken > this.#shared) return -1;
		if (taken < this.#shared) return this.#waiting.length > 0 ? 0 : -1;
		const askers = new Set(running.map(({ job }) => job.asker));
		return this.#waiting.findIndex(({ job }) => !askers.has(job.asker));
	}
}
