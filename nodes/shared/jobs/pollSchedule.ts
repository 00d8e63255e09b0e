import type { RateBudget } from '../transport/rateGate';

/** How often a kind of job is asked for its status. */
export interface PollSchedule {
	/** Wait before the first status request, in milliseconds. */
	firstMs: number;
	/** Factor from one wait to the next. */
	growth: number;
	/** Longest wait while this job is the only one. */
	loneMaxMs: number;
	/** Longest wait while several jobs share the service's request allowance. */
	sharedMaxMs: number;
}

/**
 * Scrape, batch and crawl: the reference advises to ask every 2 to 5 seconds. One job alone may ask
 * every 3.2 s for ever: the allowance is 300 requests in 15 minutes (gaps.md).
 */
export const STEADY_SCHEDULE: PollSchedule = {
	firstMs: 2_000,
	growth: 1.6,
	loneMaxMs: 3_200,
	sharedMaxMs: 5_000,
};

/** The allowance runs low below this share of it; then what is left is spread over the time left. */
const LOW_SHARE = 0.25;
/** Below this the allowance runs low when the service does not say how large it is. */
const LOW_COUNT = 50;

function isLow(budget: RateBudget): boolean {
	return budget.remaining < (budget.limit === undefined ? LOW_COUNT : budget.limit * LOW_SHARE);
}

export interface PollLoad {
	/** Status requests already made for this job. */
	pollsMade: number;
	jobsInFlight: number;
	budget: RateBudget | undefined;
	nowMs: number;
}

/** The wait before a job's next status request, in milliseconds. */
export function nextPollDelayMs(schedule: PollSchedule, load: PollLoad): number {
	const maxMs = load.jobsInFlight > 1 ? schedule.sharedMaxMs : schedule.loneMaxMs;
	const plannedMs = Math.min(maxMs, schedule.firstMs * schedule.growth ** load.pollsMade);
	if (!load.budget || !isLow(load.budget)) return plannedMs;
	const perRequestMs = (load.budget.resetAtMs - load.nowMs) / Math.max(1, load.budget.remaining);
	return Math.max(plannedMs, perRequestMs * load.jobsInFlight);
}
