import { readFlag, readText, type ParameterValues } from './parameterValues';

/** How pages are reached, as the API names it (reference, POST /scrape). */
export interface Access {
	useProxy?: true;
	proxyCountry?: string;
	cookies?: string;
}

/** Reads how pages are reached; only what is set. A country turns the proxy on, which it requires. */
export function readAccess(options: ParameterValues): Access {
	const cookies = readText(options, 'cookies');
	const proxyCountry = readText(options, 'proxyCountry').toLowerCase();
	return {
		...((readFlag(options, 'useProxy') || proxyCountry !== '') && { useProxy: true as const }),
		...(proxyCountry !== '' && { proxyCountry }),
		...(cookies !== '' && { cookies }),
	};
}
