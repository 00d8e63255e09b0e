/** Words that say nothing about a page; a query of nothing else keeps them. */
const STOP_WORDS = new Set([
	'a',
	'an',
	'and',
	'are',
	'for',
	'in',
	'is',
	'of',
	'on',
	'or',
	'the',
	'to',
	'with',
]);

function wordsOf(query: string): string[] {
	const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
	const telling = words.filter((word) => !STOP_WORDS.has(word));
	return telling.length > 0 ? telling : words;
}

/** Words to look for, and whether all of them must be there. */
export interface WordMatch {
	words: readonly string[];
	match: 'all' | 'any';
}

/**
 * A query of people as words to look for, strictest first: all words, then any. Empty when there is
 * nothing to search for.
 */
export function toWordMatches(query: string): WordMatch[] {
	const words = [...new Set(wordsOf(query))];
	if (words.length === 0) return [];
	const all = { words, match: 'all' } as const;
	return words.length === 1 ? [all] : [all, { words, match: 'any' }];
}
