import { useLoginOn, withLogin } from '../../../../nodes/shared/fields/login';

/** What a login for a site may send to an address: its cookies, or why nothing. */
async function sentTo(site: string, ...urls: string[]): Promise<string> {
	const context = { getCredentials: async () => ({ site, cookieSecret: 'session=abc' }) };
	const values = await withLogin(context, { options: { useLogin: true } });
	try {
		const { options } = useLoginOn(values, urls, 'URLs');
		return String(Object(options).cookies);
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}

test.each([
	['shop.example', 'https://shop.example/'],
	['shop.example', 'https://SHOP.example:8443/a'],
	['shop.example', 'https://eu.shop.example/'],
	['shop.example:8443', 'https://shop.example/'],
	['shop.example.', 'https://shop.example/'],
	['shop.example', 'https://shop.example./'],
	['https://shop.example/account', 'http://shop.example/'],
	['*.shop.example', 'https://www.shop.example/'],
	['bücher.example', 'https://xn--bcher-kva.example/'],
	['xn--bcher-kva.example', 'https://bücher.example/'],
	['[::1]', 'http://[::1]:3000/'],
	['localhost', 'http://localhost:3000/'],
])('a login for %s is sent to %s', async (site, url) => {
	expect(await sentTo(site, url)).toBe('session=abc');
});

test.each([
	['shop.example', 'https://evil.example/'],
	['shop.example', 'https://notshop.example/'],
	['shop.example', 'https://shop.example.evil.test/'],
	['shop.example', 'https://evil.test/shop.example'],
	['shop.example', 'https://shop.example@evil.test/'],
	['shop.example', 'https://evil.test\\@shop.example/'],
	['shop.example', 'https://evil.test#.shop.example'],
	['shop.example', 'https://shop.example%2eevil.test/'],
	['shop.example.', 'https://evil.example./'],
	['bücher.example', 'https://bucher.example/'],
	['eu.shop.example', 'https://shop.example/'],
])('a login for %s is not sent to %s', async (site, url) => {
	expect(await sentTo(site, 'https://shop.example/', url)).not.toContain('session=abc');
});

test.each(['', '.', 'com', 'com.', '*.com.', 'a b.example', 'x@shop.example', 'a.test,b.test'])(
	'%j is no site',
	async (site) => {
		expect(await sentTo(site, 'https://evil.com./')).toContain("'Site' is");
	},
);

test.each(['co.uk', '*.com.au', 'https://or.jp/', 'CO.NZ.', 'github.io', 'https://vercel.app'])(
	'%j is no site, because anybody can have one below it',
	async (site) => {
		const sent = await sentTo(site, 'https://evil.co.uk/');
		expect(sent).toContain('where anyone can have a website');
	},
);

test.each(['shop.co.uk', 'anna.github.io', 'co.example', 'com.shop.au', 'web.appspot.test'])(
	'%j is one',
	async (site) => {
		expect(await sentTo(site, `https://${site}/`)).toBe('session=abc');
	},
);
