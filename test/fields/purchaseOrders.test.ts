import type { Sheet } from '../../packages/fields/src/sheet/sheet.ts';
import { extract } from '../../packages/fields/src/extract.ts';
import { listOf, objectOf, rules, untilDone } from './fixtures.ts';
import { pageOfText } from './textPage.ts';

const FIELDS = {
	orderNumber: 'string',
	invoiceNumber: 'string',
	supplier: 'string',
	buyer: 'string',
	deliveryDate: 'string',
	total: 'number',
	lines: listOf({ description: 'string', quantity: 'number', unitPrice: 'number' }),
};
const wordsOf = ({ lines }: Sheet) =>
	lines.flatMap(({ pieces }) => pieces.flatMap(({ words }) => words));

async function read(text: string, fields: Record<string, string | object> = FIELDS) {
	const words = [{ pageNumber: 1, words: wordsOf(pageOfText(text)) }];
	const markdown = text.replaceAll(/ {3,}/gu, ' ');
	const source = { title: 'order.pdf', url: '', markdown, words };
	const { content } = await extract([source], { schema: objectOf(fields) }, rules, untilDone);
	return content;
}

describe('a purchase order', () => {
	test('has the vendor as seller and the sender as buyer, whatever stands first', async () => {
		await expect(
			read(`
Corner Market Inc.                                 PURCHASE ORDER
100 Main Street                                    PO #: 45001
Springfield, IL 62701                              Delivery date: 2026-03-30

VENDOR                             SHIP TO
Bracket Works LLC                  Corner Market Inc.
55 Industrial Way                  200 Warehouse Rd
Dayton, OH 45402                   Springfield, IL 62703

ITEM         DESCRIPTION              QTY      UNIT PRICE         TOTAL
1            Steel bracket             10           $5.00        $50.00
2            Hinge, brass               4          $12.50        $50.00

                                                 SUBTOTAL       $100.00
                                                 TAX              $8.00
                                                 TOTAL          $108.00
Please quote the number of this order on your invoice.`),
		).resolves.toEqual({
			orderNumber: '45001',
			invoiceNumber: null,
			supplier: 'Bracket Works LLC',
			buyer: 'Corner Market Inc.',
			deliveryDate: '2026-03-30',
			total: 108,
			lines: [
				{ description: 'Steel bracket', quantity: 10, unitPrice: 5 },
				{ description: 'Hinge, brass', quantity: 4, unitPrice: 12.5 },
			],
		});
	});

	const letter = (title: string) => `
Nordwerk Maschinen GmbH · Hafenstr. 12 · 20457 Hamburg

Schrauben Keller GmbH
Industriestr. 8
70565 Stuttgart

${title}
Lieferant: 70012
Liefertermin: 20.02.2026

Pos   Bezeichnung              Menge    Einzelpreis     Gesamtpreis
10    Sechskantschraube M8       200       0,12 EUR       24,00 EUR

                          Summe netto              24,00 EUR
                          MwSt. 19 %                4,56 EUR
                          Gesamtbetrag             28,56 EUR`;

	test('is sent by the buyer, an invoice and the confirmation of an order by the seller', async () => {
		const order = { supplier: 'Schrauben Keller GmbH', buyer: 'Nordwerk Maschinen GmbH' };
		const bill = { supplier: order.buyer, buyer: order.supplier };
		await expect(read(letter('Bestellung Nr. 4500012345'))).resolves.toMatchObject({
			orderNumber: '4500012345',
			...order,
		});
		for (const title of ['Rechnung Nr. 17', 'Auftragsbestätigung Nr. 17']) {
			const text = letter(`${title}\nIhre Bestellung Nr. 4500012345`);
			await expect(read(text)).resolves.toMatchObject(bill);
		}
	});

	test.each([
		['PEDIDO Nº 2026/0145', '2026/0145'],
		['Bon de commande n° BC-2026-088 du 03/02/2026', 'BC-2026-088'],
		["Ordine d'acquisto n. 55/2026 del 12/03/2026", '55/2026'],
		['Purchase Order\nOrder No.: PO-77', 'PO-77'],
	])('has the number in its title or below it: %s', async (title, orderNumber) => {
		await expect(read(`${title}\nTotal: 20.00 EUR`)).resolves.toMatchObject({
			orderNumber,
			invoiceNumber: null,
		});
	});

	test('has no date of its own where the only one is that of the delivery', async () => {
		const text = 'Purchase Order\nOrder No.: PO-77\nDelivery date: 2026-03-30\nTotal: 20.00 EUR';
		await expect(read(text, { date: 'string', deliveryDate: 'string' })).resolves.toEqual({
			date: null,
			deliveryDate: '2026-03-30',
		});
	});
});

test('a document with a total and no list has no line with that total', async () => {
	const items = listOf({ item: 'string', quantity: 'number', price: 'number', total: 'number' });
	await expect(read('Invoice 17\nTotal: 20.00 EUR', { items })).resolves.toEqual({ items: [] });
});
