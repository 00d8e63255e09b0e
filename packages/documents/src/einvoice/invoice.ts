/**
 * An invoice by the terms of EN 16931-1, whatever it was read from: CII, UBL, FatturaPA, or a printed page.
 * Every field is optional, since a broken invoice or a page states only some of them. Amounts have the sign
 * that the invoice states, in its currency; dates are `YYYY-MM-DD`.
 */
export interface Invoice {
	/** BT-1 Invoice number. */
	number?: string;
	/** BT-2 Invoice issue date. */
	issueDate?: string;
	/** BT-3 Invoice type code (UNTDID 1001): 380 invoice, 381 credit note, 384 corrected invoice. */
	typeCode?: string;
	/** Whether it credits the buyer: its positive amounts are owed by the seller (by the type code or root). */
	isCredit?: boolean;
	/** BT-5 Invoice currency code (ISO 4217). */
	currency?: string;
	/** BT-6 VAT accounting currency code. */
	taxCurrency?: string;
	/** BT-7 Value added tax point date. */
	taxPointDate?: string;
	/** BT-9 Payment due date. */
	dueDate?: string;
	/** BT-20 Payment terms. */
	paymentTerms?: string;
	/** BT-10 to BT-19, and BG-3. */
	references?: InvoiceReferences;
	/** BG-1 Invoice note. */
	notes?: InvoiceNote[];
	/** BT-23 Business process type. */
	process?: string;
	/** BT-24 Specification identifier: the standard or profile that the invoice follows. */
	profile?: string;
	/** BG-4 Seller. */
	seller?: InvoiceParty;
	/** BG-7 Buyer. */
	buyer?: InvoiceParty;
	/** BG-10 Payee, if it is not the seller. */
	payee?: InvoiceParty;
	/** BG-11 Seller tax representative party. */
	taxRepresentative?: InvoiceParty;
	/** BG-13 Delivery information. */
	delivery?: InvoiceDelivery;
	/** BG-14 Invoicing period. */
	period?: InvoicePeriod;
	/** BG-16 Payment instructions. */
	payment?: InvoicePayment;
	/** BG-20 Document level allowances. */
	allowances?: AllowanceOrCharge[];
	/** BG-21 Document level charges. */
	charges?: AllowanceOrCharge[];
	/** BG-22 Document totals. */
	totals?: InvoiceTotals;
	/** BG-23 VAT breakdown, one entry a category and rate. */
	taxes?: TaxBreakdown[];
	/** BG-24 Additional supporting documents. */
	documents?: SupportingDocument[];
	/** BG-25 Invoice lines. */
	lines?: InvoiceLine[];
	/** What stands between the lines and is not invoiced: sums of groups of lines, and texts. */
	otherLines?: InvoiceLine[];
}

/** What an invoice refers to. */
export interface InvoiceReferences {
	/** BT-10 Buyer reference: in Germany the Leitweg-ID. */
	buyer?: string;
	/** BT-11 Project reference. */
	project?: string;
	/** BT-12 Contract reference. */
	contract?: string;
	/** BT-13 Purchase order reference. */
	purchaseOrder?: string;
	/** BT-14 Sales order reference. */
	salesOrder?: string;
	/** BT-15 Receiving advice reference. */
	receivingAdvice?: string;
	/** BT-16 Despatch advice reference. */
	despatchAdvice?: string;
	/** BT-17 Tender or lot reference. */
	tender?: string;
	/** BT-18 Invoiced object identifier. */
	invoicedObject?: string;
	/** BT-19 Buyer accounting reference. */
	buyerAccounting?: string;
	/** BG-3 Preceding invoice reference: BT-25 its number, BT-26 its issue date. */
	precedingInvoices?: Array<{ number?: string; issueDate?: string }>;
}

/** BG-1 Invoice note. */
export interface InvoiceNote {
	/** BT-21 Invoice note subject code (UNTDID 4451). */
	subjectCode?: string;
	/** BT-22 Invoice note. */
	text: string;
}

