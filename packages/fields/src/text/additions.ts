import type { Fact } from '../labels/documentTerms.ts';
import { isMonth } from '../shapes/parseDate.ts';

/** What may be between a label and its amount without changing what the amount is. */
export interface Addition {
	/** Where it ends in the text. */
	end: number;
	/** The date by which the amount is to be paid, if stated. */
	deadline?: string;
}

/** Amounts that are stated for the whole document. */
const WHOLE: ReadonlySet<string> = new Set(['fact total', 'fact amount due']);
const CURRENCIES = [...Intl.supportedValuesOf('currency'), 'euros?'].join('|');
/** "(EUR)", "in EUR", "en euros" */
const CURRENCY = new RegExp(
	String.raw`(?:\((?:in\s|en\s)?(?:${CURRENCIES}|\p{Sc})\)|(?:in|en)\s(?:${CURRENCIES}))(?=[\s:]|$)`,
	'iuy',
);
const TAX_NAME = String.raw`(?:vat|gst|(?:sales\s)?tax(?:es)?|mwst|ust|mehrwertsteuer|umsatzsteuer|tva|iva|btw)`;
const WITH = String.raw`(?:incl|inkl|including|inclusive(?:\sof)?|inclusief|einschlie(?:ß|ss)lich|inkl?usive)`;
const INCLUDED = String.raw`(?:included|comprise|incluse|inclus[ao]|incluid[ao]|inbegrepen)`;
const RATE = String.raw`(?:\d{1,2}(?:[.,]\d{1,2})?\s?%\s)?`;
/** "(incl. VAT)", "inkl. 19 % MwSt.", "TVA comprise", "TTC" */
const TAX = new RegExp(
	String.raw`\(?(?:${WITH}\.?\s${RATE}${TAX_NAME}|${TAX_NAME}\s${INCLUDED}|ttc|toutes\staxes\scomprises)\.?\)?(?=[\s:]|$)`,
	'iuy',
);
/** "due", "à régler" */
const DUE =
	/(?:due|payable|zahlbar|fällig|à\spayer|à\srégler|a\spagar|da\spagare|te\sbetalen)(?=[\s:]|$)/iuy;
const UNTIL = String.raw`(?:by|before|no\slater\sthan|bis(?:\sspätestens)?(?:\szum)?|spätestens(?:\sam|\sbis)?(?:\szum)?|avant(?:\sle)?|d[’']ici(?:\sau|\sle)?|jusqu[’']au|antes\sdel?|hasta(?:\sel)?|entro(?:\sil)?|v[óo][óo]r|uiterlijk(?:\sop)?)`;
const DATE = String.raw`(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./-]\d{1,2}(?:\.|[./-]\d{2,4})?|\d{1,2}(?:st|nd|rd|th|\.|er|°)?\s(?:de\s)?\p{L}{3,12}\.?(?:,?\s(?:de\s)?\d{4})?|\p{L}{3,12}\.?\s\d{1,2}(?:st|nd|rd|th)?(?:,?\s\d{4})?)`;
/** "by 3 May", "bis zum 03.05.2026" */
const DEADLINE = new RegExp(
	String.raw`\(?${UNTIL}\s(?<date>${DATE})\)?(?![\p{L}\d])(?=\s?[:)]|\s(?:\p{Sc}|[A-Z]{3}\s)|$)`,
	'iuy',
);

/**
 * What is between the label of a total and its amount without changing what it is: its currency, that tax
 * is included, when it is due. Any other word may change it ("total discount").
 */
export function additionAt(text: string, at: number, { name }: Fact): Addition | undefined {
	if (!WHOLE.has(name)) return undefined;
	for (const pattern of [CURRENCY, TAX, DUE]) {
		pattern.lastIndex = at;
		if (pattern.test(text)) return { end: pattern.lastIndex };
	}
	DEADLINE.lastIndex = at;
	const deadline = DEADLINE.exec(text)?.groups?.['date'];
	const month = /\p{L}{3,}/u.exec(deadline?.replace(/\d(?:st|nd|rd|th)/u, '') ?? '')?.[0];
	if (deadline === undefined || (month !== undefined && !isMonth(month))) return undefined;
	return { end: DEADLINE.lastIndex, deadline };
}
