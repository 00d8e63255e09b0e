import type { ScopeRules } from './scope.ts';

/** Signs of a regular expression that hardly stand in a path by themselves. */
const EXPRESSION_SIGNS =
	/^\^|\$$|\\[./dsw]|(?:^|\/)\.\*|\.\+|\[(?:\^|a-z|A-Z|0-9)|\((?:\?|[^()|]*\|)/;

/**
 * Names the patterns of a crawl that look like regular expressions: they are read as paths in which
 * only `*` has a meaning, and so fit nothing (contract, CrawlRequest).
 */
export function describeDoubtfulPatterns(rules: ScopeRules): string[] {
	const { includePaths = [], excludePaths = [] } = rules;
	const lists = [
		['includePaths', includePaths],
		['excludePaths', excludePaths],
	] as const;
	return lists.flatMap(([field, patterns]) =>
		patterns
			.filter((pattern) => EXPRESSION_SIGNS.test(pattern))
			.map(
				(pattern) =>
					`${field}: "${pattern}" looks like a regular expression, but only * has a meaning in a path, such as /blog/*; it may fit nothing.`,
			),
	);
}
