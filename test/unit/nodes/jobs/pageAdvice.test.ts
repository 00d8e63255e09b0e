import { describeNetworkError } from '../../../../service/src/net/networkErrors.ts';
import { adviseOnPage, explainReason } from '../../../../nodes/shared/jobs/pageAdvice';

test.each([
	[
		'Failed to scrape https://a.test: net::ERR_NAME_NOT_RESOLVED at https://a.test/',
		'Failed to scrape https://a.test: there is no site with this host name (net::ERR_NAME_NOT_RESOLVED)',
		'spelling',
	],
	[
		'Failed to scrape http://a.test:81/x: net::ERR_CONNECTION_REFUSED at http://b.test/',
		'Failed to scrape http://a.test:81/x: nothing answers at this address (net::ERR_CONNECTION_REFUSED) at http://b.test/',
		'port',
	],
	[
		'Failed to scrape https://a.test/ net::ERR_CERT_DATE_INVALID',
		'Failed to scrape https://a.test/: its certificate has expired, or is not valid yet (net::ERR_CERT_DATE_INVALID)',
		'http://',
	],
	[
		'net::ERR_CONTENT_LENGTH_MISMATCH: the document was cut off after 3 of 9 bytes',
		'the response was cut off (net::ERR_CONTENT_LENGTH_MISMATCH): the document was cut off after 3 of 9 bytes',
		'later',
	],
	[
		'net::ERR_TUNNEL_CONNECTION_FAILED',
		'the proxy could not open it (net::ERR_TUNNEL_CONNECTION_FAILED)',
		'proxy',
	],
])('%s is said in words, with its code and the address once', (reason, expected, advice) => {
	expect(explainReason(reason)).toBe(expected);
	expect(explainReason(expected)).toBe(expected);
	expect(adviseOnPage(reason)).toContain(advice);
	expect(adviseOnPage(explainReason(reason))).toBe(adviseOnPage(reason));
	expect(explainReason(explainReason(reason))).toBe(expected);
});

test.each([
	"Failed to scrape https://a.test/: HTTP status 404 (Not Found), page title 'net gains'",
	'Failed to scrape https://a.test/: net::ERR_SOMETHING_NEW',
])('%s stays as it is', (reason) => {
	expect(explainReason(reason)).toBe(reason);
});

test.each([
	...['NAME_NOT_RESOLVED', 'NAME_RESOLUTION_FAILED', 'DNS_TIMED_OUT', 'CONNECTION_REFUSED'],
	...['EMPTY_RESPONSE', 'CONNECTION_RESET', 'CONNECTION_CLOSED', 'CONNECTION_ABORTED'],
	...['CONNECTION_TIMED_OUT', 'TIMED_OUT', 'CONNECTION_FAILED', 'ADDRESS_UNREACHABLE'],
	...['ADDRESS_INVALID', 'INTERNET_DISCONNECTED', 'NETWORK_CHANGED', 'CONTENT_LENGTH_MISMATCH'],
	...['INCOMPLETE_CHUNKED_ENCODING', 'HTTP2_PROTOCOL_ERROR', 'TOO_MANY_REDIRECTS'],
	...['CERT_DATE_INVALID', 'CERT_COMMON_NAME_INVALID', 'CERT_AUTHORITY_INVALID', 'CERT_REVOKED'],
	...['SSL_PROTOCOL_ERROR', 'SSL_VERSION_OR_CIPHER_MISMATCH', 'PROXY_CONNECTION_FAILED'],
	...['TUNNEL_CONNECTION_FAILED'],
])('%s has the words of the local service, and advice', (name) => {
	const code = `net::ERR_${name}`;
	expect(explainReason(code)).toBe(describeNetworkError(code, 'https://a.test/'));
	expect(adviseOnPage(code)).toBeDefined();
});
