import { atFirstUse } from '../atFirstUse.ts';
import { tableOf } from '../names/nameTable.ts';

/** Identifiers of accounts, banks and taxpayers, whole or not at all. */

/**
 * What looks like an identifier is read on over spaces: the longest part that is right and ends a word is meant.
 */
function longestRight(text: string, form: RegExp, isRight: (bare: string) => boolean): string[] {
	const all: string[] = [];
	const pattern = new RegExp(form);
	for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
		const [found] = match;
		const ends = [...found.matchAll(/(?=[ \u00a0]|$)/gu)].map(({ index }) => index).toReversed();
		const end = ends.find((at) => isRight(found.slice(0, at).replace(/[ \u00a0.-]/gu, '')));
		if (end !== undefined) all.push(found.slice(0, end));
		pattern.lastIndex = match.index + (end ?? 1);
	}
	return all;
}

/** Two letters, two check digits and up to 30 more signs, in groups or not (ISO 13616). */
const IBAN = /(?<![\p{L}\d])[A-Z]{2}\d{2}(?:[ \u00a0]?[A-Z\d]){11,40}/gu;
const IBAN_SIGNS = { least: 15, most: 34 } as const;
/** Signs of an IBAN by its country (the registry of ISO 13616). */
const IBAN_LENGTHS = new Map(
	`AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 ES24 FI18 FO18 FR27
	GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IS26 IT27 JO30 KW30 KZ20 LB28 LI21 LT20 LU20 LV21 MC27 MD24
	ME22 MK19 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SE24 SI19 SK24 SM27 TN24 TR26 UA29 XK20`
		.split(/\s+/u)
		.map((one) => [one.slice(0, 2), Number(one.slice(2))]),
);

function isIban(iban: string): boolean {
	if (iban.length < IBAN_SIGNS.least || iban.length > IBAN_SIGNS.most) return false;
	if ((IBAN_LENGTHS.get(iban.slice(0, 2)) ?? iban.length) !== iban.length) return false;
	let rest = 0;
	for (const sign of iban.slice(4) + iban.slice(0, 4)) {
		const value = Number.parseInt(sign, 36);
		rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
	}
	return rest === 1;
}

/**
 * The IBANs in a text whose check digits are right, in order, as they are written. One that a line break has
 * cut is none.
 */
export const ibansIn = (text: string): string[] => longestRight(text, IBAN, isIban);

/** Whether a text begins as an IBAN does, whatever its check digits. */
export const looksLikeIban = (text: string): boolean =>
	/(?<![\p{L}\d])[A-Z]{2}\d{2}(?:[ \u00a0]?[A-Z\d]){11}/u.test(text);

/** Bank and country in letters, place, and a branch or none (ISO 9362). */
const BIC = /(?<![\p{L}\d])[A-Z]{4}([A-Z]{2})[A-Z\d]{2}(?:[A-Z\d]{3})?(?![\p{L}\d])/gu;
const countries = atFirstUse(
	() => new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }),
);

const isCountry = (code: string): boolean => countries().of(code) !== undefined;

/**
 * The BICs in a text, in order. Words in capitals look the same, so the text must name it, or the BIC have
 * a digit.
 */
export function bicsIn(text: string): string[] {
	const isNamed = /(?<!\p{L})(?:BIC|SWIFT)(?!\p{L})/iu.test(text);
	return [...text.matchAll(BIC)]
		.filter(([bic, country = '']) => isCountry(country) && (isNamed || /\d/u.test(bic)))
		.map(([bic]) => bic);
}

/**
 * What follows the country's prefix in a VAT identifier (Directive 2006/112/EC, VIES). In Hungary the domestic number
 * goes on with the kind of tax and the county: "HU12345678-2-41".
 */
const VAT_FORMS = tableOf(String.raw`
AT: U\d{8}
BE: [01]?\d{9}
BG: \d{9,10}
CHE: \d{9}(?:MWST|TVA|IVA)?
CY: \d{8}[A-Z]
CZ: \d{8,10}
DE|EE|EL|PT|XI: \d{9}
DK|FI|LU|MT|SI: \d{8}
ES: [A-Z\d]\d{7}[A-Z\d]
FR: [A-Z\d]{2}\d{9}
GB: (?:\d{9}|\d{12}|(?:GD|HA)\d{3})
HR|IT|LV: \d{11}
HU: \d{8}(?:[1-5]\d{2})?
IE: \d[A-Z\d+*]\d{5}[A-Z]{1,2}
LT: (?:\d{9}|\d{12})
NL: \d{9}B\d{2}
NO: \d{9}(?:MVA)?
PL|SK: \d{10}
RO: \d{2,10}
SE: \d{12}
`);
const VAT_ID = new RegExp(
	`^(?:${VAT_FORMS.map(([countries, form]) => `(?:${countries})${form}`).join('|')})$`,
	'u',
);
/** A country's letters and signs, which may be divided by spaces, points or hyphens. */
const MAYBE_VAT_ID = /(?<![\p{L}\d])(?:[A-Z]{2}|CHE)(?:[ \u00a0.-]{0,2}[A-Z\d]){2,24}/gu;

/** The VAT identifiers in a text, with their country's prefix, in order, as they are written. */
export function vatIdsIn(text: string): string[] {
	const ibans = ibansIn(text);
	const found = longestRight(
		text,
		MAYBE_VAT_ID,
		(bare) => VAT_ID.test(bare) && /\d{2}/u.test(bare),
	);
	return found.filter((id) => !ibans.some((iban) => iban.startsWith(id)));
}

/** Fewer digits are no number of a taxpayer. */
const LEAST_TAX_DIGITS = 5;
const TAX_COUNTRIES = new RegExp(
	`^\\W?(?:${VAT_FORMS.map(([countries]) => countries).join('|')})[ .-]?\\d`,
	'u',
);

/**
 * Whether a text may be the identifier of a taxpayer: with the prefix of a country of the EU in that country's form,
 * without one a number, as others have them ("12-3456789").
 */
export function mayBeVatId(text: string): boolean {
	if (vatIdsIn(text).length > 0) return true;
	const isNumber = (text.match(/\d/gu)?.length ?? 0) >= LEAST_TAX_DIGITS;
	return isNumber && !TAX_COUNTRIES.test(text) && !/\p{Ll}{4}/u.test(text);
}
