import { isEmptyAnswer, type JsonValue } from '@web-data-extraction/page/json';
import { nameKey, nameWords } from '../rules/names.ts';
import { isPriceText, priceAsked } from '../rules/priceText.ts';
import { coerce, type ScalarShape } from '../rules/values.ts';
import { toSingular } from '../singular.ts';
import type { Column, Piece, Place } from './columns.ts';
import { findDate } from './dates.ts';
import { meaningOf, otherWords, type Meaning } from './meanings.ts';

/** A field that is asked of every entry. */
export interface AskedField {
	name: string;
	key: string;
	shape: ScalarShape;
	/** The words of its name that tell it from others. */
	words: readonly string[];
	meaning: Meaning | undefined;
}

/** @param thing words for what is listed: they tell nothing about a field */
export function askField(name: string, shape: ScalarShape, thing: ReadonlySet<string>): AskedField {
	const words = nameWords(name).map(toSingular);
	const own = words.filter((word) => !thing.has(word));
	const meaning = meaningOf(words) ?? (own.length === 0 ? 'title' : undefined);
	// A prompt names no types.
	const type = shape.type === 'any' ? typeOf(meaning) : shape.type;
	return {
		name,
		key: nameKey(name),
		shape: { ...shape, type },
		words: own.length === 0 ? words : own,
		meaning,
	};
}

function typeOf(meaning: Meaning | undefined): ScalarShape['type'] {
	if (meaning === 'score') return 'number';
	return meaning === 'count' || meaning === 'rank' ? 'integer' : 'any';
}

const MOST_VALUES = 24;
/** What has the form of a price beats what is only called so: "<s>$40</s> $25". */
const BY_FORM = 1.1;
const LONGEST_PRICE = 80;
const LONGEST_DATE = 40;
/** Of values of the asked form. */
const LEAST_SHARE = 0.4;
/** A column that the page calls something else answers no field without a form. */
const LEAST_WORDS = 0.3;
/** Shorter words are the end of too many others. */
const LEAST_END_LETTERS = 6;
/** Another word for the same thing says less than the field's own. */
const LIKE = 0.85;
const isNumeric = ({ shape: { type } }: AskedField): boolean =>
	type === 'number' || type === 'integer';
const asksForPrice = ({ key, meaning }: AskedField): boolean =>
	meaning === 'price' || (meaning === undefined && priceAsked(key) !== undefined);
const asksForFormer = ({ key }: AskedField): boolean => priceAsked(key) === 'former';

/** A column of texts, looked at for one field. */
interface Look {
	field: AskedField;
	column: Column;
	/** How well its words are those of the field. */
	words: number;
	/** Share of the entries that have it, less where it occurs several times in one. */
	weight: number;
	/** Less for an element with other texts inside. */
	whole: number;
	/** Values that are not all the same count more. */
	variety: number;
	share: (test: (text: string) => boolean) => number;
	/** Columns by form are not there yet. */
	isRough: boolean;
	place: Place;
}

/**
 * How well a column answers a field, from 0 where it can't to 1.
 * @param isRough columns by form are not there yet
 */
export function fit(field: AskedField, column: Column, place: Place, isRough: boolean): number {
	const { meaning } = field;
	if (meaning === 'link' || meaning === 'image') return fitAddress(field, column, meaning);
	// "Address" is that of the page that an entry leads to, where nothing else is called so.
	if (meaning === 'address' && column.kind === 'link')
		return UNNAMED_ADDRESS * fitAddress(field, column, 'link');
	if (column.kind !== 'text') return 0;
	if (column.form !== undefined) return fitForm(field, column);
	const sample = column.pieces.filter((piece) => piece !== undefined).slice(0, MOST_VALUES);
	const look: Look = {
		field,
		column,
		words: wordFit(field, column),
		weight: Math.sqrt(column.coverage / column.repeats) * (column.isInner ? INNER : 1),
		whole: column.isContainer ? 0.6 : 1,
		variety: 0.4 + 0.6 * column.distinct,
		share: (test) => sample.filter(({ text }) => test(text)).length / sample.length,
		isRough,
		place,
	};
	if (asksForPrice(field)) return fitPrice(look);
	if (meaning === 'date') return fitDate(look);
	if (isNumeric(field)) return fitNumber(look);
	if (meaning === 'title') return fitTitle(look);
	return meaning === 'summary' || meaning === 'text' ? fitText(look) : fitNamed(look);
}

