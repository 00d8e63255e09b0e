import { extract } from '../../packages/fields/src/extract.ts';
import type { Sheet } from '../../packages/fields/src/sheet/sheet.ts';
import { listOf, objectOf, rules, untilDone } from './fixtures.ts';
import { pageOfText } from './textPage.ts';

const wordsOf = ({ lines }: Sheet) =>
	lines.flatMap(({ pieces }) => pieces.flatMap(({ words }) => words));

/** Reads a file of several pages. */
async function read(pages: readonly string[], fields: Record<string, string | object>) {
	const words = pages.map((text, index) => ({
		pageNumber: index + 1,
		words: wordsOf(pageOfText(text)),
	}));
	const markdown = pages.map((text) => text.replaceAll(/ {3,}/gu, ' ')).join('\n\n');
	const source = { title: 'invoices.pdf', url: '', markdown, words };
	return await extract([source], { schema: objectOf(fields) }, rules, untilDone);
}

const invoice = (number: string, date: string, net: number, due = '') => `
Harbour Supplies Ltd
12 Quay Road
Bristol BS1 4RW

INVOICE
Invoice number: ${number}
Invoice date: ${date}
${due}

Description              Quantity      Unit price         Amount
Rope, 20 m                      2          £${net / 2}.00        £${net}.00

                                            Subtotal     £${net}.00
                                            VAT 20%      £${net / 5}.00
                                            Total        £${net * 1.2}.00
`;

const ROPES = [
	invoice('HS-1041', '2026-03-02', 40),
	invoice('HS-1042', '2026-03-05', 60, 'Due date: 2026-04-04'),
	invoice('HS-1043', '2026-03-09', 90),
];

describe('a file with several invoices', () => {
	test.each(['invoices', 'items'])(
		'gives a row for each where a list is asked for as "%s"',
		async (name) => {
			const item = { invoiceNumber: 'string', invoiceDate: 'string', total: 'number' };
			const { content } = await read(ROPES, { [name]: listOf(item) });
			expect(content).toEqual({
				[name]: [
					{ invoiceNumber: 'HS-1041', invoiceDate: '2026-03-02', total: 48 },
					{ invoiceNumber: 'HS-1042', invoiceDate: '2026-03-05', total: 72 },
					{ invoiceNumber: 'HS-1043', invoiceDate: '2026-03-09', total: 108 },
				],
			});
		},
	);

	test('gives the values of the first where one record is asked for, and says so', async () => {
		const { content, warnings } = await read(ROPES, {
			invoiceNumber: 'string',
			dueDate: 'string',
			total: 'number',
		});
		// The second invoice alone has a due date.
		expect(content).toEqual({ invoiceNumber: 'HS-1041', dueDate: null, total: 48 });
		expect(warnings.join('\n')).toContain(
			'There are 3 invoices; the values are those of the first, "HS-1041". Ask for a list of invoices to get all.',
		);
	});

	test('may begin with a letter', async () => {
		const letter = `
Harbour Supplies Ltd
Dear customer, please find the invoices of March on the next pages.
`;
		const item = { invoiceNumber: 'string', total: 'number' };
		const { content } = await read([letter, ...ROPES], { invoices: listOf(item) });
		expect(Object(content).invoices).toHaveLength(3);
	});

	test('gives the lines of all where lines are asked for', async () => {
		const { content } = await read(ROPES, {
			lines: listOf({ description: 'string', quantity: 'number', amount: 'number' }),
		});
		expect(Object(content).lines).toHaveLength(3);
	});
});

describe('one invoice over several pages', () => {
	test('stays one, whatever stands on the next page', async () => {
		const terms = `
Harbour Supplies Ltd
Invoice number: HS-1041                                  Page 2

Delivery note DN-77
Goods delivered on 2026-03-01. We thank you for your order.
`;
		const { content, warnings } = await read([invoice('HS-1041', '2026-03-02', 40), terms], {
			invoiceNumber: 'string',
			total: 'number',
		});
		expect(content).toEqual({ invoiceNumber: 'HS-1041', total: 48 });
		expect(warnings.join('\n')).not.toContain('invoices');
	});
});
