import type { Page } from 'playwright-core';
import { CookieFormatError, parseCookies, toBrowserCookies } from './cookies.ts';

/**
 * Gives a page the cookies of a request before it is opened.
 * @param text the `cookies` field; see {@link parseCookies}
 * @throws CookieFormatError when the text or a cookie in it cannot be used
 */
export async function addCookies(page: Page, text: string, url: string): Promise<void> {
	for (const cookie of toBrowserCookies(parseCookies(text), url)) {
		try {
			await page.context().addCookies([cookie]);
		} catch (cause) {
			throw new CookieFormatError(`The browser cannot use the cookie "${cookie.name}"`, { cause });
		}
	}
}
