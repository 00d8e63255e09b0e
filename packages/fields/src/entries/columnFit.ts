/// <reference lib="dom" />
import { oneLine } from '@web-data-extraction/page/document';
import { isPriceText } from '../shapes/priceText.ts';
import type { Piece, Place } from './alignment.ts';
import { type AskedField, asksForFormer, asksForPrice, isNumeric } from './askedField.ts';
import type { Column } from './columns.ts';
import { findDate } from './dates.ts';
import { countedWords } from './counted.ts';
import { meaningOf, meaningOfText } from './meanings.ts';
import { readNumber } from './pieceValue.ts';
import { isQuestion } from './questions.ts';
import { FINDERS } from './shapeFinders.ts';
import { wordFit } from './wordFit.ts';

const MOST_VALUES = 24;
/** What has the form of a price beats what is only called so: "<s>$40</s> $25". */
const BY_FORM = 1.1;
const LONGEST_PRICE = 80;
const LONGEST_DATE = 40;
/** Of values of the asked form. */
const LEAST_SHARE = 0.4;
/** A column that the page calls something else answers no field without a form. */
const LEAST_WORDS = 0.3;
const CALLED_JUST_SO = 0.9;

/** Whether a column answers a field because the page calls it so, not only by what its values look like. */
export const isCalled = (field: AskedField, column: Column): boolean =>
	wordFit(field, column) >= LEAST_WORDS;

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
	if (isPageAddress(field, column)) return UNNAMED_ADDRESS * fitAddress(field, column, 'link');
	if (column.kind !== 'text') return 0;
	if (column.form !== undefined) return fitForm(field, column);
	const look = lookAt(field, column, place, isRough);
	const score = fitText(look);
	return score > 0 && (countsOther(look) || lacksFigures(look)) ? 0 : score;
}

function lookAt(field: AskedField, column: Column, place: Place, isRough: boolean): Look {
	const sample = column.pieces.filter((piece) => piece !== undefined).slice(0, MOST_VALUES);
	return {
		field,
		column,
		words: wordFit(field, column),
		weight: field.isList
			? Math.sqrt(column.coverage)
			: Math.sqrt(column.coverage / column.repeats) * (column.isInner ? INNER : 1),
		whole: column.isContainer && !field.isList ? 0.6 : 1,
		variety: 0.4 + 0.6 * column.distinct,
		share: (test) => sample.filter(({ text }) => test(text)).length / sample.length,
		isRough,
		place,
	};
}

function fitText(look: Look): number {
	const { field } = look;
	const { meaning } = field;
	if (asksForPrice(field)) return fitPrice(look);
	if (isNumeric(field)) return fitNumber(look);
	const find = FINDERS.get(meaning);
	if (find !== undefined) return fitShaped(look, find);
	if (meaning === 'title') return fitTitle(look);
	if (meaning === 'question') return fitQuestion(look);
	return meaning === 'summary' || meaning === 'text' ? fitLongText(look) : fitNamed(look);
}

const LONGEST_FIGURE = 30;

const isShortFigure = (text: string): boolean =>
	text.length < LONGEST_FIGURE && /[\d\u2605\u2b50]/u.test(text);

/**
 * A rating or a rank is a figure, also where it is asked for as a text: "4.5 out of 5", "#1", "★★★★". Only what the page
 * calls just so may be something else: a note, the position of somebody.
 */
function lacksFigures({ field: { meaning }, words, share }: Look): boolean {
	const isFigure = meaning === 'score' || meaning === 'rank' || meaning === 'count';
	return isFigure && words < CALLED_JUST_SO && share(isShortFigure) < LEAST_SHARE;
}

/** Whether most values of a column count something else than the field asks for: "146 Reviews" is no rating. */
const countsOther = ({ field: { meaning }, share }: Look): boolean =>
	meaning !== undefined &&
	share((text) => {
		const counted = meaningOf(countedWords(text));
		// Ratings and votes are counted.
		const isCount = meaning === 'count' && counted === 'score';
		return counted !== undefined && counted !== meaning && !isCount;
	}) > 0.5;

function fitPrice({ field, column, words, weight, share }: Look): number {
	const isCalledSo = words >= LEAST_WORDS;
	const isAmount = (text: string): boolean => isPriceText(text) || (isCalledSo && isFigure(text));
	const priced = share((text) => text.length < LONGEST_PRICE && isAmount(text));
	// "Delivery: €5" has a name, and it is another.
	if (priced < LEAST_SHARE || (column.isLabelled && !isCalledSo)) return 0;
	if (column.isFormer !== asksForFormer(field)) return 0;
	const money = share((text) => /\p{Sc}|\b[A-Z]{3}\b|kr|zł/u.test(text));
	return (0.3 * priced + 0.35 * money + 0.35 * words) * weight * (column.isContainer ? 0.85 : 1);
}

