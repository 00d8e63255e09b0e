import { startBareBrowser } from './bareBrowser.mjs';
import { startBenchService } from './localService.mjs';
import { startBenchSite } from './benchSite.mjs';
import { toTable } from '../table.mjs';

/** The service's default. */
const CONCURRENCY = 4;

/** Taken in turns, so that a slow moment of the machine meets both. */
const ROUNDS = 3;

/**
 * Scrapes pages with the local service and loads the same pages with bare playwright-core. It waits
 * for `load` where that is enough to have the text, else for `networkidle`.
 *
 * @param {number} pageCount In all rounds.
 * @returns {Promise<string>} A Markdown section.
 */
export async function measureThroughput(pageCount) {
	const site = await startBenchSite();
	const service = await startBenchService(CONCURRENCY);
	const bare = await startBareBrowser(CONCURRENCY);
	const perRound = Math.ceil(pageCount / ROUNDS);
	const urlsOf = (/** @type {string} */ kind) =>
		Array.from({ length: perRound }, (_url, index) => `${site.origin}/${kind}/${index}`);
	try {
		const rows = [
			await compare('Plain pages', urlsOf('plain'), 'load'),
			await compare('Pages rendered by a script', urlsOf('rendered'), 'networkidle'),
		];
		return `### Pages per second, ${CONCURRENCY} at a time (median of ${ROUNDS} rounds of ${perRound} pages)\n\n${toTable(TITLES, rows)}`;
	} finally {
		await Promise.all([bare.close(), service.close()]);
		await site.close();
	}

	/**
	 * @param {string} name
	 * @param {string[]} urls
	 * @param {'load' | 'networkidle'} waitUntil
	 */
	async function compare(name, urls, waitUntil) {
		const warmUp = urls.slice(0, CONCURRENCY);
		await service.scrapeAll(warmUp);
		await bare.loadAll(warmUp, waitUntil);
		/** @type {Array<{ service: number, bare: number }>} */
		const rounds = [];
		for (let round = 0; round < ROUNDS; round += 1) {
			rounds.push({
				service: await measureRate(urls.length, () => service.scrapeAll(urls)),
				bare: await measureRate(urls.length, () => bare.loadAll(urls, waitUntil)),
			});
		}
		const serviceRate = median(rounds.map((round) => round.service));
		const bareRate = median(rounds.map((round) => round.bare));
		return [
			`${name} (bare: \`${waitUntil}\`)`,
			serviceRate.toFixed(1),
			bareRate.toFixed(1),
			(serviceRate / bareRate).toFixed(2),
		];
	}
}

const TITLES = ['', 'Local service, Markdown included', 'Bare playwright-core', 'Ratio'];

/**
 * @param {number} count
 * @param {() => Promise<void>} work
 * @returns {Promise<number>} Per second.
 */
async function measureRate(count, work) {
	const startMs = performance.now();
	await work();
	return count / ((performance.now() - startMs) / 1000);
}

/** @param {number[]} numbers At least one. */
function median(numbers) {
	const sorted = [...numbers].sort((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