/** A party: seller (BG-4), buyer (BG-7), payee (BG-10), tax representative (BG-11). */
export interface InvoiceParty {
	/** BT-27, BT-44, BT-59, BT-62 name. */
	name?: string;
	/** BT-28, BT-45 trading name. */
	tradingName?: string;
	/** BT-29, BT-46, BT-60 identifiers: a supplier or customer number, a GLN. */
	identifiers?: string[];
	/** BT-30, BT-47, BT-61 legal registration identifier. */
	legalRegistration?: string;
	/** BT-31, BT-48, BT-63 VAT identifier, with the country's prefix. */
	vatId?: string;
	/** BT-32 Seller tax registration identifier: the local tax number. */
	taxNumber?: string;
	/** BT-33 Seller additional legal information. */
	legalInformation?: string;
	/** BT-34, BT-49 electronic address. */
	electronicAddress?: string;
	/** BG-5, BG-8, BG-12 postal address. */
	address?: InvoiceAddress;
	/** BG-6, BG-9 contact. */
	contact?: InvoiceContact;
}

/** BG-5, BG-8, BG-12, BG-15 address. */
export interface InvoiceAddress {
	/** BT-35, BT-50, BT-64, BT-75 address line 1: usually the street and number. */
	line1?: string;
	/** BT-36, BT-51, BT-65, BT-76 address line 2. */
	line2?: string;
	/** BT-162, BT-163, BT-164, BT-165 address line 3. */
	line3?: string;
	/** BT-37, BT-52, BT-66, BT-77 city. */
	city?: string;
	/** BT-38, BT-53, BT-67, BT-78 post code. */
	postCode?: string;
	/** BT-39, BT-54, BT-68, BT-79 country subdivision. */
	subdivision?: string;
	/** BT-40, BT-55, BT-69, BT-80 country code (ISO 3166-1 alpha-2). */
	country?: string;
}

/** BG-6 Seller contact, BG-9 Buyer contact. */
export interface InvoiceContact {
	/** BT-41, BT-56 contact point. */
	name?: string;
	/** BT-42, BT-57 contact telephone number. */
	phone?: string;
	/** BT-43, BT-58 contact email address. */
	email?: string;
}

/** BG-13 Delivery information. */
export interface InvoiceDelivery {
	/** BT-70 Deliver to party name. */
	name?: string;
	/** BT-71 Deliver to location identifier. */
	locationId?: string;
	/** BT-72 Actual delivery date. */
	date?: string;
	/** BG-15 Deliver to address. */
	address?: InvoiceAddress;
}

/** BG-14 Invoicing period, BG-26 Invoice line period. */
export interface InvoicePeriod {
	/** BT-73, BT-134 start date. */
	start?: string;
	/** BT-74, BT-135 end date. */
	end?: string;
}

/** BG-16 Payment instructions. */
export interface InvoicePayment {
	/** BT-81 Payment means type code (UNTDID 4461). */
	meansCode?: string;
	/** BT-82 Payment means text. */
	means?: string;
	/** BT-83 Remittance information. */
	remittance?: string;
	/** BG-17 Credit transfer. */
	accounts?: BankAccount[];
	/** BT-87 Payment card primary account number. */
	cardNumber?: string;
	/** BT-88 Payment card holder name. */
	cardHolder?: string;
	/** BT-89 Mandate reference identifier. */
	mandate?: string;
	/** BT-90 Bank assigned creditor identifier. */
	creditorId?: string;
	/** BT-91 Debited account identifier. */
	debitedAccount?: string;
}

/** BG-17 Credit transfer. */
export interface BankAccount {
	/** BT-84 Payment account identifier: the IBAN. */
	iban?: string;
	/** BT-85 Payment account name. */
	name?: string;
	/** BT-86 Payment service provider identifier: the BIC. */
	bic?: string;
}

/** BG-20, BG-21 of the document, BG-27, BG-28 of a line. */
export interface AllowanceOrCharge {
	/** BT-92, BT-99, BT-136, BT-141 amount. */
	amount?: number;
	/** BT-93, BT-100, BT-137, BT-142 base amount. */
	baseAmount?: number;
	/** BT-94, BT-101, BT-138, BT-143 percentage. */
	percentage?: number;
	/** BT-95, BT-102 VAT category code. */
	taxCategory?: string;
	/** BT-96, BT-103 VAT rate in per cent. */
	taxRate?: number;
	/** BT-97, BT-104, BT-139, BT-144 reason. */
	reason?: string;
	/** BT-98, BT-105, BT-140, BT-145 reason code. */
	reasonCode?: string;
}

