import type { PlacedWord } from '../../packages/documents/src/layout/placedWords.ts';
import { readBusiness } from '../../packages/fields/src/business/readBusiness.ts';
import { sheetOfPages, sheetOfRows } from '../../packages/fields/src/sheet/sheet.ts';

/** A page on which each text stands at its place: x, y, text. */
function pageOf(texts: ReadonlyArray<readonly [x: number, y: number, text: string]>) {
	const words = texts.flatMap(([x, y, text]) => {
		let from = x;
		return text.split(' ').map((word): PlacedWord => {
			const place: PlacedWord = [from, y, word.length * 5, 10, word];
			from += (word.length + 1) * 5;
			return place;
		});
	});
	return sheetOfPages([{ pageNumber: 1, words }]);
}

const HEAD = [
	[60, 60, 'Nordwind GmbH ● Hafenweg 3 ● 20457 Hamburg'],
	[60, 80, 'Erika Beispiel'],
	[60, 95, 'Gartenstr. 12'],
	[60, 110, '50667 Köln'],
	[60, 160, 'Rechnung Nr. R-2031 vom 05.03.2026'],
] as const;
const TABLE = [
	[60, 200, 'Pos'],
	[100, 200, 'Bezeichnung'],
	[300, 200, 'Menge'],
	[380, 200, 'Einzelpreis'],
	[480, 200, 'Betrag'],
	[60, 220, '1'],
	[100, 220, 'Eichenbrett geölt'],
	[310, 220, '3'],
	[390, 220, '20,00'],
	[490, 220, '60,00'],
	[60, 240, '2'],
	[100, 240, 'Holzöl'],
	[310, 240, '4'],
	[390, 240, '10,00'],
	[490, 240, '40,00'],
] as const;
const TOTALS = [
	[380, 280, 'Netto'],
	[490, 280, '100,00'],
	[380, 300, 'MwSt. 19 %'],
	[490, 300, '19,00'],
	[380, 320, 'Gesamt EUR'],
	[490, 320, '119,00'],
	[60, 360, 'Bitte überweisen Sie bis zum 04.04.2026, bis 15.03.2026 mit 2 % Skonto.'],
	[60, 500, 'USt-IdNr. DE123456789'],
	[300, 500, 'IBAN DE89 3704 0044 0532 0130 00'],
] as const;

describe('an invoice on a page', () => {
	const invoice = readBusiness(pageOf([...HEAD, ...TABLE, ...TOTALS]))?.invoice;

	test('has its number and date in its title, and the date to pay in a sentence', () => {
		expect(invoice).toMatchObject({
			number: 'R-2031',
			issueDate: '2026-03-05',
			dueDate: '2026-04-04',
		});
	});

	test('has seller and buyer by the line of the sender and the address below it', () => {
		const address = { line1: 'Gartenstr. 12', postCode: '50667', city: 'Köln' };
		expect(invoice?.seller).toMatchObject({ name: 'Nordwind GmbH', vatId: 'DE123456789' });
		expect(invoice?.buyer).toMatchObject({ name: 'Erika Beispiel', address });
	});

	test('has totals that add up, its currency and its account', () => {
		expect(invoice?.totals).toMatchObject({ net: 100, tax: 19, gross: 119 });
		expect(invoice?.currency).toBe('EUR');
		expect(invoice?.payment?.accounts).toEqual([{ iban: 'DE89 3704 0044 0532 0130 00' }]);
	});

	test('has lines whose quantity times price is their amount', () => {
		expect(invoice?.lines).toEqual([
			{ name: 'Eichenbrett geölt', quantity: 3, netPrice: 20, netAmount: 60 },
			{ name: 'Holzöl', quantity: 4, netPrice: 10, netAmount: 40 },
		]);
	});

	test('has no totals where two sums contradict each other', () => {
		const other = readBusiness(
			pageOf([
				...HEAD,
				[380, 280, 'Rechnungsbetrag'],
				[490, 280, '80,00'],
				[380, 300, 'Rechnungsbetrag'],
				[490, 300, '90,00'],
			]),
		);
		expect(other?.invoice.totals).toEqual({});
	});

	test('has no account whose check digits are wrong', () => {
		const wrong = TOTALS.map(([x, y, text]) => [x, y, text.replace('DE89', 'DE88')] as const);
		expect(readBusiness(pageOf([...HEAD, ...TABLE, ...wrong]))?.invoice.payment).toBeUndefined();
	});
});

test('a receipt has the total that the change proves', () => {
	const rows = [
		['CORNER SHOP SDN BHD'],
		['12 MAIN ROAD'],
		['43300 SERI TOWN'],
		['Receipt 17'],
		['Date', '25/12/2026'],
		['Subtotal', 'RM 11.23'],
		['Total', 'RM 11.25'],
		['Cash', 'RM 50.00'],
		['Change', 'RM 38.75'],
	];
	expect(readBusiness(sheetOfRows(rows))?.invoice).toMatchObject({
		issueDate: '2026-12-25',
		totals: { gross: 11.25 },
	});
});

test('a letter without totals is no invoice', () => {
	expect(readBusiness(sheetOfRows([['Dear Ann,'], ['we meet on 3 May 2026.']]))).toBeUndefined();
});
