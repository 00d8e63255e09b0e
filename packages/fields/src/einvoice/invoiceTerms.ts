import type {
	AllowanceOrCharge,
	Invoice,
	InvoiceAddress,
	InvoiceLine,
	InvoiceParty,
	TaxBreakdown,
} from '@web-data-extraction/documents/invoice';
import { termNames } from './termNames.ts';

/** A value of an invoice: plain, or a list of plain ones. */
export type TermValue = string | number | readonly string[] | undefined;

/** A term, the names that it is asked by, and how it is read from what has it. */
export interface Term<Owner> {
	/** Of EN 16931, as a value's source. */
	id: string;
	/** Of the standard and its translations (en, de, fr, es, it, nl), and as invoices print them. */
	names: readonly string[];
	read: (owner: Owner) => TermValue;
}

const joined = (parts: ReadonlyArray<string | undefined>, mark: string): string | undefined =>
	parts.filter((part) => part !== undefined).join(mark) || undefined;

const fullAddress = (address: InvoiceAddress = {}): string | undefined =>
	joined(
		[
			address.line1,
			address.line2,
			address.line3,
			joined([address.postCode, address.city], ' '),
			address.country,
		],
		', ',
	);

/** Terms by their identifiers, each with how it is read. */
const table = <Owner>(readers: Record<string, Term<Owner>['read']>): ReadonlyArray<Term<Owner>> =>
	Object.entries(readers).map(([id, read]) => ({ id, names: termNames(id), read }));

/** Terms of the document. */
export const INVOICE_TERMS = table<Invoice>({
	'BT-1': ({ number }) => number,
	'BT-2': ({ issueDate }) => issueDate,
	'BT-3': ({ typeCode }) => typeCode,
	'BT-5': ({ currency }) => currency,
	'BT-6': ({ taxCurrency }) => taxCurrency,
	'BT-7': ({ taxPointDate }) => taxPointDate,
	'BT-9': ({ dueDate }) => dueDate,
	'BT-20': ({ paymentTerms }) => paymentTerms,
	'BT-10': ({ references }) => references?.buyer,
	'BT-11': ({ references }) => references?.project,
	'BT-12': ({ references }) => references?.contract,
	'BT-13': ({ references }) => references?.purchaseOrder ?? references?.salesOrder,
	'BT-14': ({ references }) => references?.salesOrder,
	'BT-15': ({ references }) => references?.receivingAdvice,
	'BT-16': ({ references }) => references?.despatchAdvice,
	'BT-17': ({ references }) => references?.tender,
	'BT-18': ({ references }) => references?.invoicedObject,
	'BT-19': ({ references }) => references?.buyerAccounting,
	'BT-25': ({ references }) => references?.precedingInvoices?.[0]?.number,
	'BT-22': ({ notes }) => notes?.map(({ text }) => text).join('\n'),
	'BT-72': ({ delivery }) => delivery?.date,
	'BT-73': ({ period }) => period?.start,
	'BT-74': ({ period }) => period?.end,
	'BT-84': ({ payment }) => payment?.accounts?.[0]?.iban,
	'BT-86': ({ payment }) => payment?.accounts?.[0]?.bic,
	'BT-85': ({ payment }) => payment?.accounts?.[0]?.name,
	'BT-83': ({ payment }) => payment?.remittance,
	'BT-81': ({ payment }) => payment?.means ?? payment?.meansCode,
	'BT-89': ({ payment }) => payment?.mandate,
	'BT-90': ({ payment }) => payment?.creditorId,
	'BT-91': ({ payment }) => payment?.debitedAccount,
	'BT-106': ({ totals }) => totals?.lines,
	'BT-107': ({ totals }) => totals?.allowances,
	'BT-108': ({ totals }) => totals?.charges,
	'BT-109': ({ totals }) => totals?.net,
	'BT-110': ({ totals }) => totals?.tax,
	'BT-111': ({ totals }) => totals?.taxInTaxCurrency,
	'BT-112': ({ totals }) => totals?.gross,
	'BT-113': ({ totals }) => totals?.paid,
	'BT-114': ({ totals }) => totals?.rounding,
	'BT-115': ({ totals }) => totals?.due,
});

/** Terms of a party; the first is the party itself, if asked for as a plain value. */
export const PARTY_TERMS = table<InvoiceParty>({
	'BT-27': ({ name }) => name,
	'BT-28': ({ tradingName }) => tradingName,
	'BT-29': ({ identifiers }) => identifiers?.[0],
	'BT-30': ({ legalRegistration }) => legalRegistration,
	'BT-31': ({ vatId }) => vatId,
	'BT-32': ({ taxNumber }) => taxNumber,
	'BT-34': ({ electronicAddress }) => electronicAddress,
	'BG-5': ({ address }) => fullAddress(address),
	'BT-35': ({ address }) => address?.line1,
	'BT-37': ({ address }) => address?.city,
	'BT-38': ({ address }) => address?.postCode,
	'BT-39': ({ address }) => address?.subdivision,
	'BT-40': ({ address }) => address?.country,
	'BT-41': ({ contact }) => contact?.name,
	'BT-42': ({ contact }) => contact?.phone,
	'BT-43': ({ contact }) => contact?.email,
});

/** Terms of a line. */
export const LINE_TERMS = table<InvoiceLine>({
	'BT-126': ({ id }) => id,
	'BT-153': ({ name, description }) => name ?? description,
	'BT-154': ({ description, name }) => description ?? name,
	'BT-127': ({ note }) => note,
	'BT-155': ({ sellerItemId, standardItemId, buyerItemId }) =>
		sellerItemId ?? standardItemId ?? buyerItemId,
	'BT-157': ({ standardItemId }) => standardItemId,
	'BT-156': ({ buyerItemId }) => buyerItemId,
	'BT-158': ({ classifications }) => classifications?.[0],
	'BT-159': ({ origin }) => origin,
	'BT-132': ({ orderLine }) => orderLine,
	'BT-129': ({ quantity }) => quantity,
	'BT-130': ({ unit }) => unit,
	'BT-146': ({ netPrice, grossPrice }) => netPrice ?? grossPrice,
	'BT-148': ({ grossPrice }) => grossPrice,
	'BT-152': ({ taxRate }) => taxRate,
	'BT-136': ({ allowances = [] }) => allowances[0]?.amount,
	'BT-131': ({ netAmount }) => netAmount,
});

/** Terms of the VAT breakdown. */
export const TAX_TERMS = table<TaxBreakdown>({
	'BT-116': ({ taxable }) => taxable,
	'BT-117': ({ tax }) => tax,
	'BT-119': ({ rate }) => rate,
	'BT-118': ({ category }) => category,
	'BT-120': ({ exemption }) => exemption,
});

/** Terms of allowances and charges. */
export const ALLOWANCE_TERMS = table<AllowanceOrCharge>({
	'BT-92': ({ amount }) => amount,
	'BT-97': ({ reason, reasonCode }) => reason ?? reasonCode,
	'BT-94': ({ percentage }) => percentage,
});
