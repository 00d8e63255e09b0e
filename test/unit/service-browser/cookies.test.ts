import { toBrowserCookies } from '../../../service/src/browser/cookies.ts';
import { CookieFormatError, parseCookies } from '../../../service/src/net/cookies.ts';

describe('parseCookies', () => {
	it.each([
		['a header', 'sid=abc; theme=dark'],
		['a header with its name', 'Cookie: sid=abc; theme=dark'],
		['lower case, as HTTP/2 tools show it', 'cookie: sid=abc;theme=dark;'],
		['name and value on lines of their own', 'cookie:\nsid=abc; theme=dark'],
		['pairs on lines', ' sid=abc\r\ntheme=dark\r\n'],
		[
			'a Set-Cookie line',
			'Set-Cookie: sid=abc; Path=/; Secure; HttpOnly; SameSite=Lax; theme=dark',
		],
	])('reads %s', (_name, text) => {
		expect(parseCookies(text)).toEqual([
			{ name: 'sid', value: 'abc' },
			{ name: 'theme', value: 'dark' },
		]);
	});

	it('keeps equals signs and blanks inside values', () => {
		expect(parseCookies('token=a=b== ; note=two words')).toEqual([
			{ name: 'token', value: 'a=b==' },
			{ name: 'note', value: 'two words' },
		]);
	});

	it('reads the rows of a developer-tools cookie table', () => {
		const paste = [
			'Name\tValue\tDomain\tPath\tExpires / Max-Age\tSize\tHttpOnly\tSecure\tSameSite',
			'sid\tabc\t.shop.example\t/\t2027-01-01T00:00:00.000Z\t9\t✓\t✓\tLax\t\t\tMedium',
			'theme\tdark\tshop.example\t/app\tSession\t9\t\t\t',
			'flag\tx\tshop.example\t/\tFri, 01 Jan 2027 00:00:00 GMT\t5\ttrue\tfalse\tNone',
		].join('\n');
		expect(parseCookies(paste)).toEqual([
			{
				name: 'sid',
				value: 'abc',
				domain: '.shop.example',
				path: '/',
				expires: 1798761600,
				httpOnly: true,
				secure: true,
				sameSite: 'Lax',
			},
			{ name: 'theme', value: 'dark', domain: 'shop.example', path: '/app' },
			{
				name: 'flag',
				value: 'x',
				domain: 'shop.example',
				path: '/',
				expires: 1798761600,
				httpOnly: true,
				sameSite: 'None',
			},
		]);
	});

	it('reads rows of names and values alone', () => {
		expect(parseCookies('sid\tabc\ntheme\tdark')).toEqual([
			{ name: 'sid', value: 'abc' },
			{ name: 'theme', value: 'dark' },
		]);
	});

	it('reads a cookies.txt file', () => {
		const file = [
			'# Netscape HTTP Cookie File',
			'.shop.example\tTRUE\t/\tTRUE\t1798761600\tsid\tabc',
			'#HttpOnly_shop.example\tFALSE\t/app\tFALSE\t0\ttheme\tdark',
		].join('\n');
		expect(parseCookies(file)).toEqual([
			{
				name: 'sid',
				value: 'abc',
				domain: '.shop.example',
				path: '/',
				secure: true,
				httpOnly: false,
				expires: 1798761600,
			},
			{
				name: 'theme',
				value: 'dark',
				domain: 'shop.example',
				path: '/app',
				secure: false,
				httpOnly: true,
			},
		]);
	});

	it.each([
		['nothing', ''],
		['blanks', ' \n '],
		['attributes alone', 'Path=/; Secure'],
		['a heading alone', 'Name\tValue\tDomain'],
	])('refuses %s, naming the forms it reads', (_name, text) => {
		expect(() => parseCookies(text)).toThrow(CookieFormatError);
		expect(() => parseCookies(text)).toThrow(/name=value pairs separated by semicolons/);
	});

	it.each(['; ', '\n'])('refuses more than a browser keeps, separated by %j', (separator) => {
		const text = (count: number) =>
			Array.from({ length: count }, (_cookie, at) => `c${at}=v`).join(separator);
		expect(parseCookies(text(3300))).toHaveLength(3300);
		expect(() => parseCookies(text(3301))).toThrow(/has 3301 cookies; .* at most 3300/);
	});

	it.each([
		['sid=abc; secretvalue', /Part 2 of cookies/],
		['=secretvalue', /Part 1 of cookies/],
		['sid\tabc\n\tsecretvalue', /Row 2 of cookies/],
	])('names the place of a mistake in %j without repeating it', (text, message) => {
		expect(() => parseCookies(text)).toThrow(message);
		expect(() => parseCookies(text)).not.toThrow(/secretvalue/);
	});
});

describe('toBrowserCookies', () => {
	it('gives cookies without a domain to the host that is opened, on every path', () => {
		expect(toBrowserCookies([{ name: 'a', value: 'b' }], 'https://shop.example/x/y?z')).toEqual([
			{ name: 'a', value: 'b', url: 'https://shop.example/' },
		]);
	});

	it('leaves cookies with a domain where they belong', () => {
		const cookie = { name: 'a', value: 'b', domain: '.login.example' };
		expect(toBrowserCookies([cookie], 'https://shop.example/')).toEqual([{ ...cookie, path: '/' }]);
	});
});
