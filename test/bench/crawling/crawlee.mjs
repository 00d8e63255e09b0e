import { findChromium } from '../../../service/src/browser/chromium.ts';
import { importPeer } from '../peers/importPeer.mjs';

/** What a crawl keeps of a page. @typedef {{ url: string, title: string, html: string }} KeptPage */

/**
 * Crawlee's PlaywrightCrawler at its fastest, with the service's own Chromium and no fingerprints.
 *
 * @param {number} concurrency Pages at a time.
 */
export async function startPlaywrightCrawler(concurrency) {
	const { PlaywrightCrawler } = await importPeer('@crawlee/playwright');
	const { path } = await findChromium(process.env['CHROMIUM_PATH'] || undefined);
	return startCrawler(
		PlaywrightCrawler,
		{
			...fixed(concurrency),
			browserPoolOptions: { useFingerprints: false },
			launchContext: {
				launchOptions: {
					executablePath: path,
					args: ['--disable-gpu'],
					chromiumSandbox: process.getuid?.() !== 0,
				},
			},
		},
		async ({ page, request }) => ({
			url: request.loadedUrl,
			title: await page.title(),
			html: await page.content(),
		}),
	);
}

/**
 * Crawlee's CheerioCrawler: it has no browser, and so is the most that a crawl can reach.
 *
 * @param {number} concurrency Pages at a time.
 */
export async function startCheerioCrawler(concurrency) {
	const { CheerioCrawler } = await importPeer('@crawlee/cheerio');
	return startCrawler(CheerioCrawler, fixed(concurrency), ({ $, body, request }) => ({
		url: request.loadedUrl,
		title: $('title').text(),
		html: body.toString(),
	}));
}

/** @param {number} concurrency */
const fixed = (concurrency) => ({ minConcurrency: concurrency, maxConcurrency: concurrency });

/**
 * One crawler that stays up, with its storage in memory. It follows every link of the host and keeps
 * each page.
 *
 * @param {any} Crawler One of Crawlee's crawlers.
 * @param {object} options
 * @param {(context: any) => KeptPage | Promise<KeptPage>} readPage
 */
async function startCrawler(Crawler, options, readPage) {
	const { Configuration, log } = await importPeer('@crawlee/playwright');
	log.setLevel(log.LEVELS.WARNING);

	/** The crawl under way. @type {{ number: number, finished: number, onFinish: () => void }} */
	const current = { number: 0, finished: 0, onFinish: () => undefined };

	const crawler = new Crawler(
		{
			...options,
			keepAlive: true,
			async requestHandler(/** @type {any} */ context) {
				const { request, enqueueLinks, pushData } = context;
				const { crawl } = request.userData;
				await pushData(await readPage(context));
				await enqueueLinks({
					transformRequestFunction: (/** @type {{ url: string }} */ found) =>
						toRequest(found.url, crawl),
				});
				current.finished += 1;
				current.onFinish();
			},
		},
		new Configuration({ persistStorage: false }),
	);
	const running = crawler.run();

	return {
		/**
		 * @param {string} url Where to start.
		 * @param {number} pageCount How many pages the crawl has.
		 */
		async crawl(url, pageCount) {
			current.number += 1;
			current.finished = 0;
			const { promise, resolve } = Promise.withResolvers();
			current.onFinish = () => current.finished >= pageCount && resolve(undefined);
			await crawler.addRequests([toRequest(url, current.number)]);
			await promise;
		},
		async close() {
			await crawler.teardown();
			await running;
		},
	};
}

/**
 * A request that differs from the same address in another crawl.
 * @param {string} url
 * @param {number} crawl
 */
function toRequest(url, crawl) {
	return { url, uniqueKey: `${crawl} ${url}`, userData: { crawl } };
}
