import type { Invoice, InvoiceParty } from '@web-data-extraction/documents/invoice';
import { isJsonObject, type JsonObject, type JsonValue } from '@web-data-extraction/page/json';
import type { ExtractionSource } from '../extraction.ts';
import type { SchemaNode, Shape } from '../schema/schemaNode.ts';
import {
	ALLOWANCE_TERMS,
	INVOICE_TERMS,
	LINE_TERMS,
	LISTS,
	PARTIES,
	PARTY_TERMS,
	TAX_TERMS,
	type Term,
	type TermValue,
} from './invoiceTerms.ts';

/** Articles and prepositions, in the languages of the terms, which names leave out or not. */
const FUNCTION_WORDS = new Set(
	'a an the of for in on to by de du des d la le les l el los las del der die das den dem des von vom am im di della dello dei il lo gli e et und y en van het een'.split(
		' ',
	),
);

/** A name without case, accents, marks and function words: `numeroFacture` of "Numéro de la facture". */
function foldName(name: string): string {
	const words = name
		.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ')
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replaceAll('ß', 'ss')
		.split(/[^\p{L}\p{N}]+/u)
		.filter((word) => word !== '');
	const kept = words.filter((word) => !FUNCTION_WORDS.has(word));
	return (kept.length > 0 ? kept : words).join('');
}

type Names<Owner> = ReadonlyMap<string, Term<Owner>>;

function namesOf<Owner>(terms: ReadonlyArray<Term<Owner>>): Map<string, Term<Owner>> {
	const names = new Map<string, Term<Owner>>();
	for (const term of terms) {
		// A name of two terms is that of the first.
		for (const name of term.names.map(foldName)) if (!names.has(name)) names.set(name, term);
	}
	return names;
}

type PartyName = keyof typeof PARTIES;
const PARTY_NAMES: readonly PartyName[] = ['seller', 'buyer', 'payee', 'taxRepresentative'];

const partyOf = (folded: string): PartyName | undefined =>
	PARTY_NAMES.find((party) => PARTIES[party].some((name) => foldName(name) === folded));

/** The terms of the document with those of its parties: `seller VAT ID`, `numéro TVA fournisseur`, `Lieferant`. */
function documentNames(): Names<Invoice> {
	const names = namesOf(INVOICE_TERMS);
	for (const party of PARTY_NAMES) {
		for (const [at, term] of PARTY_TERMS.entries()) {
			const own: Term<Invoice> = {
				id: term.id,
				names: [],
				read: ({ [party]: owner }) => owner && term.read(owner),
			};
			for (const role of PARTIES[party].map(foldName)) {
				if (at === 0) names.set(role, own);
				for (const name of term.names.map(foldName)) {
					for (const both of [`${role}${name}`, `${name}${role}`]) {
						if (!names.has(both)) names.set(both, own);
					}
				}
			}
		}
	}
	// Of several parties' tax numbers an invoice's own is that of the seller.
	for (const term of PARTY_TERMS.filter(({ id }) => ['BT-31', 'BT-32', 'BG-5'].includes(id))) {
		const own: Term<Invoice> = { ...term, read: ({ seller }) => seller && term.read(seller) };
		for (const name of term.names.map(foldName)) if (!names.has(name)) names.set(name, own);
	}
	return names;
}

const DOCUMENT = documentNames();
const PARTY = namesOf(PARTY_TERMS);
const LINE = namesOf(LINE_TERMS);
const TAX = namesOf(TAX_TERMS);
const ALLOWANCE = namesOf(ALLOWANCE_TERMS);

type ObjectShape = Extract<Shape, { kind: 'object' }>;
type ScalarShape = Extract<Shape, { kind: 'scalar' }>;

const objectOf = ({ shapes }: SchemaNode): ObjectShape | undefined =>
	shapes.find((shape) => shape.kind === 'object');

const itemOf = ({ shapes }: SchemaNode): SchemaNode | undefined => {
	const list = shapes.find((shape) => shape.kind === 'list');
	return list?.kind === 'list' ? list.items : undefined;
};

/** A value in the type that the schema asks for. */
function fit(value: TermValue, { shapes }: SchemaNode): JsonValue {
	if (value === undefined) return null;
	if (typeof value === 'object') return [...value];
	const types = shapes.flatMap((shape: Shape) => (shape.kind === 'scalar' ? shape.type : []));
	const isText = (types as Array<ScalarShape['type']>).includes('string');
	if (typeof value === 'number') return isText && !types.includes('number') ? String(value) : value;
	// A page may write a date whose day and month can't be told apart.
	const isDate = shapes.some((shape) => shape.kind === 'scalar' && shape.format === 'date');
	if (isDate && !/^\d{4}-\d{2}-\d{2}$/.test(value)) return null;
	const isNumber = types.length > 0 && !isText && !types.includes('any');
	return isNumber && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : isNumber ? null : value;
}

/** Reads what a name asks for; undefined if it is no term. */
type Reader = (name: string, node: SchemaNode) => JsonValue | undefined;