/** BG-22 Document totals. */
export interface InvoiceTotals {
	/** BT-106 Sum of Invoice line net amount. */
	lines?: number;
	/** BT-107 Sum of allowances on document level. */
	allowances?: number;
	/** BT-108 Sum of charges on document level. */
	charges?: number;
	/** BT-109 Invoice total amount without VAT. */
	net?: number;
	/** BT-110 Invoice total VAT amount. */
	tax?: number;
	/** BT-111 Invoice total VAT amount in accounting currency. */
	taxInTaxCurrency?: number;
	/** BT-112 Invoice total amount with VAT. */
	gross?: number;
	/** BT-113 Paid amount. */
	paid?: number;
	/** No term of the standard: what the buyer pays to the tax office instead of the seller, as in Italy. */
	withheld?: number;
	/** BT-114 Rounding amount. */
	rounding?: number;
	/** BT-115 Amount due for payment. */
	due?: number;
}

/** BG-23 VAT breakdown. */
export interface TaxBreakdown {
	/** BT-116 VAT category taxable amount. */
	taxable?: number;
	/** BT-117 VAT category tax amount. */
	tax?: number;
	/** BT-118 VAT category code (UNCL 5305). */
	category?: string;
	/** BT-119 VAT category rate in per cent. */
	rate?: number;
	/** BT-120 VAT exemption reason text. */
	exemption?: string;
	/** BT-121 VAT exemption reason code. */
	exemptionCode?: string;
}

/** BG-24 Additional supporting documents. */
export interface SupportingDocument {
	/** BT-122 Supporting document reference. */
	reference?: string;
	/** BT-123 Supporting document description. */
	description?: string;
	/** BT-124 External document location. */
	location?: string;
	/** BT-125 Attached document filename. Its content is read as a document of its own. */
	fileName?: string;
}

/** BG-25 Invoice line. */
export interface InvoiceLine {
	/** BT-126 Invoice line identifier: its position. */
	id?: string;
	/** BT-127 Invoice line note. */
	note?: string;
	/** BT-128 Invoice line object identifier. */
	objectId?: string;
	/** BT-129 Invoiced quantity. */
	quantity?: number;
	/** BT-130 Invoiced quantity unit of measure code (UN/ECE Recommendation 20), or the unit as printed. */
	unit?: string;
	/** BT-131 Invoice line net amount. */
	netAmount?: number;
	/** BT-132 Referenced purchase order line reference. */
	orderLine?: string;
	/** BT-133 Invoice line buyer accounting reference. */
	buyerAccounting?: string;
	/** BG-26 Invoice line period. */
	period?: InvoicePeriod;
	/** BG-27 Invoice line allowances. */
	allowances?: AllowanceOrCharge[];
	/** BG-28 Invoice line charges. */
	charges?: AllowanceOrCharge[];
	/** BT-146 Item net price. */
	netPrice?: number;
	/** BT-147 Item price discount. */
	priceDiscount?: number;
	/** BT-148 Item gross price: before the discount, without VAT. */
	grossPrice?: number;
	/** BT-149 Item price base quantity. Default: 1. */
	baseQuantity?: number;
	/** BT-151 Invoiced item VAT category code. */
	taxCategory?: string;
	/** BT-152 Invoiced item VAT rate in per cent. */
	taxRate?: number;
	/** BT-153 Item name. */
	name?: string;
	/** BT-154 Item description. */
	description?: string;
	/** BT-155 Item Seller's identifier: the article number. */
	sellerItemId?: string;
	/** BT-156 Item Buyer's identifier. */
	buyerItemId?: string;
	/** BT-157 Item standard identifier: a GTIN. */
	standardItemId?: string;
	/** BT-158 Item classification identifiers. */
	classifications?: string[];
	/** BT-159 Item country of origin. */
	origin?: string;
	/** BG-32 Item attributes: BT-160 name, BT-161 value. */
	attributes?: Array<{ name: string; value: string }>;
}
