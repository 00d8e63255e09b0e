import { parseAddress } from '@web-data-extraction/page/resolveAddress';

/** `;jsessionid=…` at the end of a path segment: the session of servers without cookies. */
const PATH_SESSION = /;(?:jsessionid|phpsessid|sid)=[^/;]*/gi;
const UNRESERVED = /^[\w.~-]$/;

/** Fragments that identify a page of an application, not a place in a page: `#/users`, `#!/users`. */
const ROUTE = /^#!?\/./;

/**
 * The address to load for a link: absolute, http or https, without tracking and session parameters,
 * and without fragment, unless that identifies a page: `#/users`, `#!/users`.
 * @param base address of the page that contains the link, for relative links
 * Bounded: what it returns has at most 8,192 characters, and so has all that a crawl does with it.
 * @returns undefined when the link leads to no web page (`mailto:`, `javascript:`, broken), or is longer
 */
export function cleanUrl(link: string, base?: string): string | undefined {
	const url = parseAddress(link, base);
	if (url === undefined) return undefined;
	if (!ROUTE.test(url.hash)) url.hash = '';
	url.pathname = url.pathname.replace(PATH_SESSION, '');
	const query = keepParameters(url.search, (name, value) => !isOfVisit(name, value));
	// With its question mark: the setter would mistake a `?` at the start of the query for it.
	url.search = query === '' ? '' : `?${query}`;
	return url.href;
}

/** An address without the fragment that points to a place in the page. Linear. */
export function withoutPlace(address: string): string {
	const [page = '', ...fragment] = address.split('#');
	const hash = `#${fragment.join('#')}`;
	return ROUTE.test(hash) ? address : page;
}

/** How far two addresses may differ and still mean the same page. */
export interface KeyOptions {
	/** CrawlRequest in api/openapi.yaml: addresses that differ only in their query are the same page. */
	ignoreQueryParams: boolean;
}

/**
 * What two addresses of the same page have in common: for comparing, never for loading. The scheme,
 * a leading `www.`, default ports, the order of query parameters, slashes at the end or doubled, and
 * the spelling of percent-encoding make no difference; upper and lower case in the path do. Linear.
 */
export function toPageKey(address: string, { ignoreQueryParams }: KeyOptions): string {
	const url = new URL(cleanUrl(address) ?? address);
	const host = url.host.replace(/^www\./, '');
	const path = unifyEncoding(url.pathname)
		.replace(/\/{2,}/g, '/')
		.replace(/\/$/, '');
	const query = ignoreQueryParams ? '' : sortQuery(url.search);
	const route = unifyEncoding(url.hash).replace(/\/$/, '');
	return `${host}${path}${query === '' ? '' : `?${query}`}${route}`;
}

// By the text of the query, not URLSearchParams: that would rewrite parameters that are kept.
function keepParameters(search: string, isKept: (name: string, value: string) => boolean): string {
	return search
		.slice(1)
		.split('&')
		.filter((pair) => {
			const [name = '', value = ''] = pair.split('=', 2);
			return pair !== '' && isKept(name, value);
		})
		.join('&');
}

function sortQuery(search: string): string {
	return search.slice(1).split('&').map(unifyEncoding).sort().join('&');
}

// RFC 3986, section 6.2.2: %7E and ~ are the same, %c3 and %C3 too.
function unifyEncoding(text: string): string {
	return text.replace(/%[0-9a-f]{2}/gi, (code) => {
		const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
		return UNRESERVED.test(character) ? character : code.toUpperCase();
	});
}

/** Query parameters that say where a visitor came from or whose visit it is; `*` ends a prefix. */
const VISIT_PARAMETERS = [
	...['utm_*', 'pk_*', 'mtm_*', 'hsa_*', 'gclid', 'gclsrc', 'gbraid', 'wbraid', 'dclid', 'fbclid'],
	...['msclkid', 'yclid', 'twclid', 'ttclid', 'igshid', 'igsh', 'li_fat_id', 'mc_cid', 'mc_eid'],
	...['_ga', '_gl', '_hsenc', '_hsmi', 'hsctatracking', 'mkt_tok', 'vero_id', 'oly_anon_id'],
	...['oly_enc_id', 'wickedid', '_openstat', 'yadclid', 'srsltid', 'cvid', 's_kwcid', 'ef_id'],
	...['phpsessid', 'jsessionid', 'sessionid', 'session_id', 'aspsessionid', 'cfid', 'cftoken'],
	...['oscsid', 'xtcsid', 'zenid'],
];

/** Names that forums and shops use for sessions, and others for stories: their values decide. */
const SESSION_NAME = /^(?:s|sid|sess(?:ion)?|force_sid)$/i;
const SESSION_VALUE = /^(?=.*\d)(?:[\da-f]{32}|[\da-f]{40}|[\da-z]{26}|[\da-z]{32})$/i;

/** Whether a query parameter leaves the page as it is, so that crawling ignores it. */
function isOfVisit(name: string, value: string): boolean {
	const lower = name.toLowerCase();
	const isKnown = VISIT_PARAMETERS.some((known) =>
		known.endsWith('*') ? lower.startsWith(known.slice(0, -1)) : lower === known,
	);
	return isKnown || (SESSION_NAME.test(name) && SESSION_VALUE.test(value));
}
