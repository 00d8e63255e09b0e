import { findChromium } from '../../../service/src/browser/pool/chromium.ts';
import { NOT_DRAWN } from '../benchSite.mjs';
import { importPeer } from '../peers/importPeer.mjs';

/** What a crawl keeps of a page. @typedef {{ url: string, title: string, html: string }} KeptPage */

/**
 * Crawlee's PlaywrightCrawler at its fastest, with the service's own Chromium and no fingerprints.
 *
 * @param {number} concurrency Pages at a time.
 * @param {boolean} [isPatient] Whether it waits for what scripts draw, as a crawl does that does not know
 * the site: until nothing is loaded any more.
 */
export async function startPlaywrightCrawler(concurrency, isPatient = false) {
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
		async ({ page, request }) => {
			if (isPatient) await page.waitForLoadState('networkidle');
			return { url: request.loadedUrl, title: await page.title(), html: await page.content() };
		},
	);
}

/** PlaywrightCrawler that waits for what scripts draw. @param {number} concurrency */
export const startPatientCrawler = (concurrency) => startPlaywrightCrawler(concurrency, true);

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

	/** The crawl under way. @type {{ number: number, drawn: number, onFinish: () => void }} */
	const current = { number: 0, drawn: 0, onFinish: () => undefined };

	const crawler = new Crawler(
		{
			...options,
			keepAlive: true,
			async requestHandler(/** @type {any} */ context) {
				const { request, enqueueLinks, pushData } = context;
				const { crawl } = request.userData;
				const kept = await readPage(context);
				await pushData(kept);
				await enqueueLinks({
					transformRequestFunction: (/** @type {{ url: string }} */ found) =>
						toRequest(found.url, crawl),
				});
				if (kept.html.includes(NOT_DRAWN)) throw new Error(`${kept.url} is not drawn`);
				current.drawn += 1;
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
			current.drawn = 0;
			const { promise, resolve } = Promise.withResolvers();
			current.onFinish = () => current.drawn >= pageCount && resolve(undefined);
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
