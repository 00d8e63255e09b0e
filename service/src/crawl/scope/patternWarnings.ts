import { createPathTest, type Place, readPlace, type ScopeRules } from './scope.ts';

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
		() =>
			'looks like a regular expression, but only * has a meaning in a path, such as /blog/*; it may fit nothing.',
	);
}

/** Patterns that are listed one by one; there may be a thousand others. */
const MOST_NAMED = 20;

/** A sentence about each of these patterns, and one about those beyond that number. */
function describeEach(
	patterns: readonly RulePattern[],
	toFact: (entry: RulePattern) => string,
): string[] {
	const named = patterns
		.slice(0, MOST_NAMED)
		.map((entry) => `${entry.field}: "${entry.pattern}" ${toFact(entry)}`);
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

/** Addresses that patterns which fit none are compared with again. */
const MAX_SAMPLES = 500;

/** Records which patterns of a crawl match any address that it finds, to report the others. */
export function createPatternWatch(rules: ScopeRules) {
	let unfitted = listPatterns(rules).map((entry) => ({
		...entry,
		isFitted: createPathTest(entry.pattern),
	}));
	const samples = new Map<string, Place>();
	let count = 0;

	const toFact = ({ pattern }: RulePattern): string => {
		const [path = '/'] = samples.keys();
		const part = pattern.includes('?') ? 'path and query' : 'path without its query';
		const nearest = findNearest(pattern, [...samples.values()]);
		const fact = `fits none of the addresses found: it is compared with the whole ${part}, such as ${path}.`;
		return nearest === undefined ? fact : `${fact} "${nearest}" fits some.`;
	};

	return {
		/** An address of the site was found, in scope or not. */
		note(address: string): void {
			if (unfitted.length === 0) return;
			const url = new URL(address);
			const place = readPlace(url);
			unfitted = unfitted.filter(({ isFitted }) => !isFitted(place));
			if (samples.size < MAX_SAMPLES) samples.set(url.pathname + url.search, place);
			count += 1;
		},

		/** The patterns that matched none, a sentence each; none when no address was found. */
		describe: (): string[] => (count === 0 ? [] : describeEach(unfitted, toFact)),
	};
}

/** The first of the usual other spellings of a pattern that fits any of the addresses. */
function findNearest(pattern: string, places: readonly Place[]): string | undefined {
	const core = pattern.replace(/^[*/]{1,99}/, '').replace(/[*/]{1,99}$/, '');
	if (core === '') return undefined;
	const spellings = [
		`/${core}`,
		`/${core}/*`,
		`*/${core}`,
		`*/${core}/*`,
		`*${core}*`,
		`*?*${core}*`,
	];
	const lower = core.toLowerCase();
	return [...spellings, `*${lower}*`, `*?*${lower}*`].find((spelling) =>
		places.some(createPathTest(spelling)),
	);
}
