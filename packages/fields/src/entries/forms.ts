/// <reference lib="dom" />
import { stated, type JsonObject } from '@web-data-extraction/page/json';
import { oneLine } from '@web-data-extraction/page/document';
import { onlyOne } from '../onlyOne.ts';
import { parseDate } from '../shapes/parseDate.ts';
import { isAmountOfMoney } from '../shapes/parseNumber.ts';
import { isCalledRegular, isInFormer, isUnseen, shownText, textOf, textsIn } from './former.ts';
import { isPriceText, isRange, readPrice } from '../shapes/priceText.ts';
import { isStockText } from '../shapes/stockWords.ts';

/** A text of a form, and what it says. */
interface Form {
	/** An amount alone; a price with words or other amounts: "was $20 now $15". */
	kind: 'amount' | 'price' | 'date' | 'stock';
	text: string;
}

/** Longer texts are more than an amount or a date. */
const LONGEST_FORM = 40;
const LONGEST_PRICE = 100;
/** Whitespace between elements is text too. */
const LONGEST_TEXT = 400;
/** An amount has its currency in a separate element, and a word for screen readers. */
const MOST_PARTS = 3;

/** Cards are nested in cards: each element is looked at once. */
const knownForms = new WeakMap<Element, { form: Form | undefined }>();

/**
 * What the parts of a thing are by their form, whatever their names: the only amount of money is
 * its price, the only crossed-out one the former price, the only date its date. Nothing where there are
 * several.
 * @param parts elements that belong to the thing and to no other
 * @param card what surrounds the parts: its style says nothing about one of them
 */
export function readForms(parts: readonly Element[], card?: Element): JsonObject {
	const forms = parts.flatMap((part) => {
		const form = formOf(part);
		return form === undefined ? [] : [{ ...form, part }];
	});
	const textsOf = (kind: Form['kind'], isWanted: (part: Element) => boolean = () => true) =>
		all.filter((form) => form.kind === kind && isWanted(form.part)).map(({ text }) => text);
	const wholes = wholeAmounts(forms);
	const all = forms.filter(
		({ kind, part, text }) => kind !== 'amount' || wholes.get(part) === text,
	);
	const shown = all.filter(({ kind, part }) => kind === 'amount' && !isFormer(part, card));
	// Alone, a regular price is today's.
	const reduced = shown.filter(({ part }) => !isCalledRegular(part));
	const todaysAmounts = reduced.length > 0 ? reduced : shown;
	const amounts = todaysAmounts.map(({ text }) => text);
	const priced = new Set(all.flatMap(({ kind, part }) => (kind === 'price' ? [part] : [])));
	const inWords = textsOf('price', (part) => !isInsideOne(part, priced));
	const todays = inWords.filter((text) => !isOnlyFormer(text));
	const price =
		onlyOne(amounts.length > 0 ? amounts : todays) ??
		readTogether(todaysAmounts.map(({ part }) => part));
	const before = onlyOne([
		...textsOf('amount', (part) => isFormer(part, card)),
		...shown.filter((form) => !todaysAmounts.includes(form)).map(({ text }) => text),
		...inWords.filter(
			(text) => isOnlyFormer(text) || (amounts.length === 0 && text === price && hasFormer(text)),
		),
	]);
	const isReduced =
		price !== undefined && before !== undefined && (before === price || isLower(price, before));
	return stated({
		price: price ?? '',
		originalPrice: isReduced ? before : '',
		date: onlyOne(textsOf('date')) ?? '',
		availability: onlyOne(textsOf('stock')) ?? '',
	});
}

/** Each amount with the longest that it is part of: "$79.99" for "$79". @param forms in the order of the page */
function wholeAmounts(forms: ReadonlyArray<Form & { part: Element }>): Map<Element, string> {
	const wholes = new Map<Element, string>();
	for (const { kind, part, text } of forms)
		if (kind === 'amount') wholes.set(part, wholes.get(part.parentElement ?? part) ?? text);
	return wholes;
}

/** Whether all that an element says is a price that is no longer valid. */
const isFormer = (part: Element, card: Element | undefined): boolean =>
	isInFormer(innermost(part), card);

const knownInnermost = new WeakMap<Element, Element>();

/** The innermost of the elements that say the same as one, one around the other. */
function innermost(outer: Element): Element {
	const chain: Element[] = [];
	let inner = outer;
	for (let only: Element | undefined = outer; only !== undefined; only = onlyChild(only)) {
		const known = knownInnermost.get(only);
		inner = known ?? only;
		if (known !== undefined) break;
		chain.push(only);
	}
	for (const element of chain) knownInnermost.set(element, inner);
	return inner;
}

