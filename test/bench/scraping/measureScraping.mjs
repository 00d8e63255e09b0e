import { startBenchSite } from '../benchSite.mjs';
import { startLocalService } from '../localService.mjs';
import { compareRates, MEDIAN_OF_ROUNDS } from '../rates.mjs';
import { toTable } from '../table.mjs';
import { startBareBrowser } from './bareBrowser.mjs';

/** The service's default. */
const CONCURRENCY = 4;

const TITLES = ['', 'Local service, Markdown included', 'Bare playwright-core', 'Ratio'];

/**
 * Scrapes pages with the local service and loads the same pages with bare playwright-core, in the same
 * browser. It waits for `load` and for the element that the text stands in.
 *
 * @param {number} pageCount Of each round.
 * @returns {Promise<string>} A Markdown section.
 */
export async function measureScraping(pageCount) {
	const site = await startBenchSite();
	const service = await startLocalService({ concurrency: CONCURRENCY });
	const bare = await startBareBrowser(CONCURRENCY);
	const urlsOf = (/** @type {string} */ kind) =>
		Array.from({ length: pageCount }, (_url, index) => `${site.url}/${kind}/${index}`);
	try {
		const rows = [
			await compare('Plain pages', urlsOf('plain')),
			await compare('Pages rendered by a script', urlsOf('rendered')),
		];
		return `### Pages per second, ${CONCURRENCY} at a time (${MEDIAN_OF_ROUNDS} of ${pageCount} pages)\n\n${toTable(TITLES, rows)}`;
	} finally {
		await Promise.all([bare.close(), service.close()]);
		await site.stop();
	}

	/**
	 * @param {string} name
	 * @param {string[]} urls
	 */
	async function compare(name, urls) {
		const warmUp = urls.slice(0, CONCURRENCY);
		await scrapeAll(service, warmUp);
		await bare.loadAll(warmUp);
		const rates = await compareRates({
			count: urls.length,
			service: () => scrapeAll(service, urls),
			beside: () => bare.loadAll(urls),
		});
		return [name, ...rates];
	}
}

/**
 * @param {import('../localService.mjs').LocalService} service
 * @param {string[]} urls One job each.
 */
async function scrapeAll(service, urls) {
	const jobs = await Promise.all(urls.map((url) => service.submit('/scrape', { urls: [{ url }] })));
	for (const { jobId } of jobs) {
		const { result } = await service.waitForEnd(`/scrape/${jobId}`);
		if (!String(result.content).includes('Report')) throw new Error('A page without its text');
	}
}
