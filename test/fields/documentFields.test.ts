import { extract } from '../../packages/fields/src/extract.ts';
import { listOf, objectOf, rules, untilDone } from './fixtures.ts';

async function fillDocument(markdown: string, properties: Record<string, string | object>) {
	const document = { title: 'invoice.pdf', markdown, url: '' };
	const { content } = await extract([document], { schema: objectOf(properties) }, rules, untilDone);
	return content;
}

const INVOICE = {
	invoiceNumber: 'string',
	dueDate: 'string',
	subtotal: 'number',
	vat: 'number',
	total: 'number',
};
const ANSWER = {
	invoiceNumber: 'RE-2026-0318',
	dueDate: '17.04.2026',
	subtotal: 2268,
	vat: 430.92,
	total: 2698.92,
};

describe('the fields of an invoice', () => {
	it.each([
		[
			'labels without a colon',
			'Rechnungs-Nr. RE-2026-0318\nFällig am 17.04.2026\n\nNettobetrag 2.268,00 €\nzzgl. 19 % MwSt. 430,92 €\nGesamtbetrag 2.698,92 €',
		],
		[
			'labels in a row above their values',
			'| Factuurnummer | Vervaldatum | Subtotaal | Btw | Totaalbedrag |\n| --- | --- | --- | --- | --- |\n| RE-2026-0318 | 17.04.2026 | 2.268,00 | 430,92 | 2.698,92 |',
		],
		[
			'pairs side by side',
			'| Facture n° | RE-2026-0318 | Échéance | 17.04.2026 |\n| --- | --- | --- | --- |\n| Total HT | 2.268,00 | TVA 19 % | 430,92 |\n| Total TTC | 2.698,92 | | |',
		],
		[
			'labels above values in a cell',
			'| N.º de factura<br>**RE-2026-0318** | Vencimiento<br>**17.04.2026** |\n| --- | --- |\n\nBase imponible: 2.268,00\\\nIVA (19%): 430,92\\\nTotal factura: 2.698,92',
		],
		[
			'several labels in one cell, as many values in the next',
			'| Numero fattura Scadenza | RE-2026-0318 17.04.2026 |\n| --- | --- |\n\nImponibile 2.268,00 IVA 19 % 430,92 Totale fattura 2.698,92',
		],
		[
			'labels in a line, their values in lines below',
			'Invoice no. RE-2026-0318, due date 17.04.2026\n\nNet amount VAT 19 % Grand total\n\n- +31 20 555 01 20\n\n2.268,00 EUR  \n430,92 EUR  \n2.698,92 EUR',
		],
	])('are read from %s', async (_kind, markdown) => {
		await expect(fillDocument(markdown, INVOICE)).resolves.toEqual(ANSWER);
	});

	it('are read behind the names that the standard for e-invoices gives them', async () => {
		const markdown = 'Fälliger Betrag 7,50 EUR\n\nRechnungsgesamtbetrag 20,50 EUR';
		await expect(fillDocument(markdown, { total: 'number', amountDue: 'number' })).resolves.toEqual(
			{ total: 20.5, amountDue: 7.5 },
		);
	});

	it('are found by the names of the schema in any of the languages', async () => {
		const markdown = 'Invoice number INV-7\n\nGrand total 20.50';
		await expect(
			fillDocument(markdown, { rechnungsnummer: 'string', totalTTC: 'number' }),
		).resolves.toEqual({ rechnungsnummer: 'INV-7', totalTTC: 20.5 });
	});

	it.each([
		'Amount due by 3 May: 1,234.00 EUR',
		'Balance due (USD): 1,234.00',
		'Grand total (incl. 20% VAT): £1,234.00',
		'Gesamtbetrag inkl. 19 % MwSt.: 1.234,00 €',
		'Zahlbetrag bis spätestens 12.06.2026: 1.234,00 EUR',
		'Montant total TTC à régler avant le 3 mai 2026 : 1 234,00 €',
		'Total a pagar hasta el 12/06/2026: 1.234,00 €',
		'Totale da pagare entro 12 giugno: 1.234,00 €',
		'Totaalbedrag (inclusief btw) te betalen uiterlijk 12 juni: € 1.234,00',
	])('are read behind other words that do not change them: %s', async (line) => {
		await expect(
			fillDocument(`Invoice no. INV-7\n\n${line}`, { total: 'number', vat: 'number' }),
		).resolves.toEqual({ total: 1234, vat: null });
	});

	it.each([
		['Total discount: 12.00 EUR'],
		['Total (USD) discount: 12.00'],
		['Total before discount: 12.00 EUR'],
		['Total for last year: 12.00 EUR'],
		['Amount due by 12 June: 12.00 EUR (less 2% discount)'],
		['Amount due by 12 June: 12.00 EUR\n\nAmount due by 12 July: 12.00 EUR'],
		['Gesamtbetrag bis Seite 3: 12,00 €'],
		['Net à payer avant escompte : 12,00 €'],
		['Total including VAT before rebate: 12.00 EUR'],
	])('are not taken where other words change them: %s', async (lines) => {
		await expect(fillDocument(lines, { total: 'number', vat: 'number' })).resolves.toEqual({
			total: null,
			vat: null,
		});
	});

	it.each([
		['an amount after what a tax is of', 'VAT 20 % 586.50 117.30', 'vat'],
		['a number of a tax payer', 'VAT no. 482.99', 'vat'],
		['what other words change', 'Discounted total 703.80', 'total'],
		['two that differ', 'Total due 703.80\n\nAmount of last year\n\nTotal due 12.00', 'total'],
		[
			'one row of what is sold',
			'| Description | VAT | Total |\n| --- | --- | --- |\n| Hosting | 19.00 | 119.00 |',
			'total',
		],
		['amounts of several rates', '| Total | 100.00 | 119.00 |\n| --- | --- | --- |', 'total'],
		['a name that begins with a currency', 'Total IVA 19 % 430.92', 'total'],
		['a number that may go on', 'Invoice no. 20 445 12', 'invoiceNumber'],
		['a label and a value of another form', 'Due date INV-20417', 'dueDate'],
		[
			'as many values as labels, but of other forms',
			'Due date Invoice no.\n\nINV-7\n12.03.2026',
			'dueDate',
		],
		['fewer values than labels', 'Net amount VAT Total\n\n100.00\n119.00', 'vat'],
		['what is left to pay after a part was paid', 'Amount paid 50.00\n\nAmount due 20.00', 'total'],
		[
			'what was left after a deposit',
			'| Acompte | 50,00 |\n| --- | --- |\n| Net à payer | 20,00 |',
			'total',
		],
		['prose', 'The total 703.80 was paid on the due date 12.03.2026.', 'total'],
	])('are not taken from %s', async (_kind, markdown, name) => {
		await expect(
			fillDocument(markdown, { [name]: name === 'vat' || name === 'total' ? 'number' : 'string' }),
		).resolves.toEqual({ [name]: null });
	});
});

