import { createPathTest, type ScopeRules } from './scope.ts';

/** Signs of a regular expression that hardly stand in a path by themselves. */
const EXPRESSION_SIGNS =
	/^\^|\$$|\\[./dsw]|(?:^|\/)\.\*|\.\+|\[(?:\^|a-z|A-Z|0-9)|\((?:\?|[^()|]*\|)/;

/**
 * Names the patterns of a crawl that look like regular expressions: they are read as paths in which
 * only `*` has a meaning, and so fit nothing (contract, CrawlRequest).
 */
export function describeDoubtfulPatterns(rules: ScopeRules): string[] {
	return listPatterns(rules)
		.filter(({ pattern }) => EXPRESSION_SIGNS.test(pattern))
		.map(
			({ field, pattern }) =>
				`${field}: "${pattern}" looks like a regular expression, but only * has a meaning in a path, such as /blog/*; it may fit nothing.`,
		);
}

function listPatterns({ includePaths = [], excludePaths = [] }: ScopeRules) {
	return [
		...includePaths.map((pattern) => ({ field: 'includePaths', pattern })),
		...excludePaths.map((pattern) => ({ field: 'excludePaths', pattern })),
	];
}

/** Notes which patterns of a crawl fit any address that it finds, to name the others. */
export function createPatternWatch(rules: ScopeRules) {
	let unfitted = listPatterns(rules).map((entry) => ({
		...entry,
		isFitted: createPathTest(entry.pattern),
	}));
	let count = 0;

	return {
		/** An address of the site was found, in scope or not. */
		note(address: string): void {
			const url = new URL(address);
			unfitted = unfitted.filter(({ isFitted }) => !isFitted(url));
			count += 1;
		},

		/** The patterns that fitted none, a sentence each; none when no address was found. */
		describe: (): string[] =>
			count === 0
				? []
				: unfitted.map(
						({ field, pattern }) => `${field}: "${pattern}" fits none of the addresses found.`,
					),
	};
}
