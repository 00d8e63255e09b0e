/** Whether a host is one of the domains or below one: `blog.example.com` is in `example.com`. */
function isInDomains(host: string, domains: readonly string[]): boolean {
	return domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}

export interface DomainFilter {
	includeDomains: readonly string[];
	excludeDomains: readonly string[];
}

/** Whether an address passes the domain lists of a search. */
export function passesDomains(url: string, filter: DomainFilter): boolean {
	const host = URL.parse(url)?.hostname.toLowerCase() ?? '';
	if (filter.includeDomains.length > 0) return isInDomains(host, filter.includeDomains);
	return !isInDomains(host, filter.excludeDomains);
}
