import {
	dateAt,
	isCreditNote,
	numberAt,
	readChanges,
	type Stated,
	stated,
	statedList,
	sumOf,
	textsOf,
} from './cells.ts';
import type {
	AllowanceOrCharge,
	Invoice,
	InvoiceLine,
	InvoiceNote,
	InvoiceParty,
	TaxBreakdown,
} from './invoice.ts';
import type { XmlNode } from '../xml/xmlTree.ts';

const readAddress = (node: XmlNode): InvoiceParty['address'] =>
	stated({
		line1: node.text('StreetName'),
		line2: node.text('AdditionalStreetName'),
		line3: node.text('AddressLine/Line'),
		city: node.text('CityName'),
		postCode: node.text('PostalZone'),
		subdivision: node.text('CountrySubentity'),
		country: node.text('Country/IdentificationCode'),
	});

function readParty(node: XmlNode): InvoiceParty | undefined {
	const legal = node.at('PartyLegalEntity');
	const contact = node.at('Contact');
	const taxes = node.all('PartyTaxScheme');
	const isVat = (tax: XmlNode): boolean => tax.text('TaxScheme/ID') === 'VAT';
	const name = legal.text('RegistrationName') ?? node.text('PartyName/Name');
	const tradingName = node.text('PartyName/Name');
	// The creditor's identifier of the bank is a term of the payment.
	const ids = node
		.all('PartyIdentification/ID')
		.filter((id) => id.attribute('schemeID') !== 'SEPA');
	return stated({
		name,
		tradingName: tradingName === name ? undefined : tradingName,
		identifiers: textsOf(ids),
		legalRegistration: legal.text('CompanyID'),
		vatId: taxes.find(isVat)?.text('CompanyID'),
		taxNumber: taxes.find((tax) => !isVat(tax))?.text('CompanyID'),
		legalInformation: legal.text('CompanyLegalForm'),
		electronicAddress: node.text('EndpointID'),
		address: readAddress(node.at('PostalAddress')),
		contact: stated({
			name: contact.text('Name'),
			phone: contact.text('Telephone'),
			email: contact.text('ElectronicMail'),
		}),
	});
}

function readPeriod(node: XmlNode): Invoice['period'] {
	const period = node.at('InvoicePeriod');
	return stated({
		start: dateAt(period, 'StartDate'),
		end: dateAt(period, 'EndDate'),
	});
}

const readChange = (node: XmlNode): Stated<AllowanceOrCharge> => ({
	amount: numberAt(node, 'Amount'),
	baseAmount: numberAt(node, 'BaseAmount'),
	percentage: numberAt(node, 'MultiplierFactorNumeric'),
	taxCategory: node.text('TaxCategory/ID'),
	taxRate: numberAt(node, 'TaxCategory/Percent'),
	reason: node.text('AllowanceChargeReason'),
	reasonCode: node.text('AllowanceChargeReasonCode'),
});

function readLine(node: XmlNode): Stated<InvoiceLine> {
	const item = node.at('Item');
	const price = node.at('Price');
	const quantity = node.find('InvoicedQuantity', 'CreditedQuantity');
	return {
		id: node.text('ID'),
		note: node.text('Note'),
		objectId: node.text('DocumentReference/ID'),
		quantity: numberAt(quantity),
		unit: quantity?.attribute('unitCode'),
		netAmount: numberAt(node, 'LineExtensionAmount'),
		orderLine: node.text('OrderLineReference/LineID'),
		buyerAccounting: node.text('AccountingCost'),
		period: readPeriod(node),
		...readChanges(node.all('AllowanceCharge'), readChange),
		netPrice: numberAt(price, 'PriceAmount'),
		priceDiscount: numberAt(price, 'AllowanceCharge/Amount'),
		grossPrice: numberAt(price, 'AllowanceCharge/BaseAmount'),
		baseQuantity: numberAt(price, 'BaseQuantity'),
		taxCategory: item.text('ClassifiedTaxCategory/ID'),
		taxRate: numberAt(item, 'ClassifiedTaxCategory/Percent'),
		name: item.text('Name'),
		description: item.text('Description'),
		sellerItemId: item.text('SellersItemIdentification/ID'),
		buyerItemId: item.text('BuyersItemIdentification/ID'),
		standardItemId: item.text('StandardItemIdentification/ID'),
		classifications: textsOf(item.all('CommodityClassification/ItemClassificationCode')),
		origin: item.text('OriginCountry/IdentificationCode'),
		attributes: item.all('AdditionalItemProperty').map((each) => ({
			name: each.text('Name') ?? '',
			value: each.text('Value') ?? '',
		})),
	};
}

