/// <reference lib="dom" />
import { atFirstUse } from '../atFirstUse.ts';
import { onlyOne } from '../onlyOne.ts';
import { withPlainCents } from '../shapes/parseNumber.ts';
import { CURRENCY } from '../shapes/priceText.ts';

const DIGITS = /\d+(?:[.,'’ \u00a0\u202f]\d+)*/gu;
const PRICE = new RegExp(
	String.raw`(?:${CURRENCY.source})[ \u00a0]?\d|\d(?:[.,][-–])?[ \u00a0]?(?:${CURRENCY.source})`,
	'u',
);

/** What stands in the texts of a page. */
export interface ShownOnPage {
	/** The symbol of currencies that is there, if it is one alone. */
	onlySign: string | undefined;
	/** Whether a price is there: on a page that a script draws, what it declares is all there is. */
	hasPrice: boolean;
	/** Whether a number is there, in whichever way its decimals are written. */
	hasNumber: (value: number) => boolean;
	/** Whether its only button that fills a cart can be pressed. */
	canBeBought: boolean;
	/** Whether words are there, whatever their case and the marks between them. */
	hasWords: (text: string) => boolean;
}

/** What programs call the button that puts a thing into the cart, in any language of its text. */
const TO_CART = /(?:add|in)[-_ ]?(?:it[-_ ]?)?to[-_ ]?(?:your[-_ ]?)?(?:cart|basket|bag)/iu;

/** Whether one button of a page, and no more, puts a thing into the cart, and can be pressed. */
export function hasBuyButton(document: Document): boolean {
	const [only, ...others] = [...document.querySelectorAll('button, input[type=submit]')].filter(
		(button) => [...button.attributes].some(({ value }) => TO_CART.test(value)),
	);
	return only !== undefined && others.length === 0 && !only.hasAttribute('disabled');
}

/**
 * @param texts of a page's elements, in order
 * @param canBeBought whether the page has a button for that (`hasBuyButton`)
 */
export const shownOnPage = (texts: readonly string[], canBeBought: boolean): (() => ShownOnPage) =>
	atFirstUse(() => {
		// The digits of an amount may be in several elements.
		const joined = [texts.join('\n'), texts.map((text) => text.trim()).join('')].map(
			withPlainCents,
		);
		const cents = new Set(joined.flatMap(readingsIn).map(inCents));
		const words = wordsOf(texts.join(' '));
		return {
			canBeBought,
			onlySign: onlyOne(joined.flatMap((text) => text.match(/\p{Sc}/gu) ?? [])),
			hasPrice: joined.some((text) => PRICE.test(text)),
			hasNumber: (value) => cents.has(inCents(value)),
			hasWords: (text) => words.includes(wordsOf(text)),
		};
	});

/** Elements whose text is no part of a page. */
const PROGRAMS = /^(?:script|style|template|noscript)$/iu;

/**
 * All texts of a page, in order, also those that it hides until a script needs them, and what is said in place of
 * pictures.
 */
export function textsOnPage({ body }: Document): string[] {
	const texts: string[] = [];
	let node: Node | null = body;
	// Not by calls: elements may be nested deeper than these can be.
	while (node !== null) {
		if (node.nodeType === 3) texts.push(node.nodeValue ?? '');
		let next: Node | null = PROGRAMS.test(node.nodeName) ? null : node.firstChild;
		while (next === null && node !== null && node !== body) {
			next = node.nextSibling;
			node = node.parentNode;
		}
		node = next;
	}
	for (const picture of body.querySelectorAll('img[alt]')) {
		texts.push(picture.getAttribute('alt') ?? '');
	}
	return texts;
}

/** Words between spaces, without case, accents and marks. */
const wordsOf = (text: string): string =>
	` ${text
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()} `;

const inCents = (value: number): number => Math.round(Math.abs(value) * 100);

/** Every number that the digits of a text may be. */
function readingsIn(text: string): number[] {
	return [...text.matchAll(DIGITS)].flatMap(([digits]) => {
		const parts = digits.split(/[ \u00a0\u202f]/u);
		return [digits, ...(parts.length > 1 ? parts : [])].flatMap(readings);
	});
}

/** A number with its last mark before decimals, and with all marks between thousands. */
function readings(digits: string): number[] {
	const plain = digits.replace(/['’ \u00a0\u202f]/gu, '');
	const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
	const whole = Number(plain.replace(/[.,]/gu, ''));
	if (last === -1) return [whole];
	const decimal = Number(`${plain.slice(0, last).replace(/[.,]/gu, '')}.${plain.slice(last + 1)}`);
	return plain.length - last === 4 ? [decimal, whole] : [decimal];
}
