import type { CookieJar } from 'tough-cookie';
import { decodeUri } from '@web-data-extraction/page/decodeUri';
import type { AddressGuard } from './addressGuard.ts';
import { readRedirect, RedirectError } from './pageAddress.ts';
import type { WholeAnswer } from './wholeAnswers.ts';

/** A response, with its address after redirects. */
export interface LocatedAnswer extends WholeAnswer {
	url: URL;
}

interface FollowOptions {
	/** Decides what may be opened; consulted again for each redirect. */
	guard: AddressGuard;
	/** Keeps the cookies that are set on the way: some servers lead to the same address again then. */
	jar: CookieJar;
	mostRedirects: number;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Requests an address, and those that it redirects to.
 * @param send requests one of them, with cookies and the name and password of the address as headers
 * @throws AddressNotAllowedError; RedirectError; what `send` throws
 */
export async function followRedirects(
	start: URL,
	{ guard, jar, mostRedirects }: FollowOptions,
	send: (url: URL, headers: Record<string, string>) => Promise<WholeAnswer>,
): Promise<LocatedAnswer> {
	let { url, authorization } = takeUserInfo(start);
	for (let redirects = 0; redirects <= mostRedirects; redirects++) {
		await guard.assertUrlAllowed(url);
		const cookie = await jar.getCookieString(url.href);
		const answer = await send(url, {
			...(cookie !== '' && { cookie }),
			...(authorization !== undefined && { authorization }),
		});
		const { response } = answer;
		for (const line of response.headers.getSetCookie()) {
			await jar.setCookie(line, url.href, { loose: true, ignoreError: true });
		}
		const location = response.headers.get('location');
		if (!REDIRECTS.has(response.status) || location === null) return { url, ...answer };
		await response.body?.cancel();
		const next = readRedirect(location, url);
		// Another origin must not get these.
		if (next.origin !== url.origin) authorization = undefined;
		url = next;
	}
	throw new RedirectError(start.href, `it redirects more than ${mostRedirects} times`);
}

/** The name and password of an address go into a header, as in browsers: `fetch` rejects them. */
export function takeUserInfo(start: URL): { url: URL; authorization: string | undefined } {
	const { username, password } = start;
	if (username + password === '') return { url: start, authorization: undefined };
	const url = new URL(start);
	url.username = '';
	url.password = '';
	const pair = `${decodeUri(username)}:${decodeUri(password)}`;
	return { url, authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}
