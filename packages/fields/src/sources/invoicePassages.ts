import type { Invoice } from '@web-data-extraction/documents/invoice';
import {
	ALLOWANCE_TERMS,
	INVOICE_TERMS,
	LINE_TERMS,
	PARTY_TERMS,
	TAX_TERMS,
	type Term,
} from '../einvoice/invoiceTerms.ts';
import type { Passage } from './passage.ts';

/** What an e-invoice states may not be printed: words that are there are the better source. */
const DATA_DOUBT = 4;

/**
 * The values of an e-invoice as passages, each with its term.
 * @param start index of the first
 */
export function invoicePassages(invoice: Invoice, source: number, start: number): Passage[] {
	const { seller, buyer, payee, taxRepresentative, delivery } = invoice;
	const { lines, taxes, allowances, charges } = invoice;
	let count = 0;
	const termsOf = <Owner>(terms: ReadonlyArray<Term<Owner>>, owner: Owner): Passage[] => {
		const container = { from: start + count, to: start + count };
		const passages = terms.flatMap(({ id, names, read }) =>
			[read(owner) ?? []].flat().map((value) => ({
				text: String(value),
				place: { term: id },
				source,
				container,
				isShown: false,
				doubt: DATA_DOUBT,
				labels: () => names,
			})),
		);
		count += passages.length;
		container.to = start + count - 1;
		return passages;
	};
	return [
		...termsOf(INVOICE_TERMS, invoice),
		...[seller, buyer, payee, taxRepresentative, delivery].flatMap((party) =>
			party === undefined ? [] : termsOf(PARTY_TERMS, party),
		),
		...(lines ?? []).flatMap((line) => termsOf(LINE_TERMS, line)),
		...(taxes ?? []).flatMap((tax) => termsOf(TAX_TERMS, tax)),
		...[...(allowances ?? []), ...(charges ?? [])].flatMap((one) => termsOf(ALLOWANCE_TERMS, one)),
	];
}
