import { findChromium } from '../../../service/src/browser/chromium.ts';
import { importPeer } from '../peers/importPeer.mjs';

/**
 * Crawlee's PlaywrightCrawler at its fastest, with the service's own Chromium: one crawler that stays
 * up with its browser, no fingerprints, storage in memory. It follows every link of the host and keeps
 * each page's address, title and HTML.
 *
 * @param {number} concurrency Pages at a time.
 */
export async function startCrawlee(concurrency) {
	const { PlaywrightCrawler, Configuration, log } = await importPeer('@crawlee/playwright');
	const { path } = await findChromium(process.env['CHROMIUM_PATH'] || undefined);
	log.setLevel(log.LEVELS.WARNING);

	/** The crawl under way. @type {{ number: number, finished: number, onFinish: () => void }} */
	const current = { number: 0, finished: 0, onFinish: () => undefined };

	const crawler = new PlaywrightCrawler(
		{
			keepAlive: true,
			browserPoolOptions: { useFingerprints: false },
			launchContext: {
				launchOptions: {
					executablePath: path,
					args: ['--disable-gpu'],
					chromiumSandbox: process.getuid?.() !== 0,
				},
			},
			minConcurrency: concurrency,
			maxConcurrency: concurrency,
			async requestHandler({ page, request, enqueueLinks, pushData }) {
				const { crawl } = request.userData;
				const html = await page.content();
				await pushData({ url: request.loadedUrl, title: await page.title(), html });
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
