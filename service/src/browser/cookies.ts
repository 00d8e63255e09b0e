import type { Page } from 'playwright-core';
import { CookieFormatError, type ParsedCookie, parseCookies } from '../net/cookies.ts';

/**
 * Cookies in the browser's form for a page.
 * @param url the page that is opened; cookies without a domain belong to its host
 */
export function toBrowserCookies(cookies: readonly ParsedCookie[], url: string): ParsedCookie[] {
	return cookies.map((cookie) =>
		cookie.domain === undefined
			? { name: cookie.name, value: cookie.value, url: new URL('/', url).href }
			: { ...cookie, path: cookie.path ?? '/' },
	);
}

/**
 * Gives a page the cookies of a request before it is opened.
 * @param text the `cookies` field; see {@link parseCookies}
 * @throws CookieFormatError when the text or a cookie in it cannot be used
 */
export async function addCookies(page: Page, text: string, url: string): Promise<void> {
	const context = page.context();
	const cookies = toBrowserCookies(parseCookies(text), url);
	const areAdded = await context.addCookies(cookies).then(
		() => true,
		() => false,
	);
	// One by one, to report which of them can't be used.
	for (const cookie of areAdded ? [] : cookies) {
		try {
			await context.addCookies([cookie]);
		} catch (cause) {
			throw new CookieFormatError(`The browser cannot use the cookie "${cookie.name}"`, { cause });
		}
	}
}
