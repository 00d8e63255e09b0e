import { formatDuration } from '../duration.mjs';
import { describeTally, FAILED, sumTallies } from './tally.mjs';

/**
 * One check: a name for people and what it runs.
 * @typedef {{ name: string, run: () => Promise<import('./tally.mjs').Tally> }} Check
 */

/**
 * Runs every check, one after the other, whatever the earlier ones said, and prints their results one by one,
 * then all together. The last line is the sum.
 *
 * @param {Check[]} checks
 * @returns {Promise<boolean>} Whether all passed.
 */
export async function runChecks(checks) {
	const results = [];
	for (const check of checks) {
		console.log(`\n── ${check.name}`);
		results.push(await reportCheck(check));
	}
	const sum = sumTallies(results.map(({ tally }) => tally));
	console.log(`\n${results.map(({ line }) => line).join('\n')}\n\n${describeTally(sum)}`);
	return sum.failed === 0;
}

/** @param {Check} check */
async function reportCheck(check) {
	const startedAt = Date.now();
	const tally = await runCheck(check);
	const line = describeResult(check.name, tally, Date.now() - startedAt);
	console.log(line);
	return { tally, line };
}

/** @param {Check} check */
async function runCheck({ run }) {
	try {
		return await run();
	} catch (error) {
		console.log(error instanceof Error ? error.message : String(error));
		return FAILED;
	}
}

/**
 * @param {string} name
 * @param {import('./tally.mjs').Tally} tally
 * @param {number} durationMs
 */
function describeResult(name, tally, durationMs) {
	const mark = tally.failed === 0 ? '✓' : '✗';
	const result = `${mark} ${name}: ${describeTally(tally)} (${formatDuration(durationMs)})`;
	return tally.notRun === undefined ? result : `${result}\n– ${tally.notRun}`;
}
