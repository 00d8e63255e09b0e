/// <reference lib="dom" />
import { isEmptyAnswer, type JsonObject } from '@web-data-extraction/page/json';
import { type AskedField, askField, asksForFormer, asksForPrice } from '../entries/askedField.ts';
import { isCalled } from '../entries/columnFit.ts';
import { countedWords } from '../entries/counted.ts';
import type { Column } from '../entries/columns.ts';
import { meaningOf, meaningOfText } from '../entries/meanings.ts';
import { isInline, type Part, partsIn } from '../entries/parts.ts';
import { readEntries } from '../entries/readRows.ts';
import { isNameOf, weightOf } from '../entries/wordFit.ts';
import { currencyAsked, currencyOf } from '../shapes/currency.ts';
import { hasScale } from '../shapes/parseNumber.ts';
import { haveCommon, sameMeaning, withoutSubject } from '../names/names.ts';
import { findHeading, isHeading } from './pageHeading.ts';
import { CURRENCY, hasRivalAmounts, isPriceText, readPrice } from '../shapes/priceText.ts';
import type { SourceData } from '../records/sourceData.ts';

/** What is asked for without more words: any other word of a name says which price, day or rating is meant. */
const PLAIN = ['price', 'original price', 'date', 'availability', 'rating', 'review count'];
/** Words that ask for the hour of a day. */
const TIME_OF_DAY = /^(?:time|uhrzeit)$/u;
/** A number alone in brackets, as that of reviews is beside a rating: "(128)". */
const BRACKETS = /^\(\d[\d.,\s]*\)$/u;
/** A rating without its scale: "4.5", "(4.5)". */
const DECIMALS = /^[^\p{L}\p{N}]{0,8}\d[.,]\d{1,2}[^\p{L}\p{N}]{0,8}$/u;
/** In longer texts, amounts are of what they tell. */
const LONGEST_AMOUNT = 100;
const AMOUNT = new RegExp(`(?:${CURRENCY.source})\\s?\\d|\\d\\s?(?:${CURRENCY.source})`, 'u');

/**
 * What a page says about the thing that its heading names: for each field what has the form of its values and stands
 * closest to the heading, in the smallest element around that which has such a text.
 * @param fields those that nothing else on the page answers
 */
export function readBesideHeading(fields: readonly AskedField[], source: SourceData): JsonObject {
	const { title, parts = () => [] } = source;
	const heading =
		title === undefined || fields.length === 0 ? undefined : findHeading(parts(), title);
	if (heading === undefined) return {};
	const currencies = fields.filter(({ meaning }) => meaning === 'currency');
	const others = fields.filter((field) => !currencies.includes(field));
	const found = readRings(heading, others, source);
	// A column answers one field: that of the price is asked for alone.
	const amount = currencies.length > 0 ? [AMOUNT_SHOWN] : [];
	const shown = readRings(heading, amount, source)[AMOUNT_SHOWN.name];
	const amounts = typeof shown === 'string' ? [shown] : [];
	// Where no price is sure, the only sign on the page still says in what they are.
	const sign = source.shown?.().onlySign;
	const signed = sign === undefined ? undefined : currencyOf(`${sign}1`, source);
	const read = currencies.map(({ name, key }) => [
		name,
		currencyAsked(key, amounts, source) ?? signed,
	]);
	return { ...found, ...Object.fromEntries(read.filter(([, value]) => value !== undefined)) };
}

/** The price as it is shown, which has its currency. */
const AMOUNT_SHOWN = askField('price', { kind: 'scalar', type: 'string' }, new Set());

function readRings(heading: Part, fields: readonly AskedField[], source: SourceData): JsonObject {
	const found: JsonObject = {};
	let missing = fields;
	for (let inner = heading; inner.parent !== undefined && missing.length > 0;) {
		const { parent } = inner;
		const ring = new Ring(inner, parent, heading.text);
		const asked = {
			fields: missing,
			missing: [missing.map(({ name }) => name)],
			mayAnswer: (field: AskedField, column: Column) => isOwnValue(field, column, ring),
		};
		const { rows, doubts } = readEntries([ring.beside], asked, source);
		for (const doubt of doubts) source.doubts?.add(doubt);
		for (const [name, value] of Object.entries(rows[0] ?? {}))
			if (!isEmptyAnswer(value)) found[name] = value;
		missing = missing.filter(({ name }) => !(name in found));
		inner = parent;
	}
	return found;
}

/** What is in an element around a heading, and not in the next smaller one. */
class Ring {
	readonly beside: readonly Part[];
	/** Where another heading ends: what is behind, or has it inside, is about something else. */
	private readonly otherHeading: number;
	/** Where an amount ends that is not understood: the next one may be a former price, or what is saved. */
	private readonly otherAmount: number;

