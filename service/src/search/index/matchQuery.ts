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

/**
 * A query of people as expressions of FTS5, strictest first: all words, then any. Words are quoted,
 * so that nothing in them is an operator. Empty when there is nothing to search for.
 */
export function toMatchExpressions(query: string): string[] {
	const quoted = [...new Set(wordsOf(query))].map((word) => `"${word}"`);
	if (quoted.length === 0) return [];
	const all = quoted.join(' AND ');
	return quoted.length === 1 ? [all] : [all, quoted.join(' OR ')];
}
