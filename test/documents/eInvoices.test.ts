import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { convertDocument } from '../../packages/documents/src/convertDocument.ts';

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'e-invoices-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function convert(content: string | Buffer, fileName: string) {
	const filePath = join(folder, fileName);
	await writeFile(filePath, content);
	const recogniser = {
		recognise: () => Promise.reject(new Error('no picture')),
		takeEngines: () => '',
	};
	const limits = { maxSelectedPages: 100, maxMarkdownLength: 1_000_000 };
	const document = await convertDocument(
		{ filePath, fileName, mode: 'fast' },
		{ recogniser, limits },
	);
	return { ...document, markdown: document.pages.map(({ markdown }) => markdown).join('\n\n') };
}

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';

const ublParty = (name: string, vatId: string): string => `<cac:Party>
	<cac:PartyName><cbc:Name>${name} Shop</cbc:Name></cac:PartyName>
	<cac:PostalAddress><cbc:StreetName>Ringweg 4</cbc:StreetName><cbc:CityName>Erfurt</cbc:CityName><cbc:PostalZone>99084</cbc:PostalZone><cac:Country><cbc:IdentificationCode>DE</cbc:IdentificationCode></cac:Country></cac:PostalAddress>
	<cac:PartyTaxScheme><cbc:CompanyID>12/345</cbc:CompanyID><cac:TaxScheme><cbc:ID>FC</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>
	<cac:PartyTaxScheme><cbc:CompanyID>${vatId}</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>
	<cac:PartyLegalEntity><cbc:RegistrationName>${name}</cbc:RegistrationName></cac:PartyLegalEntity>
</cac:Party>`;

/** An invoice of two lines over 119.00. */
const ublInvoice = ({ gross = '119.00', root = 'Invoice', extra = '' } = {}): string => {
	const line = root === 'Invoice' ? 'Invoiced' : 'Credited';
	return `<${root} xmlns="${UBL}:${root}-2" xmlns:cac="${UBL}:CommonAggregateComponents-2" xmlns:cbc="${UBL}:CommonBasicComponents-2">
<cbc:ID>R-7001</cbc:ID><cbc:IssueDate>2026-03-04</cbc:IssueDate><cbc:DueDate>2026-04-03</cbc:DueDate>
<cbc:Note>#AAK#Thanks &amp; regards</cbc:Note><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>${extra}
<cac:AccountingSupplierParty>${ublParty('Oak & Ash GmbH'.replace('&', '&amp;'), 'DE811111111')}</cac:AccountingSupplierParty>
<cac:AccountingCustomerParty>${ublParty('Birch AG', 'DE822222222')}</cac:AccountingCustomerParty>
<cac:PaymentMeans><cbc:PaymentMeansCode>58</cbc:PaymentMeansCode><cac:PayeeFinancialAccount><cbc:ID>DE02120300000000202051</cbc:ID></cac:PayeeFinancialAccount></cac:PaymentMeans>
<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">19.00</cbc:TaxAmount><cac:TaxSubtotal><cbc:TaxableAmount>100.00</cbc:TaxableAmount><cbc:TaxAmount>19.00</cbc:TaxAmount><cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>19</cbc:Percent></cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>
<cac:LegalMonetaryTotal><cbc:LineExtensionAmount>100.00</cbc:LineExtensionAmount><cbc:TaxExclusiveAmount>100.00</cbc:TaxExclusiveAmount><cbc:TaxInclusiveAmount>${gross}</cbc:TaxInclusiveAmount><cbc:PayableAmount>119.00</cbc:PayableAmount></cac:LegalMonetaryTotal>
${[
	['1', 'Stool', '2', '40.00', '20.00'],
	['2', 'Bench | long', '1.5', '60.00', '40.00'],
]
	.map(
		([id, name, quantity, net, price]) =>
			`<cac:${root}Line><cbc:ID>${id}</cbc:ID><cbc:${line}Quantity unitCode="H87">${quantity}</cbc:${line}Quantity><cbc:LineExtensionAmount>${net}</cbc:LineExtensionAmount><cac:Item><cbc:Name>${name}</cbc:Name><cac:ClassifiedTaxCategory><cbc:Percent>19</cbc:Percent></cac:ClassifiedTaxCategory></cac:Item><cac:Price><cbc:PriceAmount>${price}</cbc:PriceAmount></cac:Price></cac:${root}Line>`,
	)
	.join('\n')}
</${root}>`;
};

