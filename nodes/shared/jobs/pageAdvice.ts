const LATER = 'Try again later.';
const HTTP = 'Try http:// instead.';

/**
 * What a browser's codes mean, without `net::ERR_`, and what to do. The words are those in which the local
 * service explains its codes itself (`service/src/net/networkErrors.ts`).
 */
const NETWORK: ReadonlyArray<readonly [codes: RegExp, meaning: string, advice: string]> = [
	[/^NAME_|^DNS_/, 'there is no site with this host name', 'Check the spelling of the address.'],
	[/^CONNECTION_REFUSED/, 'nothing answers at this address', 'Check the host name and the port.'],
	[/^EMPTY_RESPONSE/, 'the server closed the connection without a response', LATER],
	[/^CONNECTION_(?:RESET|CLOSED|ABORTED)/, 'the server closed the connection', LATER],
	[/TIMED_OUT/, 'the server did not answer in time', LATER],
	[
		/^ADDRESS_UNREACHABLE|^INTERNET_DISCONNECTED|^NETWORK_/,
		'this host cannot be reached',
		'Check the address and the network of the service.',
	],
	[/^ADDRESS_INVALID/, 'this is not a web address', 'Check the spelling of the address.'],
	[/^(?:CONTENT_LENGTH_MISMATCH|INCOMPLETE_)/, 'the response was cut off', LATER],
	[/^HTTP2_/, 'the response is not valid HTTP', LATER],
	[/^CONNECTION_FAILED/, 'no connection can be made', LATER],
	[
		/^TOO_MANY_REDIRECTS/,
		'it redirects in a loop',
		"Some sites do this if there is no session: 'Cookies' in Options may help.",
	],
	[/^CERT_DATE|^CERT_VALIDITY/, 'its certificate has expired, or is not valid yet', HTTP],
	[/^CERT_COMMON_NAME/, 'its certificate is for another host name', HTTP],
	[/^CERT_AUTHORITY/, 'its certificate is not from an authority that browsers trust', HTTP],
	[/^CERT/, 'its certificate is not valid', HTTP],
	[/^SSL_(?!CLIENT_)/, 'no secure connection can be made', HTTP],
	[
		/^(?:PROXY|TUNNEL)_/,
		'the proxy could not open it',
		"Check the proxy, or turn off 'Use Proxy' in Options.",
	],
];

const STATUS: ReadonlyArray<readonly [words: RegExp, advice: string]> = [
	[
		/HTTP status (401|403)\b/,
		"The site blocks visitors: 'Cookies' or 'Use Proxy' in Options may help.",
	],
	[/HTTP status (404|410)\b/, 'There is no such page: check the address.'],
	[/HTTP status (429|503)\b/, 'The site limits visits: try again later.'],
];

const CODE = /net::ERR_([A-Z0-9_]+)/;

/**
 * A code that no words explain yet, with what leads to it, and the address that Chromium puts behind it.
 * In brackets it follows the words of a service that explains its codes itself.
 */
const BARE_CODE = /(:? )?(?<!\()net::ERR_([A-Z0-9_]+)(?: at (\S+))?/;

function networkProblem(reason: string): (typeof NETWORK)[number] | undefined {
	const code = CODE.exec(reason)?.[1];
	return code === undefined ? undefined : NETWORK.find(([codes]) => codes.test(code));
}

/** What to do about a page, by why it could not be opened; undefined when that says no more. */
export function adviseOnPage(reason: string): string | undefined {
	return networkProblem(reason)?.[2] ?? STATUS.find(([words]) => words.test(reason))?.[1];
}

/**
 * Why a page could not be opened, as users read it: what the browser's code means, then the code, which
 * is what one searches for. An address that the reason has named before is not repeated.
 * @example 'Failed to scrape https://a.test/: there is no site with this host name (net::ERR_NAME_NOT_RESOLVED)'
 */
export function explainReason(reason: string): string {
	const found = BARE_CODE.exec(reason);
	if (!found) return reason;
	const [match, lead, code, address] = found;
	const before = reason.slice(0, found.index);
	const after = reason.slice(found.index + match.length);
	const meaning = networkProblem(reason)?.[1];
	const shown = meaning === undefined ? `net::ERR_${code}` : `${meaning} (net::ERR_${code})`;
	const where = address === undefined || isNamed(before, address) ? '' : ` at ${address}`;
	return `${before}${lead ? ': ' : ''}${shown}${where}${after}`;
}

/** Whether words name an address, be it without the slash that browsers add. */
function isNamed(words: string, address: string): boolean {
	const trimmed = address.replace(/\/$/, '');
	return words.split(/\s/).some((word) => word.replace(/\/?:?$/, '') === trimmed);
}
