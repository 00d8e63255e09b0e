import { otherWords } from '../entries/meanings.ts';
import { nameWords } from '../names/names.ts';
import { toSingular } from '../names/singular.ts';
import { isBeforeThing } from './clauses.ts';
import {
	ARTICLES,
	BEYOND,
	LISTS,
	OF,
	ORDERS,
	QUANTIFIERS,
	ROWS,
	THERE,
	TO,
	WHICH,
	WITH,
} from './functionWords.ts';
import { bare, COUNT, isAny, isQuoted, lower, unquoted } from './promptWords.ts';
import { askedByVerb } from './questions.ts';

const MOST_NAME_WORDS = 4;
const MOST_THING_WORDS = 5;
const WORD = /^\p{L}[\p{L}\p{N}_.-]*$/u;
/** The list of a prompt that says that it wants one, but not of what. */
export const LIST_NAME = 'items';

/** Whether a word is as it is one for what many things have, in any of the languages. */
const isKnown = (word: string): boolean =>
	nameWords(lower(word)).some((plain) => otherWords(plain).includes(toSingular(plain)));

/**
 * A field's name without function words around it; empty where there are no others, undefined where it asks for
 * what can't be copied.
 */
export function readField(written: string): string | undefined {
	const quoted = quotedIn(written.split(' '));
	if (quoted !== undefined) return quoted;
	const text = unquoted(written);
	const byQuestion = askedByVerb(text);
	if (byQuestion !== undefined && text.includes(' ')) return byQuestion;
	const words = text.split(' ');
	// A function word of one language may be a name in another: "Quelle", "data", "extrait".
	if (words.length === 1 && isKnown(text) && !isAny(text, BEYOND)) return text;
	const name = nameIn(words);
	const isName = name.every(
		(word) => WORD.test(word) && !isAny(word, BEYOND) && (!isAny(word, WHICH) || isKnown(word)),
	);
	const telling = name.filter((word) => !isAny(word, ARTICLES, OF));
	// "Is this chair any good?" asks for a judgement.
	if (name.length > 1 && name[0]?.replace(THERE, '') === '') return undefined;
	const isTelling = telling.length > 0 || name.length === 0;
	return isName && isTelling && telling.length <= MOST_NAME_WORDS ? name.join(' ') : undefined;
}

/** A name in quotes that has only function words around it: "a 'url' field". */
function quotedIn(words: readonly string[]): string | undefined {
	const [name = '', ...others] = words.filter(
		(word) => !isAny(word, ORDERS, ARTICLES, QUANTIFIERS, WITH),
	);
	return isQuoted(name) && others.length === 0 ? name : undefined;
}

/** The words of a field's name; none where there are only function words. */
function nameIn(words: readonly string[]): string[] {
	const start = words.findIndex((word) => !isAny(word, ORDERS, ARTICLES, QUANTIFIERS, WITH));
	if (start === -1) return [];
	const isCount = COUNT.test(words.slice(start).join(' '));
	const to = words.findIndex(
		(word, at) =>
			at > start &&
			((isAny(word, TO) && isKnown(words[at - 1] ?? '')) || (!isCount && isBeforeThing(words, at))),
	);
	const name = words.slice(start, to === -1 ? undefined : to);
	while (name.length > 1 && isAny(name.at(-1) ?? '', ARTICLES, OF)) name.pop();
	return name;
}

/** What is listed, without function words and "a list of"; undefined where it is not all of something. */
export function readThing(text: string | undefined): string | undefined {
	if (text === undefined) return undefined;
	const words = unquoted(text).split(' ').map(bare);
	if (words.some((word) => isAny(word, BEYOND))) return undefined;
	const isOwn = (word: string): boolean =>
		WORD.test(word) && !isAny(word, ORDERS, ARTICLES, QUANTIFIERS, LISTS, ROWS, TO, OF);
	const named = words.slice(Math.max(0, words.findIndex(isOwn)));
	const place = named.findIndex((word) => isAny(word, OF));
	const name = named.slice(0, place === -1 ? undefined : place).filter(isOwn);
	if (name.length > MOST_THING_WORDS) return undefined;
	return name.join(' ') || LIST_NAME;
}
