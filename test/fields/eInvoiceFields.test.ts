import type { Invoice } from '../../packages/documents/src/einvoice/invoice.ts';
import { answerByRules } from '../../packages/fields/src/rules/answerByRules.ts';

const INVOICE: Invoice = {
	number: 'R-7001',
	issueDate: '2026-03-04',
	currency: 'EUR',
	seller: { name: 'Oak GmbH', vatId: 'DE811111111', address: { city: 'Erfurt', country: 'DE' } },
	buyer: { name: 'Birch AG', vatId: 'DE822222222' },
	payment: { accounts: [{ iban: 'DE02120300000000202051' }] },
	totals: { net: 100, tax: 19, gross: 119, due: 69 },
	taxes: [{ rate: 19, taxable: 100, tax: 19 }],
	lines: [
		{ id: '1', name: 'Stool', quantity: 2, unit: 'H87', netPrice: 20, netAmount: 40, taxRate: 19 },
		{ id: '2', name: 'Bench', quantity: 1, unit: 'H87', netPrice: 60, netAmount: 60, taxRate: 19 },
	],
};

const source = (invoices: Invoice[], markdown = '# A mail\n\nTotal: 1.00') => ({
	url: '',
	title: 'a',
	markdown,
	invoices,
});

const scalars = (names: Record<string, string>) =>
	Object.fromEntries(Object.entries(names).map(([name, type]) => [name, { type }]));

const ask = (properties: Record<string, unknown>, invoices = [INVOICE], markdown?: string) =>
	answerByRules({ schema: { type: 'object', properties } as never, format: 'json' }, [
		source(invoices, markdown),
	]).content;

