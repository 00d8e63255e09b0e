import { withoutContradictions } from '../../packages/fields/src/business/termCheck.ts';
import { answerByRules } from '../../packages/fields/src/rules/answerByRules.ts';
import { readSchema } from '../../packages/fields/src/schema/schemaNode.ts';
import { growthOf, LINEAR } from '../support/growth';

/** What a document answers, and what is said about it. @param fields names of texts; numbers end in `#` */
function ask(markdown: string, fields: string) {
	const properties = Object.fromEntries(
		fields
			.split(' ')
			.map((name) => [name.replace('#', ''), { type: name.endsWith('#') ? 'number' : 'string' }]),
	);
	const schema = { type: 'object', properties };
	const source = { url: '', title: '', markdown };
	const { content, warnings } = answerByRules({ schema, format: 'json' }, [source]);
	return { content, said: warnings.join(' ') };
}

describe('the terms of a document of business', () => {
	test('a party is not its own VAT ID, account, address or telephone', () => {
		const { content, said } = ask(
			'Seller: Lantern Books\nBuyer: Tom Ashby\n\nInvoice 17',
			'seller seller_vat_id vendorTaxNumber seller_address supplier_phone seller_iban seller_website',
		);
		expect(content).toEqual({
			seller: 'Lantern Books',
			seller_vat_id: null,
			vendorTaxNumber: null,
			seller_address: null,
			supplier_phone: null,
			seller_iban: null,
			seller_website: null,
		});
		expect(said).toContain("'seller_vat_id'");
	});

	test.each([
		['IBAN: DE88 3704 0044 0532 0130 00', 'iban', 'its check digits are wrong'],
		['BIC: NICE', 'bic', 'no BIC'],
		['VAT ID: Lantern Books', 'vat_id', 'no VAT ID'],
		['VAT ID: DE12345', 'vat_id', 'no VAT ID'],
		['Invoice date: Friday', 'invoice_date', 'no date'],
		['Total: see below', 'total', 'no amount'],
		['VAT: 19 %', 'vat#', 'a rate'],
	])('%s is no value: it is empty, and the reason is said', (line, field, reason) => {
		for (const text of [
			line,
			`| Field | Value |\n| --- | --- |\n| ${line.replace(': ', ' | ')} |`,
		]) {
			const { content, said } = ask(`# Invoice A-17\n\n${text}\n\nWe thank you.`, field);
			expect(content).toEqual({ [field.replace('#', '')]: null });
			expect(said).toContain(field.replace('#', ''));
			if (text === line) expect(said).toContain(reason);
		}
	});

	test.each([
		['IBAN: DE89 3704 0044 0532 0130 00', 'iban', 'DE89 3704 0044 0532 0130 00'],
		['BIC: COBADEFFXXX', 'bic', 'COBADEFFXXX'],
		['BIC: COBA DE FF XXX', 'bic', 'COBA DE FF XXX'],
		['Discount: 10 %', 'discount', '10 %'],
		['VAT ID: DE123456789', 'vat_id', 'DE123456789'],
		['Tax ID: 12-3456789', 'tax_id', '12-3456789'],
		['VAT number: 123 4567 89', 'vat_number', '123 4567 89'],
		['Account number: 00123456', 'account_number', '00123456'],
		['Invoice date: 3 May 2026', 'invoice_date', '3 May 2026'],
		['Invoice date: 2026年3月4日', 'invoice_date', '2026年3月4日'],
		['Total: EUR 12.00', 'total', 'EUR 12.00'],
	])('%s is one', (line, field, value) => {
		expect(ask(`# Invoice A-17\n\n${line}\n\nWe thank you.`, field)).toEqual({
			content: { [field]: value },
			said: '',
		});
	});

	test('an account with wrong check digits is none on a page and in a letter, either', () => {
		const { content, said } = ask('Dear Ann,\n\nIBAN: DE88 3704 0044 0532 0130 00', 'iban');
		expect(content).toEqual({ iban: null });
		expect(said).toContain('DE88 3704 0044 0532 0130 00');
	});

	test('totals that contradict each other are empty, and what contradicts is said', () => {
		const { content, said } = ask(
			'# Invoice A-17\n\nNet: 100.00\n\nVAT: 19.00\n\nTotal: 129.00',
			'net# vat# total#',
		);
		expect(content).toEqual({ net: null, vat: null, total: null });
		expect(said).toContain("'net' 100 and 'vat' 19 make 119, not 'total' 129");
		expect(said).not.toContain('Not found');
	});

	test('an amount beside them that is stated explains the difference', () => {
		expect(
			ask(
				'# Invoice A-17\n\nSubtotal: 100.00\n\nShipping: 5.00\n\nTax: 10.00\n\nTotal: 115.00',
				'subtotal# tax# total#',
			),
		).toEqual({ content: { subtotal: 100, tax: 10, total: 115 }, said: '' });
	});

	test('the date of a mail is not that of the invoice in it', () => {
		const mail =
			'# Your invoice\n\n- **From:** shop@a.example\n- **To:** b@c.example\n- **Date:** 2026-03-04T10:00:00Z\n\nInvoice number: A-17\n\nTotal: 12.00 EUR';
		const { content, said } = ask(mail, 'invoice_date document_date date total# invoice_number');
		expect(content).toEqual({
			invoice_date: null,
			document_date: null,
			date: '2026-03-04T10:00:00Z',
			total: 12,
			invoice_number: 'A-17',
		});
		expect(said).toContain("'invoice_date'");
	});

	test('are compared with all amounts of a document in proportion to their number', async () => {
		const names = ['net_total', 'tax_total', 'grand_total'];
		const properties = Object.fromEntries(names.map((name) => [name, { type: 'number' }]));
		const schema = readSchema({ type: 'object', properties });
		const answer = { net_total: 10, tax_total: 2, grand_total: 10_000_000 };
		const growth = await growthOf((size) => {
			const amounts = Array.from({ length: size }, (_amount, at) => 20 + at);
			return () => {
				const { emptied } = withoutContradictions(answer, schema, { amounts, rates: [] });
				expect(emptied.toSorted()).toEqual(names.toSorted());
			};
		}, 1_000);
		expect(growth).toBeLessThan(LINEAR);
	});
});
