import { escapeText } from '@web-data-extraction/markdown/escape';
import { gfmCell, gfmTable } from '@web-data-extraction/markdown/gfmTable';
import { type Fact, factList } from '../calendar/components.ts';
import type {
	AllowanceOrCharge,
	Invoice,
	InvoiceAddress,
	InvoiceLine,
	InvoiceParty,
	InvoicePeriod,
} from './invoice.ts';

/** What a document of a type code (BT-3, UNTDID 1001) is called. */
const TITLES: Readonly<Record<string, string>> = {
	'326': 'Partial invoice',
	'381': 'Credit note',
	'383': 'Debit note',
	'384': 'Corrected invoice',
	'386': 'Prepayment invoice',
	'389': 'Self-billed invoice',
};

function titleOf({ number = '', typeCode = '', isCredit }: Invoice): string {
	const title = TITLES[typeCode] ?? (isCredit === true ? 'Credit note' : 'Invoice');
	return `# ${escapeText(`${title} ${number}`.trim())}`;
}

/** A number as stated, an amount with at least two decimals. */
const amountText = (amount: number | undefined): string => {
	if (amount === undefined) return '';
	const [, decimals = ''] = String(amount).split('.');
	return decimals.length < 2 ? amount.toFixed(2) : String(amount);
};

const numberText = (value: number | undefined): string =>
	value === undefined ? '' : String(value);

const percentText = (value: number | undefined): string =>
	value === undefined ? '' : `${value} %`;

const periodText = ({ start = '', end = '' }: InvoicePeriod = {}): string =>
	start === end ? start : `${start} – ${end}`;

const joined = (parts: ReadonlyArray<string | undefined>, mark: string): string =>
	parts.filter((part) => part !== undefined && part !== '').join(mark);

const addressText = (address: InvoiceAddress = {}): string =>
	joined(
		[
			address.line1,
			address.line2,
			address.line3,
			joined([address.postCode, address.city], ' '),
			address.subdivision,
			address.country,
		],
		', ',
	);

/** Labels and values; those without a value are left out. */
type Facts = Array<[label: string, value: string | undefined]>;

const list = (facts: Facts): string =>
	factList(facts.flatMap(([label, value]): Fact[] => (value ? [[label, value]] : [])));

const section = (title: string, content: string): string =>
	content === '' ? '' : `## ${title}\n\n${content}`;

function partySection(title: string, party: InvoiceParty | undefined): string {
	if (party === undefined) return '';
	const { contact = {} } = party;
	const facts: Facts = [
		['Name', party.name],
		['Trading name', party.tradingName],
		['Address', addressText(party.address)],
		['VAT identifier', party.vatId],
		['Tax number', party.taxNumber],
		['Identifier', joined(party.identifiers ?? [], ', ')],
		['Legal registration', party.legalRegistration],
		['Legal information', party.legalInformation],
		['Electronic address', party.electronicAddress],
		['Contact', joined([contact.name, contact.phone, contact.email], ', ')],
	];
	return section(title, list(facts));
}

/** A table without the columns in which no row has a value. */
function table(
	header: readonly string[],
	rows: ReadonlyArray<ReadonlyArray<string | undefined>>,
): string {
	if (rows.length === 0) return '';
	const columns = header.flatMap((_, at) => (rows.some((row) => row[at]) ? [at] : []));
	const cells = (row: ReadonlyArray<string | undefined>): string[] =>
		columns.map((at) => gfmCell(escapeText(row[at] ?? '')));
	return gfmTable([cells(header), ...rows.map(cells)]);
}

const changes = (all: readonly AllowanceOrCharge[] = [], name: string): Facts =>
	all.map(({ reason = name, percentage, baseAmount, amount }) => [
		reason,
		joined(
			[
				amountText(amount),
				percentage === undefined ? '' : joined([`${percentage} %`, amountText(baseAmount)], ' of '),
			],
			', ',
		),
	]);

function itemText(line: InvoiceLine): string {
	const facts: Facts = [
		...(line.attributes ?? []).map(({ name, value }): Facts[number] => [name, value]),
		['Period', periodText(line.period)],
		['Gross price', amountText(line.grossPrice)],
		['Price discount', amountText(line.priceDiscount)],
		...changes(line.allowances, 'Allowance'),
		...changes(line.charges, 'Charge'),
		['Order line', line.orderLine],
		['Object', line.objectId],
		['Buyer accounting reference', line.buyerAccounting],
		['Classification', joined(line.classifications ?? [], ', ')],
		['Origin', line.origin],
	];
	const told = facts.flatMap(([label, value]) => (value ? [`${label}: ${value}`] : []));
	return joined([line.name, line.description, line.note, ...told], '\n');
}

const LINE_COLUMNS = [
	'Position',
	'Item number',
	'Item',
	'Quantity',
	'Unit',
	'Net price',
	'per',
	'VAT rate',
	'Net amount',
];

const lineRow = (line: InvoiceLine): Array<string | undefined> => [
	line.id,
	joined([line.sellerItemId, line.standardItemId, line.buyerItemId], ', '),
	itemText(line),
	numberText(line.quantity),
	line.unit,
	amountText(line.netPrice),
	line.baseQuantity === 1 ? '' : numberText(line.baseQuantity),
	percentText(line.taxRate),
	amountText(line.netAmount),
];

