/** Contact details by what they look like, wherever they stand in a text. */

/** No part of an address may be longer (RFC 5321), which also keeps the search short. */
const EMAIL =
	/(?<![\w.@+-])[\p{L}\d](?:[\p{L}\d._%+'-]{0,62}[\p{L}\d_+-])?@(?:[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?\.){1,8}\p{L}{2,24}(?![\p{L}\d@-])/gu;

/** The e-mail addresses in a text, in order. */
export const emailsIn = (text: string): string[] =>
	[...text.matchAll(EMAIL)].map(([email]) => email);

/** Digits in groups, with an optional country code and area code; an extension may follow. */
const PHONE =
	/(?<![\p{L}\d.,/+-])(?:\+|00)?\(?\d{1,5}\)?(?:[ \u00a0./-]{0,3}\(?\d{1,8}\)?){1,7}(?:\s?(?:ext\.?|x)\s?\d{1,5})?(?![\p{L}\d]|[.,/-]\d)/gu;
const PHONE_DIGITS = { least: 6, most: 15 } as const;
const DATE_OR_AMOUNT =
	/^(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,3}(?:[ .']\d{3})*[.,]\d{2}|\d{4}\s?-\s?\d{4})$/u;

/**
 * The phone numbers in a text, in order, as they are written. What is also a date, an amount or a range of
 * years is none; a number without groups needs a plus or a zero in front.
 */
export function phonesIn(text: string): string[] {
	return [...text.matchAll(PHONE)]
		.map(([phone]) => phone.trim())
		.filter((phone) => {
			const digits = phone.replace(/\D/gu, '').length;
			const isLong = digits >= PHONE_DIGITS.least && digits <= PHONE_DIGITS.most;
			const isMarked = /^(?:\+|\(?0)/u.test(phone) || /[ ()/-]/u.test(phone);
			return isLong && isMarked && !DATE_OR_AMOUNT.test(phone);
		});
}

/** Sites on which people and companies have profiles. */
const PROFILE_SITES =
	/^(?:[\w-]{1,63}\.)?(linkedin|facebook|instagram|twitter|x|youtube|tiktok|xing|github|pinterest|mastodon|threads|bsky)\.(?:com|net|org|social|app)$/u;

/** The site of a profile link, such as `linkedin`; undefined for other addresses, and those that only share. */
export function profileSite(address: string): string | undefined {
	if (!URL.canParse(address)) return undefined;
	const { hostname, pathname, search } = new URL(address);
	const [, site] = PROFILE_SITES.exec(hostname.toLowerCase()) ?? [];
	const isProfile =
		/^\/[^/]/u.test(pathname) &&
		!/^\/(?:shar|intent\b|hashtag\b)/u.test(pathname) &&
		// What carries another address along shares that one.
		!/https?(?::|%3a)/iu.test(search);
	return isProfile ? (site === 'x' ? 'twitter' : site) : undefined;
}