function fitPrice({ field, column, words, weight, share, isRough }: Look): number {
	const priced = share((text) => text.length < LONGEST_PRICE && isPriceText(text));
	// What has no name is a price only by its form, which is read when the list is known.
	if (priced < LEAST_SHARE || (!isRough && words < LEAST_WORDS)) return 0;
	if (column.isFormer !== asksForFormer(field)) return 0;
	const money = share((text) => /\p{Sc}|\b[A-Z]{3}\b|kr|zł/u.test(text));
	return (0.3 * priced + 0.35 * money + 0.35 * words) * weight * (column.isContainer ? 0.85 : 1);
}

const isDate = (text: string): boolean =>
	text.length < LONGEST_PRICE && findDate(text) !== undefined;

function fitDate({ column, words, weight, whole, share }: Look): number {
	const dated = share(isDate);
	const isShort = column.length < LONGEST_DATE;
	if (dated < LEAST_SHARE) return words > 0.5 && isShort ? 0.3 * words * weight : 0;
	return (0.55 * dated + 0.45 * words) * weight * whole * (isShort ? 1 : 0.8);
}

function fitNumber({ field, column, words, weight, whole, share, place }: Look): number {
	const numbers = share((text) => readNumber(text, column, field, place) !== undefined);
	if (numbers < 0.5) return 0;
	const isRanks = areRanks(column);
	if (field.meaning === 'rank' && isRanks) return RANKS * weight * whole;
	const unnamed = isRanks && field.meaning !== undefined ? 0.3 : 0.6;
	return (0.2 * numbers + 0.8 * words) * weight * whole * (words > 0 ? 1 : unnamed);
}

/** Numbers that count the entries are their ranks, whatever the page calls them. */
const RANKS = 0.9;

/** Whether numbers go up by one from entry to entry. */
function areRanks({ pieces }: Column): boolean {
	const numbers = pieces.map((piece) =>
		Number(/^\D{0,3}(\d{1,4})\D{0,2}$/u.exec(piece?.text ?? '')?.[1]),
	);
	const steps = numbers.filter((number, at) => at > 0 && number === (numbers[at - 1] ?? NaN) + 1);
	return pieces.length > 2 && steps.length * 10 >= (pieces.length - 1) * 8;
}

/** A digit, and no letter. */
const isFigure = (text: string): boolean => /\d/u.test(text) && !/\p{L}/u.test(text);

/** The title of an entry: its heading or link, and different in each. */
function fitTitle({ column, words, weight, whole, variety, share }: Look): number {
	const heading = column.headingLevel === undefined ? 0 : 0.3;
	const link = isLinked(column) ? 0.15 : 0;
	const size = column.length < 3 || column.length > 250 ? 0.3 : 1;
	const isTyped = share(isDate) > 0.5 || share(isFigure) > 0.6;
	const letters = share((text) => /\p{L}/u.test(text));
	const plain = 0.25 + heading + link + 0.3 * words;
	return plain * weight * whole * size * letters * variety * (isTyped ? 0.3 : 1);
}

function fitText({ field, column, words, weight, whole, variety, share }: Look): number {
	const long = Math.min(column.length / 120, 1);
	// A message has paragraphs.
	const kept = field.meaning === 'text' ? 1 : whole;
	const letters = share((text) => /\p{L}/u.test(text));
	const heading = column.headingLevel === undefined ? 1 : 0.4;
	return (0.5 * long + 0.5 * words) * weight * kept * letters * heading * variety;
}

/** A field without a form of its own is what the page calls so. */
function fitNamed({ column, words, weight, whole, share }: Look): number {
	if (words < LEAST_WORDS) return 0;
	const short = column.length > 120 ? 0.4 : 1;
	if (words > 0.4) return words * weight * whole * short;
	const isTyped = share(isFigure) > 0.5 || share(isDate) > 0.5;
	const isSame = column.pieces.length > 2 && column.distinct * column.pieces.length < 1.5;
	return words * weight * whole * short * (isTyped ? 0.7 : 1) * (isSame ? 0.5 : 1);
}

