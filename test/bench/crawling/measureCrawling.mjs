import { SITE_PAGES, startBenchSite } from '../benchSite.mjs';
import { startLocalService } from '../localService.mjs';
import { compareRates, MEDIAN_OF_ROUNDS } from '../rates.mjs';
import { toTable } from '../table.mjs';
import { startCheerioCrawler, startPlaywrightCrawler } from './crawlee.mjs';

/** The service's default. */
const CONCURRENCY = 4;

const TITLES = ['Beside', 'Local service', 'Crawlee', 'Ratio'];

/**
 * Crawls one site with the local service and with Crawlee's crawlers, all without any delay between
 * requests and warm. The service also makes Markdown of each page. The CheerioCrawler runs no browser, so
 * it is a rival of the fast mode alone, and else the ceiling.
 * @returns {Promise<string>} A Markdown section.
 */
export async function measureCrawling() {
	const site = await startBenchSite();
	const service = await startLocalService({ concurrency: CONCURRENCY });
	const start = `${site.url}/site/0`;
	try {
		await crawlAll(service, start);
		const rows = [
			['PlaywrightCrawler', ...(await compareWith(startPlaywrightCrawler))],
			['CheerioCrawler, without a browser', ...(await compareWith(startCheerioCrawler))],
			['CheerioCrawler, fast mode', ...(await compareWith(startCheerioCrawler, 'fast'))],
		];
		return `### Pages per second of a crawl, ${CONCURRENCY} at a time (${MEDIAN_OF_ROUNDS} of ${SITE_PAGES} pages)\n\n${toTable(TITLES, rows)}`;
	} finally {
		await service.close();
		await site.stop();
	}

	/**
	 * @param {typeof startPlaywrightCrawler | typeof startCheerioCrawler} startCrawler
	 * @param {'default' | 'fast'} scrapeMode Of the service.
	 */
	async function compareWith(startCrawler, scrapeMode = 'default') {
		const crawler = await startCrawler(CONCURRENCY);
		try {
			await crawler.crawl(start, SITE_PAGES);
			return await compareRates({
				count: SITE_PAGES,
				service: () => crawlAll(service, start, scrapeMode),
				beside: () => crawler.crawl(start, SITE_PAGES),
			});
		} finally {
			await crawler.close();
		}
	}
}

/**
 * @param {import('../localService.mjs').LocalService} service
 * @param {string} url Where to start.
 * @param {'default' | 'fast'} [scrapeMode]
 */
async function crawlAll(service, url, scrapeMode = 'default') {
	const { jobId } = await service.submit('/crawl', {
		baseUrl: url,
		crawlInstruction: 'all pages',
		maxPages: SITE_PAGES,
		crawlEntireDomain: true,
		scrapeMode,
	});
	const { result } = await service.waitForEnd(`/crawl/${jobId}`);
	expectAll(result.length);
}

/** @param {number} pageCount */
function expectAll(pageCount) {
	if (pageCount !== SITE_PAGES) throw new Error(`${pageCount} pages instead of ${SITE_PAGES}`);
}
