import { SITE_PAGES, startBenchSite } from '../benchSite.mjs';
import { startLocalService } from '../localService.mjs';
import { compareRates, MEDIAN_OF_ROUNDS } from '../rates.mjs';
import { toTable } from '../table.mjs';
import { startCrawlee } from './crawlee.mjs';

/** The service's default. */
const CONCURRENCY = 4;

const TITLES = ['', 'Local service', 'Crawlee', 'Ratio'];

/**
 * Crawls one site with the local service and with Crawlee's PlaywrightCrawler, both without any
 * delay between requests and with a browser that is up already. The service also makes Markdown of each
 * page.
 * @returns {Promise<string>} A Markdown section.
 */
export async function measureCrawling() {
	const site = await startBenchSite();
	const service = await startLocalService({ concurrency: CONCURRENCY });
	const crawlee = await startCrawlee(CONCURRENCY);
	const start = `${site.url}/site/0`;
	try {
		await crawlAll(service, start);
		await crawlee.crawl(start, SITE_PAGES);
		const rates = await compareRates({
			count: SITE_PAGES,
			service: () => crawlAll(service, start),
			beside: () => crawlee.crawl(start, SITE_PAGES),
		});
		return `### Pages per second of a crawl, ${CONCURRENCY} at a time (${MEDIAN_OF_ROUNDS} of ${SITE_PAGES} pages)\n\n${toTable(TITLES, [['Pages', ...rates]])}`;
	} finally {
		await Promise.all([crawlee.close(), service.close()]);
		await site.stop();
	}
}

/**
 * @param {import('../localService.mjs').LocalService} service
 * @param {string} url Where to start.
 */
async function crawlAll(service, url) {
	const { jobId } = await service.submit('/crawl', {
		baseUrl: url,
		crawlInstruction: 'all pages',
		maxPages: SITE_PAGES,
		crawlEntireDomain: true,
	});
	const { result } = await service.waitForEnd(`/crawl/${jobId}`);
	expectAll(result.length);
}

/** @param {number} pageCount */
function expectAll(pageCount) {
	if (pageCount !== SITE_PAGES) throw new Error(`${pageCount} pages instead of ${SITE_PAGES}`);
}
