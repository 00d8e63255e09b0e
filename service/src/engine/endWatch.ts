import type { JobsRepository } from '../db/jobs.ts';
import type { JobBus } from './jobBus.ts';

/** How often a waiter looks into the database if the bus may lose events. */
const LOOK_INTERVAL_MS = 1000;

/** Who waits in this process for jobs to end, wherever these run. */
export class EndWatch {
	readonly #jobs: Pick<JobsRepository, 'isUnfinished'>;
	readonly #isBusLossy: boolean;
	/** What wakes each waiter, by job, and says whether it has ended. */
	readonly #wakers = new Map<string, Set<(hasEnded: boolean) => void>>();

	constructor(jobs: Pick<JobsRepository, 'isUnfinished'>, bus: JobBus) {
		this.#jobs = jobs;
		this.#isBusLossy = bus.isLossy;
		bus.subscribe(({ type, names }) => {
			if (type === 'ended') names.forEach((jobId) => this.#wake(jobId, true));
		});
	}

	/** Waits until a job has ended, for `timeoutMs` at most. @returns whether it is known to have ended */
	async untilEnded(jobId: string, timeoutMs: number): Promise<boolean> {
		const { promise, resolve } = Promise.withResolvers<boolean>();
		const wakers = this.#wakers.get(jobId) ?? new Set();
		this.#wakers.set(jobId, wakers.add(resolve));
		const timer = setTimeout(resolve, timeoutMs, false);
		const look = async (): Promise<void> => {
			if (!(await this.#jobs.isUnfinished(jobId))) resolve(true);
		};
		// If the database is unavailable at this moment, the next look finds it.
		const lookAgain = () => void look().catch(() => undefined);
		const looking = this.#isBusLossy ? setInterval(lookAgain, LOOK_INTERVAL_MS) : undefined;
		const hasEnded = await promise;
		clearTimeout(timer);
		clearInterval(looking);
		wakers.delete(resolve);
		if (wakers.size === 0) this.#wakers.delete(jobId);
		return hasEnded;
	}

	/** Lets nobody wait any longer. */
	wakeAll(): void {
		for (const jobId of this.#wakers.keys()) this.#wake(jobId, false);
	}

	#wake(jobId: string, hasEnded: boolean): void {
		for (const resolve of this.#wakers.get(jobId) ?? []) resolve(hasEnded);
	}
}
