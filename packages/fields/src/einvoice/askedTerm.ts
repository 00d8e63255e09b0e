import type { Invoice, InvoiceParty } from '@web-data-extraction/documents/invoice';
import { atFirstUse } from '../atFirstUse.ts';
import { labelName, labelWords } from '../names/labels.ts';
import type { SchemaNode } from '../schema/schemaNode.ts';
import {
	ALLOWANCE_TERMS,
	INVOICE_TERMS,
	LINE_TERMS,
	PARTY_TERMS,
	TAX_TERMS,
	type Term,
} from './invoiceTerms.ts';
import { LISTS, PARTIES } from './termNames.ts';

/** The terms of something by their names (`labelName`). */
export type Names<Owner> = ReadonlyMap<string, Term<Owner>>;

/** A name of two words in their other order; others as they are. */
function reorderedName(name: string): string {
	const words = labelWords(name);
	return words.length === 2 ? words.toReversed().join('') : labelName(name);
}

function namesOf<Owner>(terms: ReadonlyArray<Term<Owner>>): Map<string, Term<Owner>> {
	const names = new Map<string, Term<Owner>>();
	// A name of two terms is that of the first, and one in another order that of none else: "date of issue".
	for (const inOrder of [labelName, reorderedName]) {
		for (const term of terms) {
			for (const name of term.names.map(inOrder)) if (!names.has(name)) names.set(name, term);
		}
	}
	return names;
}

/** A party of an invoice. */
export type PartyName = keyof typeof PARTIES;
const PARTY_NAMES: readonly PartyName[] = [
	'seller',
	'buyer',
	'payee',
	'taxRepresentative',
	'delivery',
];
/** Of several parties' tax numbers and addresses an invoice's own is that of the seller. */
const OF_SELLER: ReadonlySet<string> = new Set(['BT-31', 'BT-32', 'BG-5']);

/** The names of all terms, read when the first invoice is: most pages and documents are none. */
export const knownTerms = atFirstUse(() => ({
	document: namesOf(INVOICE_TERMS),
	party: namesOf(PARTY_TERMS),
	line: namesOf(LINE_TERMS),
	tax: namesOf(TAX_TERMS),
	allowance: namesOf(ALLOWANCE_TERMS),
	roles: PARTY_NAMES.flatMap((party) =>
		PARTIES[party].map((name) => [labelName(name), party] as const),
	),
}));

/** The party that a name (`labelName`) is. */
export const partyOf = (folded: string): PartyName | undefined =>
	knownTerms().roles.find(([role]) => role === folded)?.[1];

/** What a name asks of a role that it begins or ends with; empty if it does not. */
const restsOf = (folded: string, role: string): [before: string, behind: string] => [
	folded.startsWith(role) ? folded.slice(role.length) : '',
	folded.endsWith(role) ? folded.slice(0, -role.length) : '',
];

/** The party whose address a name asks for. */
export const addressOwner = (folded: string): PartyName | undefined =>
	knownTerms().roles.find(([role]) =>
		restsOf(folded, role).some((rest) => knownTerms().party.get(rest)?.id === 'BG-5'),
	)?.[1];

/** A term of a party as one of the document. */
const termOf = (party: PartyName, term: Term<InvoiceParty>): Term<Invoice> => ({
	id: term.id,
	names: [],
	read: ({ [party]: owner }) => owner && term.read(owner),
});

/** Where goods go has a name and an address; its number and date are those of a delivery note. */
const OF_DELIVERY = /^(?:BT-27|BG-5|BT-3[5-9]|BT-40)$/;
/** The account that is paid to: its number, its holder, its bank. */
const OF_PAID: ReadonlySet<string> = new Set(['BT-84', 'BT-85', 'BT-86']);

/** The term of a party that the rest of a name asks for. */
function partyTerm(party: PartyName, rest: string): Term<Invoice> | undefined {
	const { document, party: ofParties, line } = knownTerms();
	const own = ofParties.get(rest);
	if (own !== undefined) {
		return party !== 'delivery' || OF_DELIVERY.test(own.id) ? termOf(party, own) : undefined;
	}
	const whole = document.get(rest);
	if (whole === undefined || party === 'delivery') return undefined;
	if (OF_PAID.has(whole.id)) return party === 'buyer' ? undefined : whole;
	// Just "VAT", which is an amount of invoices and a rate of lines, is the number of a party.
	const isTax = whole.id === 'BT-110' && line.get(rest)?.id === 'BT-152';
	const vatId = PARTY_TERMS.find(({ id }) => id === 'BT-31');
	return isTax && vatId ? termOf(party, vatId) : undefined;
}

/** The rate of an invoice that has only one. */
const ONLY_RATE: Term<Invoice> = {
	id: 'BT-119',
	names: [],
	read: ({ taxes = [] }) => (taxes.length === 1 ? taxes[0]?.rate : undefined),
};

/** The term of a document or of one of its parties: `seller VAT ID`, `numéro TVA fournisseur`, `Lieferant`. */
export function findDocumentTerm(folded: string): Term<Invoice> | undefined {
	const { document, party: ofParties, line, roles } = knownTerms();
	const party = partyOf(folded);
	const [name] = PARTY_TERMS;
	if (party !== undefined && party !== 'delivery' && name !== undefined) return termOf(party, name);
	const own = document.get(folded);
	if (own !== undefined) return own;
	for (const [role, owner] of roles) {
		const [before, behind] = restsOf(folded, role);
		const term = partyTerm(owner, before) ?? partyTerm(owner, behind);
		if (term !== undefined) return term;
	}
	if (line.get(folded)?.id === 'BT-152') return ONLY_RATE;
	const sellers = ofParties.get(folded);
	return sellers && OF_SELLER.has(sellers.id) ? termOf('seller', sellers) : undefined;
}

/** A field as a schema asks for it. */
export interface Asked {
	name: string;
	node: Pick<SchemaNode, 'otherNames' | 'shapes'>;
}

const asksForNumber = ({ shapes }: Asked['node']): boolean =>
	shapes.length > 0 &&
	shapes.every((shape) => shape.kind === 'scalar' && /^(?:number|integer)$/.test(shape.type));

/** The first term that one of a field's names means: a number that is `due` is an amount, and no date. */
export function firstTerm<Owner>(
	{ name, node }: Asked,
	find: (folded: string) => Term<Owner> | undefined,
) {
	return [name, ...node.otherNames]
		.flatMap((each) => (asksForNumber(node) ? [`${each} amount`, each] : each))
		.map((each) => find(labelName(each)))
		.find((found) => found !== undefined);
}

/**
 * The identifier in EN 16931 of the term that a field asks for, of the document or, if given, of one of its
 * parties (those of a buyer have the seller's identifiers); undefined if it is no term.
 */
export function termNamed(asked: Asked, party?: PartyName): string | undefined {
	if (party === undefined) return firstTerm(asked, findDocumentTerm)?.id;
	return firstTerm(asked, (folded) => knownTerms().party.get(folded))?.id;
}

/** Whether a name is that of a term, of the document or of a party. */
export function isTerm(name: string): boolean {
	const folded = labelName(name);
	return findDocumentTerm(folded) !== undefined || knownTerms().party.has(folded);
}

/** The party that a field asks for. */
export const partyNamed = (name: string): PartyName | undefined => partyOf(labelName(name));

/** Whether a name is that of a list of an invoice, or of invoices. */
export const isList = (list: keyof typeof LISTS, folded: string): boolean =>
	LISTS[list].some((name) => labelName(name) === folded);

/** Whether a name is that of a list of invoices. */
export const isInvoiceList = (name: string): boolean => isList('invoices', labelName(name));
