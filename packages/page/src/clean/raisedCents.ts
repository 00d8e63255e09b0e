/// <reference lib="dom" />
const RAISED = [...'⁰¹²³⁴⁵⁶⁷⁸⁹'];
const CODES = Intl.supportedValuesOf('currency').join('|');
const SIGN = String.raw`(?:\p{Sc}|(?<!\p{L})(?:${CODES}|kr|zł|Kč|Ft|lei)(?!\p{L}))`;
/** Two figures, and maybe their currency: "99", "€99", "99 €". */
const CENTS = new RegExp(String.raw`^\s*(${SIGN}?)\s?(\d{2})\s?(${SIGN}?)\s*$`, 'u');
/** What is before them: a currency, a whole amount, its decimal mark or the currency between the two. */
const WHOLE = new RegExp(
	String.raw`(?<start>${SIGN}\s?)?(?<![\d.,])(?:\d{1,3}(?:[.,]\d{3})+|\d{1,7})(?<mark>[.,]?)(?<sign>\s?${SIGN}?)\s*$`,
	'u',
);
const SIGN_BEHIND = new RegExp(String.raw`^\s?${SIGN}`, 'u');
const SIGN_AT_END = new RegExp(String.raw`\s?${SIGN}\s*$`, 'u');

/**
 * Writes cents that a page shows small beside a whole amount as raised figures, as it shows them:
 * "12<sup>99</sup> €" is "12⁹⁹ €", neither "1299 €" nor a power. Behind a decimal mark they are plain.
 */
export function raiseCents(document: Document): void {
	for (const part of document.querySelectorAll('sup, small')) {
		const cents = readCents(part);
		if (cents === undefined) continue;
		const { digits, isBehindMark, currency, isBetween } = cents;
		if (isBetween && !cutSign(part.previousSibling)) continue;
		const raised = [...digits].map((digit) => RAISED[Number(digit)]).join('');
		part.replaceWith([isBehindMark ? digits : raised, currency].join(' ').trim());
	}
}

/** Of the text beside cents, so many characters at least are looked at: amounts and currencies are shorter. */
const ENOUGH = 100;

/** The cents in an element behind a whole amount of money, with the currency beside them. */
function readCents(part: Element) {
	const [, first = '', digits = '', last = ''] = CENTS.exec(part.textContent) ?? [];
	const whole = digits && WHOLE.exec(textBeside(part, 'previousSibling'))?.groups;
	if (!whole) return undefined;
	const between = whole['sign']?.trim() ?? '';
	const currency = first || last || between;
	const isMoney = currency !== '' || whole['start'] !== undefined;
	if (!isMoney && !SIGN_BEHIND.test(textBeside(part, 'nextSibling'))) return undefined;
	return { digits, isBehindMark: whole['mark'] !== '', currency, isBetween: between !== '' };
}

/** Cuts the currency off that a text ends with, to stand behind the cents; not if it is in an element. */
function cutSign(node: ChildNode | null): boolean {
	if (node?.nodeType !== 3) return false;
	node.nodeValue = node.nodeValue?.replace(SIGN_AT_END, '') ?? '';
	return true;
}

/** The text beside an element, within what surrounds it and beside that: enough of it. */
function textBeside(part: Element, side: 'previousSibling' | 'nextSibling'): string {
	const texts: string[] = [];
	let length = 0;
	const add = (node: Node | null | undefined): void => {
		const text = node?.textContent ?? '';
		texts.push(text);
		length += text.trim().length;
	};
	for (let node = part[side]; node !== null && length < ENOUGH; node = node[side]) add(node);
	if (length < ENOUGH) add(part.parentElement?.[side]);
	return (side === 'previousSibling' ? texts.toReversed() : texts).join('');
}
