import {
	nextPollDelayMs,
	STEADY_SCHEDULE,
	type PollLoad,
} from '../../../../nodes/shared/jobs/pollSchedule';

const NOW_MS = Date.UTC(2026, 0, 5);
const alone: PollLoad = { pollsMade: 0, jobsInFlight: 1, budget: undefined, nowMs: NOW_MS };
const among: PollLoad = { ...alone, jobsInFlight: 5 };

function budget(remaining: number, seconds: number, limit: number | undefined = 300) {
	return { limit, remaining, resetAtMs: NOW_MS + seconds * 1_000 };
}

test.each([
	['a job alone, at first', alone, 2_000],
	['a job alone, after one request', { ...alone, pollsMade: 1 }, 3_200],
	['a job alone, after many', { ...alone, pollsMade: 500 }, 3_200],
	['one of several, at first', among, 2_000],
	['one of several, after one request', { ...among, pollsMade: 1 }, 3_200],
	['one of several, after two', { ...among, pollsMade: 2 }, 5_000],
	['one of several, after many', { ...among, pollsMade: 5_000 }, 5_000],
])('the wait of %s', (_label, load, expected) => {
	expect(nextPollDelayMs(STEADY_SCHEDULE, load)).toBeCloseTo(expected, 5);
});

test.each([
	// what is left, the load, the wait
	['plenty of the allowance', { ...among, budget: budget(200, 600) }, 2_000],
	['just above a quarter of it', { ...among, budget: budget(76, 600) }, 2_000],
	['a tenth of it, for one job', { ...alone, budget: budget(30, 600) }, 20_000],
	['a tenth of it, for five jobs', { ...among, budget: budget(30, 600) }, 100_000],
	['a tenth of it, soon renewed', { ...alone, budget: budget(30, 15) }, 2_000],
	['nothing of it', { ...alone, budget: budget(0, 45) }, 45_000],
])('the wait with %s left', (_label, load, expected) => {
	expect(nextPollDelayMs(STEADY_SCHEDULE, load)).toBeCloseTo(expected, 5);
});

test.each([
	[50, 2_000],
	[49, 12_244.9],
])('an allowance of unknown size with %i requests left gives a wait of %d ms', (left, expected) => {
	const load = { ...alone, budget: { ...budget(left, 600), limit: undefined } };
	expect(nextPollDelayMs(STEADY_SCHEDULE, load)).toBeCloseTo(expected, 1);
});
