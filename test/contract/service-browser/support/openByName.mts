/**
 * Opens an address in the service's browser past any proxy, and prints what the page says, or the
 * browser's error, as JSON. It runs in its own Node process, because the service's modules are ES
 * modules.
 *
 *   node openByName.mts URL [PROXY]   (PROXY as the service launches its browser; without one it has none)
 */
import { launchBrowser } from '../../../../service/src/browser/pool/launch.ts';

const [url = '', proxyServer] = process.argv.slice(2);
const { browser } = await launchBrowser({
	chromiumPath: process.env['CHROMIUM_PATH'] || undefined,
	allowUnsandboxed: true,
	proxyServer,
});
try {
	const { hostname } = new URL(url);
	const proxy = { server: 'http://127.0.0.1:9', bypass: hostname };
	const context = await browser.newContext({ proxy });
	const page = await context.newPage();
	const error = await page.goto(url).then(
		() => undefined,
		(reason: unknown) => String(reason),
	);
	console.log(JSON.stringify({ error, text: await page.locator('body').innerText() }));
} finally {
	await browser.close();
}