const readerOf =
	<Owner>(owner: Owner, names: Names<Owner>): Reader =>
	(name, node) => {
		const term = [name, ...node.otherNames]
			.map((each) => names.get(foldName(each)))
			.find((found) => found !== undefined);
		return term && fit(term.read(owner), node);
	};

/** The fields of an object that one of these readers knows; undefined if there are none. */
function fillObject({ properties }: ObjectShape, ...readers: Reader[]): JsonObject | undefined {
	const fields = [...properties].flatMap(([name, node]): Array<[string, JsonValue]> => {
		for (const read of readers) {
			const value = read(name, node);
			if (value !== undefined) return [[name, value]];
		}
		return [];
	});
	return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

function fillEntries<Owner>(
	item: SchemaNode,
	owners: readonly Owner[],
	names: Names<Owner>,
	whole: Reader,
): JsonValue | undefined {
	const shape = objectOf(item);
	if (shape === undefined) {
		const [first] = names.values();
		return first && owners.map((owner) => fit(first.read(owner), item));
	}
	return owners.flatMap((owner) => fillObject(shape, readerOf(owner, names), whole) ?? []);
}

const isList = (list: keyof typeof LISTS, folded: string): boolean =>
	LISTS[list].some((name) => foldName(name) === folded);

function readParty(party: InvoiceParty | undefined, shape: ObjectShape): JsonValue {
	if (party === undefined) return null;
	const own = readerOf(party, PARTY);
	// An address in parts.
	const parts: Reader = (name, node) => {
		const inner = objectOf(node);
		return PARTY.has(foldName(name)) && inner ? fillObject(inner, own) : undefined;
	};
	return fillObject(shape, parts, own) ?? null;
}

/** Reads lists, parties and groups of an invoice. */
const structuresOf =
	(invoice: Invoice, whole: Reader): Reader =>
	(name, node) => {
		const folded = foldName(name);
		const item = itemOf(node);
		if (item !== undefined) {
			const { lines, taxes, allowances, charges } = invoice;
			// A profile without lines says nothing about them.
			if (isList('lines', folded)) return lines && fillEntries(item, lines, LINE, whole);
			if (isList('taxes', folded)) return fillEntries(item, taxes ?? [], TAX, whole);
			if (isList('allowances', folded))
				return fillEntries(item, allowances ?? [], ALLOWANCE, whole);
			if (isList('charges', folded)) return fillEntries(item, charges ?? [], ALLOWANCE, whole);
			if (folded === 'notes') return invoice.notes?.map(({ text }) => text) ?? [];
			return undefined;
		}
		const shape = objectOf(node);
		if (shape === undefined) return undefined;
		const party = partyOf(folded);
		if (party !== undefined) return readParty(invoice[party], shape);
		return fillObject(shape, whole, structuresOf(invoice, whole));
	};

/**
 * The fields of a schema that an e-invoice answers, by their names: the standard's terms and their official
 * translations. A term that the invoice does not state is null; what is no term is left out, for other readers.
 * @returns undefined if no field is a term
 */
export function fillFromInvoice(schema: SchemaNode, invoice: Invoice): JsonObject | undefined {
	const shape = objectOf(schema);
	const own = readerOf(invoice, DOCUMENT);
	return shape && fillObject(shape, structuresOf(invoice, own), own);
}

/**
 * The same of several invoices, as rows where the schema asks for a list of invoices, else of the first.
 * @returns undefined if no field is a term
 */
export function fillFromInvoices(
	schema: SchemaNode,
	invoices: readonly Invoice[],
): JsonObject | undefined {
	const [first] = invoices;
	const shape = objectOf(schema);
	const lists = [...(shape?.properties ?? [])].flatMap(
		([name, node]): Array<[string, JsonValue]> => {
			const item = itemOf(node);
			if (item === undefined || !isList('invoices', foldName(name))) return [];
			const rows = invoices.flatMap((invoice) => fillFromInvoice(item, invoice) ?? []);
			return rows.length === 0 ? [] : [[name, rows]];
		},
	);
	if (lists.length > 0) return Object.fromEntries(lists);
	return first && fillFromInvoice(schema, first);
}

/** The different e-invoices of sources: a message may carry one as PDF and as XML. */
export function invoicesOf(sources: readonly ExtractionSource[]): Invoice[] {
	const all = sources.flatMap(({ invoices = [] }) => invoices);
	const keyOf = ({ number, issueDate, seller, totals }: Invoice): string =>
		JSON.stringify([number, issueDate, seller?.name, totals?.gross]);
	return [...new Map(all.map((invoice) => [keyOf(invoice), invoice])).values()];
}

/** An answer in which the fields that an e-invoice answers have its values. */
export function withExact(answer: JsonValue, exact: JsonObject | undefined): JsonValue {
	if (exact === undefined) return answer;
	return isJsonObject(answer) ? { ...answer, ...exact } : exact;
}
