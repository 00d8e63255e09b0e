import { isPriceText, type PriceKind, readPrice } from '../../packages/fields/src/shapes/priceText';
import { shownPrice } from '../../packages/fields/src/shapes/shownPrice';

describe('a price in words', () => {
	it.each<[string, number | undefined, number | undefined]>([
		['Was $20 now $15', 15, 20],
		['was 20 now 15', 15, 20],
		['$15 (was $20)', 15, 20],
		['Sale price $15.00 Regular price $20.00', 15, 20],
		['Original price was: $40.00. Current price is: $25.00.', 25, 40],
		['Was £20.00, save £5.00, now £15.00', 15, 20],
		['15 € statt 20 €', 15, 20],
		['UVP 1.299,00 € 999,00 €', 999, 1299],
		['Ursprünglich 1.299 €, jetzt 999 €', 999, 1299],
		['Avant 20 € Maintenant 15 €', 15, 20],
		['15 € au lieu de 20 €', 15, 20],
		['Antes 20 € Ahora 15 €', 15, 20],
		['Prezzo originale 20 € ora 15 €', 15, 20],
		['De R$ 20,00 por R$ 15,00', 15, 20],
		['van € 20 voor € 15', 15, 20],
		['Ord. pris 200 kr 150 kr', 150, 200],
		['Było 20 zł Teraz 15 zł', 15, 20],
		['20 € UVP', undefined, 20],
		['Was $20', undefined, 20],
		['-25% 15 €', 15, undefined],
		['20% off $15', 15, undefined],
		['Najniższa cena z 30 dni: 14 zł Cena: 15 zł', 15, undefined],
		['3,99 € (7,98 € / kg)', 3.99, undefined],
		['1 kg = 7,98 € 3,99 €', 3.99, undefined],
		['15 € zzgl. 4,90 € Versand', 15, undefined],
		['€5 each', 5, 5],
		['€1.250 per month', 1250, 1250],
		['$10/month', 10, 10],
		['5 Stück 10 €', 10, undefined],
		['Rp 12.500', 12_500, 12_500],
		['jetzt nur 15,99 € inkl. MwSt.', 15.99, undefined],
		['statt 20⁰⁰ € nur 15⁹⁹ €', 15.99, 20],
		['1.299⁹⁹ €', 1299.99, 1299.99],
	])('%s', (text, current, former) => {
		expect([readPrice(text, 'current'), readPrice(text, 'former')]).toEqual([current, former]);
	});

	it.each([
		['20 € 15 €'],
		['15 € 20 €'],
		['20 € UVP 15 €'],
		['was 15 now 20'],
		['20 € -25% 15 €'],
		['from 10 to 20'],
		['10 – 20 €'],
		['10 bis 20 €'],
		['entre 10 et 20 €'],
		['ab 12,90 €'],
		['à partir de 20 €'],
		['desde 20 €'],
		['2 for $10'],
		['3 x 5 €'],
		['$15.00 or 4 payments of $3.75'],
		['3,99 € / kg'],
		['was 99 ct now 79 ct'],
		['1.2k'],
		['(12.50)'],
	])('is none where it can be read in two ways: %s', (text) => {
		expect(readPrice(text, 'current')).toBeUndefined();
	});

	it.each<[PriceKind, string, number]>([
		['low', 'ab 12,90 €', 12.9],
		['low', 'From $10', 10],
		['unit', '3,99 € / kg', 3.99],
		['unit', '3,99 € (7,98 €/kg)', 7.98],
		['former', '20 €', 20],
	])('is what the field asks for (%s): %s', (asked, text, value) => {
		expect(readPrice(text, asked)).toBe(value);
	});

	it.each([
		[true, '10 – 20 €'],
		[true, 'ab 12,90 €'],
		[true, 'Was $20 Now $15'],
		[true, 'RRP $20'],
		[true, '3,99 € (7,98 €/kg)'],
		[false, '(7,98 €/kg)'],
		[false, 'Delivery 5 €'],
		[false, 'Free above 50 €'],
		[false, '2026 – 2027'],
		[false, 'Save $5'],
	])('is all of a text (%s): %s', (isPrice, text) => {
		expect(isPriceText(text)).toBe(isPrice);
	});
});

test.each([
	['was 20 € now 11 €', '11 €'],
	['Was $20 now $15', '$15'],
	['UVP 1.299,00 € 999,00 €', '999,00 €'],
	['3,99 € (7,98 € / kg)', '3,99 €'],
	['USD 20 was USD 30', 'USD 20'],
	['Ord. pris 200 kr 150 kr', '150 kr'],
	['20 €', '20 €'],
	['10 – 20 €', '10 – 20 €'],
	['ab 12,90 €', 'ab 12,90 €'],
	['$10.00 $10.00', '$10.00'],
	['20 € 15 €', undefined],
	['$29.90 $19.90', undefined],
	['Mug was 20 now 15', 'Mug was 20 now 15'],
])("today's price as it is written in %s is %s", (text, part) => {
	expect(shownPrice(text, 'current')).toBe(part);
});
