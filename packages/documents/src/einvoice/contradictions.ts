import { sumOf } from './cells.ts';
import type { AllowanceOrCharge, Invoice, InvoiceLine } from './invoice.ts';

/** Sums may differ by this much: Peppol's rules allow it for rounded amounts of lines (PEPPOL-EN16931-R120). */
const SLACK = 0.02;

const differs = (one: number, other: number): boolean => Math.abs(one - other) > SLACK + 1e-9;

/** Amounts that are to add up to another one, and the rule of EN 16931 that says so. */
interface Sum {
	/** What is added, for the sentence. */
	of: string;
	parts: ReadonlyArray<number | undefined>;
	name: string;
	stated: number | undefined;
}

const amounts = (list: readonly AllowanceOrCharge[] = []): Array<number | undefined> =>
	list.map(({ amount }) => amount);

const minus = (amount: number | undefined): number | undefined =>
	amount === undefined ? undefined : -amount;

/** BR-CO-10 to BR-CO-16 of EN 16931. */
function sumsOf({ totals = {}, lines = [], taxes = [], ...invoice }: Invoice): Sum[] {
	const { net, tax, gross, paid = 0, withheld = 0, rounding = 0, due } = totals;
	return [
		{
			of: 'the lines',
			parts: lines.map(({ netAmount }) => netAmount),
			name: 'the sum of lines',
			stated: totals.lines,
		},
		{
			of: 'the allowances',
			parts: amounts(invoice.allowances),
			name: 'the sum of allowances',
			stated: totals.allowances,
		},
		{
			of: 'the charges',
			parts: amounts(invoice.charges),
			name: 'the sum of charges',
			stated: totals.charges,
		},
		{
			of: 'the sum of lines, less allowances, with charges',
			parts: [totals.lines, minus(totals.allowances ?? 0), totals.charges ?? 0],
			name: 'the total without VAT',
			stated: net,
		},
		{
			of: 'the VAT of all rates',
			parts: taxes.map((each) => each.tax),
			name: 'the total VAT',
			stated: tax,
		},
		{
			of: 'the total without VAT, and the VAT',
			parts: [net, tax],
			name: 'the total with VAT',
			stated: gross,
		},
		{
			of: `the total with VAT, less the paid ${withheld === 0 ? '' : 'and the withheld '}amount`,
			// The profile MINIMUM does not state what was paid.
			parts: [
				totals.lines === undefined ? undefined : gross,
				minus(paid),
				minus(withheld),
				rounding,
			],
			name: 'the amount due',
			stated: due,
		},
	];
}

/** What a line's quantity and price come to (PEPPOL-EN16931-R120); undefined if it does not state both. */
function lineProduct({ quantity, netPrice, baseQuantity = 1, ...line }: InvoiceLine) {
	if (quantity === undefined || netPrice === undefined || baseQuantity === 0) return undefined;
	const added = sumOf(amounts(line.charges).map((amount = 0) => amount));
	const deducted = sumOf(amounts(line.allowances).map((amount = 0) => amount));
	return sumOf([(quantity * netPrice) / baseQuantity, added, -deducted]);
}

function describeLines(lines: readonly InvoiceLine[] = []): string[] {
	const wrong = lines.flatMap((line, at) => {
		const product = lineProduct(line);
		const { id = String(at + 1), netAmount } = line;
		if (product === undefined || netAmount === undefined || !differs(product, netAmount)) return [];
		return [`${id} (${product.toFixed(2)}, not ${netAmount.toFixed(2)})`];
	});
	if (wrong.length === 0) return [];
	const more = wrong.length > 5 ? ` and ${wrong.length - 5} more` : '';
	return [
		`In the e-invoice, quantity and price do not come to the net amount in ${wrong.length === 1 ? 'line' : 'lines'} ${wrong.slice(0, 5).join(', ')}${more}.`,
	];
}

/** What every invoice has to state (BR-02, BR-03, BR-05, BR-06, BR-14 of EN 16931). */
function describeAbsent(invoice: Invoice): string[] {
	const required: Array<[name: string, value: unknown]> = [
		['invoice number', invoice.number],
		['issue date', invoice.issueDate],
		['currency', invoice.currency],
		['name of the seller', invoice.seller?.name],
		['total with VAT', invoice.totals?.gross],
	];
	const absent = required.filter(([, value]) => value === undefined).map(([name]) => name);
	return absent.length === 0 ? [] : [`The e-invoice does not state: ${absent.join(', ')}.`];
}

/** What an e-invoice lacks, and where its amounts contradict each other: a sentence each. */
export function describeContradictions(invoice: Invoice): string[] {
	const wrong = sumsOf(invoice).flatMap(({ of, parts, name, stated }) => {
		const known = parts.filter((part) => part !== undefined);
		const sum = sumOf(known);
		const isKnown = parts.length > 0 && known.length === parts.length;
		if (stated === undefined || !isKnown || !differs(sum, stated)) return [];
		return [
			`The e-invoice contradicts itself: ${of} add up to ${sum.toFixed(2)}, but ${name} is stated as ${stated.toFixed(2)}.`,
		];
	});
	return [...describeAbsent(invoice), ...wrong, ...describeLines(invoice.lines)];
}
