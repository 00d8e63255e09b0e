/**
 * How many checks or tests passed and failed.
 * @typedef {{ passed: number, failed: number, notRun?: string }} Tally `notRun` says what was not run, and why.
 */

/** A check that is one thing: it passed. */
export const PASSED = Object.freeze({ passed: 1, failed: 0 });

/**
 * The same with a part that this machine cannot run. It counts for nothing, and is seen.
 * @param {Tally} tally
 * @param {string} part
 * @param {string} reason
 * @returns {Tally}
 */
export function without(tally, part, reason) {
	return { ...tally, notRun: `${part} NOT RUN, because ${reason}` };
}

/** A check that is one thing: it failed. */
export const FAILED = Object.freeze({ passed: 0, failed: 1 });

/**
 * @param {Tally[]} tallies
 * @returns {Tally} Their sum.
 */
export function sumTallies(tallies) {
	return tallies.reduce(
		(sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }),
		{ passed: 0, failed: 0 },
	);
}

/**
 * @param {Tally} tally
 * @returns {string} "N passed, N failed", the last line of `npm test`.
 */
export function describeTally({ passed, failed }) {
	return `${passed} passed, ${failed} failed`;
}
