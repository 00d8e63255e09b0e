import { STEADY_SCHEDULE } from '../../../../nodes/shared/jobs/jobType';
import { nextPollDelayMs, type PollLoad } from '../../../../nodes/shared/jobs/pollSchedule';

const NOW_MS = 1_000_000;

const assumed = (remaining: number) => ({
	isKnown: false,
	remaining,
	resetAtMs: NOW_MS + 900_000,
});

const known = (remaining: number, seconds = 900) => ({
	isKnown: true,
	remaining,
	resetAtMs: NOW_MS + seconds * 1_000,
});

/** One job of an expected half minute, with all of the allowance. */
const alone: PollLoad = {
	pollsMade: 2,
	ageMs: 6_000,
	pollers: 1,
	agesMs: [6_000],
	jobsToStart: 0,
	jobMs: 30_000,
	budget: assumed(298),
	nowMs: NOW_MS,
};

const five: PollLoad = { ...alone, pollers: 5, agesMs: Array<number>(5).fill(6_000) };

const delay = (load: PollLoad) => Math.round(nextPollDelayMs(STEADY_SCHEDULE, load));

test.each<[string, PollLoad, number]>([
	['a job alone', alone, 2_000],
	['five jobs and nothing more to do', five, 2_000],
	['five jobs of a run that takes most of the allowance', { ...five, jobsToStart: 30 }, 3_750],
	['twenty of many', { ...five, pollers: 20, jobsToStart: 500 }, 5_000],
	['an old job alone', { ...alone, ageMs: 60_000, jobMs: 90_000, budget: assumed(10) }, 3_200],
	['a very old job', { ...alone, ageMs: 600_000, jobMs: 630_000, budget: assumed(60) }, 5_000],
	['a job alone when the assumed allowance is used up', { ...alone, budget: assumed(0) }, 3_200],
])('without a word of the service: %s', (_label, load, expected) => {
	expect(delay(load)).toBe(expected);
});

test.each<[string, PollLoad, number]>([
	['plenty for one job', { ...alone, budget: known(200) }, 2_000],
	['little for one job', { ...alone, budget: known(8) }, 3_253],
	['little for five jobs', { ...five, budget: known(16) }, 8_131],
	['little, but renewed soon', { ...five, budget: known(8, 5) }, 3_189],
	['hardly anything', { ...alone, budget: known(3) }, 8_673],
	['what a run of thirty jobs takes', { ...five, jobsToStart: 25, budget: known(295) }, 3_316],
	['too little for a run of a hundred', { ...five, jobsToStart: 95, budget: known(295) }, 15_191],
])('with what the service says is left: %s', (_label, load, expected) => {
	expect(delay(load)).toBe(expected);
});

test('short jobs are looked at early: after 2 s, and then after 3 s', () => {
	const short = { ...five, jobMs: 10_000, jobsToStart: 100, budget: known(20) };
	expect(delay({ ...short, pollsMade: 0 })).toBe(2_000);
	expect(delay({ ...short, pollsMade: 1 })).toBe(3_000);
	expect(delay({ ...short, pollsMade: 2 })).toBeGreaterThan(5_000);
});

test('a jobType with a fixed step keeps it', () => {
	const schedule = { minDelayMs: 1_500, maxDelayMs: 1_500 };
	for (const pollsMade of [0, 1, 2, 9]) {
		expect(nextPollDelayMs(schedule, { ...five, jobMs: 5_000, pollsMade })).toBe(1_500);
	}
});