const INVOICED_OBJECT = '130';

function readReferences(root: XmlNode): Invoice['references'] {
	return stated({
		buyer: root.text('BuyerReference'),
		project: root.text('ProjectReference/ID'),
		contract: root.text('ContractDocumentReference/ID'),
		purchaseOrder: root.text('OrderReference/ID'),
		salesOrder: root.text('OrderReference/SalesOrderID'),
		receivingAdvice: root.text('ReceiptDocumentReference/ID'),
		despatchAdvice: root.text('DespatchDocumentReference/ID'),
		tender: root.text('OriginatorDocumentReference/ID'),
		invoicedObject: root
			.all('AdditionalDocumentReference')
			.find((node) => node.text('DocumentTypeCode') === INVOICED_OBJECT)
			?.text('ID'),
		buyerAccounting: root.text('AccountingCost'),
		precedingInvoices: statedList(
			root.all('BillingReference/InvoiceDocumentReference'),
			(node) => ({ number: node.text('ID'), issueDate: dateAt(node, 'IssueDate') }),
		),
	});
}

function readPayment(root: XmlNode): Invoice['payment'] {
	const means = root.all('PaymentMeans');
	const of = (path: string): string | undefined =>
		means.map((node) => node.text(path)).find((text) => text !== undefined);
	const creditors = [
		...root.all('AccountingSupplierParty/Party/PartyIdentification/ID'),
		...root.all('PayeeParty/PartyIdentification/ID'),
	];
	return stated({
		meansCode: of('PaymentMeansCode'),
		means: means[0]?.find('PaymentMeansCode')?.attribute('name'),
		remittance: of('PaymentID'),
		accounts: statedList(means, (node) => ({
			iban: node.text('PayeeFinancialAccount/ID'),
			name: node.text('PayeeFinancialAccount/Name'),
			bic: node.text(
				'PayeeFinancialAccount/FinancialInstitutionBranch/ID',
				'PayeeFinancialAccount/FinancialInstitutionBranch/FinancialInstitution/ID',
			),
		})),
		cardNumber: of('CardAccount/PrimaryAccountNumberID'),
		cardHolder: of('CardAccount/HolderName'),
		mandate: of('PaymentMandate/ID'),
		creditorId: creditors.find((id) => id.attribute('schemeID') === 'SEPA')?.text(),
		debitedAccount: of('PaymentMandate/PayerFinancialAccount/ID'),
	});
}

/** The total of the tax in the accounting currency, if it is another than the invoice's. */
function taxInOther(root: XmlNode, currency: string | undefined): XmlNode | undefined {
	const taxes = root.all('TaxTotal');
	return taxes.find((node) => {
		const own = node.find('TaxAmount')?.attribute('currencyID');
		return taxes.length > 1 && own !== undefined && own !== currency;
	});
}

/** What the standard has one total of, other countries have for each kind of tax. */
function readTaxTotal(totals: readonly XmlNode[]): number | undefined {
	const kinds = totals.filter((node) => node.find('TaxSubtotal') !== undefined);
	const amounts = kinds.flatMap((node) => numberAt(node, 'TaxAmount') ?? []);
	return amounts.length > 0 ? sumOf(amounts) : numberAt(totals[0], 'TaxAmount');
}

function readTotals(
	root: XmlNode,
	own: readonly XmlNode[],
	other: XmlNode | undefined,
): Invoice['totals'] {
	const sums = root.at('LegalMonetaryTotal', 'RequestedMonetaryTotal');
	return stated({
		lines: numberAt(sums, 'LineExtensionAmount'),
		allowances: numberAt(sums, 'AllowanceTotalAmount'),
		charges: numberAt(sums, 'ChargeTotalAmount'),
		net: numberAt(sums, 'TaxExclusiveAmount'),
		tax: readTaxTotal(own),
		taxInTaxCurrency: numberAt(other, 'TaxAmount'),
		gross: numberAt(sums, 'TaxInclusiveAmount'),
		paid: numberAt(sums, 'PrepaidAmount'),
		rounding: numberAt(sums, 'PayableRoundingAmount'),
		due: numberAt(sums, 'PayableAmount'),
	});
}

