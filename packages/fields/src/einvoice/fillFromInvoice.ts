import type { Invoice, InvoiceParty } from '@web-data-extraction/documents/invoice';
import { isJsonObject, type JsonObject, type JsonValue } from '@web-data-extraction/page/json';
import type { ExtractionSource } from '../extraction.ts';
import { labelName } from '../names/labels.ts';
import { itemOf, objectOf, type ObjectShape, type SchemaNode } from '../schema/schemaNode.ts';
import {
	addressOwner,
	findDocumentTerm,
	firstTerm,
	isInvoiceList,
	isList,
	knownTerms,
	type Names,
	partyOf,
	termNamed,
} from './askedTerm.ts';
import type { Term, TermValue } from './invoiceTerms.ts';

/** A value in the type that the schema asks for. */
function fit(value: TermValue, { shapes }: SchemaNode): JsonValue {
	if (value === undefined) return null;
	if (typeof value === 'object') return [...value];
	// A page may write a date whose day and month can't be told apart.
	const isDate = shapes.some((shape) => shape.kind === 'scalar' && shape.format === 'date');
	if (isDate && !/^\d{4}-\d{2}-\d{2}$/.test(String(value))) return null;
	const types = shapes.flatMap((shape) => (shape.kind === 'scalar' ? shape.type : []));
	const isText = types.includes('string');
	if (typeof value === 'number') return isText && !types.includes('number') ? String(value) : value;
	const isNumber = types.length > 0 && !isText && !types.includes('any');
	return isNumber && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : isNumber ? null : value;
}

/** Reads what a name asks for; undefined if it is no term. */
type Reader = (name: string, node: SchemaNode) => JsonValue | undefined;

const readerOf =
	<Owner>(owner: Owner, find: (folded: string) => Term<Owner> | undefined): Reader =>
	(name, node) => {
		const term = firstTerm({ name, node }, find);
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
	return owners.flatMap(
		(owner) =>
			fillObject(
				shape,
				readerOf(owner, (folded) => names.get(folded)),
				whole,
			) ?? [],
	);
}

function readParty(
	party: InvoiceParty | undefined,
	shape: ObjectShape,
	inGroup: Reader,
): JsonValue {
	if (party === undefined) return null;
	const terms = knownTerms().party;
	const own = readerOf(party, (folded) => terms.get(folded));
	// An address in parts.
	const parts: Reader = (name, node) => {
		const inner = objectOf(node);
		return terms.has(labelName(name)) && inner ? fillObject(inner, own) : undefined;
	};
	return fillObject(shape, parts, inGroup, own) ?? null;
}

/** Other documents that an invoice refers to: their numbers are theirs, as are their dates, which it does not state. */
const OF_OTHERS = /^BT-(?:1\d|25)$/;

/** The fields of a group: what its name and theirs mean together comes first. */
function readGroup(name: string, shape: ObjectShape, invoice: Invoice, whole: Reader) {
	const folded = labelName(name);
	const inGroup: Reader = (inner, node) => whole(`${name} ${inner}`, node);
	const party = partyOf(folded) ?? addressOwner(folded);
	if (party !== undefined) return readParty(invoice[party], shape, inGroup);
	if (OF_OTHERS.test(knownTerms().document.get(folded)?.id ?? ''))
		return fillObject(shape, inGroup);
	return fillObject(shape, inGroup, whole, structuresOf(invoice, whole));
}

/** Reads lists, parties and groups of an invoice. */
const structuresOf =
	(invoice: Invoice, whole: Reader): Reader =>
	(name, node) => {
		const folded = labelName(name);
		const item = itemOf(node);
		if (item !== undefined) {
			const { lines, taxes, allowances, charges } = invoice;
			const { line, tax, allowance } = knownTerms();
			// A profile without lines says nothing about them.
			if (isList('lines', folded)) return lines && fillEntries(item, lines, line, whole);
			if (isList('taxes', folded)) return fillEntries(item, taxes ?? [], tax, whole);
			if (isList('allowances', folded))
				return fillEntries(item, allowances ?? [], allowance, whole);
			if (isList('charges', folded)) return fillEntries(item, charges ?? [], allowance, whole);
			if (folded === labelName('notes')) return invoice.notes?.map(({ text }) => text) ?? [];
			return undefined;
		}
		const shape = objectOf(node);
		return shape && readGroup(name, shape, invoice, whole);
	};

/**
 * The fields of a schema that an e-invoice answers, by their names: the standard's terms and their official
 * translations. A term that the invoice does not state is null; what is no term is left out, for other readers.
 * @returns undefined if no field is a term
 */
export function fillFromInvoice(schema: SchemaNode, invoice: Invoice): JsonObject | undefined {
	const shape = objectOf(schema);
	const own = readerOf(invoice, findDocumentTerm);
	return shape && fillObject(shape, structuresOf(invoice, own), own);
}

/** Whether rows are asked for by terms that only an invoice has, and by none that only a line has. */
function asksForInvoices(item: SchemaNode): boolean {
	const asked = [...(objectOf(item)?.properties ?? [])].map(([name, node]) => {
		const one = { name, node };
		const isOfLine = firstTerm(one, (folded) => knownTerms().line.get(folded)) !== undefined;
		return { isOfLine, isOfInvoice: termNamed(one) !== undefined };
	});
	return (
		asked.some(({ isOfLine, isOfInvoice }) => isOfInvoice && !isOfLine) &&
		!asked.some(({ isOfLine, isOfInvoice }) => isOfLine && !isOfInvoice)
	);
}

/**
 * The same of several invoices: rows where the schema asks for a list of invoices, the entries of all where it
 * asks for nothing but lists, else the values of the first.
 * @param anyName whether each list that asks for terms of invoices is one of them, whatever its name: the rows of
 * a page may be called "items"
 * @returns undefined if no field is a term
 */
export function fillFromInvoices(
	schema: SchemaNode,
	invoices: readonly Invoice[],
	anyName: boolean,
): JsonObject | undefined {
	const shape = objectOf(schema);
	const lists = [...(shape?.properties ?? [])].flatMap(
		([name, node]): Array<[string, JsonValue]> => {
			const item = itemOf(node);
			if (item === undefined) return [];
			const isAsked = isInvoiceList(name) || (anyName && asksForInvoices(item));
			const rows = isAsked
				? invoices.flatMap((invoice) => fillFromInvoice(item, invoice) ?? [])
				: [];
			return rows.length === 0 ? [] : [[name, rows]];
		},
	);
	if (lists.length > 0) return Object.fromEntries(lists);
	const all = invoices
		.map((invoice) => fillFromInvoice(schema, invoice))
		.filter((filled) => filled !== undefined);
	return all.length > 1 && all.every(hasListsAlone) ? all.reduce(joinLists) : all[0];
}

const hasListsAlone = (filled: JsonObject): boolean => Object.values(filled).every(Array.isArray);

const joinLists = (first: JsonObject, second: JsonObject): JsonObject => ({
	...first,
	...Object.fromEntries(
		Object.entries(second).map(([name, list]) => [name, [first[name] ?? [], list].flat(2)]),
	),
});

/** Says that values are those of the first of several invoices. */
export function describeOthers(
	filled: JsonObject | undefined,
	invoices: readonly Invoice[],
): string[] {
	const [{ number = '' } = {}, ...others] = invoices;
	if (filled === undefined || others.length === 0 || hasListsAlone(filled)) return [];
	return [
		`There are ${invoices.length} invoices; the values are those of the first, "${number}". Ask for a list of invoices to get all.`,
	];
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
