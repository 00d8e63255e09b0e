import { isJsonObject, type JsonObject, type JsonValue } from '@web-data-extraction/page/json';
import { type Asked, isInvoiceList, partyNamed, termNamed } from '../einvoice/askedTerm.ts';
import { itemOf, objectOf, type SchemaNode } from '../schema/schemaNode.ts';
import { numbersIn } from '../shapes/amounts.ts';
import { bicsIn, ibansIn, looksLikeIban, mayBeVatId } from '../shapes/bank.ts';
import { datesIn } from '../shapes/dates.ts';
import { isMonth } from '../shapes/parseDate.ts';
import { isSame } from './money.ts';

/** The numbers of a document: what amounts are compared with. */
export interface StatedNumbers {
	amounts: readonly number[];
	/** Per cent. */
	rates: readonly number[];
}

/** Why a text is not the value of a term, as the end of a sentence; undefined if it may be. */
type Shape = (text: string) => string | undefined;

/** Dates with a time, without a year, or of other scripts. */
const OTHER_DATE = /\d{4}-\d{2}-\d{2}T|\d{1,4}\s?[年月년월./-]\s?\d{1,2}/u;
const isNoDate: Shape = (text) => {
	const isNamed = /\d/u.test(text) && (text.match(/\p{L}{3,}/gu) ?? []).some(isMonth);
	const isDate = isNamed || OTHER_DATE.test(text) || datesIn(text).length > 0;
	return isDate ? undefined : 'which is no date';
};
const isNoAmount: Shape = (text) => {
	const numbers = numbersIn(text, '.');
	if (numbers.some(({ isPercent }) => !isPercent)) return undefined;
	if (numbers.length > 0) return 'which is a rate';
	return /\p{N}/u.test(text) ? undefined : 'which is no amount';
};
/** It may be written in groups. */
const isNoBic: Shape = (text) =>
	[text, text.replace(/\s/gu, '')].some((one) => bicsIn(`BIC ${one}`).length > 0)
		? undefined
		: 'which is no BIC (ISO 9362)';
/** An account has an IBAN, or a number of its own. */
const isNoAccount: Shape = (text) => {
	if (ibansIn(text).length > 0) return undefined;
	if (looksLikeIban(text)) return 'but its check digits are wrong (ISO 13616)';
	return /\d{4}/u.test(text) ? undefined : 'which is no account';
};
const isNoIban: Shape = (text) =>
	ibansIn(text).length > 0 || looksLikeIban(text) ? isNoAccount(text) : 'which is no IBAN';
const isNoVatId: Shape = (text) => (mayBeVatId(text) ? undefined : 'which is no VAT ID');
const isNoPhone: Shape = (text) => (/\d/u.test(text) ? undefined : 'which is no number');

/** The terms of EN 16931 whose values have a shape of their own; allowances may be stated as rates. */
const SHAPES: Readonly<Record<string, Shape>> = {
	...Object.fromEntries(['BT-2', 'BT-9', 'BT-72', 'BT-73', 'BT-74'].map((id) => [id, isNoDate])),
	...Object.fromEntries(
		['BT-106', 'BT-109', 'BT-110', 'BT-112', 'BT-113', 'BT-115'].map((id) => [id, isNoAmount]),
	),
	...{ 'BT-31': isNoVatId, 'BT-42': isNoPhone, 'BT-84': isNoAccount, 'BT-86': isNoBic },
};
/** Shapes that nothing else has: they are checked in any text, the others in documents of business. */
const ANYWHERE: ReadonlySet<string> = new Set(['BT-84', 'BT-86']);

/** Sums that the standard asks for: the first two are the third (BR-CO-15, BR-CO-16). */
const SUMS = [
	['BT-109', 'BT-110', 'BT-112'],
	['BT-113', 'BT-115', 'BT-112'],
] as const;
/** Totals may be rounded to what can be paid in coins. */
const MAX_ROUNDING_CENTS = 5;

/** An answer without what contradicts its terms. */
export interface CheckedAnswer {
	answer: JsonValue;
	/** The fields that were emptied, by their names in the answer. */
	emptied: string[];
	/** Why, a sentence each. */
	reasons: string[];
}

/**
 * Empties the fields that are terms of an invoice and whose values are none: a VAT ID, an account, a date or an
 * amount without its shape, and totals that don't add up. Whoever read them, they would be wrong.
 * @param numbers those of the document, if it is one of business
 */
export function withoutContradictions(
	answer: JsonValue,
	schema: SchemaNode,
	numbers: StatedNumbers | undefined,
): CheckedAnswer {
	const check: Check = { numbers, emptied: new Set(), reasons: [] };
	const place: Place = { path: '', find: (asked) => termNamed(asked) };
	const checked = checkNode(answer, schema, place, check);
	return { answer: checked, emptied: [...check.emptied], reasons: check.reasons };
}