/** The same values in the syntax of UN/CEFACT; ZUGFeRD 1.0 has other names for some elements. */
const ciiInvoice = (is2014 = false): string => {
	const names = is2014
		? {
				root: 'CrossIndustryDocument',
				namespace: 'urn:ferd:CrossIndustryDocument:invoice:1p0',
				head: 'HeaderExchangedDocument',
				trade: 'SpecifiedSupplyChainTradeTransaction',
				header: 'ApplicableSupplyChain',
				line: 'SpecifiedSupplyChain',
				sums: 'SpecifiedTradeSettlementMonetarySummation',
				lineSums: 'SpecifiedTradeSettlementMonetarySummation',
			}
		: {
				root: 'CrossIndustryInvoice',
				namespace: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
				head: 'ExchangedDocument',
				trade: 'SupplyChainTradeTransaction',
				header: 'ApplicableHeader',
				line: 'SpecifiedLine',
				sums: 'SpecifiedTradeSettlementHeaderMonetarySummation',
				lineSums: 'SpecifiedTradeSettlementLineMonetarySummation',
			};
	return `<?xml version="1.0"?><x:${names.root} xmlns:x="${names.namespace}" xmlns:r="r" xmlns:u="u">
<x:${names.head}><r:ID>R-7001</r:ID><r:TypeCode>380</r:TypeCode><r:IssueDateTime><u:DateTimeString format="102">20260304</u:DateTimeString></r:IssueDateTime></x:${names.head}>
<x:${names.trade}>
<r:IncludedSupplyChainTradeLineItem><r:AssociatedDocumentLineDocument><r:LineID>1</r:LineID></r:AssociatedDocumentLineDocument><r:SpecifiedTradeProduct><r:Name>Stool</r:Name></r:SpecifiedTradeProduct><r:${names.line}TradeAgreement><r:NetPriceProductTradePrice><r:ChargeAmount>50.00</r:ChargeAmount></r:NetPriceProductTradePrice></r:${names.line}TradeAgreement><r:${names.line}TradeDelivery><r:BilledQuantity unitCode="H87">2.0000</r:BilledQuantity></r:${names.line}TradeDelivery><r:${names.line}TradeSettlement><r:ApplicableTradeTax><r:RateApplicablePercent>19</r:RateApplicablePercent></r:ApplicableTradeTax><r:${names.lineSums}><r:LineTotalAmount>100.00</r:LineTotalAmount></r:${names.lineSums}></r:${names.line}TradeSettlement></r:IncludedSupplyChainTradeLineItem>
<r:${names.header}TradeAgreement><r:SellerTradeParty><r:Name>Oak GmbH</r:Name><r:SpecifiedTaxRegistration><r:ID schemeID="FC">12/345</r:ID></r:SpecifiedTaxRegistration><r:SpecifiedTaxRegistration><r:ID schemeID="VA">DE811111111</r:ID></r:SpecifiedTaxRegistration></r:SellerTradeParty><r:BuyerTradeParty><r:Name>Birch AG</r:Name></r:BuyerTradeParty></r:${names.header}TradeAgreement>
<r:${names.header}TradeDelivery/>
<r:${names.header}TradeSettlement><r:InvoiceCurrencyCode>EUR</r:InvoiceCurrencyCode><r:ApplicableTradeTax><r:CalculatedAmount>19.00</r:CalculatedAmount><r:BasisAmount>100.00</r:BasisAmount><r:RateApplicablePercent>19</r:RateApplicablePercent></r:ApplicableTradeTax><r:SpecifiedTradePaymentTerms><r:DueDateDateTime><u:DateTimeString format="102">20260403</u:DateTimeString></r:DueDateDateTime></r:SpecifiedTradePaymentTerms><r:${names.sums}><r:LineTotalAmount>100.00</r:LineTotalAmount><r:TaxBasisTotalAmount>100.00</r:TaxBasisTotalAmount><r:TaxTotalAmount currencyID="EUR">19.00</r:TaxTotalAmount><r:GrandTotalAmount>119.00</r:GrandTotalAmount><r:DuePayableAmount>119.00</r:DuePayableAmount></r:${names.sums}></r:${names.header}TradeSettlement>
</x:${names.trade}></x:${names.root}>`;
};

