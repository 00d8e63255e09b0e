/** Words that carry no meaning in a field name. */
const STOP_WORDS = new Set(['the', 'a', 'an', 'of', 'its', 'their', 'our', 'is', 'has']);

/**
 * Words that only say whose field it is: "product name" on a product page is its name.
 * They are left away when something remains.
 */
const SUBJECT_WORDS = new Set([
	'product',
	'item',
	'article',
	'page',
	'post',
	'event',
	'recipe',
	'job',
	'listing',
	'document',
	'current',
	'og',
]);

/** Words that end in s without being a plural. */
const NOT_PLURAL = /(?:ss|us|is|news|series|sms|gps|gas)$/u;

/** The words of a name in any spelling: `offerPrice`, `offer_price`, `Offer price:`. */
export function nameWords(name: string): string[] {
	return name
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
		.replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
		.toLowerCase()
		.split(/[^\p{L}\p{N}]+/u)
		.filter((word) => word !== '');
}

/** The form in which names are compared: same words, spelling, stop words and plurals aside. */
export function nameKey(name: string): string {
	const words = nameWords(name);
	const telling = words.filter((word) => !STOP_WORDS.has(word));
	return (telling.length === 0 ? words : telling).map(singular).join(' ');
}

/** The key without words that only name the subject; the key itself when nothing would remain. */
export function withoutSubject(key: string): string {
	const words = key.split(' ').filter((word) => !SUBJECT_WORDS.has(word));
	return words.length === 0 ? key : words.join(' ');
}

/** An English word in the singular. */
export function singular(word: string): string {
	if (word.length < 4 || !word.endsWith('s') || NOT_PLURAL.test(word)) return word;
	if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
	return /(?:x|z|ch|sh|ss)es$/u.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

/** An English word or name in the plural; a plural stays as it is. */
export function plural(name: string): string {
	if (name === '' || isPlural(name)) return name;
	if (/[^aeiou]y$/iu.test(name)) return `${name.slice(0, -1)}ies`;
	return /(?:s|x|z|ch|sh)$/iu.test(name) ? `${name}es` : `${name}s`;
}

/** True for a name whose last word is a plural: it asks for several values. */
export function isPlural(name: string): boolean {
	const last = nameWords(name).at(-1) ?? '';
	return singular(last) !== last;
}
