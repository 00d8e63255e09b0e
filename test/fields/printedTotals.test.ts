import { readBusiness } from '../../packages/fields/src/business/readBusiness.ts';
import { pageOfText } from './textPage.ts';

const read = (text: string) => readBusiness(pageOfText(text))?.invoice;

describe('totals on a page', () => {
	test('are not the amounts of two lines, whose sum is the total', () => {
		const totals = read(`
Invoice 17

Item                 Qty      Price      Amount
Team plan              4     $50.00     $200.00
Storage                1     $40.00      $40.00

                             Total      $240.00`)?.totals;
		expect(totals).toEqual({ gross: 240 });
	});

	test('are those of the document, not those of one line with its own tax', () => {
		const totals = read(`
Tax Invoice 17

Item             Units    Price ex GST       GST        Total
Switchboard          1        1,250.00    125.00     1,375.00
Downlights          12           38.00     45.60       501.60

Total excl. GST                                      1,706.00
GST 10%                                                170.60
Total incl. GST                                      1,876.60`)?.totals;
		expect(totals).toMatchObject({ net: 1706, tax: 170.6, gross: 1876.6 });
	});

	test('may be rounded to coins by an amount that is stated', () => {
		const totals = read(`
Rechnung 17
Zwischentotal                                     1'715.00
8.1 % MWST                                          138.92
Rundung                                              -0.02
Total CHF                                         1'853.90`)?.totals;
		expect(totals).toMatchObject({ net: 1715, tax: 138.92, gross: 1853.9 });
	});

	test('have no tax where the document says so', () => {
		const totals = read(`
Rechnung 17
Warenwert                                           402.12
Versand                                               9.90
Summe netto                                         412.02
0 % USt.                                              0.00
Rechnungsbetrag EUR                                 412.02`)?.totals;
		expect(totals).toEqual({ net: 412.02, tax: 0, gross: 412.02 });
	});
});

describe('the total of a receipt', () => {
	const totalOf = (lines: string): number | undefined =>
		read(`CORNER SHOP\nReceipt\n${lines}`)?.totals?.gross;

	test('is what was paid less the change, not what stands nearer to the word for it', () => {
		expect(
			totalOf(`
Sandal                                               11.23
Total incl. GST                                      11.23
Total rounded                                        11.25
Cash                                                 50.00
Change                                               38.75`),
		).toBe(11.25);
	});

	test('is known without its label by two sums', () => {
		expect(
			totalOf(`
Protector                                             5.90
Tray                                                  2.70
T0T4L                                                 8.60
Cash                                                 20.00
Change                                               11.40`),
		).toBe(8.6);
	});

	test('is not one of two amounts for which one sum each speaks', () => {
		expect(
			totalOf(`
Protector                                             5.90
Tray                                                  2.70
T0T4L                                                 8.60
Cash                                                 20.00
Change                                               11.00`),
		).toBeUndefined();
	});
});

describe('lines on a page', () => {
	test('have amounts behind which the code of a tax stands', () => {
		const lines = read(`
INVOICE 17
DESCRIPTION                   QTY      RATE      AMOUNT
Weekly mowing                   4     75.00      300.00
Cedar mulch                     6     42.50     255.00T

TOTAL                                            555.00`)?.lines;
		expect(lines).toEqual([
			{ name: 'Weekly mowing', quantity: 4, netPrice: 75, netAmount: 300 },
			{ name: 'Cedar mulch', quantity: 6, netPrice: 42.5, netAmount: 255 },
		]);
	});

	test('have titles that stand close to each other', () => {
		const lines = read(`
Rechnung 17
Pos. Artikel-Nr. Bezeichnung         Menge      Einzelpreis       Gesamt
1    H-20        Blütenhonig         10 ST         5,20 EUR    52,00 EUR
2    H-31        Waldhonig            6 ST         6,50 EUR    39,00 EUR`)?.lines;
		expect(lines?.map(({ name }) => name)).toEqual(['Blütenhonig', 'Waldhonig']);
	});

	test('are only rows that prove something, where their sum is not known', () => {
		const lines = read(`
Rechnung 17
Pos  Bezeichnung                     Menge      Einzelpreis       Gesamt
1    Espresso                           12            18,50       222,00
2    Filterkaffee                       24             7,90       189,60
     Rabatt für                          2          Sorten         -9,48

Rechnungsbetrag                                                   480,00`)?.lines;
		expect(lines?.map(({ name }) => name)).toEqual(['Espresso', 'Filterkaffee']);
	});
});

describe('the head of a document', () => {
	test('may have the number below the title', () => {
		expect(read('Gutschrift\nNr.:       GS-1009\nTotal 5.00')?.number).toBe('GS-1009');
	});

	test('may have a number in groups', () => {
		expect(read('Rechnung\n\nRechnungsnummer    840 771 2093\nRechnungsbetrag 5,00')?.number).toBe(
			'840 771 2093',
		);
	});

	test('is centered on a receipt: name and address, without what is written above them', () => {
		const receipt = read(`
thanks
             CORNER SHOP SDN BHD (860671-D)
                    12, MAIN ROAD,
                  43300 SERI TOWN
                   Tax Invoice
Total                                 RM 11.25`);
		expect(receipt?.seller).toMatchObject({
			name: 'CORNER SHOP SDN BHD',
			address: { line1: '12, MAIN ROAD', postCode: '43300', city: 'SERI TOWN' },
		});
	});

	test('has no address in which recognition has lost spaces', () => {
		const { seller } =
			read(`
             CORNER SHOP SDN BHD
              12,MAIN4ROAD TOWN,
                43300 SERI TOWN
                  Tax Invoice
Total                                 RM 11.25`) ?? {};
		expect(seller).toEqual({ name: 'CORNER SHOP SDN BHD' });
	});
});

describe('the currency of a page', () => {
	test.each([
		['₱', 'PHP'],
		['₹', 'INR'],
		['C$', 'CAD'],
		['$', '$'],
	])('is what "%s" stands for, if that is one alone', (sign, code) => {
		const invoice = read(`
Invoice 17
Net        ${sign}200.00
VAT 20%     ${sign}40.00
Total      ${sign}240.00`);
		expect(invoice?.currency).toBe(code);
	});
});
