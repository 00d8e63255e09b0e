import { toSingular } from '@web-data-extraction/fields/singular';

const FILLERS = new Set(
	'the a an this that of in on at to for from by with and or please click press tap'.split(' '),
);

/**
 * Words of a text in comparable form: lower case, no accents, singular, without those that only
 * join others. "Log in" and "sign in" are the same word; `jobListing` is two words.
 */
export function splitWords(text: string): string[] {
	const plain = text
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
		.toLowerCase()
		.replace(/\b(?:log|sign) ?(in|on)\b/g, 'signin');
	const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
	return words.filter((word) => !FILLERS.has(word)).map(toSingular);
}