/** Columns by form are of the field that asks for it: the price, unless the field asks for the former one. */
function fitForm(field: AskedField, { form, coverage }: Column): number {
	const { meaning } = field;
	const asked = asksForPrice(field) ? (asksForFormer(field) ? 'originalPrice' : 'price') : meaning;
	return form === asked ? BY_FORM * Math.sqrt(coverage) : 0;
}

const isLinked = ({ pieces }: Column): boolean => {
	const first = pieces.find((piece) => piece !== undefined);
	return first !== undefined && linkOf(first) !== undefined;
};

/** The link that a piece is in, or that is all of it. */
export function linkOf({ part }: Piece): Element | undefined {
	const around = part.element.closest('a[href]');
	return around ?? part.element.querySelector('a[href]') ?? undefined;
}

/** What is in a list inside the entries is rather of that. */
const INNER = 0.7;
const UNNAMED_ADDRESS = 0.5;

function fitAddress(field: AskedField, column: Column, kind: Column['kind']): number {
	if (column.kind !== kind) return 0;
	const words = wordFit(field, column);
	const first = column.pieces.find((piece) => piece !== undefined);
	const heading = column.headingLevel === undefined ? 0 : 0.2;
	const inner = first !== undefined && first.part.text.length > 3 ? 0.1 : 0;
	return (0.4 + heading + inner + 0.3 * words) * column.coverage * (0.3 + 0.7 * column.distinct);
}

/** How well the words of a column are those of a field, 0 to 1: its own, or others for the same things. */
function wordFit({ words }: AskedField, { words: called }: Column): number {
	const weights = words.map((word) => {
		const like = otherWords(word).map((other) => endOf(other, called));
		return { own: weightOf(word, called), like: LIKE * Math.max(0, ...like) };
	});
	const sum = weights.reduce((total, { own, like }) => total + Math.max(own, like), 0);
	// The last word says what it is, the others which: "product name".
	return Math.max(sum / Math.max(words.length, 1), weights.at(-1)?.like ?? 0);
}

/** The weight of a word, or of one that ends with it: "bigusername". */
function endOf(word: string, called: ReadonlyMap<string, number>): number {
	const exact = called.get(word) ?? 0;
	if (exact > 0 || word.length < LEAST_END_LETTERS) return exact;
	const ending = [...called].filter(([other]) => other.endsWith(word));
	return 0.7 * Math.max(0, ...ending.map(([, weight]) => weight));
}

function weightOf(word: string, called: ReadonlyMap<string, number>): number {
	const exact = called.get(word);
	if (exact !== undefined) return exact;
	let best = 0;
	for (const [other, weight] of called) {
		const isPart =
			word.length >= 4 &&
			other.length >= 4 &&
			(other.startsWith(word) || word.startsWith(other) || other.endsWith(word));
		if (isPart) best = Math.max(best, 0.7 * weight);
	}
	return best;
}

/** The number of a text without what all have around theirs: "95/hour"; words beside a price change what it is. */
function readNumber(
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

/** What an entry's piece says about a field: without the label in front of it, in its type. */
export function valueOf(field: AskedField, column: Column, piece: Piece, place: Place): JsonValue {
	const { shape, key, meaning } = field;
	const { text } = piece;
	if (column.kind !== 'text') return coerce(text, { ...shape, format: 'uri' }, key, place) ?? text;
	if (isNumeric(field)) {
		const value = readNumber(text, column, field, place);
		return value ?? null;
	}
	if (meaning === 'date' && shape.format === undefined) {
		const date = findDate(text);
		if (date !== undefined) return date;
	}
	// A title is whole: "News: Oak".
	const isLabel =
		meaning !== 'title' &&
		(/[:#]\s*$/u.test(column.prefix) ||
			wordFit(field, {
				...column,
				words: new Map(nameWords(column.prefix).map((word) => [toSingular(word), 1])),
			}) > 0.5);
	const value = isLabel ? text.slice(column.prefix.length) : text;
	const read = coerce(value, shape, key, place);
	return read === undefined || isEmptyAnswer(read) ? null : read;
}
