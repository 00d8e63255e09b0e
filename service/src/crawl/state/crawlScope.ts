import { isListingAddress } from '../scope/listings.ts';
import { createScope, type ScopeRules } from '../scope/scope.ts';

/** Which addresses a crawl reads; extended once by the address that the base redirects to. */
export function createCrawlScope({ baseUrl, ...rules }: ScopeRules & { baseUrl: string }) {
	let tests = createTests([baseUrl], rules);
	return {
		isInScope: (url: string): boolean => tests.isInScope(url),

		/** Whether an address would be in scope without path patterns. */
		isOnSite: (url: string): boolean => tests.isOnSite(url),

		/** The pages to be included may be listed in sitemaps located elsewhere. */
		isWanted: (url: string): boolean =>
			isListingAddress(url) ? tests.isListingInScope(url) : tests.isInScope(url),

		/** @param finalUrl where the base address led */
		widen(finalUrl: string): void {
			tests = createTests([baseUrl, finalUrl], rules);
		},
	};
}

function createTests(bases: readonly string[], rules: ScopeRules) {
	const withoutIncluded = { ...rules, includePaths: undefined };
	return {
		isInScope: createScope(bases, rules),
		isListingInScope: createScope(bases, withoutIncluded),
		isOnSite: createScope(bases, { ...withoutIncluded, excludePaths: undefined }),
	};
}
