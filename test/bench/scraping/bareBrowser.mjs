import { launchBrowser } from '../../../service/src/browser/launch.ts';

/**
 * The service's own Chromium, driven by playwright-core alone: a fresh context per page, as the
 * service opens them, and the page's HTML as the result.
 *
 * @param {number} concurrency Pages at a time.
 */
export async function startBareBrowser(concurrency) {
	const { browser } = await launchBrowser({
		chromiumPath: process.env['CHROMIUM_PATH'] || undefined,
		allowUnsandboxed: true,
		proxyServer: undefined,
	});

	/**
	 * @param {string} url
	 * @param {'load' | 'networkidle'} waitUntil
	 */
	async function loadPage(url, waitUntil) {
		const context = await browser.newContext();
		const page = await context.newPage();
		await page.goto(url, { waitUntil });
		const html = await page.content();
		await context.close();
		if (!html.includes('Report')) throw new Error(`${url} was not loaded`);
	}

	return {
		/**
		 * @param {string[]} urls
		 * @param {'load' | 'networkidle'} waitUntil
		 */
		async loadAll(urls, waitUntil) {
			const waiting = [...urls];
			const work = async () => {
				for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
					await loadPage(url, waitUntil);
				}
			};
			await Promise.all(Array.from({ length: concurrency }, work));
		},
		close: () => browser.close(),
	};
}
