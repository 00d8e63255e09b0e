/// <reference lib="dom" />
import { inPage } from '../../scripts/inPage.ts';
import { type ListShape, MEMBER_PARTS, membersOf } from './listShape.ts';

/** Something that a person could press in a list or right behind it. */
export interface ListControl {
	/** What it would do: open an address, send a form, or something on the page itself. */
	does: 'opens' | 'sends' | 'stays';
	/** Where it leads; empty when it stays. */
	address: string;
	/** Beginning of its text or label. */
	text: string;
	/** Whether it is marked as the next page (`rel="next"`). */
	isNext: boolean;
	/** Whether there are other numbers beside it, as in `1 2 3`. */
	isNumbered: boolean;
	/** Where it is in the page, by tags and names: the same on the next page. */
	trail: string;
}

/** What a page offers behind a list. */
export interface ListControls {
	controls: ListControl[];
	/** The number of this page among numbered ones; undefined when it is not marked. */
	at?: number;
	/** Address of the next page by the page's head (`<link rel="next">`). */
	nextAddress?: string;
}

interface ControlsRequest {
	shape: ListShape;
	/** Attribute that marks each control with its position, for pressing; nothing that a page could know. */
	attribute: string;
}

/** Lists the controls in a list or right behind it. Runs in the page. */
export const findListControls = inPage(listControls, [
	...MEMBER_PARTS,
	textOf,
	isPressable,
	isOff,
	isElsewhere,
	formOf,
	writeTrail,
	describeControl,
	numbersBeside,
	isCurrent,
]);

function textOf(element: Element): string {
	const text = element instanceof HTMLElement ? element.innerText : '';
	const value = element instanceof HTMLInputElement ? element.value : '';
	const label = element.getAttribute('aria-label') ?? element.getAttribute('title') ?? '';
	return (text.trim() || value || label).replace(/\s+/g, ' ').trim().slice(0, 80);
}

/** Whether a person would take an element for something to press, by its kind or by the hand over it. */
function isPressable(element: Element): boolean {
	const CONTROLS =
		'a[href], button, input[type="submit"], input[type="button"], input[type="image"], [role="button"], [role="link"], [onclick]';
	if (element.matches(CONTROLS)) return true;
	if (element.localName === 'a' || element.parentElement?.closest(CONTROLS)) return false;
	const hasHand = (each: Element | null): boolean =>
		each !== null && getComputedStyle(each).cursor === 'pointer';
	return hasHand(element) && !hasHand(element.parentElement);
}

function isOff(element: Element): boolean {
	const OFF = ':disabled, [aria-disabled="true"], [disabled], .disabled, .disabled *, [inert] *';
	return element.matches(OFF) || getComputedStyle(element).pointerEvents === 'none';
}

/** Whether a control by its own markup opens something, costs money, or wants something to be filled in. */
function isElsewhere(element: Element): boolean {
	const OPENS =
		'[aria-haspopup]:not([aria-haspopup="false"]), [popovertarget], [commandfor], [download], [data-toggle="modal"], [data-bs-toggle="modal"], [href^="mailto:"], [href^="tel:"]';
	const AMOUNT = /\p{Sc}\s?\d|\d\s?\p{Sc}|[.,]\d\d\s?[A-Z]{3}\b/u;
	if (element.matches(OPENS) || AMOUNT.test(textOf(element))) return true;
	const FILLED_IN = 'input:not([type="hidden"], [type="submit"], [type="button"]), textarea';
	return [...(formOf(element)?.elements ?? [])].some(
		(field) => field.matches(FILLED_IN) && field.checkVisibility(),
	);
}

/** The integers that stand beside a control, in the nearest part of the page that has several. */
function numbersBeside(control: Element): Element[] {
	const isNumber = (element: Element): boolean =>
		element.childElementCount === 0 && /^\d{1,5}$/.test((element.textContent ?? '').trim());
	let place = control.parentElement;
	for (let up = 0; up < 4 && place !== null && place !== document.body; up++) {
		const numbers = [...place.querySelectorAll('*')].slice(0, 300).filter(isNumber);
		if (numbers.length > 1) return numbers;
		place = place.parentElement;
	}
	return [];
}

