import { ProxySettingError, resolveProxyUrl } from '../../../service/src/net/proxyUrl.ts';

describe('resolveProxyUrl', () => {
	it('puts the country where the setting has its place', () => {
		expect(resolveProxyUrl('http://user-{country}:pw@proxy.example:3128', 'de')).toBe(
			'http://user-de:pw@proxy.example:3128',
		);
		expect(resolveProxyUrl('http://u:p@{country}.proxy.example:3128', 'us')).toBe(
			'http://u:p@us.proxy.example:3128',
		);
	});

	it('recognises the place in an address that was encoded', () => {
		expect(resolveProxyUrl('http://user-%7Bcountry%7D@proxy.example', 'uk')).toBe(
			'http://user-uk@proxy.example',
		);
	});

	it('means anywhere when no country is asked for', () => {
		expect(resolveProxyUrl('http://user-{country}@proxy.example', undefined)).toBe(
			'http://user-global@proxy.example',
		);
		expect(resolveProxyUrl('socks5://proxy.example:1080', undefined)).toBe(
			'socks5://proxy.example:1080',
		);
	});

	it('never lets a country change the rest of the address', () => {
		expect(resolveProxyUrl('http://user-{country}@proxy.example', 'x@evil.example/')).toBe(
			'http://user-x%40evil.example%2F@proxy.example',
		);
	});

	it('says which setting is missing', () => {
		expect(() => resolveProxyUrl(undefined, 'de')).toThrow(ProxySettingError);
		expect(() => resolveProxyUrl(undefined, undefined)).toThrow(/set PROXY_URL/);
	});

	it('says when the proxy cannot choose a country', () => {
		expect(() => resolveProxyUrl('http://u:secret@proxy.example', 'de')).toThrow(
			'proxyCountry "de" cannot be chosen: PROXY_URL of this service has no {country} in it',
		);
	});
});