interface Check {
	numbers: StatedNumbers | undefined;
	emptied: Set<string>;
	reasons: string[];
}

/** A part of an answer: its path, and how its fields' terms are found. */
interface Place {
	path: string;
	find: (asked: Asked) => string | undefined;
}

function checkNode(
	answer: JsonValue,
	schema: SchemaNode,
	{ path, find }: Place,
	check: Check,
): JsonValue {
	const object = objectOf(schema);
	if (object === undefined || !isJsonObject(answer)) return answer;
	const terms = new Map<string, string[]>();
	const fields = [...object.properties].map(([name, node]): [string, JsonValue] => {
		const full = path === '' ? name : `${path}.${name}`;
		const own = answer[name] ?? null;
		const item = itemOf(node);
		if (item !== undefined) {
			const isInvoices = isInvoiceList(name) && Array.isArray(own);
			return [
				name,
				isInvoices ? own.map((one) => checkNode(one, item, { path: full, find }, check)) : own,
			];
		}
		if (isJsonObject(own)) {
			const party = partyNamed(name);
			const inner: Place['find'] = party === undefined ? find : (asked) => termNamed(asked, party);
			return [name, checkNode(own, node, { path: full, find: inner }, check)];
		}
		const term = find({ name, node });
		if (term === undefined) return [name, own];
		const value = shaped(own, term, full, check);
		if (value !== null) terms.set(term, [...(terms.get(term) ?? []), name]);
		return [name, value];
	});
	return withoutWrongSums({ ...answer, ...Object.fromEntries(fields) }, terms, path, check);
}

/** A value in the shape of its term; null for another. */
function shaped(value: JsonValue, term: string, name: string, check: Check): JsonValue {
	const { numbers } = check;
	const last = name.split('.').at(-1) ?? '';
	const shape = term === 'BT-84' && /iban/iu.test(last) ? isNoIban : SHAPES[term];
	if (shape === undefined || (numbers === undefined && !ANYWHERE.has(term))) return value;
	const isRate =
		typeof value === 'number' &&
		shape === isNoAmount &&
		numbers?.rates.includes(value) === true &&
		!numbers.amounts.includes(value);
	const reason = isRate ? 'which is a rate' : typeof value === 'string' ? shape(value) : undefined;
	if (reason === undefined) return value;
	check.emptied.add(name);
	check.reasons.push(`'${name}' is left empty: the text has ${said(value)}, ${reason}.`);
	return null;
}

const LONGEST_SAID = 60;
const said = (value: JsonValue): string =>
	typeof value === 'string' ? JSON.stringify(value.slice(0, LONGEST_SAID)) : String(value);

const amountOf = (value: JsonValue | undefined): number | undefined => {
	if (typeof value === 'number') return value;
	const [first, ...others] = typeof value === 'string' ? numbersIn(value) : [];
	return others.length === 0 ? first?.value : undefined;
};

/** An object without the totals that don't add up, unless an amount beside them explains the difference. */
function withoutWrongSums(
	object: JsonObject,
	terms: ReadonlyMap<string, readonly string[]>,
	path: string,
	check: Check,
): JsonObject {
	const { numbers } = check;
	if (numbers === undefined) return object;
	const fullName = (name: string): string => (path === '' ? name : `${path}.${name}`);
	const wrong = SUMS.flatMap((ids) => {
		const parts = ids.map((id) => {
			const [name = ''] = terms.get(id) ?? [];
			return { name: fullName(name), value: amountOf(object[name]) };
		});
		const [a, b, sum] = parts.map(({ value }) => value);
		if (a === undefined || b === undefined || sum === undefined) return [];
		if (isSum(a, b, sum, numbers.amounts)) return [];
		const [first, second, third] = parts.map(({ name, value }) => `'${name}' ${value}`);
		const made = Math.round((a + b) * 100) / 100;
		check.reasons.push(`${first} and ${second} make ${made}, not ${third}: they are left empty.`);
		return ids.flatMap((id) => terms.get(id) ?? []);
	});
	for (const name of wrong) check.emptied.add(fullName(name));
	return { ...object, ...Object.fromEntries(wrong.map((name) => [name, null])) };
}

const inCents = (amount: number): number => Math.round(Math.abs(amount) * 100);

/**
 * Whether two totals make a third: alone, with one or two further amounts, or as a part that is in the whole.
 * The time grows with the amounts that are stated.
 */
function isSum(a: number, b: number, sum: number, stated: readonly number[]): boolean {
	if (isSame(a, sum)) return true;
	const rest = inCents(sum - a - b);
	if (rest <= MAX_ROUNDING_CENTS) return true;
	const others = new Set(stated.map(inCents));
	for (const own of [a, b, sum]) others.delete(inCents(own));
	const explains = (one: number): boolean =>
		one === rest || others.has(Math.abs(rest - one)) || others.has(rest + one);
	return [...others].some(explains);
}
