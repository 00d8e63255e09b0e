import { launchBrowser } from '../../../service/src/browser/pool/launch.ts';

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

	/** @param {string} url */
	async function loadPage(url) {
		const context = await browser.newContext();
		const page = await context.newPage();
		await page.goto(url, { waitUntil: 'load' });
		// It is told what to wait for, which the service has to find out.
		await page.waitForSelector('article');
		const html = await page.content();
		await context.close();
		if (!html.includes('Report')) throw new Error(`${url} was not loaded`);
	}

	return {
		/** @param {string[]} urls */
		async loadAll(urls) {
			const waiting = [...urls];
			const work = async () => {
				for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
					await loadPage(url);
				}
			};
			await Promise.all(Array.from({ length: concurrency }, work));
		},
		close: () => browser.close(),
	};
}
