import { isInflected, meaningOfText } from '../entries/meanings.ts';
import { nameWords, upperFirst } from '../names/names.ts';
import { toSingular } from '../names/singular.ts';
import { AND, ARTICLES, LISTS, OF, ORDERS } from './functionWords.ts';

/** "number of reviews": how many there are, whatever the noun behind it. */
export const COUNT = /^(?:number|count|anzahl|zahl|nombre|número|numero|aantal)\s/iu;
/** German nouns of these endings have no other plural: "Titel", "Hersteller". */
const UNCHANGED = /(?:el|er|en)$/u;

const QUOTE = '"';
const SPACE = '␣';
const MOST_QUOTED_WORDS = 4;
/** A text of a few words in quotes or backticks; an apostrophe stands in or behind a word. */
const QUOTED =
	/(?<![\p{L}\p{N}])(?:["“”„`«]([^"“”„`«»]{1,60})["“”`»]|['‘]([^'‘’]{1,60})['’])(?![\p{L}\p{N}])/gu;

/** Each quoted text as one word in quotes, which is no function word. */
export const withQuotedWords = (text: string): string =>
	text.replace(QUOTED, (_all, inner = '', other = inner) => {
		const words = String(inner || other)
			.trim()
			.split(/\s+/u);
		return words.length > MOST_QUOTED_WORDS ? words.join(' ') : QUOTE + words.join(SPACE) + QUOTE;
	});

export const isQuoted = (word: string): boolean => word.startsWith(QUOTE);

/** A text as it was written, without quotes. */
export const unquoted = (text: string): string =>
	text.replaceAll(QUOTE, '').replaceAll(SPACE, ' ').trim();

/** A word without marks around it. */
export const bare = (word: string): string => word.replace(/[,;:()]/gu, '');
export const lower = (word: string): string => bare(word).toLowerCase();

/** Whether a word, in any case and with marks around it, is one of some sets. */
export const isAny = (word: string, ...sets: ReadonlyArray<ReadonlySet<string>>): boolean =>
	sets.some((set) => set.has(lower(word)));

/** Whether a word is none of those that only make up a sentence. */
export const isContent = (word: string): boolean =>
	/\p{L}/u.test(word) && !isAny(word, ORDERS, ARTICLES, OF, LISTS, AND);

/** Whether a name is one for what things are called: a question is what its answer is filed under. */
export const namesTitle = (name: string): boolean =>
	/^(?:title|question)$/u.test(meaningOfText(name) ?? '');

/** Whether things are texts themselves, which have no titles: posts, comments, reviews. */
export const namesText = (name: string): boolean =>
	/^(?:text|count)$/u.test(meaningOfText(name) ?? '');

/** Whether a word names what things have, in any of the languages; a post or a review is a thing itself. */
export function namesFact(word: string): boolean {
	const known = meaningOfText(lower(word));
	return known !== undefined && known !== 'text' && known !== 'count';
}

const lastOf = (name: string): string => nameWords(name).at(-1) ?? '';

/** True for a name whose last word is a plural: it asks for several values. "Votes" asks for how many there are. */
export function isPlural(name: string): boolean {
	if (COUNT.test(name) || /^(?:count|score)$/u.test(meaningOfText(name) ?? '')) return false;
	return toSingular(lastOf(name)) !== lastOf(name) || isInflected(lastOf(name));
}

/** Whether a name is a plural, or looks the same as one. */
export const mayBePlural = (name: string): boolean =>
	isPlural(name) || UNCHANGED.test(lastOf(name));

/** The last word of an English name in the singular, as it is written. */
export function singular(name: string): string {
	return isPlural(name) && !isQuoted(name)
		? name.slice(0, -lastOf(name).length) + toSingular(name.slice(-lastOf(name).length))
		: name;
}

/** An English word or name in the plural; a plural stays as it is. */
export function plural(name: string): string {
	if (isPlural(name) || /[^a-z\s]/iu.test(name)) return name;
	if (/[^aeiou]y$/iu.test(name)) return `${name.slice(0, -1)}ies`;
	return /(?:s|x|z|ch|sh)$/iu.test(name) ? `${name}es` : `${name}s`;
}

/** The name under which a field appears: in quotes and identifiers as they are, words as one identifier. */
export function fieldName(words: string): string {
	if (isQuoted(words) || !/\s/u.test(words)) return unquoted(words);
	const [first = '', ...others] = words.split(/[\s-]+/u).map((word) => word.toLowerCase());
	return [first, ...others.map(upperFirst)].join('');
}
