import {
	dateAt,
	isCreditNote,
	numberAt,
	readChanges,
	type Stated,
	stated,
	statedList,
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

/** Where a date stands in an element of its own. */
const DAY = 'DateTimeString';
const FORMATTED_DAYS = ['FormattedIssueDateTime/DateTimeString', 'IssueDateTime/DateTimeString'];

function readAddress(party: XmlNode): InvoiceParty['address'] {
	const address = party.at('PostalTradeAddress');
	return stated({
		line1: address.text('LineOne', 'StreetName'),
		line2: address.text('LineTwo'),
		line3: address.text('LineThree'),
		city: address.text('CityName'),
		postCode: address.text('PostcodeCode'),
		subdivision: address.text('CountrySubDivisionName'),
		country: address.text('CountryID'),
	});
}

function readParty(node: XmlNode): InvoiceParty | undefined {
	const contact = node.at('DefinedTradeContact');
	const taxId = (scheme: string): string | undefined =>
		node
			.all('SpecifiedTaxRegistration/ID')
			.find((id) => id.attribute('schemeID') === scheme)
			?.text();
	return stated({
		name: node.text('Name'),
		tradingName: node.text('SpecifiedLegalOrganization/TradingBusinessName'),
		identifiers: textsOf([...node.all('ID'), ...node.all('GlobalID')]),
		legalRegistration: node.text('SpecifiedLegalOrganization/ID'),
		vatId: taxId('VA'),
		taxNumber: taxId('FC'),
		legalInformation: node.text('Description'),
		electronicAddress: node.text('URIUniversalCommunication/URIID'),
		address: readAddress(node),
		contact: stated({
			name: contact.text('PersonName', 'DepartmentName'),
			phone: contact.text('TelephoneUniversalCommunication/CompleteNumber'),
			email: contact.text('EmailURIUniversalCommunication/URIID'),
		}),
	});
}

function readPeriod(node: XmlNode): Invoice['period'] {
	const period = node.at('BillingSpecifiedPeriod');
	return stated({
		start: dateAt(period, `StartDateTime/${DAY}`),
		end: dateAt(period, `EndDateTime/${DAY}`),
	});
}

const rateOf = (tax: XmlNode): number | undefined =>
	numberAt(tax, 'RateApplicablePercent', 'ApplicablePercent');

/** An allowance or charge, or the charge for logistics, which has names of its own. */
function readChange(node: XmlNode): Stated<AllowanceOrCharge> {
	const tax = node.at('CategoryTradeTax', 'AppliedTradeTax');
	return {
		amount: numberAt(node, 'ActualAmount', 'AppliedAmount'),
		baseAmount: numberAt(node, 'BasisAmount'),
		percentage: numberAt(node, 'CalculationPercent'),
		taxCategory: tax.text('CategoryCode'),
		taxRate: rateOf(tax),
		reason: node.text('Reason', 'Description'),
		reasonCode: node.text('ReasonCode'),
	};
}

function readAllowances(settlement: XmlNode) {
	const all = settlement.all('SpecifiedTradeAllowanceCharge');
	const { allowances, charges } = readChanges(all, readChange);
	const logistics = settlement.all('SpecifiedLogisticsServiceCharge');
	return { allowances, charges: [...charges, ...statedList(logistics, readChange)] };
}

function readLine(node: XmlNode): Stated<InvoiceLine> {
	const product = node.at('SpecifiedTradeProduct');
	const agreement = node.at('SpecifiedLineTradeAgreement', 'SpecifiedSupplyChainTradeAgreement');
	const delivery = node.at('SpecifiedLineTradeDelivery', 'SpecifiedSupplyChainTradeDelivery');
	const settlement = node.at('SpecifiedLineTradeSettlement', 'SpecifiedSupplyChainTradeSettlement');
	const gross = agreement.at('GrossPriceProductTradePrice');
	const net = agreement.at('NetPriceProductTradePrice');
	const tax = settlement.at('ApplicableTradeTax');
	return {
		id: node.text('AssociatedDocumentLineDocument/LineID'),
		note: node.text('AssociatedDocumentLineDocument/IncludedNote/Content'),
		objectId: settlement.text('AdditionalReferencedDocument/IssuerAssignedID'),
		quantity: numberAt(delivery, 'BilledQuantity'),
		unit: delivery.find('BilledQuantity')?.attribute('unitCode'),
		netAmount: numberAt(
			settlement,
			'SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount',
			'SpecifiedTradeSettlementMonetarySummation/LineTotalAmount',
		),
		orderLine: agreement.text('BuyerOrderReferencedDocument/LineID'),
		buyerAccounting: settlement.text('ReceivableSpecifiedTradeAccountingAccount/ID'),
		period: readPeriod(settlement),
		...readAllowances(settlement),
		netPrice: numberAt(net, 'ChargeAmount'),
		priceDiscount: numberAt(gross, 'AppliedTradeAllowanceCharge/ActualAmount'),
		grossPrice: numberAt(gross, 'ChargeAmount'),
		baseQuantity: numberAt(net, 'BasisQuantity') ?? numberAt(gross, 'BasisQuantity'),
		taxCategory: tax.text('CategoryCode'),
		taxRate: rateOf(tax),
		name: product.text('Name'),
		description: product.text('Description'),
		sellerItemId: product.text('SellerAssignedID'),
		buyerItemId: product.text('BuyerAssignedID'),
		standardItemId: product.text('GlobalID'),
		classifications: textsOf(product.all('DesignatedProductClassification/ClassCode')),
		origin: product.text('OriginTradeCountry/ID'),
		attributes: product.all('ApplicableProductCharacteristic').map((each) => ({
			name: each.text('Description') ?? '',
			value: each.text('Value', 'ValueMeasure') ?? '',
		})),
	};
}

/** Lines of sums and texts only, which ZUGFeRD's profile EXTENDED has beside the invoiced ones. */
const isInvoiced = (node: XmlNode): boolean =>
	!['GROUP', 'INFORMATION'].includes(
		node.text('AssociatedDocumentLineDocument/LineStatusReasonCode') ?? '',
	);

function readReferences(
	agreement: XmlNode,
	delivery: XmlNode,
	settlement: XmlNode,
): Invoice['references'] {
	const idAt = (node: XmlNode, name: string): string | undefined =>
		node.text(`${name}/IssuerAssignedID`, `${name}/ID`);
	const typed = (code: string): string | undefined =>
		agreement
			.all('AdditionalReferencedDocument')
			.find((node) => node.text('TypeCode') === code)
			?.text('IssuerAssignedID', 'ID');
	return stated({
		buyer: agreement.text('BuyerReference'),
		project: idAt(agreement, 'SpecifiedProcuringProject'),
		contract: idAt(agreement, 'ContractReferencedDocument'),
		purchaseOrder: idAt(agreement, 'BuyerOrderReferencedDocument'),
		salesOrder: idAt(agreement, 'SellerOrderReferencedDocument'),
		receivingAdvice: idAt(delivery, 'ReceivingAdviceReferencedDocument'),
		despatchAdvice:
			idAt(delivery, 'DespatchAdviceReferencedDocument') ??
			idAt(delivery, 'DeliveryNoteReferencedDocument'),
		tender: typed('50'),
		invoicedObject: typed('130'),
		buyerAccounting: settlement.text('ReceivableSpecifiedTradeAccountingAccount/ID'),
		precedingInvoices: statedList(settlement.all('InvoiceReferencedDocument'), (node) => ({
			number: node.text('IssuerAssignedID', 'ID'),
			issueDate: dateAt(node, ...FORMATTED_DAYS),
		})),
	});
}

function readPayment(settlement: XmlNode): Invoice['payment'] {
	const means = settlement.all('SpecifiedTradeSettlementPaymentMeans');
	const [first] = means;
	const card = settlement.at(
		'SpecifiedTradeSettlementPaymentMeans/ApplicableTradeSettlementFinancialCard',
	);
	return stated({
		meansCode: first?.text('TypeCode'),
		means: first?.text('Information'),
		remittance: settlement.text('PaymentReference'),
		accounts: statedList(means, (node) => ({
			iban: node.text(
				'PayeePartyCreditorFinancialAccount/IBANID',
				'PayeePartyCreditorFinancialAccount/ProprietaryID',
			),
			name: node.text('PayeePartyCreditorFinancialAccount/AccountName'),
			bic: node.text('PayeeSpecifiedCreditorFinancialInstitution/BICID'),
		})),
		cardNumber: card.text('ID'),
		cardHolder: card.text('CardholderName'),
		mandate: settlement.text('SpecifiedTradePaymentTerms/DirectDebitMandateID'),
		creditorId: settlement.text('CreditorReferenceID'),
		debitedAccount: means
			.map((node) => node.text('PayerPartyDebtorFinancialAccount/IBANID'))
			.find((iban) => iban !== undefined),
	});
}

function readTotals(
	settlement: XmlNode,
	currency: string | undefined,
	taxCurrency: string | undefined,
): Invoice['totals'] {
	const sums = settlement.at(
		'SpecifiedTradeSettlementHeaderMonetarySummation',
		'SpecifiedTradeSettlementMonetarySummation',
	);
	const taxes = sums.all('TaxTotalAmount');
	const other = taxes.find((node) => {
		const own = node.attribute('currencyID');
		return own !== undefined && own === taxCurrency && own !== currency;
	});
	const tax = taxes.find((node) => node !== other);
	return stated({
		lines: numberAt(sums, 'LineTotalAmount'),
		allowances: numberAt(sums, 'AllowanceTotalAmount'),
		charges: numberAt(sums, 'ChargeTotalAmount'),
		net: numberAt(sums, 'TaxBasisTotalAmount'),
		tax: numberAt(tax),
		taxInTaxCurrency: numberAt(other),
		gross: numberAt(sums, 'GrandTotalAmount'),
		paid: numberAt(sums, 'TotalPrepaidAmount'),
		rounding: numberAt(sums, 'RoundingAmount'),
		due: numberAt(sums, 'DuePayableAmount'),
	});
}

const readTax = (node: XmlNode): Stated<TaxBreakdown> => ({
	taxable: numberAt(node, 'BasisAmount'),
	tax: numberAt(node, 'CalculatedAmount'),
	category: node.text('CategoryCode'),
	rate: rateOf(node),
	exemption: node.text('ExemptionReason'),
	exemptionCode: node.text('ExemptionReasonCode'),
});

/** References of the type 916; the other types are terms of their own. */
function readDocuments(agreement: XmlNode): Invoice['documents'] {
	const all = agreement.all('AdditionalReferencedDocument');
	const own = all.filter((node) => !['50', '130'].includes(node.text('TypeCode') ?? ''));
	return statedList(own, (node) => ({
		reference: node.text('IssuerAssignedID', 'ID'),
		description: node.text('Name'),
		location: node.text('URIID'),
		fileName: node.find('AttachmentBinaryObject')?.attribute('filename'),
	}));
}

/**
 * The invoice in a Cross Industry Invoice of UN/CEFACT (D16B and later), or in the earlier
 * `CrossIndustryDocument` of ZUGFeRD 1.0, which names some of the same elements differently.
 */
export function readCii(root: XmlNode): Invoice {
	const head = root.at('ExchangedDocument', 'HeaderExchangedDocument');
	const context = root.at('ExchangedDocumentContext', 'SpecifiedExchangedDocumentContext');
	const trade = root.at('SupplyChainTradeTransaction', 'SpecifiedSupplyChainTradeTransaction');
	const part = (name: string): XmlNode =>
		trade.at(`ApplicableHeaderTrade${name}`, `ApplicableSupplyChainTrade${name}`);
	const [agreement, delivery, settlement] = [
		part('Agreement'),
		part('Delivery'),
		part('Settlement'),
	];
	const typeCode = head.text('TypeCode');
	const currency = settlement.text('InvoiceCurrencyCode');
	const taxCurrency = settlement.text('TaxCurrencyCode');
	const terms = settlement.all('SpecifiedTradePaymentTerms');
	const shipTo = delivery.at('ShipToTradeParty');
	const lines = trade.all('IncludedSupplyChainTradeLineItem');
	const invoice = stated<Invoice>({
		number: head.text('ID'),
		issueDate: dateAt(head, `IssueDateTime/${DAY}`),
		typeCode,
		isCredit: isCreditNote(typeCode) || undefined,
		currency,
		taxCurrency,
		taxPointDate: dateAt(settlement, 'ApplicableTradeTax/TaxPointDate/DateString'),
		dueDate: dateAt(settlement, `SpecifiedTradePaymentTerms/DueDateDateTime/${DAY}`),
		paymentTerms: textsOf(terms.flatMap((node) => node.all('Description'))).join('\n') || undefined,
		references: readReferences(agreement, delivery, settlement),
		notes: head.all('IncludedNote').flatMap((node) => {
			const text = textsOf(node.all('Content')).join('\n');
			const note = { subjectCode: node.text('SubjectCode'), text };
			return text === '' ? [] : (stated<InvoiceNote>(note) ?? []);
		}),
		process: context.text('BusinessProcessSpecifiedDocumentContextParameter/ID'),
		profile: context.text('GuidelineSpecifiedDocumentContextParameter/ID'),
		seller: readParty(agreement.at('SellerTradeParty')),
		buyer: readParty(agreement.at('BuyerTradeParty')),
		payee: readParty(settlement.at('PayeeTradeParty')),
		taxRepresentative: readParty(agreement.at('SellerTaxRepresentativeTradeParty')),
		delivery: stated({
			name: shipTo.text('Name'),
			locationId: shipTo.text('GlobalID', 'ID'),
			date: dateAt(delivery, `ActualDeliverySupplyChainEvent/OccurrenceDateTime/${DAY}`),
			address: readAddress(shipTo),
		}),
		period: readPeriod(settlement),
		payment: readPayment(settlement),
		...readAllowances(settlement),
		totals: readTotals(settlement, currency, taxCurrency),
		taxes: statedList(settlement.all('ApplicableTradeTax'), readTax),
		documents: readDocuments(agreement),
		lines: statedList(lines.filter(isInvoiced), readLine),
		otherLines: statedList(
			lines.filter((node) => !isInvoiced(node)),
			readLine,
		),
	});
	return invoice ?? {};
}
