/** Longest address, as for those that users give (api/openapi.yaml, Url); longer ones carry data. */
export const MAX_ADDRESS_CHARACTERS = 8_192;

/**
 * The one way from what a page, a header or a file calls an address to an absolute http or https address.
 * Both the text and the address it becomes are bounded, so whatever reads an address afterwards is, too.
 * @param base what relative links are resolved against; empty when that is not known
 * @returns undefined for addresses of other kinds, none, and longer ones; see {@link isAddressTooLong}
 */
export function parseAddress(text: string, base: URL | string = ''): URL | undefined {
	const trimmed = text.trim();
	if (trimmed === '' || trimmed.length > MAX_ADDRESS_CHARACTERS) return undefined;
	const address = URL.parse(trimmed, base || undefined);
	if (address === null || address.href.length > MAX_ADDRESS_CHARACTERS) return undefined;
	return address.protocol === 'http:' || address.protocol === 'https:' ? address : undefined;
}

/**
 * A link as an absolute http or https address; undefined for links of other kinds, none, and longer ones.
 * @param baseUrl what relative links are resolved against; empty when that is not known
 */
export function resolveAddress(
	href: string | null | undefined,
	baseUrl: string,
): string | undefined {
	return parseAddress(href ?? '', baseUrl)?.href;
}

/** The scheme of a link that is no address of the web: `data:`, `javascript:`, `mailto:`. */
const OTHER_SCHEME = /^\s*(?!https?:)[a-z][a-z\d+.-]{0,30}:/i;
/** Escaped, a character of a short link takes at most twelve. */
const SHORT = 500;

/** Whether a link is left out for its length alone. Linear. */
export function isAddressTooLong(text: string, base = ''): boolean {
	if (text.length <= SHORT || OTHER_SCHEME.test(text.slice(0, 100))) return false;
	if (text.trim().length > MAX_ADDRESS_CHARACTERS) return true;
	return (URL.parse(text, base || undefined)?.href.length ?? 0) > MAX_ADDRESS_CHARACTERS;
}

/**
 * Reports addresses that were left out for their length; nothing when there are none.
 * @param place where they are, if not in the page or document itself
 */
export function describeTooLong(count: number, place = ''): string[] {
	if (count === 0) return [];
	const [links, were] = count === 1 ? ['link', 'was'] : ['links', 'were'];
	const most = MAX_ADDRESS_CHARACTERS.toLocaleString('en');
	return [`${count} ${links} of more than ${most} characters${place} ${were} left out.`];
}
