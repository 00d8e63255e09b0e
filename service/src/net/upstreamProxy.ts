/** The operator's proxy behind `useProxy`. */
export interface UpstreamProxy {
	/** http, https or socks5, credentials included; may contain the country placeholder. */
	url: string;
	/**
	 * Whether the proxy is outside this network and looks names up itself. Otherwise it is given
	 * the address that was checked here: in its own network the name might mean another host.
	 */
	resolvesNames: boolean;
}

/** Placeholder for the wanted country in PROXY_URL. */
const PLACEHOLDER = '{country}';

/** The default region of a request (api/openapi.yaml, POST /scrape: proxyCountry). */
const ANYWHERE = 'global';

/** The proxy setting cannot serve the request; the message says which setting to change. */
export class ProxySettingError extends Error {
	override name = 'ProxySettingError' as const;
}

/**
 * The proxy that a request's pages are opened through; undefined when none is requested. Providers
 * choose the country by a word in the user name or host, so `{country}` in the setting is replaced
 * by the wanted code or region, `global` if none.
 * @param proxy the operator's, such as `http://user-{country}:secret@proxy.example:3128`
 * @throws ProxySettingError when there is no proxy, or none that can choose a country
 */
export function chooseProxy(
	{ useProxy, proxyCountry }: { useProxy?: boolean; proxyCountry?: string },
	proxy: UpstreamProxy | undefined,
): UpstreamProxy | undefined {
	if (useProxy !== true) return undefined;
	if (proxy === undefined) {
		throw new ProxySettingError(
			'useProxy needs a proxy, and this service has none: set PROXY_URL and start it again',
		);
	}
	const template = proxy.url.replaceAll(/%7Bcountry%7D/gi, PLACEHOLDER);
	if (proxyCountry !== undefined && !template.includes(PLACEHOLDER)) {
		throw new ProxySettingError(
			`proxyCountry "${proxyCountry}" cannot be chosen: PROXY_URL of this service has no ${PLACEHOLDER} in it`,
		);
	}
	const country = encodeURIComponent(proxyCountry ?? ANYWHERE);
	return { ...proxy, url: template.replaceAll(PLACEHOLDER, country) };
}