function allowanceTable({ allowances = [], charges = [] }: Invoice): string {
	const rowOf = (kind: string) => (each: AllowanceOrCharge) => [
		kind,
		each.reason ?? each.reasonCode,
		percentText(each.percentage),
		amountText(each.baseAmount),
		percentText(each.taxRate),
		amountText(each.amount),
	];
	return table(
		['Kind', 'Reason', 'Percentage', 'Base amount', 'VAT rate', 'Amount'],
		[...allowances.map(rowOf('Allowance')), ...charges.map(rowOf('Charge'))],
	);
}

function totalsTable({ totals = {}, currency = '', taxCurrency = '' }: Invoice): string {
	const rows: Facts = [
		['Sum of lines', amountText(totals.lines)],
		['Sum of allowances', amountText(totals.allowances)],
		['Sum of charges', amountText(totals.charges)],
		['Total without VAT', amountText(totals.net)],
		['Total VAT', amountText(totals.tax)],
		[`Total VAT in ${taxCurrency}`, amountText(totals.taxInTaxCurrency)],
		['Total with VAT', amountText(totals.gross)],
		['Paid amount', amountText(totals.paid)],
		['Withheld amount', amountText(totals.withheld)],
		['Rounding amount', amountText(totals.rounding)],
		['Amount due', amountText(totals.due)],
	];
	return table(
		['Total', joined(['Amount', currency], ' ')],
		rows.filter(([, amount]) => amount),
	);
}

function headFacts(invoice: Invoice): Facts {
	const { references = {}, delivery = {} } = invoice;
	const preceding = (references.precedingInvoices ?? []).map(({ number, issueDate }) =>
		joined([number, issueDate], ', '),
	);
	return [
		['Issue date', invoice.issueDate],
		['Payment due date', invoice.dueDate],
		['Currency', invoice.currency],
		['Tax point date', invoice.taxPointDate],
		['Invoicing period', periodText(invoice.period)],
		['Delivery date', delivery.date],
		['Buyer reference', references.buyer],
		['Purchase order', references.purchaseOrder],
		['Sales order', references.salesOrder],
		['Contract', references.contract],
		['Project', references.project],
		['Despatch advice', references.despatchAdvice],
		['Receiving advice', references.receivingAdvice],
		['Tender or lot', references.tender],
		['Invoiced object', references.invoicedObject],
		['Buyer accounting reference', references.buyerAccounting],
		['Preceding invoice', joined(preceding, '; ')],
	];
}

function paymentFacts({ payment = {}, paymentTerms = '' }: Invoice): Facts {
	const { accounts = [] } = payment;
	return [
		['Terms', paymentTerms],
		['Means', payment.means ?? payment.meansCode],
		...accounts.flatMap(({ iban, bic, name }): Facts => [
			['IBAN', iban],
			['BIC', bic],
			['Account name', name],
		]),
		['Remittance information', payment.remittance],
		['Card', joined([payment.cardNumber, payment.cardHolder], ', ')],
		['Mandate', payment.mandate],
		['Creditor identifier', payment.creditorId],
		['Debited account', payment.debitedAccount],
	];
}

function taxTable({ taxes = [] }: Invoice): string {
	return table(
		['VAT category', 'Rate', 'Taxable amount', 'VAT amount', 'Exemption reason'],
		taxes.map((tax) => [
			tax.category,
			percentText(tax.rate),
			amountText(tax.taxable),
			amountText(tax.tax),
			tax.exemption ?? tax.exemptionCode,
		]),
	);
}

/** An invoice as one is printed: head, parties, lines as a table, taxes, totals, payment, notes. */
export function invoiceMarkdown(invoice: Invoice): string {
	const { delivery = {}, notes = [], documents = [], lines = [] } = invoice;
	const delivered: Facts = [
		['Name', delivery.name],
		['Location', delivery.locationId],
		['Address', addressText(delivery.address)],
	];
	return [
		titleOf(invoice),
		list(headFacts(invoice)),
		partySection('Seller', invoice.seller),
		partySection('Buyer', invoice.buyer),
		partySection('Payee', invoice.payee),
		partySection('Tax representative', invoice.taxRepresentative),
		section('Delivery', list(delivered)),
		section('Lines', table(LINE_COLUMNS, lines.map(lineRow))),
		section(
			'Sums and texts between the lines',
			table(LINE_COLUMNS, (invoice.otherLines ?? []).map(lineRow)),
		),
		section('Allowances and charges', allowanceTable(invoice)),
		section('VAT', taxTable(invoice)),
		section('Totals', totalsTable(invoice)),
		section('Payment', list(paymentFacts(invoice))),
		section('Notes', notes.map(({ text }) => escapeText(text)).join('\n\n')),
		section(
			'Documents',
			list(
				documents.map(({ reference = 'Document', description, fileName, location }) => [
					reference,
					joined([description, fileName, location], ', ') || reference,
				]),
			),
		),
	]
		.filter((part) => part !== '')
		.join('\n\n');
}
