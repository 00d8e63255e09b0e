import type { Invoice } from '@web-data-extraction/documents/invoice';
import { onlyOne } from '../onlyOne.ts';
import { bicsIn, ibansIn } from '../shapes/bank.ts';
import { dateOrderIn } from '../shapes/dates.ts';
import { isNamed, isOrder, readHead } from './head.ts';
import { labelledTexts } from '../labels/labelledTexts.ts';
import { readLines } from './lines.ts';
import { currencyOf, placedNumbers } from './money.ts';
import { readParties } from './parties.ts';
import { type Sheet, sheetOf } from '../sheet/sheet.ts';
import { readTotals } from './totals.ts';

/** The value that all are, however they are divided. */
const only = (values: readonly string[]): string | undefined =>
	onlyOne(new Map(values.map((value) => [value.replace(/\s/gu, ''), value])).values());

/** Lines of a document that are read: invoices are no books. */
const MOST_LINES = 3_000;

/** Where the invoice is to be paid. */
function accountOf({ lines, text: whole }: Sheet): Pick<Invoice, 'payment'> {
	const named = lines
		.filter(({ text }) => /IBAN/iu.test(text))
		.flatMap(({ text }) => ibansIn(text));
	const iban = only(named.length > 0 ? named : ibansIn(whole));
	const bic = only(lines.flatMap(({ text }) => bicsIn(text)));
	if (iban === undefined && bic === undefined) return {};
	return { payment: { accounts: [{ ...(iban && { iban }), ...(bic && { bic }) }] } };
}

/** The terms that are proved, and those that may be true. */
export interface BusinessReading {
	invoice: Invoice;
	maybe: Invoice;
	/** The total, where arithmetic confirms it. */
	proved?: number | undefined;
}

/**
 * The terms of an invoice, a receipt or another document with totals, as they stand on its pages. What can't be
 * proved by arithmetic, a label, a shape or its place is left out.
 * @returns undefined if the document neither is named as one of business nor has totals that add up
 */
export function readBusiness(whole: Sheet): BusinessReading | undefined {
	const sheet = sheetOf(whole.lines.slice(0, MOST_LINES));
	const numbers = placedNumbers(sheet);
	const { maybe: maybeTotals, proved, ...totals } = readTotals(sheet, numbers);
	const isBusiness = totals.net !== undefined || proved !== undefined || isNamed(sheet);
	if (!isBusiness) return undefined;
	const currency = currencyOf(sheet, numbers);
	const order = dateOrderIn(sheet.text);
	const labelled = labelledTexts(sheet);
	const { number, orderNumber, issueDate, dueDate } = readHead(sheet, labelled, order);
	const { seller, buyer, maybe = {} } = readParties(sheet, labelled, isOrder(sheet));
	const lines = readLines(sheet, numbers, totals);
	const invoice = {
		...(number && { number }),
		...(orderNumber && { references: { purchaseOrder: orderNumber } }),
		...(issueDate && { issueDate }),
		...(dueDate && { dueDate }),
		...(currency && { currency }),
		...(seller && { seller }),
		...(buyer && { buyer }),
		...accountOf(sheet),
		totals,
		lines,
	};
	return { invoice, maybe: { ...maybe, ...(maybeTotals && { totals: maybeTotals }) }, proved };
}
