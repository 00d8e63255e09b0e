import type { UpstreamProxy } from './guardProxy.ts';

/** Stands for the wanted country in PROXY_URL. */
const PLACEHOLDER = '{country}';

/** The region meant when a request names none (reference, POST /scrape: proxyCountry). */
const ANYWHERE = 'global';

/** The proxy setting cannot serve the request; the message says which setting to change. */
export class ProxySettingError extends Error {
	override name = 'ProxySettingError' as const;
}

/** What a request says about proxies. */
export interface ProxyWish {
	useProxy?: boolean;
	proxyCountry?: string;
}

/**
 * The proxy that a request's pages are opened through; undefined when it asks for none.
 * @param proxy the operator's; undefined when this service has none
 * @throws ProxySettingError
 */
export function chooseProxy(
	{ useProxy, proxyCountry }: ProxyWish,
	proxy: UpstreamProxy | undefined,
): UpstreamProxy | undefined {
	if (useProxy !== true) return undefined;
	const url = resolveProxyUrl(proxy?.url, proxyCountry);
	return { url, resolvesNames: proxy?.resolvesNames ?? false };
}

/**
 * The proxy for a request with `useProxy`. Providers choose the country by a word in the user name
 * or host, so `{country}` in the setting is replaced by the wanted code or region, `global` if none.
 * @param template the setting PROXY_URL, such as `http://user-{country}:secret@proxy.example:3128`
 * @throws ProxySettingError when there is no proxy, or none that can choose a country
 */
export function resolveProxyUrl(template: string | undefined, country: string | undefined): string {
	if (template === undefined) {
		throw new ProxySettingError(
			'useProxy needs a proxy, and this service has none: set PROXY_URL and start it again',
		);
	}
	const decoded = template.replaceAll(/%7Bcountry%7D/gi, PLACEHOLDER);
	if (country !== undefined && !decoded.includes(PLACEHOLDER)) {
		throw new ProxySettingError(
			`proxyCountry "${country}" cannot be chosen: PROXY_URL of this service has no ${PLACEHOLDER} in it`,
		);
	}
	return decoded.replaceAll(PLACEHOLDER, encodeURIComponent(country ?? ANYWHERE));
}
