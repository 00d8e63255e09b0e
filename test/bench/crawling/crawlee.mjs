import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../../../service/src/browser/chromium.ts';
import { importPeer } from '../peers/importPeer.mjs';

/**
 * Crawlee's PlaywrightCrawler as its documentation introduces it, with the service's own Chromium:
 * follows every link of the host and stores each page's address, title and HTML.
 *
 * @param {number} concurrency Pages at a time.
 */
export async function createCrawlee(concurrency) {
	const { PlaywrightCrawler, Configuration, log } = await importPeer('@crawlee/playwright');
	const { path } = await findChromium(process.env['CHROMIUM_PATH'] || undefined);
	log.setLevel(log.LEVELS.WARNING);
	const folder = await mkdtemp(join(tmpdir(), 'crawlee-bench-'));
	let runs = 0;

	return {
		/**
		 * @param {string} url Where to start.
		 * @returns {Promise<number>} The pages that were stored.
		 */
		async crawl(url) {
			runs += 1;
			const configuration = new Configuration({
				storageClientOptions: { localDataDirectory: join(folder, String(runs)) },
			});
			const crawler = new PlaywrightCrawler(
				{
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
						const html = await page.content();
						await pushData({ url: request.loadedUrl, title: await page.title(), html });
						await enqueueLinks();
					},
				},
				configuration,
			);
			const { requestsFinished } = await crawler.run([url]);
			return requestsFinished;
		},
		close: () => rm(folder, { recursive: true, force: true }),
	};
}
