import { countReasons } from '../../../../nodes/shared/operations/pageReports';

const notFound = (path: string) =>
	`Failed to scrape https://a.test/${path}: HTTP status 404 (Not Found), page title 'No ${path}, sorry'`;

test.each<[string, Array<string | undefined>, string]>([
	['none', [], ''],
	['unknown ones', [undefined, undefined], ''],
	['one', ['HTTP status 500 (Internal Server Error)'], 'HTTP status 500 (Internal Server Error)'],
	['the same of several pages', [notFound('x'), notFound('y')], 'HTTP status 404 (Not Found)'],
	[
		'different ones, the commonest first',
		['Blocked', notFound('x'), undefined, notFound('y')],
		'2 × HTTP status 404 (Not Found), 1 × Blocked, 1 × no reason given',
	],
	[
		'codes of the browser, in words',
		['Failed to scrape https://a.test/: net::ERR_TIMED_OUT at https://a.test/'],
		'the server did not answer in time (net::ERR_TIMED_OUT)',
	],
	[
		'many',
		['a', 'a', 'b', 'b', 'c', 'c', 'd', 'e', 'e', 'e'],
		'3 × e, 2 × a, 2 × b, 3 × other reasons',
	],
	[
		'busy servers, whatever they ask to wait',
		[5, 9].map(
			(wait) =>
				`HTTP status 503 (Service Unavailable), to be tried again in ${wait} s, page title 'Busy'`,
		),
		'HTTP status 503 (Service Unavailable)',
	],
	['long ones in part', ['x'.repeat(200)], `${'x'.repeat(160)}…`],
])('reasons of failed pages: %s', (_label, reasons, shown) => {
	expect(countReasons(reasons)).toBe(shown);
});
