/// <reference lib="dom" />
import { oneLine } from '@web-data-extraction/page/document';
import { isPriceText, readPrice } from './priceText.ts';

/** Marks a line break of the page in its text. It counts as whitespace. */
export const LINE_BREAK = '\u2028';

/** Elements that share no line with what is before and after them. */
const BLOCKS =
	'p, div, ul, ol, dl, li, table, section, article, figure, img, picture, h1, h2, h3, h4, h5, h6, form, hr';
/** Separates a name from its price: "Lamp – 12 €", "Soup ...... 5 €". A dash before a digit is a minus. */
const SEPARATORS = /^(?:[\s|·•.…_]|[-–—](?=\s))+/u;

type Line = readonly ChildNode[];

/**
 * Wraps the lines of a card in elements where one of them is a price, as on plain lists:
 * "<b>Lamp</b><br>129,00 € <small>incl. VAT</small>".
 */
export function wrapPlainLines(card: Element): void {
	for (const part of [card, ...card.querySelectorAll('*')]) {
		if (![...part.childNodes].some(hasOwnDigit)) continue;
		const lines = linesOf(part);
		const prices = lines.map(pricesIn);
		// An element that is only a price needs no wrapping.
		const isWhole = [...part.children].every((child) => lines[0]?.includes(child));
		const isPrice = isWhole && lines.length === 1 && prices[0]?.[0] === lines[0];
		if (isPrice || prices.every(({ length }) => length === 0)) continue;
		for (const [at, line] of lines.entries()) {
			const found = prices[at] ?? [];
			for (const price of found) wrap(price);
			if (found.length === 0 && line.some(hasOwnWords)) wrap(line);
		}
	}
}

const isText = (node: Node): boolean => node.nodeType === 3;
const hasOwnDigit = (node: Node): boolean => isText(node) && /\d/u.test(node.nodeValue ?? '');
const hasOwnWords = (node: Node): boolean => isText(node) && /\p{L}/u.test(node.nodeValue ?? '');

const textOf = (line: Line): string =>
	oneLine(line.map(({ textContent }) => textContent ?? '').join(''));

function linesOf(part: Element): Line[] {
	const lines: ChildNode[][] = [[]];
	for (const node of part.childNodes) {
		const isBreak =
			isText(node) && node.nodeValue?.trim() === '' && node.nodeValue.includes(LINE_BREAK);
		const isBlock = node.nodeType === 1 && (node as Element).matches(BLOCKS);
		if (isBreak || isBlock) lines.push([]);
		else lines.at(-1)?.push(node);
	}
	return lines.filter((line) => textOf(line) !== '');
}

/** The prices of a line that has no other text, or none after the element that it begins with. */
function pricesIn(line: Line): Line[] {
	if (!line.some(hasOwnDigit)) return [];
	if (isPriceText(textOf(line))) return pricesOf(line);
	const first = line.findIndex((node) => oneLine(node.textContent ?? '') !== '');
	const [name, ...rest] = line.slice(first);
	const isNamed = name?.nodeType === 1 && rest.some(hasOwnDigit);
	const said = textOf(rest);
	// "Delivery: 5 €" is a label and its value.
	const isLabel = said.startsWith(':') || (name?.textContent ?? '').trimEnd().endsWith(':');
	const price = said.replace(SEPARATORS, '');
	if (!isNamed || isLabel || !isPriceText(price) || isOther(name, price)) return [];
	return pricesOf(withoutSeparators(rest));
}

/** "<b>From</b> 5 €", "<i>Delivery</i> 5 €": text before an amount shows that it is not today's price. */
function isOther(name: ChildNode, price: string): boolean {
	const words = (name.textContent ?? '').replace(/\d+/gu, ' ');
	const isPrice = readPrice(price, 'current') !== undefined;
	return isPrice && readPrice(`${words} ${price}`, 'current') === undefined;
}

/** Nodes as one price, or, where it is not clear which of their amounts is valid, each text separately. */
function pricesOf(nodes: Line): Line[] {
	const hasOthers = nodes.some((node) => !isText(node) && /\d/u.test(node.textContent ?? ''));
	if (!hasOthers || readPrice(textOf(nodes), 'current') !== undefined) return [nodes];
	return nodes.filter(hasOwnDigit).map((node) => [node]);
}

/** Removes the separators from the text that a price begins with. */
function withoutSeparators(nodes: Line): Line {
	const [first, ...others] = nodes;
	const text = first !== undefined && isText(first) ? (first.nodeValue ?? '') : '';
	const separators = SEPARATORS.exec(text)?.[0] ?? '';
	if (first === undefined || separators === '') return nodes;
	const own = first.ownerDocument?.createTextNode(text.slice(separators.length));
	if (own === undefined) return nodes;
	first.replaceWith(separators, own);
	return oneLine(own.nodeValue ?? '') === '' ? others : [own, ...others];
}

function wrap(nodes: Line): void {
	const [first] = nodes;
	const span = first?.ownerDocument?.createElement('span');
	if (first === undefined || span === undefined) return;
	first.before(span);
	span.append(...nodes);
}
