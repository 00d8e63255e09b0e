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
		"Failed to scrape https://a.test/: the site's certificate is not valid (net::ERR_CERT_DATE_INVALID)",
		'http://',
	],
	[
		'net::ERR_CONTENT_LENGTH_MISMATCH: the document was cut off after 3 of 9 bytes',
		'the site closed the connection (net::ERR_CONTENT_LENGTH_MISMATCH): the document was cut off after 3 of 9 bytes',
		'later',
	],
	[
		'net::ERR_TUNNEL_CONNECTION_FAILED',
		'the proxy did not connect (net::ERR_TUNNEL_CONNECTION_FAILED)',
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
