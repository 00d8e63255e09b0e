import { growthOf, LINEAR } from '../../support/growth';
import { seededRandom } from '../../support/seededRandom';
import { describeDoubtfulPatterns } from '../../../service/src/crawl/scope/patternWarnings.ts';
import {
	createPathTest,
	createScope,
	readPlace,
	type ScopeRules,
} from '../../../service/src/crawl/scope/scope.ts';

describe('a path pattern', () => {
	const fits = (pattern: string, path: string) =>
		createPathTest(pattern)(readPlace(new URL(path, 'https://example.com')));

	it.each([
		['/blog/*', '/blog/first'],
		['/blog/*', '/blog/2026/first'],
		['/blog/*', '/blog/'],
		['/blog/*', '/blog'],
		['blog/*', '/blog/first'],
		['/about', '/about'],
		['/about', '/about/'],
		['/about/', '/about'],
		['/blog/', '/blog/first'],
		['/blog/tag/', '/blog/tag/a/b'],
		['*', '/anything/at/all'],
		['*.html', '/docs/a.html'],
		['/*/comments', '/blog/first/comments'],
		['/a*c*e', '/abcde'],
		['/über/*', '/%C3%BCber/uns'],
		['/list?page=*', '/list?page=2'],
		['/a.b', '/a.b'],
		['/*abab*ab', '/ababab'],
		['/*aab*', '/aaab'],
		['/**/x', '/a/x'],
		['/app/#/users/*', '/app/#/users/7'],
		['/app/#/users/', '/app/#/users/7'],
		['/app/*', '/app/#/users/7'],
	])('%s fits %s', (pattern, path) => {
		expect(fits(pattern, path)).toBe(true);
	});

	it.each([
		['/blog/*', '/blogging'],
		['/blog/*', '/en/blog/first'],
		['/about', '/about-us'],
		['/about', '/about/team'],
		['/', '/about'],
		['/blog/', '/blogging'],
		['/Blog/*', '/blog/first'],
		['/a*c*e', '/ace-moral'],
		['/ab*ba', '/aba'],
		['/*abab*ab', '/abab'],
		['/a.b', '/axb'],
		['/list?page=*', '/list'],
		['/(a+)+$', '/aaaa'],
		['/app/#/users/*', '/app/#/orders'],
		['/app/#/users/*', '/app/'],
	])('%s does not fit %s', (pattern, path) => {
		expect(fits(pattern, path)).toBe(false);
	});

	it.each([
		['many stars', () => `/${'*a'.repeat(200)}*b`],
		['a long part', (length: number) => `*${'a'.repeat(length / 10)}b${'a'.repeat(length / 10)}*`],
	])('of %s takes no more than in proportion to it and to the path', async (_name, write) => {
		const growth = await growthOf((length) => {
			const test = createPathTest(write(length));
			const place = { path: `/${'a'.repeat(length)}`, query: '', route: '' };
			return () => test(place);
		}, 2_000);

		expect(growth).toBeLessThan(LINEAR);
	});

	it('finds what the language itself finds', () => {
		const random = seededRandom(7);
		// Mostly the one letter, so that parts repeat themselves.
		const letters = (length: number) =>
			Array.from({ length }, () => (random() < 0.9 ? 'a' : 'b')).join('');
		for (let turn = 0; turn < 3_000; turn += 1) {
			const [part, path] = [letters(1 + (turn % 25)), letters(turn % 60)];
			expect([part, path, fits(`/*${part}*`, `/${path}`)]).toEqual([
				part,
				path,
				path.includes(part),
			]);
		}
	});
});

describe('patterns that may fit nothing', () => {
	it.each(['^/blog', '/blog/.*', '/blog/.+', '/(a|b)/x', '/[0-9]+', '/\\d+/', '/blog$', '(?!x)'])(
		'%s is named',
		(pattern) => {
			expect(describeDoubtfulPatterns({ includePaths: ['/a/*', pattern] })).toEqual([
				expect.stringContaining(`includePaths: "${pattern}"`),
			]);
		},
	);

	it.each(['/blog/*', '/file.*', '/a(b)', '/x[1]', '/price-$5/', '/c++', '*.html', '/list?page=*'])(
		'%s is not',
		(pattern) => {
			expect(describeDoubtfulPatterns({ excludePaths: [pattern] })).toEqual([]);
		},
	);
});

