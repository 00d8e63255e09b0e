/** Taken in turns, so that a slow moment of the machine meets both. */
const ROUNDS = 9;

/**
 * What is compared: one pass over the work, by the service and by a program beside it.
 * @typedef {object} Contest
 * @property {number} count What one pass works off: pages, documents.
 * @property {() => Promise<void>} service
 * @property {() => Promise<void>} beside
 */

/**
 * Runs both sides in turns, after the caller has warmed them up.
 *
 * @param {Contest} contest
 * @returns {Promise<string[]>} The cells of a table: the rate of either, per second, and their ratio
 * (medians of the rounds).
 */
export async function compareRates({ count, service, beside }) {
	/** @type {Array<{ service: number, beside: number }>} */
	const rounds = [];
	for (let round = 0; round < ROUNDS; round += 1) {
		rounds.push({
			service: await measureRate(count, service),
			beside: await measureRate(count, beside),
		});
	}
	const serviceRate = median(rounds.map((round) => round.service));
	const besideRate = median(rounds.map((round) => round.beside));
	return [serviceRate, besideRate, serviceRate / besideRate].map(toText);
}

/** How the rows made of {@link compareRates} came about, for a caption. */
export const MEDIAN_OF_ROUNDS = `median of ${ROUNDS} rounds`;

/**
 * @param {number} count
 * @param {() => Promise<void>} work
 * @returns {Promise<number>} Per second.
 */
export async function measureRate(count, work) {
	const startMs = performance.now();
	await work();
	return count / ((performance.now() - startMs) / 1000);
}

/** @param {number[]} numbers At least one. */
export function median(numbers) {
	const sorted = [...numbers].sort((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** @param {number} rate */
function toText(rate) {
	return rate < 10 ? rate.toFixed(2) : rate.toFixed(1);
}
