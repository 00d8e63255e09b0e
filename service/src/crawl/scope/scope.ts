/** The last segment of a path when it names a file rather than a folder. */
const PAGE_FILE =
	/\/[^/]*\.(?:x?html?|php\d?|aspx?|jspx?|cfm|cgi|pl|do|md|txt|xml(?:\.gz)?|rss|atom)$/i;

/** Which addresses a crawl may follow (contract, CrawlRequest). */
export interface ScopeRules {
	includePaths?: readonly string[] | undefined;
	excludePaths?: readonly string[] | undefined;
	/** @default false */
	allowSubdomains?: boolean | undefined;
	/** @default false */
	crawlEntireDomain?: boolean | undefined;
}

/**
 * The scope of a crawl. An address is in it when all of this holds:
 * - its host is that of a base, with or without `www.`, or a subdomain when those are allowed;
 * - its path lies at or below that of the base, unless the entire domain is crawled. A base that
 *   names a file (`/docs/index.html`) stands for its folder. On subdomains every path counts;
 * - it fits one of `includePaths`, when there are any, and none of `excludePaths`.
 * @param bases the base address and, when that was redirected, where it led
 */
export function createScope(
	bases: readonly string[],
	rules: ScopeRules,
): (address: string) => boolean {
	const roots = bases.map((base) => new URL(base));
	const included = (rules.includePaths ?? []).map(createPathTest);
	const excluded = (rules.excludePaths ?? []).map(createPathTest);

	return (address) => {
		const url = URL.parse(address);
		if (url === null) return false;
		return (
			roots.some((root) => isOnSite(url, root, rules)) &&
			(included.length === 0 || included.some((fitsPath) => fitsPath(url))) &&
			!excluded.some((fitsPath) => fitsPath(url))
		);
	};
}

function isOnSite(url: URL, root: URL, rules: ScopeRules): boolean {
	const [host, rootHost] = [bareHost(url.href), bareHost(root.href)];
	if (host === rootHost) return rules.crawlEntireDomain === true || isBelow(url, root);
	return rules.allowSubdomains === true && host.endsWith(`.${rootHost}`);
}

function isBelow(url: URL, root: URL): boolean {
	const folder = root.pathname.replace(PAGE_FILE, '').replace(/\/{1,9}$/, '');
	return url.pathname === folder || url.pathname.startsWith(`${folder}/`);
}

/** Host and port of an address, without a leading `www.`. */
export function bareHost(address: string): string {
	return new URL(address).host.replace(/^www\./, '');
}

/**
 * Reads a pattern of `includePaths` or `excludePaths`, such as `/blog/*`: `*` stands for any
 * characters, the rest is literal and must fit the whole path. A pattern without `*` that ends in a
 * slash, such as `/blog/`, means everything below. Else a slash at the end makes no difference, so
 * `/blog/*` fits `/blog`, too. A pattern with a `?` is held against path and query, one with a `#`
 * against path and route, as in `/#/users/*`.
 */
export function createPathTest(pattern: string): (url: URL) => boolean {
	const absolute = /^[/*]/.test(pattern) ? pattern : `/${pattern}`;
	const isFolder = absolute.endsWith('/') && absolute !== '/' && !absolute.includes('*');
	const parts = decode(isFolder ? `${absolute}*` : absolute).split('*');
	const hasQuery = pattern.includes('?');
	const hasRoute = pattern.includes('#');
	return ({ pathname, search, hash }) => {
		const path = decode(pathname + (hasQuery ? search : '') + (hasRoute ? hash : ''));
		const twin = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
		return fits(parts, path) || fits(parts, twin);
	};
}

// Part by part instead of a regular expression: patterns come from strangers, and this is linear.
function fits(parts: readonly string[], path: string): boolean {
	const [first = '', ...rest] = parts;
	const last = rest.pop();
	if (last === undefined) return path === first;
	if (!path.startsWith(first)) return false;
	let position = first.length;
	for (const part of rest) {
		const found = path.indexOf(part, position);
		if (found === -1) return false;
		position = found + part.length;
	}
	return path.length - last.length >= position && path.endsWith(last);
}

function decode(path: string): string {
	try {
		return decodeURI(path);
	} catch {
		return path;
	}
}
