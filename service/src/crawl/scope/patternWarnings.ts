import { createPathTest, readPlace, type ScopeRules } from './scope.ts';

/** Characters of a regular expression that hardly occur in a plain path. */
const EXPRESSION_SIGNS =
	/^\^|\$$|\\[./dsw]|(?:^|\/)\.\*|\.\+|\[(?:\^|a-z|A-Z|0-9)|\((?:\?|[^()|]*\|)/;

/**
 * Lists the patterns of a crawl that look like regular expressions: they are read as paths in which
 * only `*` is special, and so match nothing (api/openapi.yaml, CrawlRequest).
 */
export function describeDoubtfulPatterns(rules: ScopeRules): string[] {
	return describeEach(
		listPatterns(rules).filter(({ pattern }) => EXPRESSION_SIGNS.test(pattern)),
		'looks like a regular expression, but only * has a meaning in a path, such as /blog/*; it may fit nothing.',
	);
}

/** Patterns that are listed one by one; there may be a thousand others. */
const MOST_NAMED = 20;

/** A sentence about each of these patterns, and one about those beyond that number. */
function describeEach(patterns: readonly RulePattern[], fact: string): string[] {
	const named = patterns
		.slice(0, MOST_NAMED)
		.map(({ field, pattern }) => `${field}: "${pattern}" ${fact}`);
	const others = patterns.length - named.length;
	if (others === 0) return named;
	return [...named, `The same is true of ${others} more of the patterns.`];
}

/** A pattern and the field of the request that contains it. */
interface RulePattern {
	field: string;
	pattern: string;
}

function listPatterns({ includePaths = [], excludePaths = [] }: ScopeRules): RulePattern[] {
	return [
		...includePaths.map((pattern) => ({ field: 'includePaths', pattern })),
		...excludePaths.map((pattern) => ({ field: 'excludePaths', pattern })),
	];
}

/** Records which patterns of a crawl match any address that it finds, to report the others. */
export function createPatternWatch(rules: ScopeRules) {
	let unfitted = listPatterns(rules).map((entry) => ({
		...entry,
		isFitted: createPathTest(entry.pattern),
	}));
	let count = 0;

	return {
		/** An address of the site was found, in scope or not. */
		note(address: string): void {
			const place = readPlace(new URL(address));
			unfitted = unfitted.filter(({ isFitted }) => !isFitted(place));
			count += 1;
		},

		/** The patterns that matched none, a sentence each; none when no address was found. */
		describe: (): string[] =>
			count === 0 ? [] : describeEach(unfitted, 'fits none of the addresses found.'),
	};
}