const FATTURA = `<?xml version="1.0"?><p:FatturaElettronica versione="FPR12" xmlns:p="http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2">
<FatturaElettronicaHeader><CedentePrestatore><DatiAnagrafici><IdFiscaleIVA><IdPaese>IT</IdPaese><IdCodice>01234567890</IdCodice></IdFiscaleIVA><Anagrafica><Nome>Ada</Nome><Cognome>Rossi</Cognome></Anagrafica></DatiAnagrafici></CedentePrestatore><CessionarioCommittente><DatiAnagrafici><Anagrafica><Denominazione>Beta SRL</Denominazione></Anagrafica></DatiAnagrafici></CessionarioCommittente></FatturaElettronicaHeader>
${['7', '8']
	.map(
		(number) =>
			`<FatturaElettronicaBody><DatiGenerali><DatiGeneraliDocumento><TipoDocumento>TD04</TipoDocumento><Divisa>EUR</Divisa><Data>2026-01-18</Data><Numero>${number}</Numero></DatiGeneraliDocumento></DatiGenerali><DatiBeniServizi><DettaglioLinee><NumeroLinea>1</NumeroLinea><Descrizione>CARTA</Descrizione><Quantita>5.00</Quantita><PrezzoUnitario>1.00</PrezzoUnitario><PrezzoTotale>5.00</PrezzoTotale><AliquotaIVA>22.00</AliquotaIVA></DettaglioLinee><DatiRiepilogo><AliquotaIVA>22.00</AliquotaIVA><ImponibileImporto>5.00</ImponibileImporto><Imposta>1.10</Imposta></DatiRiepilogo></DatiBeniServizi></FatturaElettronicaBody>`,
	)
	.join('')}
</p:FatturaElettronica>`;

const COMMON = {
	number: 'R-7001',
	issueDate: '2026-03-04',
	dueDate: '2026-04-03',
	currency: 'EUR',
	totals: { lines: 100, net: 100, tax: 19, gross: 119, due: 119 },
};

