import type { BrowserContextOptions, Page } from 'playwright-core';

/** The size of a page's window, in CSS pixels. */
const WINDOW = { width: 1280, height: 800 };

/**
 * How every page is opened: the window of a common desktop, English preferred. The browser names
 * itself as the Chrome it is; "HeadlessChrome", its word for running without a window, makes many
 * sites answer with an empty page.
 * @param browserVersion such as `153.0.8010.0`
 */
export function createContextOptions(browserVersion: string): BrowserContextOptions {
	const major = browserVersion.split('.', 1)[0];
	return {
		userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`,
		viewport: WINDOW,
		locale: 'en-US',
		acceptDownloads: false,
	};
}

/** Gives a page its window back, after it was made taller to see all of the page at once. */
export async function restoreWindow(page: Page): Promise<void> {
	if (page.viewportSize()?.height !== WINDOW.height) await page.setViewportSize(WINDOW);
}
