/** What to do about a page that could not be opened, by the words of the browser or the site. */
const ADVICE: ReadonlyArray<[RegExp, string]> = [
	[
		/ERR_SSL_PROTOCOL_ERROR|ERR_SSL_VERSION/,
		'The site may not speak https: write its address with http:// in front.',
	],
	[
		/ERR_CERT_/,
		'The certificate of the site is not valid: if it has an address with http://, use that.',
	],
	[/ERR_NAME_NOT_RESOLVED/, 'No site has this host name: check its spelling.'],
	[/ERR_CONNECTION_REFUSED/, 'Nothing answers at this address: check host and port.'],
	[
		/HTTP status (401|403)\b/,
		"The site turns visitors away: 'Cookies' or 'Use Proxy' in Options may help.",
	],
	[/HTTP status (404|410)\b/, 'There is no such page: check the address.'],
	[/HTTP status (429|503)\b/, 'The site limits visits: try again later.'],
	[
		/ERR_(EMPTY_RESPONSE|CONNECTION_(CLOSED|RESET)|CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED)/,
		'The site ended the connection, also when it was asked again: try again later.',
	],
];

/** What to do about a page, by why it could not be opened; undefined when that says no more. */
export function adviseOnPage(reason: string): string | undefined {
	return ADVICE.find(([words]) => words.test(reason))?.[1];
}