const isDate = (text: string): boolean =>
	text.length < LONGEST_PRICE && findDate(text) !== undefined;

function fitShaped(look: Look, find: (text: string) => string | undefined): number {
	const { column, words, weight, whole, share } = look;
	const { meaning } = look.field;
	const shaped = share((text) => text.length < LONGEST_PRICE && find(text) !== undefined);
	const isShort = column.length < LONGEST_DATE;
	// A date or a duration may be written in words, an e-mail address or a phone number never is.
	if (shaped < LEAST_SHARE)
		return isShort && (meaning === 'date' || meaning === 'duration') ? 0.3 * fitNamed(look) : 0;
	return (0.55 * shaped + 0.45 * words) * weight * whole * (isShort ? 1 : 0.8);
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
	// "By Ann Smith" is no title.
	if (meaningOfText(column.prefix) === 'author') return 0;
	const heading = column.headingLevel === undefined ? 0 : 0.3;
	const link = isLinked(column) ? 0.15 : 0;
	const size = column.length < 3 || column.length > 250 ? 0.3 : 1;
	const isTyped = share(isDate) > 0.5 || share(isFigure) > 0.6;
	const letters = share((text) => /\p{L}/u.test(text));
	const marked = isEmphasised(column) ? EMPHASIS : 0;
	const plain = 0.25 + heading + link + marked + 0.3 * words;
	return plain * weight * whole * size * letters * variety * (isTyped ? 0.3 : 1);
}

/** The title of a short entry is often no heading, only in bold. */
const EMPHASIS = 0.1;

function isEmphasised({ pieces }: Column): boolean {
	const first = pieces.find((piece) => piece !== undefined);
	const bold = first?.at === undefined && first?.part.element.closest('b, strong');
	// Text that goes on in the same line makes it a part of a sentence.
	const next = bold ? bold.nextSibling : null;
	return Boolean(bold) && !(next?.nodeType === 3 && /^\s*\p{L}/u.test(next.nodeValue ?? ''));
}

/** Questions are known by their mark, whatever the page calls them. */
function fitQuestion({ words, weight, whole, variety, share }: Look): number {
	const asked = share(isQuestion);
	return asked === 0 ? 0 : (0.6 * asked + 0.4 * words) * weight * whole * variety;
}

function fitLongText({ field, column, words, weight, whole, variety, share }: Look): number {
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

/** Those that lead to a page. */
const LINK = 'a[href]:not([href^="mailto:" i], [href^="tel:" i])';

/** The link that a piece is in, or that is in it. */
export function linkOf({ part, text }: Piece): Element | undefined {
	const around = part.element.closest(LINK);
	if (around !== null) return around;
	const inner = part.element.querySelector(LINK);
	return inner !== null && text.includes(oneLine(inner.textContent)) ? inner : undefined;
}

/** "Address" may be that of the page that an entry leads to, where nothing else is called so. */
export const isPageAddress = ({ meaning }: AskedField, { kind }: Column): boolean =>
	meaning === 'address' && kind === 'link';

/** What is in a list inside the entries is rather of that. */
const INNER = 0.7;
const UNNAMED_ADDRESS = 0.5;

/** What a link is called decides where an address of something is asked for. */
const CALLED_LINK = 0.9;

/** Whether a link is called what the field asks the address of: "12 comments" for `comments_url`. */
export const isLinkOf = ({ of }: AskedField, { kind, words }: Column): boolean =>
	kind === 'link' && of.length > 0 && wordFit({ words: of }, { words }) >= LEAST_WORDS;

function fitAddress(field: AskedField, column: Column, kind: Column['kind']): number {
	if (column.kind !== kind) return 0;
	if (isLinkOf(field, column)) return CALLED_LINK * column.coverage;
	const words = wordFit(field, column);
	const first = column.pieces.find((piece) => piece !== undefined);
	const heading = column.headingLevel === undefined ? 0 : 0.2;
	const inner = first !== undefined && first.part.text.length > 3 ? 0.1 : 0;
	return (0.4 + heading + inner + 0.3 * words) * column.coverage * (0.3 + 0.7 * column.distinct);
}