	/** @param inner the heading, or the next smaller element around it */
	constructor(inner: Part, around: Part, heading: string | undefined) {
		this.beside = around.children.filter((part) => part !== inner);
		const parts = this.beside.flatMap(partsIn);
		const endOf = (test: (part: Part) => boolean): number =>
			parts.reduce((least, part) => (part.end < least && test(part) ? part.end : least), Infinity);
		this.otherHeading = endOf(
			({ element, text, start }) =>
				isHeading(element) &&
				![heading, ''].includes(text) &&
				!isPriceText(text) &&
				start > inner.end,
		);
		this.otherAmount = endOf(
			({ text }) => text.length <= LONGEST_AMOUNT && AMOUNT.test(text) && !isPriceText(text),
		);
	}

	/** Whether what a part says is not of the heading's thing, or maybe not. */
	isOfOther(part: Part, field: AskedField): boolean {
		return (
			part.end >= this.otherHeading ||
			this.isOfList(part, field) ||
			(asksForPrice(field) && (isOfCard(part) || hasOtherLabel(part))) ||
			(asksForPrice(field) && !asksForFormer(field) && part.start > this.otherAmount)
		);
	}

	/** Whether a part is in one of several like elements of which another says something else at the same place. */
	private isOfList(part: Part, field: AskedField): boolean {
		const path: string[] = [];
		const isRival = ({ text }: Part): boolean => text !== part.text && mayBeOf(field, text);
		for (let one = part; one.parent !== undefined; one = one.parent) {
			const { kind, parent } = one;
			for (const other of parent.children)
				if (other !== one && other.kind === kind && partsAt(other, path).some(isRival)) return true;
			if (this.beside.includes(one)) return false;
			path.unshift(kind);
		}
		return false;
	}
}

/** The parts at a path of kinds below another. */
const partsAt = (root: Part, path: readonly string[]): readonly Part[] =>
	path.reduce<readonly Part[]>(
		(parts, kind) =>
			parts.flatMap(({ children }) => children.filter((child) => child.kind === kind)),
		[root],
	);

/** Whether an element says nothing but a price beside the picture of a link: that of another page. */
const isOfCard = ({ outer }: Part): boolean => outer.element.querySelector('a[href] img') !== null;

/** Whether the words directly before a price are none for it: "Delivery". */
function hasOtherLabel({ outer, text }: Part): boolean {
	const { parent } = outer;
	if (parent === undefined || !isInline(outer)) return false;
	const texts = [
		...parent.own.map((own) => ({ ...own, isBeside: true })),
		...parent.children.map((part) => ({
			text: part.text,
			at: part.start,
			isBeside: isInline(part),
		})),
	];
	const last = texts
		.filter(({ text: one, at }) => one !== '' && at < outer.start)
		.toSorted((one, other) => other.at - one.at)[0];
	const before = last?.isBeside === true ? last.text : '';
	if (/\d/u.test(before) || !/\p{L}{2}/u.test(before)) return false;
	const whole = `${before} ${text}`;
	const isPrice = isPriceText(whole) || meaningOfText(before) === 'price';
	return !isPrice || readPrice(whole, 'current') === undefined;
}

/** Whether a column has the form of a field's values, and is of the heading's thing. */
function isOwnValue(field: AskedField, column: Column, ring: Ring): boolean {
	const piece = column.kind === 'text' ? column.pieces[0] : undefined;
	if (piece === undefined || !isOfForm(field, column, piece.text)) return false;
	if (!isSaid(field, column)) return false;
	// The amount at the end of a sentence is no price.
	const isWhole =
		column.form !== undefined || piece.at !== undefined || piece.text === piece.part.text;
	return isWhole && !ring.isOfOther(piece.part, field);
}

/** Whether the page says which one is meant, if the field does: the price of delivery, the last day. */
const isSaid = ({ key, words, meaning }: AskedField, { words: said }: Column): boolean =>
	haveCommon(sameMeaning(withoutSubject(key)), PLAIN) ||
	words.every(
		(word) =>
			weightOf(word, said) > 0 || (meaningOf([word]) === meaning && !TIME_OF_DAY.test(word)),
	);

/** Whether a column's text has the form of a field's values, and where that is not telling, also the field's name. */
function isOfForm(field: AskedField, column: Column, text: string): boolean {
	if (column.form !== undefined) return !asksForPrice(field) || !hasRivalAmounts(text);
	if (!mayBeOf(field, text)) return false;
	const isTelling = asksForPrice(field) || hasScale(text);
	return isTelling || isCalled(field, column) || sameMeaning(field.key).includes(countOf(text));
}

/** What the number of a text may be called: "rating count" for "128 ratings". */
const countOf = (text: string): string => `${countedWords(text).join(' ')} count`;

/** Whether a text has the form of a field's values. */
function mayBeOf(field: AskedField, text: string): boolean {
	const { meaning } = field;
	if (asksForPrice(field)) return isPriceText(text);
	if (meaning === 'score') return hasScale(text) || DECIMALS.test(text);
	const counted = countedWords(text);
	if (meaning === 'count' && counted.length > 0) return meaningOf(counted) !== undefined;
	return meaning === 'count' ? BRACKETS.test(text) : isNameOf(field, counted.join(' '));
}