describe('the items of an invoice', () => {
	const items = listOf({ description: 'string', quantity: 'number', amount: 'number' });

	it('are the rows of its table, without its sums and titles', async () => {
		const markdown = [
			'| Pos. | Bezeichnung | Menge | Einzelpreis | Gesamtpreis |',
			'| --- | --- | --- | --- | --- |',
			'| Lager |  |  |  |  |',
			'| 1 | Montage<br>vor Ort | 16 | 58,00 € | 928,00 € |',
			'| 2 | Anfahrt | 2 | 45,00 € | 90,00 € |',
			'| Nettobetrag |  |  |  | 1.018,00 € |',
			'|  |  |  | MwSt. 19 % | 193,42 € |',
		].join('\n');
		await expect(fillDocument(markdown, { items, vat: 'number' })).resolves.toEqual({
			items: [
				{ description: 'Montage vor Ort', quantity: 16, amount: 928 },
				{ description: 'Anfahrt', quantity: 2, amount: 90 },
			],
			vat: 193.42,
		});
	});
});

it('what a document strikes out is no value, and a row that is struck out no entry', async () => {
	const markdown =
		'Price: ~~12~~ 10\n\nOrder number: ~~A-1~~\n\n| Item | Qty | Unit |\n| --- | --- | --- |\n| Bolt | ~~5~~ 4 | kg |\n| ~~Nut~~ | ~~9~~ | ~~kg~~ |\n| Pin \\~\\~x\\~\\~ | 7 | ~~g~~ |';
	const items = {
		type: 'array',
		items: objectOf({ item: 'string', qty: 'string', unit: 'string' }),
	};
	await expect(
		fillDocument(markdown, { price: 'number', orderNumber: 'string', items }),
	).resolves.toEqual({
		price: 10,
		orderNumber: null,
		items: [
			{ item: 'Bolt', qty: '4', unit: 'kg' },
			{ item: 'Pin ~~x~~', qty: '7', unit: null },
		],
	});
});

it.each([
	['**Client:**\tAda\t**Ship:**\tNorth Star', 'Ada', 'North Star'],
	['Client: Ada\tShip: North', 'Ada', 'North'],
	['Client:\tShip:\tNorth', null, 'North'],
	['Client:\t\tAda', 'Ada', null],
	['Client: _____\n\nShip: ........', null, null],
	['Client: –\n\nShip: -12', null, '-12'],
	['Client: **North_Star**\n\nShip: `__init__` x', 'North_Star', '__init__ x'],
	['Client: **A** and **B_C**\n\nShip: *C\\_D*', 'A and B_C', 'C_D'],
	['Client: 5 * 3 * 2\n\nShip: a_b and _c_', '5 * 3 * 2', 'a_b and c'],
])(
	'values have no marks and are none of two labels or of nothing: %s',
	async (markdown, client, ship) => {
		await expect(fillDocument(markdown, { client: 'string', ship: 'string' })).resolves.toEqual({
			client,
			ship,
		});
	},
);

describe('values in quotes', () => {
	const lines = `client: "Sea Co."\nnavire: 'Étoile du Nord'\nhafen: "Kiel: Ostufer"\nort: "a" oder "b"`;
	const names = { client: 'string', navire: 'string', hafen: 'string', ort: 'string' };

	it('have none where the quotes are those of front matter', async () => {
		await expect(fillDocument(`---\n${lines}\n---\n\nText.`, names)).resolves.toEqual({
			client: 'Sea Co.',
			navire: 'Étoile du Nord',
			hafen: 'Kiel: Ostufer',
			ort: '"a" oder "b"',
		});
	});

	it('keep them elsewhere', async () => {
		const text = lines.replaceAll('\n', '\n\n');
		await expect(fillDocument(text, { client: 'string' })).resolves.toEqual({
			client: '"Sea Co."',
		});
	});
});
