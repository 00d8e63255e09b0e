import { createPathsTest } from './pathPattern.ts';

/** The last segment of a path when it names a file rather than a folder. */
const PAGE_FILE = /\/[^/]*\.(?:x?html?|php\d?|aspx?|jspx?|cfm|cgi|pl|do|md)$/i;

/** Which addresses a crawl may follow (contract, CrawlRequest). */
export interface ScopeRules {
	includePaths?: readonly string[] | undefined;
	excludePaths?: readonly string[] | undefined;
	/** @default false */
	allowSubdomains?: boolean | undefined;
	/** @default false */
	crawlEntireDomain?: boolean | undefined;
}

/** Whether a crawl may follow an address. */
export type Scope = (address: string) => boolean;

/**
 * The scope of a crawl. An address is in it when all of this holds:
 * - its host is that of a base, with or without `www.`, or a subdomain when those are allowed;
 * - its path lies at or below that of the base, unless the entire domain is crawled. A base that
 *   names a file (`/docs/index.html`) stands for its folder. On subdomains every path counts;
 * - it fits one of `includePaths`, when there are any, and none of `excludePaths`.
 * @param bases the base address and, when that was redirected, where it led
 */
export function createScope(bases: readonly string[], rules: ScopeRules): Scope {
	const roots = bases.map((base) => new URL(base));
	const isIncluded = createPathsTest(rules.includePaths);
	const isExcluded = createPathsTest(rules.excludePaths);
	const includesAll = rules.includePaths === undefined || rules.includePaths.length === 0;

	return (address) => {
		const url = URL.parse(address);
		if (url === null) return false;
		return (
			roots.some((root) => isOnSite(url, root, rules)) &&
			(includesAll || isIncluded(url)) &&
			!isExcluded(url)
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
