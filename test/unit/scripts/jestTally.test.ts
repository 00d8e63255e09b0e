import { tallyJestResult } from '../../../scripts/lib/checks/jestTally.mjs';

describe('the sum of a jest run', () => {
	it.each([
		['every test passed', { passed: 3, failed: 0, broken: 0, skipped: 0, exitCode: 0 }, [3, 0]],
		['tests failed', { passed: 3, failed: 2, broken: 0, skipped: 0, exitCode: 1 }, [3, 2]],
		[
			'a file could not be run',
			{ passed: 3, failed: 0, broken: 1, skipped: 0, exitCode: 1 },
			[3, 1],
		],
		['a test was skipped', { passed: 3, failed: 0, broken: 0, skipped: 1, exitCode: 0 }, [3, 1]],
		[
			'jest failed for another reason',
			{ passed: 3, failed: 0, broken: 0, skipped: 0, exitCode: 1 },
			[3, 1],
		],
	])('when %s', (_case, { passed, failed, broken, skipped, exitCode }, expected) => {
		const result = {
			numPassedTests: passed,
			numFailedTests: failed,
			numRuntimeErrorTestSuites: broken,
			numPendingTests: skipped,
			numTodoTests: 0,
		};
		const tally = tallyJestResult(result, exitCode);
		expect([tally.passed, tally.failed]).toEqual(expected);
	});

	it('counts a run that left no result as one failure', () => {
		expect(tallyJestResult(undefined, null)).toEqual({ passed: 0, failed: 1 });
	});
});
