import { MAX_ADDRESS_CHARACTERS, parseAddress } from '@web-data-extraction/page/resolveAddress';

/** How an address of more than 8,192 characters is written where it would be listed. */
const TOO_LONG = `an address of more than ${MAX_ADDRESS_CHARACTERS.toLocaleString('en')} characters`;

/**
 * The address under which a page is listed. Scripts and redirects can give a page an address of any length:
 * one that is too long is left out, and the requested address stands for it where both are of one origin, else
 * the start of the other origin. Linear.
 * @param shown by the browser, or the address of a response
 * @param asked the requested address
 * @returns `isLeftOut`: whether another address stands for it, which {@link describeLeftOut} reports
 */
export function toPageAddress(
	shown: string,
	asked: string,
): { finalUrl: string; isLeftOut: boolean } {
	if (shown.length <= MAX_ADDRESS_CHARACTERS) return { finalUrl: shown, isLeftOut: false };
	// Of pages that are no addresses of the web, such as `data:`, there is no origin.
	const { origin = '' } = URL.parse(shown.slice(0, MAX_ADDRESS_CHARACTERS)) ?? {};
	const isElsewhere = /^https?:/.test(origin) && origin !== URL.parse(asked)?.origin;
	return { finalUrl: isElsewhere ? `${origin}/` : asked, isLeftOut: true };
}

/** Reports that another address stands for that of a page; see {@link toPageAddress}. */
export function describeLeftOut(finalUrl: string): string {
	return `${finalUrl}: the page has ${TOO_LONG}, which is left out`;
}

/** An address as it is written into a message: whole, or only that it is too long. */
export function showAddress(address: string): string {
	return address.length > MAX_ADDRESS_CHARACTERS ? TOO_LONG : address;
}

/** Why a redirect was not followed: a sentence about "it", the address `url`. */
export class RedirectError extends Error {
	override name = 'RedirectError' as const;
	readonly url: string;

	constructor(url: string, reason: string) {
		super(reason);
		this.url = url;
	}
}

/**
 * Where a response redirects to.
 * @param location header `Location`
 * @throws RedirectError when that is no address of the web, or too long
 */
export function readRedirect(location: string, from: URL): URL {
	const next = parseAddress(location, from);
	if (next === undefined) {
		const shown = location.length > 200 ? `${location.slice(0, 200)}…` : location;
		const isLong = location.length > MAX_ADDRESS_CHARACTERS;
		throw new RedirectError(from.href, `it redirects to ${isLong ? TOO_LONG : `"${shown}"`}`);
	}
	return next;
}
