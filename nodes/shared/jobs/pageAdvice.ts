/** Why a page could not be opened, in words, and what to do about it. */
interface PageProblem {
	/** Codes of the browser, without `net::ERR_`. */
	codes?: RegExp;
	/** Words of the site or the service. */
	words?: RegExp;
	/** What a code means; it takes the place of the code, which follows in brackets. */
	meaning?: string;
	advice: string;
}

const PROBLEMS: readonly PageProblem[] = [
	{
		codes: /^(?:SSL_PROTOCOL_ERROR|SSL_VERSION)/,
		meaning: 'the site does not answer over https',
		advice: 'If it has an address with http://, use that.',
	},
	{
		codes: /^CERT_/,
		meaning: "the site's certificate is not valid",
		advice: 'If it has an address with http://, use that.',
	},
	{
		codes: /^(?:NAME_NOT_RESOLVED|NAME_RESOLUTION_FAILED)/,
		meaning: 'there is no site with this host name',
		advice: 'Check the spelling of the address.',
	},
	{
		codes: /^CONNECTION_REFUSED/,
		meaning: 'nothing answers at this address',
		advice: 'Check the host name and the port.',
	},
	{
		codes: /^(?:ADDRESS_UNREACHABLE|ADDRESS_INVALID|INTERNET_DISCONNECTED|NETWORK_CHANGED)/,
		meaning: 'the service has no route to this address',
		advice: 'Check the address and the network of the service.',
	},
	{
		codes: /^(?:CONNECTION_)?TIMED_OUT/,
		meaning: 'the site did not answer in time',
		advice: 'Try again later.',
	},
	{
		codes:
			/^(?:EMPTY_RESPONSE|CONNECTION_(?:ABORTED|CLOSED|RESET|FAILED)|CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED|HTTP2_)/,
		meaning: 'the site closed the connection',
		advice: 'Try again later.',
	},
	{
		codes: /^TOO_MANY_REDIRECTS/,
		meaning: 'the site redirects without end',
		advice: "Some sites do this to visitors without a session: 'Cookies' in Options may help.",
	},
	{
		codes: /^(?:PROXY|TUNNEL)_/,
		meaning: 'the proxy did not connect',
		advice: "Check the proxy, or turn off 'Use Proxy' in Options.",
	},
	{
		words: /HTTP status (401|403)\b/,
		advice: "The site blocks visitors: 'Cookies' or 'Use Proxy' in Options may help.",
	},
	{ words: /HTTP status (404|410)\b/, advice: 'There is no such page: check the address.' },
	{ words: /HTTP status (429|503)\b/, advice: 'The site limits visits: try again later.' },
];

const CODE = /net::ERR_([A-Z0-9_]+)/;

/**
 * A code that no words explain yet, with what leads to it, and the address that Chromium puts behind it.
 * In brackets it follows the words of a service that explains its codes itself.
 */
const BARE_CODE = /(:? )?(?<!\()net::ERR_([A-Z0-9_]+)(?: at (\S+))?/;

function problemOf(reason: string): PageProblem | undefined {
	const code = CODE.exec(reason)?.[1];
	return PROBLEMS.find(
		({ codes, words }) =>
			(code !== undefined && codes?.test(code) === true) || words?.test(reason) === true,
	);
}

/** What to do about a page, by why it could not be opened; undefined when that says no more. */
export function adviseOnPage(reason: string): string | undefined {
	return problemOf(reason)?.advice;
}

/**
 * Why a page could not be opened, as users read it: what the browser's code means, then the code, which
 * is what one searches for. An address that the reason has named before is not repeated.
 * @example 'Failed to scrape https://a.test/: there is no site with this host name (net::ERR_NAME_NOT_RESOLVED)'
 */
export function explainReason(reason: string): string {
	const found = BARE_CODE.exec(reason);
	// In brackets it stands behind its meaning already.
	if (!found || reason[found.index - 1] === '(') return reason;
	const [match, lead, code, address] = found;
	const before = reason.slice(0, found.index);
	const after = reason.slice(found.index + match.length);
	const meaning = problemOf(reason)?.meaning;
	const shown = meaning === undefined ? `net::ERR_${code}` : `${meaning} (net::ERR_${code})`;
	const where = address === undefined || isNamed(before, address) ? '' : ` at ${address}`;
	return `${before}${lead ? ': ' : ''}${shown}${where}${after}`;
}

/** Whether words name an address, be it without the slash that browsers add. */
function isNamed(words: string, address: string): boolean {
	const trimmed = address.replace(/\/$/, '');
	return words.split(/\s/).some((word) => word.replace(/\/?:$/, '') === trimmed);
}