it('Of many patterns that may fit nothing the first are named, and the others counted', () => {
	const named = describeDoubtfulPatterns({
		excludePaths: Array.from({ length: 1_000 }, (_, index) => `^/page-${index}`),
	});
	expect(named).toHaveLength(21);
	expect(named[0]).toMatch(/^excludePaths: "\^\/page-0" looks like/);
	expect(named.at(-1)).toBe('The same is true of 980 more of the patterns.');
});

describe('the scope of a crawl', () => {
	const isIn = (base: string, rules: ScopeRules, url: string) => createScope([base], rules)(url);
	const SITE = 'https://example.com/';
	const BLOG = 'https://example.com/blog';
	const open = { crawlEntireDomain: true };

	it.each<[string, string, ScopeRules, string]>([
		['every page below the root', SITE, {}, 'https://example.com/a/b?c=d'],
		['the base itself', BLOG, {}, 'https://example.com/blog'],
		['the base with a slash', BLOG, {}, 'https://example.com/blog/'],
		['pages below the base', BLOG, {}, 'https://example.com/blog/first'],
		['the folder of a base file', `${BLOG}/index.html`, {}, 'https://example.com/blog/first'],
		['other paths of the entire domain', BLOG, open, 'https://example.com/shop'],
		['the host with www', SITE, {}, 'https://www.example.com/a'],
		['the host without www', 'https://www.example.com/', {}, 'https://example.com/a'],
		['another scheme', SITE, {}, 'http://example.com/a'],
		['a subdomain', SITE, { allowSubdomains: true }, 'https://docs.example.com/a'],
		['any path of a subdomain', BLOG, { allowSubdomains: true }, 'https://docs.example.com/a'],
		['included paths', SITE, { includePaths: ['/blog/*'] }, 'https://example.com/blog/a'],
		['no included paths', SITE, { includePaths: [] }, 'https://example.com/a'],
		['one of several patterns', SITE, { includePaths: ['/a', '/b/*'] }, 'https://example.com/b/c'],
		['what is not excluded', SITE, { excludePaths: ['/tag/*'] }, 'https://example.com/blog'],
	])('holds %s', (_label, base, rules, url) => {
		expect(isIn(base, rules, url)).toBe(true);
	});

	it.each<[string, string, ScopeRules, string]>([
		['other hosts', SITE, open, 'https://example.org/'],
		['hosts that only end alike', SITE, { allowSubdomains: true }, 'https://badexample.com/'],
		['subdomains', SITE, open, 'https://docs.example.com/'],
		['the parent domain', 'https://docs.example.com/', { allowSubdomains: true }, SITE],
		['other ports', 'http://example.com:8080/', open, 'http://example.com:9090/'],
		['paths above the base', BLOG, {}, SITE],
		['paths that only begin alike', BLOG, {}, 'https://example.com/blogging'],
		['paths not included', SITE, { includePaths: ['/blog/*'] }, 'https://example.com/shop'],
		['excluded paths', SITE, { excludePaths: ['/tag/*'] }, 'https://example.com/tag/a'],
		[
			'what is included and excluded',
			SITE,
			{ includePaths: ['/blog/*'], excludePaths: ['/blog/tag/*'] },
			'https://example.com/blog/tag/a',
		],
	])('leaves out %s', (_label, base, rules, url) => {
		expect(isIn(base, rules, url)).toBe(false);
	});

	it('holds what lies below the base or below the address it was redirected to', () => {
		const isInScope = createScope([BLOG, 'https://news.example.org/en'], {});

		expect(isInScope('https://news.example.org/en/first')).toBe(true);
		expect(isInScope('https://example.com/blog/first')).toBe(true);
		expect(isInScope('https://news.example.org/de')).toBe(false);
	});
});
