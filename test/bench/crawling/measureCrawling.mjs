import { NOT_DRAWN, SITE_PAGES, startBenchSite } from '../benchSite.mjs';
import { startLocalService } from '../localService.mjs';
import { compareRates, MEDIAN_OF_ROUNDS } from '../rates.mjs';
import { toTable } from '../table.mjs';
import { startCheerioCrawler, startPatientCrawler, startPlaywrightCrawler } from './crawlee.mjs';

/** The service's default. */
const CONCURRENCY = 4;

/** Crawls one after the other of pages that scripts draw: a page that is lost now and then shows. */
const CRAWLS_IN_A_ROW = 20;

const TITLES = ['Beside', 'Local service', 'Crawlee', 'Ratio'];

/**
 * Crawls one site with the local service and with Crawlee's crawlers, all without any delay between
 * requests and warm. The service also makes Markdown of each page. The CheerioCrawler runs no browser, so
 * it is a rival of the fast mode alone, and else the ceiling. Pages that scripts draw count on both sides only
 * when they are drawn.
 * @returns {Promise<string>} A Markdown section.
 */
export async function measureCrawling() {
	const site = await startBenchSite();
	const service = await startLocalService({ concurrency: CONCURRENCY });
	const start = `${site.url}/site/0`;
	const late = `${site.url}/late-site/0`;
	try {
		await crawlAll(service, start);
		const rows = [
			['PlaywrightCrawler', ...(await compareWith(startPlaywrightCrawler))],
			['PlaywrightCrawler, drawn by scripts', ...(await compareWith(startPatientCrawler, late))],
			['CheerioCrawler, without a browser', ...(await compareWith(startCheerioCrawler))],
			['CheerioCrawler, fast mode', ...(await compareWith(startCheerioCrawler, start, 'fast'))],
		];
		return `### Pages per second of a crawl, ${CONCURRENCY} at a time (${MEDIAN_OF_ROUNDS} of ${SITE_PAGES} pages)\n\n${toTable(TITLES, rows)}\n\n${await countDrawn(late)}`;
	} finally {
		await service.close();
		await site.stop();
	}

	/** @param {string} url */
	async function countDrawn(url) {
		let drawn = 0;
		for (let crawl = 0; crawl < CRAWLS_IN_A_ROW; crawl += 1)
			drawn += await crawlDrawn(service, url);
		const all = CRAWLS_IN_A_ROW * SITE_PAGES;
		return `${drawn} of ${all} pages drawn by scripts were read in ${CRAWLS_IN_A_ROW} crawls in a row.`;
	}

	/**
	 * @param {typeof startPlaywrightCrawler | typeof startCheerioCrawler} startCrawler
	 * @param {string} url Where to start.
	 * @param {'default' | 'fast'} scrapeMode Of the service.
	 */
	async function compareWith(startCrawler, url = start, scrapeMode = 'default') {
		const crawler = await startCrawler(CONCURRENCY);
		try {
			await crawler.crawl(url, SITE_PAGES);
			return await compareRates({
				count: SITE_PAGES,
				service: () => crawlAll(service, url, scrapeMode),
				beside: () => crawler.crawl(url, SITE_PAGES),
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
	expectAll(await crawlDrawn(service, url, scrapeMode));
}

/**
 * Crawls the site, and counts the pages that are drawn.
 * @param {import('../localService.mjs').LocalService} service
 * @param {string} url Where to start.
 * @param {'default' | 'fast'} [scrapeMode]
 * @returns {Promise<number>}
 */
async function crawlDrawn(service, url, scrapeMode = 'default') {
	const { jobId } = await service.submit('/crawl', {
		baseUrl: url,
		crawlInstruction: 'all pages',
		maxPages: SITE_PAGES,
		crawlEntireDomain: true,
		scrapeMode,
	});
	const { result } = await service.waitForEnd(`/crawl/${jobId}`);
	return result.filter((/** @type {{ data: string }} */ { data }) => !isUndrawn(data)).length;
}

/** @param {string} text */
const isUndrawn = (text) => text === '' || text.includes(NOT_DRAWN);

/** @param {number} pageCount */
function expectAll(pageCount) {
	if (pageCount !== SITE_PAGES) throw new Error(`${pageCount} pages instead of ${SITE_PAGES}`);
}