function writeTrail(element: Element): string {
	const steps: string[] = [];
	let place: Element | null = element;
	while (place !== null && steps.length < 5) {
		const name = place.id === '' ? '' : `#${place.id.replace(/\d+/g, '')}`;
		steps.unshift(`${place.localName}${name}`);
		place = place.parentElement;
	}
	return steps.join('>');
}

/** The form that a control sends; null for any other control. */
function formOf(control: Element): HTMLFormElement | null {
	const SENDS =
		'button:not([type="button"], [type="reset"]), input[type="submit"], input[type="image"]';
	const isField = control instanceof HTMLButtonElement || control instanceof HTMLInputElement;
	return isField && control.matches(SENDS) ? control.form : null;
}

function describeControl(element: Element): ListControl {
	const text = textOf(element);
	const facts = {
		text,
		isNext: /(?:^|\s)next(?:\s|$)/i.test(element.getAttribute('rel') ?? ''),
		isNumbered: /^\d{1,5}$/.test(text) && numbersBeside(element).length > 1,
		trail: writeTrail(element),
	};
	if (element instanceof HTMLAnchorElement) {
		const [address] = element.href.split('#', 1);
		const isElsewhere = /^https?:/.test(element.href) && address !== location.href.split('#', 1)[0];
		if (isElsewhere) return { ...facts, does: 'opens', address: element.href };
	}
	const form = formOf(element);
	if (form === null) return { ...facts, does: 'stays', address: '' };
	const action = element.getAttribute('formaction') ?? form.getAttribute('action') ?? '';
	const address = URL.parse(action, document.baseURI)?.href ?? location.href;
	return { ...facts, does: 'sends', address };
}

/** Whether a number among others is that of the page itself: marked as such, or not to be pressed. */
function isCurrent(number: Element): boolean {
	const control = number.closest('a[href], button, [role="button"], [onclick]');
	if (control === null || isOff(control)) return true;
	const isHere =
		control instanceof HTMLAnchorElement && control.search !== '' && control.hash === '';
	return (
		number.closest('[aria-current]:not([aria-current="false"])') !== null ||
		(isHere && control.href === location.href.split('#', 1)[0])
	);
}

function listControls(_root: Element, { shape, attribute }: ControlsRequest): ListControls {
	const FAR_PIXELS = 1_200;
	const MOST_CONTROLS = 60;
	const { entries } = membersOf(shape);
	const [first] = entries;
	const last = entries.at(-1);
	for (const marked of document.querySelectorAll(`[${attribute}]`)) {
		marked.removeAttribute(attribute);
	}
	if (first === undefined || last === undefined) return { controls: [] };
	const all = new Set(entries);
	const isInEntry = (element: Element): boolean => {
		for (let place: Element | null = element; place !== null; place = place.parentElement) {
			if (all.has(place)) return true;
		}
		return false;
	};
	const endOfList = last.getBoundingClientRect().bottom;
	const isBehind = (element: Element): boolean =>
		Boolean(last.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) &&
		element.getBoundingClientRect().top - endOfList < FAR_PIXELS;
	const SURROUNDING =
		'aside, dialog, [role="dialog"], body > footer, body > header, [role="contentinfo"], [role="banner"], [role="complementary"]';
	const found = [...document.querySelectorAll('body *')].filter(
		(element) =>
			isBehind(element) &&
			isPressable(element) &&
			element.checkVisibility() &&
			element.closest(SURROUNDING) === null &&
			!isInEntry(element),
	);
	const usable = found.filter((element) => !isOff(element) && !isElsewhere(element));
	const described = usable.slice(0, MOST_CONTROLS).map((element, index) => {
		element.setAttribute(attribute, String(index));
		return describeControl(element);
	});
	const numbered = usable.find((_element, index) => described[index]?.isNumbered === true);
	const current = numbered && numbersBeside(numbered).find(isCurrent);
	const next = document.querySelector('head link[rel~="next"][href]');
	const at = Number(current?.textContent);
	return {
		controls: described,
		...(at > 0 && { at }),
		...(next instanceof HTMLLinkElement && { nextAddress: next.href }),
	};
}
