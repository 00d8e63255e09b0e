/**
 * The counts of `jest --json` that matter here.
 * @typedef {object} JestResult
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests Those that are skipped.
 * @property {number} numTodoTests
 * @property {number} numRuntimeErrorTestSuites Test files that could not be run at all.
 */

/**
 * @param {JestResult | undefined} result Of jest; `undefined` when it left none.
 * @param {number | null} exitCode Its exit code; `null` when a signal ended it.
 * @returns {import('./tally.mjs').Tally} A test file that could not be run counts as one failed
 * test, a test that was not run as one, and so does anything else that made jest fail without a failed test.
 */
export function tallyJestResult(result, exitCode) {
	const passed = result?.numPassedTests ?? 0;
	const skipped = (result?.numPendingTests ?? 0) + (result?.numTodoTests ?? 0);
	const failed = (result?.numFailedTests ?? 0) + (result?.numRuntimeErrorTestSuites ?? 0) + skipped;
	return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}
