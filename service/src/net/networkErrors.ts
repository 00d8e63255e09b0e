/**
 * Browsers' names for network errors, with words that follow `Failed to
 * scrape <url>: `. If several match a name, the first counts.
 */
const WORDS: ReadonlyArray<[name: RegExp, words: string]> = [
	[/^NAME_|^DNS_|^ICANN_/, 'there is no site with this host name'],
	[/^CONNECTION_REFUSED/, 'nothing answers at this address'],
	[/^EMPTY_RESPONSE/, 'the server closed the connection without a response'],
	[/^CONNECTION_(?:RESET|CLOSED|ABORTED)|^SOCKET_NOT/, 'the server closed the connection'],
	[/TIMED_OUT/, 'the server did not answer in time'],
	[/^ADDRESS_UNREACHABLE|^INTERNET_DISCONNECTED|^NETWORK_/, 'this host cannot be reached'],
	[/^(?:CONTENT_LENGTH_MISMATCH|INCOMPLETE_)/, 'the response was cut off'],
	[/^CONTENT_DECODING/, 'the response cannot be decompressed'],
	[/^TOO_MANY_REDIRECTS/, 'it redirects in a loop'],
	[/REDIRECT/, 'it redirects to something that is not a web address'],
	[/^CERT_DATE|^CERT_VALIDITY/, 'its certificate has expired, or is not valid yet'],
	[/^CERT_COMMON_NAME/, 'its certificate is for another host name'],
	[/^CERT_AUTHORITY/, 'its certificate is not from an authority that browsers trust'],
	[/^CERT|CERTIFICATE_TRANSPARENCY/, 'its certificate is not valid'],
	[/CLIENT_(?:AUTH_)?CERT/, 'it asks visitors for a certificate'],
	[/^(?:SSL|ECH|TLS)_/, 'no secure connection can be made'],
	[/^UNSAFE_PORT/, 'browsers do not open this port'],
	[/URL_SCHEME|^INVALID_URL|^ADDRESS_INVALID/, 'this is not a web address'],
	[/^ABORTED/, 'it leads to nothing that can be opened as a page'],
	[/^BLOCKED_BY|^ACCESS_DENIED|^NETWORK_ACCESS/, 'the browser is not allowed to show it'],
	[/^(?:PROXY|TUNNEL|SOCKS|MANDATORY_PROXY)_/, 'the proxy could not open it'],
	[/OUT_OF_MEMORY|^INSUFFICIENT_RESOURCES|^FILE_/, 'the browser ran out of memory'],
	[/^RESPONSE_HEADERS_TOO_BIG/, 'its response has more headers than are accepted'],
	[/^(?:HTTP2|QUIC|INVALID_|RESPONSE_|UNEXPECTED_|HTTP_)/, 'the response is not valid HTTP'],
	[/^CONNECTION_FAILED/, 'no connection can be made'],
];

const OTHER = 'the browser cannot open it';

/** The browser's names for the corresponding codes of Node and undici. */
const NAMES: Readonly<Record<string, string>> = {
	ENOTFOUND: 'NAME_NOT_RESOLVED',
	EAI_AGAIN: 'NAME_NOT_RESOLVED',
	EAI_FAIL: 'NAME_NOT_RESOLVED',
	ENODATA: 'NAME_NOT_RESOLVED',
	ECONNREFUSED: 'CONNECTION_REFUSED',
	ECONNRESET: 'CONNECTION_RESET',
	ETIMEDOUT: 'CONNECTION_TIMED_OUT',
	UND_ERR_CONNECT_TIMEOUT: 'CONNECTION_TIMED_OUT',
	EHOSTUNREACH: 'ADDRESS_UNREACHABLE',
	ENETUNREACH: 'ADDRESS_UNREACHABLE',
	EADDRNOTAVAIL: 'ADDRESS_INVALID',
	CERT_HAS_EXPIRED: 'CERT_DATE_INVALID',
	CERT_NOT_YET_VALID: 'CERT_DATE_INVALID',
	ERR_TLS_CERT_ALTNAME_INVALID: 'CERT_COMMON_NAME_INVALID',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'CERT_AUTHORITY_INVALID',
	SELF_SIGNED_CERT_IN_CHAIN: 'CERT_AUTHORITY_INVALID',
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'CERT_AUTHORITY_INVALID',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'CERT_AUTHORITY_INVALID',
	EPROTO: 'SSL_PROTOCOL_ERROR',
	HPE_HEADER_OVERFLOW: 'RESPONSE_HEADERS_TOO_BIG',
	UND_ERR_HEADERS_OVERFLOW: 'RESPONSE_HEADERS_TOO_BIG',
};

/** The same for codes that differ only in their details. */
const FAMILIES: ReadonlyArray<[code: RegExp, name: string]> = [
	[/^HPE_/, 'INVALID_HTTP_RESPONSE'],
	[/^ERR_(?:SSL|TLS)_/, 'SSL_PROTOCOL_ERROR'],
	// From OpenSSL's checks, such as CERT_REVOKED.
	[/CERT/, 'CERT_INVALID'],
];

/** A browser's name for an error of Node's network, such as `net::ERR_NAME_NOT_RESOLVED`; undefined for others. */
export function toBrowserErrorName(error: unknown): string | undefined {
	const { code }: { code?: unknown } = Object(error);
	const family = FAMILIES.find(([pattern]) => pattern.test(String(code)));
	const name = NAMES[String(code)] ?? family?.[1];
	return name === undefined ? undefined : `net::ERR_${name}`;
}

/** `net::ERR_X`, with the address or the words that follow it. */
const BROWSER_ERROR = /^net::ERR_([A-Z\d_]+)(?: at (\S+)|: (.+))?$/s;

/**
 * A browser's network error in plain words, its name last, for looking it up: `there is no
 * site with this host name (net::ERR_NAME_NOT_RESOLVED)`. Texts of other kinds stay as they are.
 * @param reason such as `net::ERR_NAME_NOT_RESOLVED at https://example.com/`
 * @param url the requested address: if another one failed, it is included
 */
export function describeNetworkError(reason: string, url: string): string {
	const [, name = '', failedUrl, own] = BROWSER_ERROR.exec(reason) ?? [];
	if (name === '') return reason;
	const words = own ?? WORDS.find(([pattern]) => pattern.test(name))?.[1] ?? OTHER;
	const isOther = failedUrl !== undefined && URL.parse(failedUrl)?.href !== URL.parse(url)?.href;
	return `${isOther ? `it leads to ${failedUrl}: ` : ''}${words} (net::ERR_${name})`;
}
