/** Words that end in s without being plurals. */
const SINGULARS: ReadonlySet<string> = new Set(['news', 'series', 'bus', 'gas', 'lens', 'plus']);

/** Words that people use for the same links. */
const SYNONYMS: Readonly<Record<string, string>> = {
	documentation: 'doc',
	career: 'job',
	vacancy: 'job',
	catalogue: 'catalog',
	imprint: 'impressum',
};

/**
 * A word in the form in which it is compared: lower case, without accents, plural, `-ing` and final
 * `e`, so that prices, price and pricing meet. For comparing only; it need not be a word.
 */
export function toStem(word: string): string {
	const plain = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
	const singular = toSingular(plain);
	const meant = SYNONYMS[singular] ?? singular;
	const root = meant.length > 5 ? meant.replace(/ing$/, '') : meant;
	return root.length > 4 ? root.replace(/e$/, '') : root;
}

/** The stems of a text's words, in order; `camelCase` and `snake_case` count as several words. */
export function toStems(text: string): string[] {
	const separated = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
	return (separated.match(/[\p{L}\p{N}]+/gu) ?? []).map(toStem);
}

function toSingular(word: string): string {
	if (word.length < 4 || SINGULARS.has(word)) return word;
	if (/[^aeiou]ies$/.test(word)) return word.replace(/ies$/, 'y');
	if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
	return /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}
