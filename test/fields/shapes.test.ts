import { numbersIn } from '../../packages/fields/src/shapes/amounts.ts';
import { bicsIn, ibansIn, mayBeVatId, vatIdsIn } from '../../packages/fields/src/shapes/bank.ts';
import { emailsIn, phonesIn, profileSite } from '../../packages/fields/src/shapes/contact.ts';
import { dateOrderIn, datesIn } from '../../packages/fields/src/shapes/dates.ts';

describe('contact details by their shape', () => {
	test('e-mail addresses and phone numbers are found in one line', () => {
		const line = 'Telefon: 030 1234567, E-Mail: info@b.example.';
		expect(emailsIn(line)).toEqual(['info@b.example']);
		expect(phonesIn(line)).toEqual(['030 1234567']);
	});

	test.each(['+49 89 998877', '(555) 23 78 -0', '+44 (0)20 7946 0958', '06051/91644-10'])(
		'%s is a phone number',
		(phone) => expect(phonesIn(`Tel. ${phone}`)).toEqual([phone]),
	);

	test.each(['01.02.2025', '1.234,00', '2019-2020', '12345678', '2025-02-01'])(
		'%s is none',
		(text) => expect(phonesIn(text)).toEqual([]),
	);

	test('links to profiles have their site, links that share have none', () => {
		expect(profileSite('https://www.linkedin.com/in/ann')).toBe('linkedin');
		expect(profileSite('https://x.com/ann')).toBe('twitter');
		for (const sharing of [
			'https://www.facebook.com/sharer/sharer.php?u=1',
			'https://www.linkedin.com/shareArticle?mini=true&url=https%3A%2F%2Fb.example',
			'https://www.linkedin.com/sharing/share-offsite/?url=b',
			'https://twitter.com/home?status=See%20https%3a%2f%2fb.example',
			'https://pinterest.com/pin/create/button/?url=https%3a%2f%2fb.example',
		])
			expect(profileSite(sharing)).toBeUndefined();
	});
});

describe('identifiers are whole or not there', () => {
	const iban = 'DE89 3704 0044 0532 0130 00';

	test('an IBAN is read up to its last digit, in groups or not', () => {
		expect(ibansIn(`IBAN ${iban} BIC COBADEFFXXX`)).toEqual([iban]);
		expect(ibansIn(iban.replaceAll(' ', ''))).toEqual([iban.replaceAll(' ', '')]);
	});

	test('one with a wrong or a missing digit is none', () => {
		const digits = [...iban.matchAll(/\d/g)].map(({ index }) => index);
		for (const at of digits) {
			const other = (Number(iban[at]) + 1) % 10;
			expect(ibansIn(`${iban.slice(0, at)}${other}${iban.slice(at + 1)}`)).toEqual([]);
			expect(ibansIn(iban.slice(0, at) + iban.slice(at + 1))).toEqual([]);
		}
	});

	test('a BIC is one that is named, or that has a digit', () => {
		expect(bicsIn('BIC COBADEFFXXX')).toEqual(['COBADEFFXXX']);
		expect(bicsIn('CONTINUE WARRANTY')).toEqual([]);
		expect(bicsIn('GENODEF1M04')).toEqual(['GENODEF1M04']);
	});

	test('VAT identifiers have the form of their country', () => {
		const text =
			'N° TVA : FR 32 123 456 789 UStId DE 232 446 240 BTW NL810433941B01 UID ATU12345678';
		const all = ['FR 32 123 456 789', 'DE 232 446 240', 'NL810433941B01', 'ATU12345678'];
		expect(vatIdsIn(text)).toEqual(all);
		expect(vatIdsIn(`DE12345678 ${iban}`)).toEqual([]);
	});

	test.each([
		'HU12345678-2-41',
		'HU 12345678-2-41',
		'HU12345678',
		'BE 0403.199.702',
		'CHE-123.456.789 MWST',
		'NO 987 654 321 MVA',
		'PL 526-10-40-828',
		'NL 8104.33.941.B01',
		'SE 556677-8899 01',
		'ES B-12345678',
		'12345678-2-41',
	])('%s is one as its country writes it', (id) => {
		expect(mayBeVatId(id)).toBe(true);
		if (/^\p{L}/u.test(id)) expect(vatIdsIn(`VAT ID: ${id}`)).toEqual([id]);
	});

	test.each(['HU12345678-9-41', 'HU1234567-2-41', 'NO 12345678 MVA'])('%s is none', (id) => {
		expect(vatIdsIn(id)).toEqual([]);
	});
});

describe('dates and amounts in a text', () => {
	test('dates are found in sentences, by their day where it is sure', () => {
		const text = 'von 09.05.2017, 7. Mai 2014, 25-DEC-2018, 2 février 2026, 03/05/2013';
		const all = ['2017-05-09', '2014-05-07', '2018-12-25', '2026-02-02', undefined];
		expect(datesIn(text).map(({ iso }) => iso)).toEqual(all);
		expect(datesIn('03/05/2013', 'dayFirst')).toMatchObject([{ iso: '2013-05-03' }]);
		expect(dateOrderIn('03/05/2013 and 31/05/2013')).toBe('dayFirst');
	});

	test.each([
		['160,00 €', 160],
		['€ 2.321,00', 2321],
		['1 234,50 EUR', 1234.5],
		['(1,234.00)', -1234],
		['96,40-', -96.4],
		['$-5.00', -5],
		['- 5,00', -5],
		['12⁹⁹ €', 12.99],
		['0.025 €', 0.025],
		['95/hour', undefined],
		['1.234', undefined],
		['A4', undefined],
		['2013-471102', undefined],
	])('%s is %s', (text, value) => {
		expect(numbersIn(text).map((one) => one.value)).toEqual(value === undefined ? [] : [value]);
	});
});
