import { parseDate } from '../../packages/fields/src/shapes/parseDate.ts';
import { parseNumber } from '../../packages/fields/src/shapes/parseNumber.ts';
import { asAddress } from '../../packages/fields/src/records/values.ts';
import { parseBoolean } from '../../packages/fields/src/shapes/yesOrNo.ts';

describe('a number in a text', () => {
	it.each([
		['12', 12],
		['12.99', 12.99],
		['12,99', 12.99],
		['0,5', 0.5],
		['$1,299.00', 1299],
		['1.299,00 €', 1299],
		['€1.250 per month', 1250],
		['1,250 USD', 1250],
		['1 234,50 €', 1234.5],
		["CHF 1'234.50", 1234.5],
		['₹1,23,456.00', 123456],
		['1.234.567', 1234567],
		['EUR12.50', 12.5],
		['US$9', 9],
		['-4.5', -4.5],
		['12⁹⁹ €', 12.99],
		['€1.299⁰⁰', 1299],
		['12,99¹', 12.99],
		['−3 °C', -3],
		['285 g', 285],
		['42 m', 42],
		['45%', 45],
		['4.5 out of 5', 4.5],
		['4,7 von 5', 4.7],
		['4.5/5', 4.5],
		['(312 reviews)', 312],
		['12.500,-', 12500],
		['1.234,- kr.', 1234],
		['12.500 kr', 12500],
		['kr 12.500', 12500],
		['Rp 12.500', 12500],
		['12.500 Ft', 12500],
		['1 250 zł', 1250],
		['100.–', 100],
		['-$5.00', -5],
		['$-5.00', -5],
		['-EUR 5.00', -5],
		['EUR -5.00', -5],
		['Balance: -5.00', -5],
		['96,40-', -96.4],
		['1.250,00 EUR-', -1250],
		['96,40 €−', -96.4],
		['5 t', 5],
		['(12.50)', -12.5],
		['(1.234,00 €)', -1234],
		['(EUR 12)', -12],
		['(5.0)', 5],
		['$95/hour', 95],
		['95 €/Stunde', 95],
	])('%s is %d', (text, number) => {
		expect(parseNumber(text)).toBe(number);
	});

	it.each([
		['', 'empty'],
		['free', 'no digits'],
		['12 - 15 €', 'a range'],
		['3 for 10', 'two numbers'],
		['2024-05-01', 'a date'],
		['05/06/2024', 'a date'],
		['1/2 cup', 'a fraction'],
		['3½', 'a fraction'],
		['1.250 km', 'ambiguous: a length'],
		['12 EUR -', 'the begin of a range'],
		['A4', 'a code'],
		['SKU123', 'a code'],
		['1.2k', 'rounded'],
		['3 million', 'rounded'],
		['1,2,3', 'a list'],
		['12.34.56', 'no number anybody writes'],
		['€1.749/l', 'money with three decimals or thousands'],
		['1.234', 'thousands or decimals'],
		['KWD 12.500', 'a currency with three decimals'],
		['12 Mio. €', 'rounded'],
		['TEUR 12', 'rounded'],
		['k€ 12', 'rounded'],
		['5万円', 'rounded'],
		['₹5 lakh', 'rounded'],
		['12 mil', 'rounded'],
		['1,5 млн', 'rounded'],
		['99 ct', 'hundredths'],
		['780,00 S', 'debit or credit'],
		['12.00 CR', 'debit or credit'],
		['Balance - 5.00', 'a dash or a minus'],
		['5-', 'a minus or a range'],
	])('%s is none: %s', (text) => {
		expect(parseNumber(text)).toBeUndefined();
	});

	it('with one sign before three digits is read as in the page’s language', () => {
		expect(parseNumber('1.234', '.')).toBe(1.234);
		expect(parseNumber('1,234', '.')).toBe(1234);
		expect(parseNumber('1.234', ',')).toBe(1234);
		expect(parseNumber('1,234', ',')).toBe(1.234);
	});
});

describe('a date in a text', () => {
	it.each([
		['2026-05-04', '2026-05-04'],
		['2026-05-04T08:30:00+02:00', '2026-05-04'],
		['2026/5/4', '2026-05-04'],
		['4 May 2026', '2026-05-04'],
		['May 4, 2026', '2026-05-04'],
		['Monday, May 4th, 2026', '2026-05-04'],
		['Sept. 3, 2026', '2026-09-03'],
		['4. März 2026', '2026-03-04'],
		['Mon, 02 Mar 2026 10:00:00 +0100', '2026-03-02'],
		['May 4, 2026 9:30 PM EST', '2026-05-04'],
		['04.05.2026, 08:15', '2026-05-04'],
		['1er août 2026', '2026-08-01'],
		['3 de marzo de 2026', '2026-03-03'],
		['25/12/2026', '2026-12-25'],
		['12/25/2026', '2026-12-25'],
		['05/05/2026', '2026-05-05'],
		['04.05.2026', '2026-05-04'],
		['4 maja 2026', '2026-05-04'],
		['4 мая 2026 г.', '2026-05-04'],
		['4 maj 2026', '2026-05-04'],
		['4 Mayıs 2026', '2026-05-04'],
		['4. května 2026', '2026-05-04'],
		['2026. május 4.', '2026-05-04'],
		['2026年5月4日', '2026-05-04'],
		['2026년 5월 4일', '2026-05-04'],
	])('%s is %s', (text, day) => {
		expect(parseDate(text)).toBe(day);
	});

	it.each([
		['05/06/2026', 'day and month could be exchanged'],
		['31 April 2026', 'no such day'],
		['2026-13-01', 'no such month'],
		['May 2026', 'no day'],
		['05/06/2026 10:00', 'day and month could be exchanged'],
		['10:00', 'a time alone'],
		['yesterday', 'relative'],
		['4 Mayday 2026', 'no month'],
		['4.5', 'a number'],
		['4 listopada 2026', 'October in Croatian, November in Polish'],
	])('%s is none: %s', (text) => {
		expect(parseDate(text)).toBeUndefined();
	});
});

describe('a yes or no in a text', () => {
	it.each([
		['yes', true],
		['No', false],
		['TRUE', true],
		['maybe', undefined],
		['', undefined],
	])('%s is %s', (text, value) => {
		expect(parseBoolean(text)).toBe(value);
	});

	it.each([
		['InStock', true],
		['In stock', true],
		['out-of-stock', false],
		['SoldOut', false],
		['PreOrder', undefined],
		['Only in stores', undefined],
	])('%s, about availability, is %s', (text, value) => {
		expect(parseBoolean(text)).toBe(value);
	});
});

describe('a link', () => {
	const base = 'https://shop.test/p/list?page=2';

	it('as a text must look like an address', () => {
		expect(asAddress('/p/7', base)).toBe('https://shop.test/p/7');
		expect(asAddress('/p/7', '')).toBeUndefined();
		expect(asAddress('www.shop.test/sale', base)).toBe('www.shop.test/sale');
		expect(asAddress('see below', base)).toBeUndefined();
		expect(asAddress('12.99', base)).toBeUndefined();
	});
});