const readTax = (node: XmlNode): Stated<TaxBreakdown> => ({
	taxable: numberAt(node, 'TaxableAmount'),
	tax: numberAt(node, 'TaxAmount'),
	category: node.text('TaxCategory/ID'),
	rate: numberAt(node, 'TaxCategory/Percent', 'Percent'),
	exemption: node.text('TaxCategory/TaxExemptionReason'),
	exemptionCode: node.text('TaxCategory/TaxExemptionReasonCode'),
});

function readDocuments(root: XmlNode): Invoice['documents'] {
	const all = root.all('AdditionalDocumentReference');
	const own = all.filter((node) => node.text('DocumentTypeCode') !== INVOICED_OBJECT);
	return statedList(own, (node) => ({
		reference: node.text('ID'),
		description: node.text('DocumentDescription'),
		location: node.text('Attachment/ExternalReference/URI'),
		fileName: node.find('Attachment/EmbeddedDocumentBinaryObject')?.attribute('filename'),
	}));
}

/** UBL has one field for the subject and the text of a note: `#AAK#Text`. */
function readNote(text: string): InvoiceNote {
	const [start = '', subjectCode] = /^#([A-Z]{3})#/.exec(text) ?? [];
	return { ...(subjectCode && { subjectCode }), text: text.slice(start.length).trim() };
}

function readDelivery(root: XmlNode): Invoice['delivery'] {
	const delivery = root.at('Delivery');
	return stated({
		name: delivery.text('DeliveryParty/PartyName/Name'),
		locationId: delivery.text('DeliveryLocation/ID'),
		date: dateAt(delivery, 'ActualDeliveryDate'),
		address: readAddress(delivery.at('DeliveryLocation/Address')),
	});
}

/** The invoice in a UBL 2 document: Invoice or CreditNote. */
export function readUbl(root: XmlNode): Invoice {
	const isCredit = root.name.endsWith('CreditNote');
	const typeCode =
		root.text('InvoiceTypeCode', 'CreditNoteTypeCode') ?? (isCredit ? '381' : undefined);
	const currency = root.text('DocumentCurrencyCode');
	const other = taxInOther(root, currency);
	const taxes = root.all('TaxTotal').filter((node) => node !== other);
	const invoice = stated<Invoice>({
		number: root.text('ID'),
		issueDate: dateAt(root, 'IssueDate'),
		typeCode,
		isCredit: isCredit || isCreditNote(typeCode) || undefined,
		currency,
		taxCurrency: root.text('TaxCurrencyCode'),
		taxPointDate: dateAt(root, 'TaxPointDate'),
		dueDate: dateAt(root, 'DueDate', 'PaymentMeans/PaymentDueDate', 'PaymentTerms/PaymentDueDate'),
		paymentTerms: textsOf(root.all('PaymentTerms/Note')).join('\n') || undefined,
		references: readReferences(root),
		notes: textsOf(root.all('Note')).map(readNote),
		process: root.text('ProfileID'),
		profile: root.text('CustomizationID'),
		seller: readParty(root.at('AccountingSupplierParty/Party')),
		buyer: readParty(root.at('AccountingCustomerParty/Party')),
		payee: readParty(root.at('PayeeParty')),
		taxRepresentative: readParty(root.at('TaxRepresentativeParty')),
		delivery: readDelivery(root),
		period: readPeriod(root),
		payment: readPayment(root),
		...readChanges(root.all('AllowanceCharge'), readChange),
		totals: readTotals(root, taxes, other),
		taxes: statedList(
			taxes.flatMap((node) => node.all('TaxSubtotal')),
			readTax,
		),
		documents: readDocuments(root),
		lines: statedList([...root.all('InvoiceLine'), ...root.all('CreditNoteLine')], readLine),
	});
	return invoice ?? {};
}
