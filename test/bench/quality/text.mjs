/**
 * What is left of Markdown when its marks are taken away: words and numbers in their order.
 * @param {string} markdown
 */
export function withoutMarks(markdown) {
	return markdown
		.replace(/<!--[^]*?-->/g, ' ')
		.replace(/!\[[^\]\n]*\]\([^)\n]*\)/g, ' ')
		.replace(/\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
		.replace(/<[^>\n]+>/g, ' ')
		.replace(/^[ \t|:-]*-{3,}[ \t|:-]*$/gm, ' ')
		.replace(/\\([^\p{L}\p{N}\s])/gu, '$1')
		.replace(/&lt;/g, '<')
		.replace(/&gt;/g, '>')
		.replace(/&amp;/g, '&')
		.replace(/^[ \t]*(?:[-+]|#{1,6}|>)[ \t]+/gm, ' ')
		.replace(/[*`~|#]+/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
}

/**
 * Letters and digits alone, in lower case: how texts are compared that may be set differently.
 * @param {string} text
 */
export function lettersOf(text) {
	return text
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, '');
}

/**
 * Length of the longest common subsequence, a row of the table at a time as the bits of one number
 * (Crochemore and others, 2001).
 * @param {string} first
 * @param {string} second
 */
function commonLength(first, second) {
	/** @type {Map<string, bigint>} */
	const places = new Map();
	let bit = 1n;
	for (const unit of first.split('')) {
		places.set(unit, (places.get(unit) ?? 0n) | bit);
		bit <<= 1n;
	}
	const mask = bit - 1n;
	let row = mask;
	for (const unit of second.split('')) {
		const matches = row & (places.get(unit) ?? 0n);
		row = ((row + matches) | (row - matches)) & mask;
	}
	const unmatched = row.toString(2).replaceAll('0', '').length;
	return first.length - unmatched;
}

/**
 * Share of the text that stands in both texts in the same order: twice the common length over both
 * lengths, from 0 to 1.
 * @param {string} found Markdown
 * @param {string} gold Markdown
 */
export function orderScore(found, gold) {
	const texts = [withoutMarks(found), withoutMarks(gold)];
	const length = texts.reduce((sum, text) => sum + text.length, 0);
	return length === 0 ? 1 : (2 * commonLength(texts[0] ?? '', texts[1] ?? '')) / length;
}

/** Arrows, boxes, ticks and stars, each by itself, and words. */
const WORD_OR_SYMBOL = /[\u2190-\u2bff]|[\p{L}\p{M}\p{N}]+/gu;

/**
 * Share of the lines with arrows, boxes, ticks or stars whose words and symbols stand in the text in the
 * same order, with nothing between them; `undefined` if there are none.
 * @param {string} found Markdown
 * @param {string} gold Markdown
 */
export function symbolScore(found, gold) {
	const keyOf = (/** @type {string} */ text) =>
		` ${(withoutMarks(text).match(WORD_OR_SYMBOL) ?? []).join(' ')} `;
	const wanted = gold
		.split('\n')
		.filter((line) => /[\u2190-\u2bff]/.test(line))
		.map(keyOf);
	const key = keyOf(found);
	return mean(wanted.map((line) => Number(key.includes(line))));
}

/**
 * How often each value occurs.
 * @template Value
 * @param {Iterable<Value>} values
 * @returns {Map<Value, number>}
 */
export function countEach(values) {
	const counts = new Map();
	for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
	return counts;
}

/**
 * F1 of two collections in which values may occur several times, from 0 to 1.
 * @param {Map<string, number>} found
 * @param {Map<string, number>} gold
 */
export function f1Score(found, gold) {
	const total = [...found.values(), ...gold.values()].reduce((sum, count) => sum + count, 0);
	let common = 0;
	for (const [value, count] of gold) common += Math.min(count, found.get(value) ?? 0);
	return total === 0 ? 1 : (2 * common) / total;
}

/**
 * F1 of the words, each counted as often as it stands.
 * @param {string} found Markdown
 * @param {string} gold plain text
 */
export function wordScore(found, gold) {
	const wordsOf = (/** @type {string} */ text) =>
		countEach(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []);
	return f1Score(wordsOf(withoutMarks(found)), wordsOf(gold));
}

/**
 * The mean; `undefined` without numbers.
 * @param {Array<number | undefined>} numbers those that are undefined do not count
 */
export function mean(numbers) {
	const known = numbers.filter((number) => number !== undefined);
	if (known.length === 0) return undefined;
	return known.reduce((sum, number) => sum + number, 0) / known.length;
}
