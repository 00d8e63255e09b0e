/** The last segment of a path when it is a file rather than a folder. */
const PAGE_FILE =
	/\/[^/]*\.(?:x?html?|php\d?|aspx?|jspx?|cfm|cgi|pl|do|md|txt|xml(?:\.gz)?|rss|atom)$/i;

/** Which addresses a crawl may follow (api/openapi.yaml, CrawlRequest). */
export interface ScopeRules {
	includePaths?: readonly string[] | undefined;
	excludePaths?: readonly string[] | undefined;
	/** @default false */
	allowSubdomains?: boolean | undefined;
	/** @default false */
	crawlEntireDomain?: boolean | undefined;
}

/**
 * The scope of a crawl. An address is in it when all of this applies:
 * - its host is that of a base, with or without `www.`, or a subdomain when those are allowed;
 * - its path lies at or below that of the base, unless the entire domain is crawled. A base that
 *   is a file (`/docs/index.html`) means its folder. On subdomains every path counts;
 * - it matches one of `includePaths`, if there are any, and none of `excludePaths`.
 * @param bases the base address and, if it was redirected, the final address
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
		if (url === null || !roots.some((root) => isOnSite(url, root, rules))) return false;
		if (included.length + excluded.length === 0) return true;
		const place = readPlace(url);
		return (
			(included.length === 0 || included.some((fitsPath) => fitsPath(place))) &&
			!excluded.some((fitsPath) => fitsPath(place))
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

/** Host and port of an address, without a leading `www.`. Linear. */
export function bareHost(address: string): string {
	return new URL(address).host.replace(/^www\./, '');
}

/** The parts of an address that path patterns are matched against, decoded. */
export interface Place {
	path: string;
	/** With its `?`; empty without one. */
	query: string;
	/** With its `#`; empty without one. */
	route: string;
}

/** Decodes an address once for all patterns. */
export const readPlace = ({ pathname, search, hash }: URL): Place => ({
	path: decode(pathname),
	query: decode(search),
	route: decode(hash),
});

/**
 * Parses a pattern of `includePaths` or `excludePaths`, such as `/blog/*`: `*` matches any
 * characters, the rest is literal and must match the whole path. A pattern without `*` that ends in a
 * slash, such as `/blog/`, means everything below. Otherwise a slash at the end makes no difference, so
 * `/blog/*` matches `/blog`, too. A pattern with a `?` is matched against path and query, one with a `#`
 * against path and route, as in `/#/users/*`.
 */
export function createPathTest(pattern: string): (place: Place) => boolean {
	const absolute = /^[/*]/.test(pattern) ? pattern : `/${pattern}`;
	const isFolder = absolute.endsWith('/') && absolute !== '/' && !absolute.includes('*');
	const parts = decode(isFolder ? `${absolute}*` : absolute).split('*');
	const fits = createPartsTest(parts);
	// Whatever it matches, it also matches with more at the end.
	const isOpen = parts.length > 1 && parts.at(-1) === '';
	const hasQuery = pattern.includes('?');
	const hasRoute = pattern.includes('#');
	return (place) => {
		const path = place.path + (hasQuery ? place.query : '') + (hasRoute ? place.route : '');
		const bare = path.replace(/\/$/, '');
		return fits(`${bare}/`) || (!isOpen && fits(bare));
	};
}

/** Whether a text consists of these parts in this order, with anything between them. */
export function createPartsTest(parts: readonly string[]): (text: string) => boolean {
	const [first = '', ...rest] = parts;
	const last = rest.pop();
	if (last === undefined) return (text) => text === first;
	const finders = rest.filter((part) => part !== '').map(createFinder);
	return (text) => {
		if (!text.startsWith(first) || !text.endsWith(last)) return false;
		let position = first.length;
		for (const findEnd of finders) {
			const end = findEnd(text, position);
			if (end === undefined) return false;
			position = end;
		}
		return text.length - last.length >= position;
	};
}

/** Finds where a part of a pattern ends in a text, at or after a position. */
type FindEnd = (text: string, from: number) => number | undefined;

/** Parts up to this length are found with `indexOf`. */
const SHORT_PART = 16;

/**
 * Patterns and addresses are untrusted, and for some of them `indexOf` takes the product of both
 * lengths. For parts that are not short this takes their sum, as the Knuth-Morris-Pratt algorithm does.
 */
function createFinder(part: string): FindEnd {
	if (part.length <= SHORT_PART) {
		return (text, from) => {
			const start = text.indexOf(part, from);
			return start === -1 ? undefined : start + part.length;
		};
	}
	/** For each prefix of the part: the length of its longest proper suffix that is also a prefix. */
	const borders = new Uint32Array(part.length);
	for (let index = 1, length = 0; index < part.length; index += 1) {
		length = extend(length, part.charCodeAt(index));
		borders[index] = length;
	}

	/** How much of the part a text ends with after one more character, given how much before it. */
	function extend(length: number, code: number): number {
		let fitting = length;
		while (fitting > 0 && part.charCodeAt(fitting) !== code) fitting = borders[fitting - 1] ?? 0;
		return part.charCodeAt(fitting) === code ? fitting + 1 : 0;
	}

	return (text, from) => {
		let length = 0;
		for (let index = from; index < text.length; index += 1) {
			length = extend(length, text.charCodeAt(index));
			if (length === part.length) return index + 1;
		}
		return undefined;
	};
}

function decode(path: string): string {
	try {
		return decodeURI(path);
	} catch {
		return path;
	}
}
