import { readFlag, readText, type ParameterValues } from './parameterValues';

/** How pages are reached, as the API names it (reference, POST /scrape). */
export interface Access {
	useProxy?: true;
	proxyCountry?: string;
	cookies?: string;
}

/** Reads how pages are reached; only what is set. A country turns the proxy on, which it requires. */
export function readAccess(options: ParameterValues): Access {
	const cookies = readText(options, 'cookies', 'Cookies');
	const proxyCountry = readText(options, 'proxyCountry', 'Proxy Country').toLowerCase();
	return {
		...((readFlag(options, 'useProxy', 'Use Proxy') || proxyCountry !== '') && {
			useProxy: true as const,
		}),
		...(proxyCountry !== '' && { proxyCountry }),
		...(cookies !== '' && { cookies }),
	};
}
