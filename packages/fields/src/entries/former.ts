/// <reference lib="dom" />
import { oneLine } from '@web-data-extraction/page/document';
import { isRendered, RENDERED } from '@web-data-extraction/markdown/rendered';

/** What shops cross out: the price before a reduction. */
const CROSSED_OUT = 'del, s, strike';
const UNSEEN = '.screen-reader-text, .visually-hidden, .sr-only';
const PAST = `${CROSSED_OUT}, ${UNSEEN}`;
const MAYBE_PAST = `${PAST}, [class], [style], [${RENDERED}]`;
/** Class names of prices that are no longer valid. */
const FORMER =
	/(?:^|[-_:])(?:old|was|original|former|previous|strike\w*|line-?through|crossed|before|rrp|uvp|msrp|compare)(?:$|[-_])/iu;
const REGULAR = /(?:^|[-_\s])(?:regular|base|list)(?:$|[-_\s])/iu;
/** In text longer than an amount, digits are not examined further. */
const LONGEST_AMOUNT = 200;
const STYLED = /line-through/iu;

/** Cards are nested in cards: each element is looked at once. */
const knownFormers = new WeakMap<Element, boolean>();

/** Whether an element is a price that is no longer valid, or inside one; what surrounds a card is ignored. */
export function isInFormer(element: Element, card?: Element): boolean {
	return isCrossedOut(element) || isMarkedFormer(element, card);
}

function isMarkedFormer(element: Element, card?: Element): boolean {
	if (isFormer(element)) return true;
	const { parentElement: around } = element;
	return around !== null && around !== card && isMarkedFormer(around, card);
}

/** Whether it is crossed out, whatever its name: such a price is the former one. */
const isCrossedOut = (element: Element): boolean => element.closest(CROSSED_OUT) !== null;

/** Whether its class or its style says that a price is no longer valid. */
function isFormer(element: Element): boolean {
	const known = knownFormers.get(element);
	if (known !== undefined) return known;
	const is =
		[...element.classList].some((name) => FORMER.test(name)) ||
		STYLED.test(element.getAttribute('style') ?? '') ||
		isRendered(element, 'struck');
	knownFormers.set(element, is);
	return is;
}

/** Whether a page calls a price the regular one, which is a former one beside another. */
export const isCalledRegular = ({ className }: Element): boolean => REGULAR.test(className);

/** Whether it is inside text for screen readers only. */
export const isUnseen = (element: Element): boolean => element.closest(UNSEEN) !== null;

/** The text of an element that is valid today: without crossed-out prices and screen-reader text. */
export function shownText(element: Element): string {
	const isPast = (part: Element) => part.matches(PAST) || isFormer(part);
	const hasPast = [...element.querySelectorAll(MAYBE_PAST)].some(isPast);
	if (!hasPast || isInFormer(element, element.parentElement ?? undefined)) return textOf(element);
	const copy = element.cloneNode(true) as Element;
	for (const part of copy.querySelectorAll(MAYBE_PAST)) if (isPast(part)) part.remove();
	return textOf(copy) || textOf(element);
}

/** The text of an element; digits of two elements stay apart: "$12<sup>99</sup>" is not 1299. */
export function textOf(element: Element): string {
	const { children, textContent } = element;
	if (children.length === 0 || textContent.length > LONGEST_AMOUNT) return oneLine(textContent);
	const parts = textsIn(element);
	const joined = parts.reduce(
		(text, part) => (/\d$/u.test(text) && /^\d/u.test(part) ? `${text} ${part}` : text + part),
		'',
	);
	return oneLine(joined);
}

/** The texts in an element, in order. */
export function textsIn(node: Node): string[] {
	return [...node.childNodes].flatMap((child) =>
		child.nodeType === 3 ? [child.nodeValue ?? ''] : textsIn(child),
	);
}
