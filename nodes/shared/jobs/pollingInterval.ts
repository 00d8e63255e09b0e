import type { Clock } from '../transport/clock';
import { backoffMs } from '../transport/retryDelay';
import type { RateGate } from '../transport/rateGate';
import type { FollowedJob } from './jobRun';
import { nextPollDelayMs, type PollLoad, type PollSchedule } from './pollSchedule';

/** How long jobs are taken to last before any of a run has ended. */
const EXPECTED_JOB_MS = 30_000;

/** Longest wait after status requests that got no answer, however many they were. */
const MAX_BACKOFF_MS = 15_000;

/** Decides when the jobs of a run are asked for, by how long the jobs before them took. */
export class PollingInterval {
	readonly #clock: Clock;

	readonly #gate: RateGate;

	/** Of the jobs that have ended. */
	readonly #ended = { count: 0, totalMs: 0 };

	constructor(clock: Clock, gate: RateGate) {
		this.#clock = clock;
		this.#gate = gate;
	}

	/** A job was seen to have ended. */
	noteEnd({ sinceMs }: FollowedJob): void {
		this.#ended.count += 1;
		this.#ended.totalMs += this.#clock.now() - sinceMs;
	}

	/**
	 * When a job is to be polled next, milliseconds since the Unix epoch.
	 * @param followed all jobs that run
	 */
	nextDueMs(
		schedule: PollSchedule,
		job: FollowedJob,
		followed: readonly FollowedJob[],
		load: Pick<PollLoad, 'pollers' | 'jobsToStart'>,
	): number {
		const nowMs = this.#clock.now();
		const agesMs = followed.map(({ sinceMs }) => nowMs - sinceMs);
		const delayMs = nextPollDelayMs(schedule, {
			pollsMade: job.pollsMade,
			ageMs: nowMs - job.sinceMs,
			...load,
			agesMs,
			jobMs: this.#expectedJobMs(agesMs),
			budget: this.#gate.budget,
			nowMs,
		});
		const pauseMs = job.failures > 0 ? backoffMs(job.failures, Math.random()) : 0;
		return nowMs + Math.max(delayMs, Math.min(pauseMs, MAX_BACKOFF_MS));
	}

	/**
	 * How long a job takes: the time spent on jobs so far by the number that ended, so that the first to
	 * end, which are the short ones, do not stand for all.
	 */
	#expectedJobMs(agesMs: readonly number[]): number {
		const sideBySide = Math.max(1, agesMs.length);
		const runningMs = agesMs.reduce((sum, ageMs) => sum + ageMs, 0);
		const totalMs = sideBySide * EXPECTED_JOB_MS + this.#ended.totalMs + runningMs;
		return totalMs / (sideBySide + this.#ended.count);
	}
}