describe('fields of an e-invoice', () => {
	it.each([
		[
			{
				invoice_number: 'string',
				seller_vat_id: 'string',
				total_amount: 'number',
				amountDue: 'number',
			},
			['R-7001', 'DE811111111', 119, 69],
		],
		[
			{
				Rechnungsnummer: 'string',
				Lieferant: 'string',
				'USt-IdNr': 'string',
				Nettobetrag: 'number',
			},
			['R-7001', 'Oak GmbH', 'DE811111111', 100],
		],
		[
			{
				numero_facture: 'string',
				client: 'string',
				montant_ttc: 'number',
				numeroTvaClient: 'string',
			},
			['R-7001', 'Birch AG', 119, 'DE822222222'],
		],
		[
			{
				'Número de factura': 'string',
				Proveedor: 'string',
				'Base imponible': 'number',
				IVA: 'number',
			},
			['R-7001', 'Oak GmbH', 100, 19],
		],
		[
			{
				'Numero fattura': 'string',
				Fornitore: 'string',
				Imponibile: 'number',
				'Partita IVA': 'string',
			},
			['R-7001', 'Oak GmbH', 100, 'DE811111111'],
		],
		[
			{
				Factuurnummer: 'string',
				Leverancier: 'string',
				'Totaal incl. BTW': 'number',
				Klant: 'string',
			},
			['R-7001', 'Oak GmbH', 119, 'Birch AG'],
		],
	])('are found by the names of their terms: %j', (names, values) => {
		expect(Object.values(ask(scalars(names)) as object)).toEqual(values);
	});

	it('are the day or the amount that is due, by what a field takes', () => {
		const invoice = { ...INVOICE, dueDate: '2026-04-03' };
		const due = { due: { type: 'number' }, due_on: { type: 'string' } };
		const days = { dueBy: { type: 'string', format: 'date' } };
		const noDay = { paid: { type: 'string', format: 'date' }, amountDue: { type: 'string' } };

		expect(ask({ ...due, ...days }, [invoice])).toEqual({
			due: 69,
			due_on: '2026-04-03',
			dueBy: '2026-04-03',
		});
		expect(ask({ ...noDay, total: { type: 'string', format: 'date' } }, [invoice])).toMatchObject({
			amountDue: '69',
			total: null,
		});
	});

	it('come as the lines, parties and taxes that are asked for', () => {
		const answer = ask({
			items: {
				type: 'array',
				items: {
					type: 'object',
					properties: scalars({ description: 'string', qty: 'number', amount: 'number' }),
				},
			},
			seller: { type: 'object', properties: scalars({ name: 'string', city: 'string' }) },
			vatBreakdown: {
				type: 'array',
				items: { type: 'object', properties: scalars({ rate: 'number', amount: 'number' }) },
			},
		});
		expect(answer).toEqual({
			items: [
				{ description: 'Stool', qty: 2, amount: 40 },
				{ description: 'Bench', qty: 1, amount: 60 },
			],
			seller: { name: 'Oak GmbH', city: 'Erfurt' },
			vatBreakdown: [{ rate: 19, amount: 19 }],
		});
	});

	it('are null where the invoice does not state them, whatever the text says', () => {
		const text = '# Mail\n\nDue date: 2026-01-01\n\nInvoice number: 12';
		expect(ask(scalars({ dueDate: 'string', invoiceNumber: 'string' }), [INVOICE], text)).toEqual({
			dueDate: null,
			invoiceNumber: 'R-7001',
		});
	});

	describe('by their names', () => {
		const full: Invoice = {
			...INVOICE,
			references: { purchaseOrder: 'PO-4' },
			delivery: { name: 'Depot', date: '2026-03-02', address: { line1: 'Tor 3', city: 'Bonn' } },
			payment: { ...INVOICE.payment, mandate: 'M-14', creditorId: 'DE98ZZZ' },
		};

		it.each([
			['in another order', { date_of_issue: 'string', amount_due: 'number' }, ['2026-03-04', 69]],
			[
				'of a party: its account, and its number for VAT',
				{ seller_iban: 'string', tva_client: 'string' },
				['DE02120300000000202051', 'DE822222222'],
			],
			['for the only rate', { vat_rate: 'number', Steuersatz: 'number' }, [19, 19]],
			[
				'where goods go',
				{ delivery_address: 'string', Lieferort: 'string', delivery_date: 'string' },
				['Tor 3, Bonn', 'Bonn', '2026-03-02'],
			],
			['of a direct debit', { sepa_mandate: 'string', creditor_id: 'string' }, ['M-14', 'DE98ZZZ']],
		])('%s', (_what, names, values) => {
			expect(Object.values(ask(scalars(names), [full]) ?? {})).toEqual(values);
		});

		it('as those of the group that they are in', () => {
			const group = (...names: string[]) => ({
				type: 'object',
				properties: scalars(Object.fromEntries(names.map((name) => [name, 'string']))),
			});
			expect(
				ask(
					{
						delivery: group('date', 'city'),
						purchase_order: group('number', 'date'),
						shipping_address: group('street', 'city'),
						seller: group('name', 'iban'),
						invoice: group('number', 'date'),
						total: group('amount', 'currency'),
					},
					[full],
				),
			).toEqual({
				delivery: { date: '2026-03-02', city: 'Bonn' },
				purchase_order: { number: 'PO-4', date: null },
				shipping_address: { street: 'Tor 3', city: 'Bonn' },
				seller: { name: 'Oak GmbH', iban: 'DE02120300000000202051' },
				invoice: { number: 'R-7001', date: '2026-03-04' },
				total: { amount: '119', currency: 'EUR' },
			});
		});
	});

	it('leave what is no term to the text of the document', () => {
		const text = '# Mail\n\nCost center: 4711\n\nInvoice number: 12';
		expect(ask(scalars({ costCenter: 'string', number: 'string' }), [INVOICE], text)).toEqual({
			costCenter: '4711',
			number: 'R-7001',
		});
	});

	it('come once for each invoice where a list of invoices is asked for', () => {
		const rows = { type: 'object', properties: scalars({ number: 'string', total: 'number' }) };
		const other = { ...INVOICE, number: 'R-7002', totals: { gross: 5 } };
		expect(ask({ invoices: { type: 'array', items: rows } }, [INVOICE, other, INVOICE])).toEqual({
			invoices: [
				{ number: 'R-7001', total: 119 },
				{ number: 'R-7002', total: 5 },
			],
		});
	});

	const second = {
		...INVOICE,
		number: 'R-7002',
		totals: { gross: 5 },
		lines: [{ id: '1', name: 'Lamp', quantity: 1, netAmount: 5 }],
	};
	const rowsOf = (names: Record<string, string>) => ({
		items: { type: 'array', items: { type: 'object', properties: scalars(names) } },
	});

	it('come once for each invoice where rows have fields of invoices, whatever the list is called', () => {
		const rows = rowsOf({ invoiceNumber: 'string', sellerName: 'string', total: 'number' });
		expect(ask(rows, [INVOICE, second])).toEqual({
			items: [
				{ invoiceNumber: 'R-7001', sellerName: 'Oak GmbH', total: 119 },
				{ invoiceNumber: 'R-7002', sellerName: 'Oak GmbH', total: 5 },
			],
		});
	});

	it('come as the lines of all invoices where nothing else is asked for', () => {
		const rows = rowsOf({ invoiceNumber: 'string', description: 'string', amount: 'number' });
		expect(ask(rows, [INVOICE, second])).toEqual({
			items: [
				{ invoiceNumber: 'R-7001', description: 'Stool', amount: 40 },
				{ invoiceNumber: 'R-7001', description: 'Bench', amount: 60 },
				{ invoiceNumber: 'R-7002', description: 'Lamp', amount: 5 },
			],
		});
	});

	it('are those of the first of several invoices where one is asked for, and that is said', () => {
		const properties = scalars({ invoiceNumber: 'string' });
		const { content, warnings } = answerByRules(
			{ schema: { type: 'object', properties } as never, format: 'json' },
			[source([INVOICE, second])],
		);
		expect(content).toEqual({ invoiceNumber: 'R-7001' });
		expect(warnings).toEqual([expect.stringMatching(/2 invoices.*first, "R-7001"/)]);
	});

	it('have the number of their invoice in each line where that is asked for', () => {
		const line = scalars({ invoiceNumber: 'string', description: 'string' });
		const lines = { type: 'array', items: { type: 'object', properties: line } };
		expect(ask({ lines })).toEqual({
			lines: [
				{ invoiceNumber: 'R-7001', description: 'Stool' },
				{ invoiceNumber: 'R-7001', description: 'Bench' },
			],
		});
	});

	it('are found for a prompt, too', () => {
		const { content } = answerByRules(
			{ prompt: 'Invoice number, seller and total amount', format: 'json' },
			[source([INVOICE])],
		);
		expect(content).toEqual({ invoiceNumber: 'R-7001', seller: 'Oak GmbH', totalAmount: 119 });
	});
});
