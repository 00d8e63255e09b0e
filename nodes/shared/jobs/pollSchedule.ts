import type { RateBudget, RateGate } from '../transport/rateGate';
import type { Clock } from '../transport/clock';
import { backoffMs } from '../transport/allowance';
import type { FollowedJob } from './jobRun';
import type { PollSchedule } from './jobType';

/** What the waiting jobs of a run need, and what they may spend. */
export interface PollLoad {
	/** Status requests already answered for this job. */
	pollsMade: number;
	/** How long this job has been followed, in milliseconds. */
	ageMs: number;
	/** Requests that one round of status requests takes: one for each job, or for each listing. */
	pollers: number;
	/** How long the jobs that run have run, in milliseconds. */
	agesMs: readonly number[];
	jobsToStart: number;
	/** How long the jobs of this run take, as far as is known, in milliseconds. */
	jobMs: number;
	budget: RateBudget;
	nowMs: number;
}

/** A job is taken to need at least this share of the usual time yet, however long it has run. */
const MIN_REMAINING_SHARE = 0.85;

/** Share of what is left that is spared for others: other executions, and reading results. */
const SPARE_SHARE = 0.02;

/**
 * While jobs are short, a new one is looked at early, whatever the allowance: after the shortest wait,
 * and once more after this much of it. Most pages take a few seconds, and then cost three requests.
 */
const SHORT_JOB_MS = 20_000;
const SECOND_LOOK_FACTOR = 1.5;

/**
 * Without a word of the service about its allowance, saving requests may add this much to a wait: a
 * twentieth of the time that the job has taken, or a little for young ones, more when many are asked
 * for in turn.
 */
const AGE_SHARE = 0.05;
const LONE_MS = 3_200;
const STEP_MS = 750;

/**
 * The wait before the next status request of a job, in milliseconds: the allowance that is left is
 * spread over the work that is left, or over the time until the allowance is renewed, if that comes
 * first. Few or short jobs are asked for often, many or long ones seldom enough to never run dry.
 */
export function nextPollDelayMs(schedule: PollSchedule, load: PollLoad): number {
	const { minDelayMs, maxDelayMs } = schedule;
	const { pollers, ageMs, budget } = load;
	const early = load.jobMs < SHORT_JOB_MS ? [minDelayMs, minDelayMs * SECOND_LOOK_FACTOR] : [];
	const earlyMs = early[load.pollsMade];
	if (earlyMs !== undefined) return Math.min(maxDelayMs, earlyMs);
	const maxStretchMs = Math.max(LONE_MS, pollers * STEP_MS, ageMs * AGE_SHARE);
	const maxMs = budget.isKnown ? Infinity : Math.min(maxDelayMs, maxStretchMs);
	return Math.max(minDelayMs, Math.min(affordableMs(load), maxMs));
}

/** The wait at which the allowance that is left lasts. */
function affordableMs({ pollers, agesMs, jobsToStart, jobMs, budget, nowMs }: PollLoad): number {
	const sideBySide = Math.max(1, agesMs.length);
	const remainingMs = agesMs.map((ageMs) => Math.max(jobMs - ageMs, jobMs * MIN_REMAINING_SHARE));
	const workMs =
		(jobsToStart * jobMs + remainingMs.reduce((sum, leftMs) => sum + leftMs, 0)) / sideBySide;
	const horizonMs = Math.min(workMs, Math.max(0, budget.resetAtMs - nowMs));
	const submits = Math.min(jobsToStart, (sideBySide * horizonMs) / jobMs);
	const polls = Math.max(1, (budget.remaining - submits) * (1 - SPARE_SHARE));
	return (pollers * horizonMs) / polls;
}

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
	 * end, which are the short ones, are not typical of all.
	 */
	#expectedJobMs(agesMs: readonly number[]): number {
		const sideBySide = Math.max(1, agesMs.length);
		const runningMs = agesMs.reduce((sum, ageMs) => sum + ageMs, 0);
		const totalMs = sideBySide * EXPECTED_JOB_MS + this.#ended.totalMs + runningMs;
		return totalMs / (sideBySide + this.#ended.count);
	}
}
