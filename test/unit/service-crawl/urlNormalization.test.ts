import { cleanUrl, toPageKey } from '../../../service/src/crawl/scope/addresses.ts';
import { fc } from '../../support/properties';

const BASE = 'https://example.com/docs/intro';

describe('the address to load for a link', () => {
	it.each([
		['a relative link', 'setup', 'https://example.com/docs/setup'],
		['a link from the root', '/about', 'https://example.com/about'],
		['a link without a scheme', '//cdn.example.com/x', 'https://cdn.example.com/x'],
		['a fragment', 'https://example.com/a#part', 'https://example.com/a'],
		['an empty route', 'https://example.com/a#/', 'https://example.com/a'],
		['an empty query', 'https://example.com/a?', 'https://example.com/a'],
		['a default port', 'https://example.com:443/a', 'https://example.com/a'],
		['an upper-case host', 'https://EXAMPLE.com/A', 'https://example.com/A'],
		['dots in the path', 'https://example.com/a/../b/./c', 'https://example.com/b/c'],
		['tracking', 'https://example.com/a?utm_source=x&id=7&gclid=y', 'https://example.com/a?id=7'],
		['tracking alone', 'https://example.com/a?fbclid=1', 'https://example.com/a'],
		[
			'the session of a forum',
			'https://example.com/viewtopic.php?t=5&sid=0cc175b9c0f1b6a831c399e269772661',
			'https://example.com/viewtopic.php?t=5',
		],
		[
			'no story that has such a name',
			'https://example.com/story?sid=26/11/25/1234',
			'https://example.com/story?sid=26/11/25/1234',
		],
		['a session', 'https://example.com/a;jsessionid=AB12?id=7', 'https://example.com/a?id=7'],
		['a place but not a route', '/app/#/users?page=2', 'https://example.com/app/#/users?page=2'],
		['a place but not an old route', '/app#!/users', 'https://example.com/app#!/users'],
		[
			'a query as it was written',
			'https://example.com/?q=a+b%20c',
			'https://example.com/?q=a+b%20c',
		],
	])('is cleaned of %s', (_label, link, expected) => {
		expect(cleanUrl(link, BASE)).toBe(expected);
	});

	it.each([
		'mailto:me@example.com',
		'javascript:void(0)',
		'tel:+1',
		'ftp://example.com/',
		'http://',
	])('is none for %s', (link) => {
		expect(cleanUrl(link, BASE)).toBeUndefined();
	});
});

describe('the key of a page', () => {
	const key = (url: string, ignoreQueryParams = false) => toPageKey(url, { ignoreQueryParams });

	it.each([
		['a slash at the end', 'https://example.com/a/', 'https://example.com/a'],
		['a slash after the host', 'https://example.com/', 'https://example.com'],
		['doubled slashes', 'https://example.com/a//b', 'https://example.com/a/b'],
		['the scheme', 'http://example.com/a', 'https://example.com/a'],
		['www', 'https://www.example.com/a', 'https://example.com/a'],
		['the order of parameters', 'https://example.com/?b=2&a=1', 'https://example.com/?a=1&b=2'],
		['a fragment', 'https://example.com/a#b', 'https://example.com/a'],
		['tracking', 'https://example.com/a?utm_medium=mail', 'https://example.com/a'],
		['needless encoding', 'https://example.com/%7Eann', 'https://example.com/~ann'],
		['case of encoding', 'https://example.com/%c3%bc', 'https://example.com/%C3%BC'],
		['letters beyond ASCII', 'https://example.com/ü', 'https://example.com/%C3%BC'],
	])('is the same whatever %s', (_label, one, other) => {
		expect(key(one)).toBe(key(other));
	});

	it.each([
		['paths in another case', 'https://example.com/A', 'https://example.com/a'],
		['other routes', 'https://example.com/#/a', 'https://example.com/#/b'],
		['a route and none', 'https://example.com/#!/a', 'https://example.com/'],
		['other parameters', 'https://example.com/?id=1', 'https://example.com/?id=2'],
		['repeated parameters', 'https://example.com/?a=1&a=2', 'https://example.com/?a=1'],
		['ports', 'http://example.com:8080/', 'http://example.com:8081/'],
		['an encoded slash', 'https://example.com/a%2Fb', 'https://example.com/a/b'],
	])('differs for %s', (_label, one, other) => {
		expect(key(one)).not.toBe(key(other));
	});

	it('leaves the query out when it is to be ignored', () => {
		expect(key('https://example.com/list?page=2', true)).toBe(
			key('https://example.com/list', true),
		);
	});
});

describe('any address', () => {
	const parts = fc.array(
		fc.constantFrom(
			'a',
			'/',
			'?',
			'&',
			'=',
			'#',
			';sid=1',
			'%41',
			'..',
			'utm_source=x',
			'id=7',
			'+',
		),
		{ maxLength: 12 },
	);
	const address = fc
		.tuple(fc.constantFrom('https://ex.com', 'http://www.ex.com:8080'), parts)
		.map(([host, rest]) => `${host}/${rest.join('')}`);

	it('that was made clean is clean', () => {
		fc.assert(
			fc.property(address, (text) => {
				const clean = cleanUrl(text) ?? '';
				expect(cleanUrl(clean)).toBe(clean);
			}),
			{ numRuns: 2_000 },
		);
	});

	it('names the same page before and after', () => {
		fc.assert(
			fc.property(address, fc.boolean(), (text, ignoreQueryParams) => {
				const clean = cleanUrl(text) ?? '';
				const options = { ignoreQueryParams };
				expect(toPageKey(clean, options)).toBe(toPageKey(text, options));
			}),
			{ numRuns: 2_000 },
		);
	});
});
