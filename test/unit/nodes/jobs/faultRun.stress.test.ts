import fc from 'fast-check';
import { anyScenario, runFaultScenario } from '../../../support/faultScenario';

/** Set by the bench for a longer run, with a seed of its own. */
const WANTED_JOBS = Number(process.env.FAULT_RUN_JOBS ?? 1_000);
const SEED = Number(process.env.FAULT_RUN_SEED ?? 20_261_122);

// The time limits of requests that a simulated kill leaves open would keep jest waiting.
beforeAll(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }));
afterAll(() => jest.useRealTimers());

/**
 * Whatever happens to the requests of a run, and whenever it is stopped, tried again or killed: no item
 * has two jobs that may be charged, every job that may be running is named, after Stop each is
 * cancelled or listed, nobody passes a closed gate, and each item gets its own result.
 */
test(`no fault makes a job paid for twice or lost, in ${WANTED_JOBS} jobs`, async () => {
	let jobs = 0;
	let requests = 0;
	for (let round = 0; jobs < WANTED_JOBS; round += 1) {
		await fc.assert(
			fc.asyncProperty(anyScenario(12), async (scenario) => {
				const outcome = await runFaultScenario(scenario);
				jobs += outcome.jobs;
				requests += outcome.requests;
				expect(outcome.problems).toEqual([]);
			}),
			{ numRuns: 50, seed: SEED + round },
		);
	}
	if (process.env.FAULT_RUN_JOBS !== undefined) {
		process.stdout.write(`${JSON.stringify({ jobs, requests, seed: SEED })}\n`);
	}
	expect(jobs).toBeGreaterThanOrEqual(WANTED_JOBS);
});
