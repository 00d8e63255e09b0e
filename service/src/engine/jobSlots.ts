import type { WaitingJob } from '../db/jobRecord.ts';

interface Waiting {
	job: WaitingJob;
	start(): void;
}

/**
 * Runs the jobs of one lane, the lowest turn first. One slot is kept for a key of which no job runs, so that
 * a key's slow jobs never keep all others waiting.
 */
export class JobSlots {
	readonly #shared: number;
	readonly #waiting: Waiting[] = [];
	/** Jobs that run, by key. */
	readonly #running = new Map<string, number>();
	#total = 0;
	#isPaused = false;

	/** @param shared how many jobs may run at a time, whatever their keys */
	constructor(shared: number) {
		this.#shared = shared;
	}

	/** Runs a job when it is its turn. @returns what the work returns or throws */
	run<Result>(job: WaitingJob, work: () => Promise<Result>): Promise<Result> {
		return new Promise((resolve, reject) => {
			const start = (): void => {
				this.#count(job.asker, 1);
				const ended = work().finally(() => {
					this.#count(job.asker, -1);
					this.#fill();
				});
				ended.then(resolve, reject);
			};
			const before = this.#waiting.findLastIndex((other) => other.job.turn <= job.turn);
			this.#waiting.splice(before + 1, 0, { job, start });
			this.#fill();
		});
	}

	/** Starts no more jobs. */
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
		if (this.#total > this.#shared) return -1;
		if (this.#total < this.#shared) return this.#waiting.length > 0 ? 0 : -1;
		return this.#waiting.findIndex(({ job }) => !this.#running.has(job.asker));
	}

	#count(asker: string, by: 1 | -1): void {
		const count = (this.#running.get(asker) ?? 0) + by;
		this.#total += by;
		if (count === 0) this.#running.delete(asker);
		else this.#running.set(asker, count);
	}
}