describe('what an e-invoice states', () => {
	it('in UBL, as values by the terms of EN 16931', async () => {
		const { format, invoices, warnings } = await convert(ublInvoice(), 'a.xml');
		expect({ format, warnings }).toEqual({ format: 'xml', warnings: [] });
		expect(invoices).toEqual([
			expect.objectContaining({
				...COMMON,
				notes: [{ subjectCode: 'AAK', text: 'Thanks & regards' }],
				seller: expect.objectContaining({
					name: 'Oak & Ash GmbH',
					tradingName: 'Oak & Ash GmbH Shop',
					vatId: 'DE811111111',
					taxNumber: '12/345',
					address: { line1: 'Ringweg 4', city: 'Erfurt', postCode: '99084', country: 'DE' },
				}),
				payment: { meansCode: '58', accounts: [{ iban: 'DE02120300000000202051' }] },
				taxes: [{ taxable: 100, tax: 19, category: 'S', rate: 19 }],
				lines: [
					expect.objectContaining({ id: '1', name: 'Stool', quantity: 2, netPrice: 20 }),
					expect.objectContaining({ id: '2', unit: 'H87', quantity: 1.5, netAmount: 60 }),
				],
			}),
		]);
	});

	it.each([
		['CII', false],
		['ZUGFeRD 1.0', true],
	])('in %s, the same', async (_name, is2014) => {
		const { invoices, warnings } = await convert(ciiInvoice(is2014), 'b.xml');
		expect(warnings).toEqual([]);
		expect(invoices).toEqual([
			expect.objectContaining({
				...COMMON,
				seller: { name: 'Oak GmbH', vatId: 'DE811111111', taxNumber: '12/345' },
				buyer: { name: 'Birch AG' },
				lines: [
					expect.objectContaining({ name: 'Stool', quantity: 2, netPrice: 50, netAmount: 100 }),
				],
			}),
		]);
	});

	it('in a lot of FatturaPA, once for each invoice, with the totals that its rates add up to', async () => {
		const { invoices } = await convert(FATTURA, 'c.xml');
		expect(invoices.map(({ number }) => number)).toEqual(['7', '8']);
		expect(invoices[0]).toEqual(
			expect.objectContaining({
				isCredit: true,
				seller: expect.objectContaining({ name: 'Ada Rossi', vatId: 'IT01234567890' }),
				totals: { lines: 5, net: 5, tax: 1.1, gross: 6.1 },
			}),
		);
	});

	it('with a tax total for each kind of tax, and one in another currency, their sum in its own', async () => {
		const totalOf = (currency: string, amount: string): string =>
			`<cac:TaxTotal><cbc:TaxAmount currencyID="${currency}">${amount}</cbc:TaxAmount><cac:TaxSubtotal><cbc:TaxAmount>${amount}</cbc:TaxAmount></cac:TaxSubtotal></cac:TaxTotal>`;
		const xml = ublInvoice().replace(
			/<cac:TaxTotal>.*<\/cac:TaxTotal>/,
			`${totalOf('EUR', '12.00')}${totalOf('EUR', '7.00')}${totalOf('NOK', '220.00')}`,
		);
		const { invoices, warnings } = await convert(xml, 'c2.xml');
		expect(warnings).toEqual([]);
		expect(invoices[0]).toMatchObject({
			taxes: [{ tax: 12 }, { tax: 7 }],
			totals: { ...COMMON.totals, taxInTaxCurrency: 220 },
		});
	});

	it('in a credit note, with the sign that it states, and that it is one', async () => {
		const { invoices, markdown } = await convert(ublInvoice({ root: 'CreditNote' }), 'd.xml');
		expect(invoices).toEqual([expect.objectContaining({ ...COMMON, isCredit: true })]);
		expect(markdown).toMatch(/^# Credit note R-7001\n/);
	});

	it('inside the envelope of Peppol', async () => {
		const envelope = `<?xml version="1.0"?><StandardBusinessDocument xmlns="urn:sbdh"><StandardBusinessDocumentHeader><HeaderVersion>1.0</HeaderVersion></StandardBusinessDocumentHeader>${ublInvoice()}</StandardBusinessDocument>`;
		const { invoices } = await convert(envelope, 'e.xml');
		expect(invoices).toEqual([expect.objectContaining(COMMON)]);
	});

	it('behind a long licence', async () => {
		const licence = `<?xml version="1.0"?><!-- ${'<all> rights reserved\n'.repeat(1_000)} -->`;
		const { invoices } = await convert(licence + ublInvoice(), 'e2.xml');
		expect(invoices).toEqual([expect.objectContaining(COMMON)]);
	});

	it('attached to a mail', async () => {
		const mail = `From: a@example.com\r\nSubject: Invoice\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nAttached.\r\n--b\r\nContent-Type: application/xml; name=i.xml\r\nContent-Disposition: attachment; filename=i.xml\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(ublInvoice()).toString('base64')}\r\n--b--\r\n`;
		const { invoices, markdown } = await convert(mail, 'f.eml');
		expect(invoices).toEqual([expect.objectContaining(COMMON)]);
		expect(markdown).toContain('### Invoice R-7001');
	});
});

it('an e-invoice reads as it is printed: head, parties, lines, totals', async () => {
	const { markdown } = await convert(ublInvoice(), 'g.xml');
	expect(markdown).toContain('# Invoice R-7001\n\n- **Issue date:** 2026-03-04');
	expect(markdown).toContain('## Seller\n\n- **Name:** Oak & Ash GmbH');
	expect(markdown).toContain(
		[
			'| Position | Item | Quantity | Unit | Net price | VAT rate | Net amount |',
			'| --- | --- | --- | --- | --- | --- | --- |',
			'| 1 | Stool | 2 | H87 | 20.00 | 19 % | 40.00 |',
			'| 2 | Bench \\| long | 1.5 | H87 | 40.00 | 19 % | 60.00 |',
		].join('\n'),
	);
	expect(markdown).toContain('| Total with VAT | 119.00 |');
});

describe('all that an e-invoice states is in its Markdown', () => {
	it('what the standard has no term for, by the names of its elements', async () => {
		const extra = `<cbc:ProfileID>urn:process</cbc:ProfileID><cac:StatementDocumentReference><cbc:ID>ST-9</cbc:ID></cac:StatementDocumentReference>
<cac:PrepaidPayment><cbc:PaidAmount>5.00</cbc:PaidAmount><cbc:ReceivedDate>2026-01-02</cbc:ReceivedDate></cac:PrepaidPayment>
<cac:PrepaidPayment><cbc:PaidAmount>6.00</cbc:PaidAmount><cbc:LineCountCode>K1</cbc:LineCountCode></cac:PrepaidPayment>`;
		const { markdown } = await convert(ublInvoice({ extra }), 'r.xml');
		expect(markdown.split('## Further data\n\n')[1]).toBe(
			[
				'- **StatementDocumentReference / ID:** ST-9',
				'- **PrepaidPayment 1:**',
				'  - **PaidAmount:** 5.00',
				'  - **ReceivedDate:** 2026-01-02',
				'- **PrepaidPayment 2 / PaidAmount:** 6.00',
			].join('\n'),
		);
	});

	it('nothing more where its terms are all', async () => {
		const { markdown } = await convert(ublInvoice(), 's.xml');
		expect(markdown).not.toContain('Further data');
	});

	it('every identifier, price and deduction of a line', async () => {
		const xml = ublInvoice().replace(
			'<cac:Item><cbc:Name>Stool</cbc:Name>',
			'<cac:OrderLineReference><cbc:LineID>30</cbc:LineID></cac:OrderLineReference><cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator><cbc:AllowanceChargeReason>Loyalty</cbc:AllowanceChargeReason><cbc:MultiplierFactorNumeric>10</cbc:MultiplierFactorNumeric><cbc:Amount>4</cbc:Amount><cbc:BaseAmount>40</cbc:BaseAmount></cac:AllowanceCharge><cac:Item><cbc:Name>Stool</cbc:Name><cac:SellersItemIdentification><cbc:ID>ST1</cbc:ID></cac:SellersItemIdentification><cac:StandardItemIdentification><cbc:ID>4012345001235</cbc:ID></cac:StandardItemIdentification>',
		);
		const { markdown } = await convert(xml, 't.xml');
		expect(markdown).toContain(
			'| 1 | ST1, 4012345001235 | Stool<br>Loyalty: 4.00, 10 % of 40.00<br>Order line: 30 | 2 |',
		);
	});

	it('sums of groups of lines, which are no lines of the invoice', async () => {
		const xml = ciiInvoice();
		const [, line = ''] =
			/(<r:IncludedSupplyChainTradeLineItem>.*<\/r:IncludedSupplyChainTradeLineItem>)/.exec(xml) ??
			[];
		const group = line
			.replace(
				'<r:LineID>1</r:LineID>',
				'<r:LineID>0</r:LineID><r:LineStatusReasonCode>GROUP</r:LineStatusReasonCode>',
			)
			.replace('Stool', 'All furniture');
		const { invoices, markdown, warnings } = await convert(
			xml.replace(line, group + line),
			'u.xml',
		);
		expect(warnings).toEqual([]);
		expect(invoices[0]?.lines).toHaveLength(1);
		expect(markdown).toMatch(
			/## Sums and texts between the lines\n\n.*\n.*\n\| 0 \| All furniture \|/,
		);
	});
});

describe('FatturaPA reckons in its own way, which is no contradiction', () => {
	const professional = FATTURA.replaceAll(
		'<Numero>',
		'<DatiRitenuta><ImportoRitenuta>1.00</ImportoRitenuta></DatiRitenuta><DatiCassaPrevidenziale><TipoCassa>TC22</TipoCassa><AlCassa>4.00</AlCassa><ImportoContributoCassa>0.20</ImportoContributoCassa><AliquotaIVA>22.00</AliquotaIVA></DatiCassaPrevidenziale><Numero>',
	)
		.replaceAll('<ImponibileImporto>5.00', '<ImponibileImporto>5.20')
		.replaceAll('<Imposta>1.10', '<Imposta>1.14')
		.replaceAll(
			'</DatiBeniServizi>',
			'</DatiBeniServizi><DatiPagamento><DettaglioPagamento><ImportoPagamento>5.34</ImportoPagamento></DettaglioPagamento></DatiPagamento>',
		);

	it('with what a pension fund gets, and what the buyer withholds', async () => {
		const { invoices, warnings } = await convert(professional, 'v.xml');
		expect(warnings).toEqual([]);
		expect(invoices[0]).toMatchObject({
			charges: [{ amount: 0.2, percentage: 4, taxRate: 22, reasonCode: 'TC22' }],
			totals: { lines: 5, charges: 0.2, net: 5.2, tax: 1.14, gross: 6.34, withheld: 1, due: 5.34 },
		});
	});

	it('with VAT that a public office pays itself', async () => {
		const split = FATTURA.replaceAll(
			'</Imposta>',
			'</Imposta><EsigibilitaIVA>S</EsigibilitaIVA>',
		).replaceAll(
			'</DatiBeniServizi>',
			'</DatiBeniServizi><DatiPagamento><DettaglioPagamento><ImportoPagamento>5.00</ImportoPagamento></DettaglioPagamento></DatiPagamento>',
		);
		const { invoices, warnings } = await convert(split, 'w.xml');
		expect(warnings).toEqual([]);
		expect(invoices[0]?.totals).toMatchObject({ gross: 6.1, withheld: 1.1, due: 5 });
	});

	it('with discounts in per cent, one on the other, of the price of a unit', async () => {
		const discounted = FATTURA.replaceAll(
			'<PrezzoTotale>5.00',
			'<ScontoMaggiorazione><Tipo>SC</Tipo><Percentuale>10.00</Percentuale></ScontoMaggiorazione><ScontoMaggiorazione><Tipo>SC</Tipo><Percentuale>50.00</Percentuale></ScontoMaggiorazione><PrezzoTotale>2.25',
		).replaceAll('<ImponibileImporto>5.00', '<ImponibileImporto>2.25');
		const { invoices, warnings } = await convert(discounted, 'x.xml');
		expect(warnings).toEqual([]);
		expect(invoices[0]?.lines?.[0]?.allowances).toEqual([
			{ percentage: 10, amount: 0.5 },
			{ percentage: 50, amount: 2.25 },
		]);
	});
});

it('documents that an e-invoice carries are read, too', async () => {
	const content = Buffer.from('day,hours\nMonday,8\n').toString('base64');
	const extra = `<cac:AdditionalDocumentReference><cbc:ID>T1</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="text/csv" filename="hours.csv">${content}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>`;
	const { markdown } = await convert(ublInvoice({ extra }), 'h.xml');
	expect(markdown).toContain('## hours.csv\n\n| day | hours |');
	expect(markdown).not.toContain(content);
});

describe('a broken e-invoice', () => {
	it('that contradicts itself gives its values, and says where', async () => {
		const { invoices, warnings } = await convert(ublInvoice({ gross: '129.00' }), 'i.xml');
		expect(invoices[0]?.totals?.gross).toBe(129);
		expect(warnings).toContain(
			'The e-invoice contradicts itself: the total without VAT, and the VAT add up to 119.00, but the total with VAT is stated as 129.00.',
		);
	});

	it('whose end is missing gives what there is, and says so', async () => {
		const whole = ublInvoice();
		const { invoices, warnings } = await convert(
			whole.slice(0, whole.indexOf('<cac:TaxTotal>')),
			'j.xml',
		);
		expect(invoices[0]?.seller?.name).toBe('Oak & Ash GmbH');
		expect(warnings.join(' ')).toMatch(/its end is missing.*does not state: total with VAT/);
	});

	it('with entities of its own expands none, and stays small', async () => {
		const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>${ublInvoice().replace('Stool', '&b;&b;')}`;
		const { invoices } = await convert(bomb, 'k.xml');
		expect(invoices[0]?.lines?.[0]?.name).toBe('&b;&b;');
	});

	it('nested very deeply ends without a crash', async () => {
		const deep = ublInvoice({ extra: `${'<cac:X>'.repeat(50_000)}${'</cac:X>'.repeat(50_000)}` });
		const { invoices } = await convert(deep, 'l.xml');
		expect(invoices[0]?.number).toBe('R-7001');
	});
});

it.each([
	['of another kind', '<?xml version="1.0"?><order><id>7</id></order>'],
	['whose root has an unusual prefix', '<?xml version="1.0"?><a(+:Invoice xmlns:a(+="x"/>'],
	['whose root is only called the same', '<?xml version="1.0"?><Invoice><ID>7</ID></Invoice>'],
])('XML %s is no e-invoice, but text', async (_what, xml) => {
	const { invoices, markdown } = await convert(xml, 'm.xml');
	expect(invoices).toEqual([]);
	expect(markdown).toContain(xml.slice(21));
});

/** A PDF of one page of text with an embedded file. */
function pdfWith(lines: readonly string[], name: string, file: string): Buffer {
	const text = lines
		.map((line, at) => `BT /F1 12 Tf 60 ${780 - at * 20} Td (${line}) Tj ET`)
		.join(' ');
	const bytes = Buffer.from(file).toString('latin1');
	const objects = [
		'<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[(x)6 0 R]>>>>>>',
		'<</Type/Pages/Kids[3 0 R]/Count 1>>',
		'<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
		`<</Length ${text.length}>>stream\n${text}\nendstream`,
		'<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
		`<</Type/Filespec/F(${name})/EF<</F 7 0 R>>>>`,
		`<</Type/EmbeddedFile/Length 8 0 R>>stream\n${bytes}\nendstream`,
		String(bytes.length),
	];
	const body = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('');
	return Buffer.from(
		`%PDF-1.7\n${body}trailer<</Size 9/Root 1 0 R>>\nstartxref\n0\n%%EOF\n`,
		'latin1',
	);
}

describe('a PDF with an e-invoice inside', () => {
	it('has its values', async () => {
		const page = ['Invoice R-7001', 'Date: 4 March 2026', 'Total 119.00'];
		const { invoices, warnings } = await convert(
			pdfWith(page, 'factur-x.xml', ciiInvoice()),
			'n.pdf',
		);
		expect(invoices).toEqual([expect.objectContaining(COMMON)]);
		expect(warnings).toEqual([]);
	});

	it('whose page shows other values says both', async () => {
		const page = ['Invoice R-7002', 'Date: 05.03.2026', 'Total 1.119,00'];
		const { warnings } = await convert(pdfWith(page, 'factur-x.xml', ciiInvoice()), 'o.pdf');
		expect(warnings).toEqual([
			expect.stringMatching(/total of 119\.00.*1\.119,00/),
			expect.stringMatching(/"R-7001".*"R-7002"/),
			expect.stringMatching(/2026-03-04.*05\.03\.2026/),
		]);
	});

	it('whose page has the month of another day in words says so', async () => {
		const page = ['Invoice R-7001', 'Issued on March 5th, 2026', 'Total 119.00'];
		const { warnings } = await convert(pdfWith(page, 'factur-x.xml', ciiInvoice()), 'o2.pdf');
		expect(warnings).toEqual([expect.stringMatching(/2026-03-04.*March 5th, 2026/)]);
	});

	it('is read where that file contains streams and objects itself', async () => {
		const inner = ciiInvoice().replace(
			'<r:Name>Stool</r:Name>',
			'<r:Name>Stool\n7 0 obj\n<</Length 2>>stream\nno\nendstream\nendobj\n</r:Name>',
		);
		const { invoices } = await convert(pdfWith(['R-7001'], 'factur-x.xml', inner), 'p.pdf');
		expect(invoices).toEqual([expect.objectContaining(COMMON)]);
	});

	it('is read with zeros behind its end', async () => {
		const padded = Buffer.concat([
			pdfWith(['R-7001'], 'factur-x.xml', ciiInvoice()),
			Buffer.alloc(4096 * 2),
		]);
		const { invoices } = await convert(padded, 'q.pdf');
		expect(invoices).toHaveLength(1);
	});
});
