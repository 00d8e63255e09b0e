import { isEmptyAnswer, type JsonValue } from '@web-data-extraction/page/json';
import { singularWords } from '../names/names.ts';
import { coerce } from '../records/values.ts';
import { toSingular } from '../names/singular.ts';
import type { Piece, Place } from './alignment.ts';
import { type AskedField, asksForPrice, isNumeric } from './askedField.ts';
import type { Column } from './columns.ts';
import { meaningOf, otherWords } from './meanings.ts';
import { FINDERS } from './shapeFinders.ts';
import { weightOf, wordFit } from './wordFit.ts';

/** What stood between a value and the next, or a text that is hidden: "$459.99 –", "pelex,". */
const LOOSE_END = /\s[-–—|·•/]$|[,;]$/u;

/** The number of a text without what all have around theirs: "95/hour"; words beside a price change what it is. */
export function readNumber(
	text: string,
	{ prefix, suffix }: Column,
	field: AskedField,
	place: Place,
): JsonValue | undefined {
	const { shape, key } = field;
	if (asksForPrice(field)) return coerce(text, shape, key, place);
	const inner = text.slice(prefix.length, text.length - suffix.length);
	return coerce(inner, shape, key, place) ?? coerce(text, shape, key, place);
}

/** "Posted by Ann Smith": the name. */
export function withoutBy(text: string): string {
	const [, first = '', second = '', name = ''] =
		/^(\p{L}+)\s(?:(\p{Ll}+)\s)?(\S.*)$/su.exec(text) ?? [];
	if (second !== '' && isWordForAuthor(second)) return name;
	return name !== '' && isWordForAuthor(first) ? text.slice(first.length).trim() : text;
}

/** Whether a word itself is one for an author: "Hauser", which ends with one, is a name. */
function isWordForAuthor(word: string): boolean {
	const own = toSingular(word.toLowerCase());
	return meaningOf([own]) === 'author' && otherWords(own).includes(own);
}

/** What an entry's piece says about a field: without the label in front of it, in its type. */
export function valueOf(field: AskedField, column: Column, piece: Piece, place: Place): JsonValue {
	const { shape, key, meaning } = field;
	const { text } = piece;
	if (column.kind !== 'text') return coerce(text, { ...shape, format: 'uri' }, key, place) ?? text;
	if (isNumeric(field)) {
		const value = readNumber(text, column, field, place);
		return value ?? null;
	}
	const found = shape.format === undefined ? FINDERS.get(meaning)?.(text) : undefined;
	if (found !== undefined) return found;
	const bare = isLabelled(field, column, piece) ? text.slice(column.prefix.length) : text;
	const named = meaning === 'author' ? withoutBy(bare) : bare;
	const read = coerce(named.replace(LOOSE_END, ''), shape, key, place);
	return read === undefined || isEmptyAnswer(read) ? null : read;
}

/**
 * Whether what all values begin with is a label: with a colon, in an element of its own, before a figure, or another
 * word for the field ("By"). "Team Alpha" and "Team Beta" are names of teams, and a title is whole: "News: Oak".
 */
function isLabelled(field: AskedField, { prefix }: Column, { part, text }: Piece): boolean {
	if (field.meaning === 'title' || prefix === '') return false;
	if (/[:#]\s*$/u.test(prefix)) return true;
	const words = new Map(singularWords(prefix).map((word) => [word, 1]));
	// "The answer to number 1" begins a sentence.
	if (words.size > field.words.length + 1 || wordFit(field, { words }) <= 0.5) return false;
	const isApart = [...part.own, ...part.children].some(({ text: one }) => one === prefix.trim());
	const isOwnWord = field.words.some((word) => weightOf(word, words) > 0);
	return isApart || !isOwnWord || /^\W{0,3}\d/u.test(text.slice(prefix.length));
}
