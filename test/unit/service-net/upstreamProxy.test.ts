import { chooseProxy, ProxySettingError } from '../../../service/src/net/upstreamProxy.ts';

const choose = (url: string, proxyCountry?: string) =>
	chooseProxy(
		{ useProxy: true, ...(proxyCountry !== undefined && { proxyCountry }) },
		{ url, resolvesNames: false },
	)?.url;

describe('chooseProxy', () => {
	it('puts the country where the setting has its place', () => {
		expect(choose('http://user-{country}:pw@proxy.example:3128', 'de')).toBe(
			'http://user-de:pw@proxy.example:3128',
		);
		expect(choose('http://u:p@{country}.proxy.example:3128', 'us')).toBe(
			'http://u:p@us.proxy.example:3128',
		);
	});

	it('recognises the place in an address that was encoded', () => {
		expect(choose('http://user-%7Bcountry%7D@proxy.example', 'uk')).toBe(
			'http://user-uk@proxy.example',
		);
	});

	it('means anywhere when no country is asked for', () => {
		expect(choose('http://user-{country}@proxy.example')).toBe('http://user-global@proxy.example');
		expect(choose('socks5://proxy.example:1080')).toBe('socks5://proxy.example:1080');
	});

	it('never lets a country change the rest of the address', () => {
		expect(choose('http://user-{country}@proxy.example', 'x@evil.example/')).toBe(
			'http://user-x%40evil.example%2F@proxy.example',
		);
	});

	it('is for requests that ask for it', () => {
		expect(chooseProxy({}, { url: 'http://proxy.example', resolvesNames: false })).toBe(undefined);
	});

	it('says which setting is missing', () => {
		for (const wish of [{ useProxy: true, proxyCountry: 'de' }, { useProxy: true }]) {
			expect(() => chooseProxy(wish, undefined)).toThrow(ProxySettingError);
			expect(() => chooseProxy(wish, undefined)).toThrow(/set PROXY_URL/);
		}
	});

	it('says when the proxy cannot choose a country', () => {
		expect(() => choose('http://u:secret@proxy.example', 'de')).toThrow(
			'proxyCountry "de" cannot be chosen: PROXY_URL of this service has no {country} in it',
		);
	});
});