function onlyChild({ children, childNodes }: Element): Element | undefined {
	const [only, ...others] = children;
	const isBlank = ({ nodeType, nodeValue }: Node): boolean =>
		nodeType !== 3 || oneLine(nodeValue ?? '') === '';
	return others.length === 0 && [...childNodes].every(isBlank) ? only : undefined;
}

/** The form of an element's text, if it has one and is not part of a sentence. */
export function formOf(element: Element): Form | undefined {
	const known = knownForms.get(element);
	if (known !== undefined) return known.form;
	const form = readForm(element);
	const isAlone = form !== undefined && !isUnseen(element) && !isInSentence(element);
	knownForms.set(element, { form: isAlone ? form : undefined });
	return isAlone ? form : undefined;
}

function readForm(element: Element): Form | undefined {
	const { children, textContent } = element;
	if (children.length > MOST_PARTS || textContent.length > LONGEST_TEXT) return undefined;
	const text = oneLine(textContent);
	const stamp = element.matches('time[datetime]') ? element.getAttribute('datetime') : null;
	if (stamp !== null && parseDate(stamp) !== undefined) return { kind: 'date', text: stamp };
	if (children.length === 0 && isStockText(text)) return { kind: 'stock', text };
	if (text.length > LONGEST_PRICE || !/\d/u.test(text)) return undefined;
	return readMoney(element, text) ?? readShownDate(element, text);
}

function readMoney(element: Element, text: string): Form | undefined {
	const shown = shownText(element);
	if (text.length <= LONGEST_FORM && isAmount(element)) return { kind: 'amount', text: shown };
	return isPriceText(shown) ? { kind: 'price', text: shown } : undefined;
}

function readShownDate(element: Element, text: string): Form | undefined {
	if (text.length > LONGEST_FORM || element.children.length > 0) return undefined;
	const isStamped = element.closest('time[datetime]') !== null;
	return !isStamped && parseDate(text) !== undefined ? { kind: 'date', text } : undefined;
}

/** An amount written in one piece; its currency and its cents may be in elements of their own. */
function isAmount(element: Element): boolean {
	const text = textOf(element);
	return text === oneLine(element.textContent) && isAmountOfMoney(text);
}

/** Whether an element is in another of some. */
function isInsideOne(part: Element, others: ReadonlySet<Element>): boolean {
	for (let around = part.parentElement; around !== null; around = around.parentElement)
		if (others.has(around)) return true;
	return false;
}

/** Elements with many in them are looked at once. */
const knownSentences = new WeakMap<Element, boolean>();

/** "Delivery: <b>€5</b>": words around an element say what it is, except "to" between the ends of a range. */
function isInSentence({ parentElement: around }: Element): boolean {
	if (around === null) return false;
	const known = knownSentences.get(around);
	if (known !== undefined) return known;
	const is = [...around.childNodes].some(({ nodeType, nodeValue }) => {
		const text = nodeType === 3 ? oneLine(nodeValue ?? '') : '';
		return /\p{N}/u.test(text) || (/\p{L}/u.test(text) && !isRange(text));
	});
	knownSentences.set(around, is);
	return is;
}

/**
 * The text from the first to the last of several amounts, if it is that of one price: the ends of a
 * range may each be in their own element.
 */
function readTogether(amounts: readonly Element[]): string | undefined {
	const [first, last] = [amounts[0], amounts.at(-1)];
	if (first === undefined || last === undefined || first === last) return undefined;
	let around = first;
	while (!around.contains(last)) {
		if (around.parentElement === null) return undefined;
		around = around.parentElement;
	}
	const nodes = [...around.childNodes];
	const start = nodes.findIndex((node) => node.contains(first));
	const end = nodes.findIndex((node) => node.contains(last));
	const texts = nodes
		.slice(start, end + 1)
		.flatMap((node) => (node.nodeType === 3 ? [node.nodeValue ?? ''] : textsIn(node)));
	const text = oneLine(texts.join(' '));
	return isPriceText(text) ? text : undefined;
}

/** "RRP $20": today's price is elsewhere. */
const isOnlyFormer = (text: string): boolean =>
	readPrice(text, 'current') === undefined && readPrice(text, 'former') !== undefined;

/** "Was $20 now $15". */
const hasFormer = (text: string): boolean =>
	readPrice(text, 'current') !== readPrice(text, 'former');

function isLower(price: string, before: string): boolean {
	const low = readPrice(price, 'current');
	const high = readPrice(before, 'former');
	return low === undefined || high === undefined || low < high;
}
