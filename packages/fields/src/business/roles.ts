import { PARTY_TERMS } from '../einvoice/invoiceTerms.ts';
import { PARTIES, termNames } from '../einvoice/termNames.ts';
import { fitOfNames, namesOf } from '../labels/labelledTexts.ts';
import { LABEL_FIT, labelWords, wordsFit } from '../names/labels.ts';
import { vatIdsIn } from '../shapes/bank.ts';

/** Whose address it is; that of a delivery, a payee or a representative is another's. */
export type Role = 'seller' | 'buyer' | 'other';

const NAMES = {
	seller: namesOf([...PARTIES.seller, 'from']),
	buyer: namesOf([...PARTIES.buyer, 'to']),
	other: namesOf([...PARTIES.payee, ...PARTIES.taxRepresentative]),
} as const;
const ADDRESSES = namesOf(termNames('BG-5')).map(([word = '']) => word);
/** An invoice is sent to its buyer: "Rechnungsadresse", "billing address", "adresse de facturation", "invoiced to". */
const OF_INVOICE = /^(?:rechnung|invoice|bill|factur|fattur|sold)/u;
const LONGEST_HEADING = 6;

const ROLES: readonly Role[] = ['other', 'buyer', 'seller'];

/** How well a name fits a heading; "Adresse du client" and "Rechnungsempfänger" end with theirs. */
function fitOf(name: readonly string[], words: readonly string[]): number {
	const fit = wordsFit(name, words);
	const [word = ''] = name;
	const isLast = name.length === 1 && word.length > 4 && words.at(-1)?.endsWith(word) === true;
	// "Verkäufer" ends like "Käufer" does, and fits its own name better.
	return isLast ? Math.max(fit, LABEL_FIT.reordered) : fit;
}

/**
 * What a heading says about whose address follows: the name of a party, or for what the address is used.
 * @param least how well the name must fit (`LABEL_FIT`)
 */
export function roleOf(heading: string, least: number = LABEL_FIT.begins): Role | undefined {
	const words = labelWords(heading.replace(/:$/u, ''));
	if (words.length === 0 || words.length > LONGEST_HEADING || /\d/u.test(heading)) return undefined;
	const fits = ROLES.map((role) => ({
		role,
		fit: Math.max(...NAMES[role].map((name) => fitOf(name, words))),
	}));
	const [best] = fits.toSorted((a, b) => b.fit - a.fit);
	if (best && best.fit >= least) return best.role;
	const isUse =
		/^\p{L}{4,10}\sto:?$/iu.test(heading.trim()) ||
		words.some((word) => ADDRESSES.some((address) => word.endsWith(address)));
	const isPlain = words.length === 1 && ADDRESSES.includes(words[0] ?? '');
	if (!isUse || isPlain) return undefined;
	return words.some((word) => OF_INVOICE.test(word)) ? 'buyer' : 'other';
}

/** What addresses and parties have: "Customer No.", "Ansprechpartner", "Telefon". */
const DETAILS = PARTY_TERMS.filter(({ id }) => id !== 'BT-27' && id !== 'BT-28').map(({ names }) =>
	namesOf(names),
);

/** Whether a line is a label, one with a value, or a contact: it is no part of an address. */
export const isDetail = (text: string): boolean =>
	/[:@：]|www\.|https?:|\d{7,}|\d{3}[ -]\d{3,}/iu.test(text) ||
	vatIdsIn(text).length > 0 ||
	/^(?:tel|fon|phone|fax|gln|kvk|hr[ab])\b/iu.test(text) ||
	(text.length < 30 && DETAILS.some((names) => fitOfNames(names, text) >= LABEL_FIT.reordered)) ||
	isEndOfLabel(text);

const NUMBER = namesOf(['number', 'id']);
/** "Globale Nummer", "Customer No.". */
const isEndOfLabel = (text: string): boolean =>
	NUMBER.some(([word]) => labelWords(text).length > 1 && labelWords(text).at(-1) === word);
