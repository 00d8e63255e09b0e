import type { RateBudget } from '../transport/rateGate';

/** Within which bounds a jobType of job is asked for its status. */
export interface PollSchedule {
	/** Shortest wait between two status requests, in milliseconds. */
	minDelayMs: number;
	/** Longest wait, unless the service says that its allowance runs out. */
	maxDelayMs: number;
}

/** `api/openapi.yaml`, GET /scrape/{jobId} and GET /crawl/{jobId}: clients poll every 2 to 5 seconds. */
export const STEADY_SCHEDULE: PollSchedule = { minDelayMs: 2_000, maxDelayMs: 5_000 };

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
	/** Jobs that are still to be submitted. */
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
	const early = load.jobMs < SHORT_JOB_MS ? [minDelayMs, minDelayMs * SECOND_LOOK_FACTOR] : [];
	const earlyMs = early[load.pollsMade];
	if (earlyMs !== undefined) return Math.min(maxDelayMs, earlyMs);
	return Math.max(minDelayMs, Math.min(affordableMs(load), maxAffordedMs(schedule, load)));
}

/** How far a wait may be stretched to save requests. */
function maxAffordedMs({ maxDelayMs }: PollSchedule, { pollers, ageMs, budget }: PollLoad): number {
	if (budget.isKnown) return Infinity;
	return Math.min(maxDelayMs, Math.max(LONE_MS, pollers * STEP_MS, ageMs * AGE_SHARE));
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
