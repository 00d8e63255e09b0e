import { LABEL_FIT, labelWords, wordsFit } from '../../packages/fields/src/names/labels.ts';

const labelFit = (name: string, label: string): number =>
	wordsFit(labelWords(name), labelWords(label));

describe('a label fits the name of a field', () => {
	test.each([
		['email', 'E-Mail:'],
		['email', 'E-mail'],
		['fechaPedido', 'Fecha del pedido:'],
		['plazoEntrega', 'Plazo de entrega'],
		['condicionesPago', 'Condiciones de pago:'],
		['depotGarantie', 'Dépôt de garantie :'],
		['nombrePieces', 'Nombre de pièces :'],
		['dateEffet', "Date d'effet :"],
		['date_effet', 'Date d’effet'],
		['qte', 'Qté'],
		['skus', 'SKUs'],
		['productIds', 'Product IDs:'],
		['url', 'URLs'],
		['kundennummer', 'Kunden-Nr.'],
		['rechnungsnummer', 'Rechnung Nr.'],
		['order number', 'Your order no.'],
		['numero_facture', 'FACTURE N° :'],
		['ustIdNr', 'USt-IdNr.'],
		['packstuecke', 'Packstücke'],
		['total', 'Total (EUR)'],
		['balance', 'Balance 31.12.2025'],
		['dataInicio', 'Data de início'],
		['preis', 'Preise:'],
		['telefonnummer', 'Telefonnummern'],
		['nome', 'Nomi'],
		['Namen', 'Name'],
	])('%s is %s, whatever its articles, accents, hyphens, brackets and dates', (name, label) => {
		expect(labelFit(name, label)).toBe(LABEL_FIT.equal);
	});

	test.each([
		['invoiceDate', 'Date of invoice', 'reordered'],
		['depositAmount', 'Deposit', 'begins'],
		['delivery', 'Delivery time', 'begins'],
		['invoiceDate', 'Date', 'head'],
		['datum', 'Rechnungsdatum', 'head'],
		['name', 'Height', 'none'],
		['rat', 'Vorrat', 'none'],
		['', 'Date', 'none'],
	] as const)('%s and %s: %s', (name, label, fit) => {
		expect(labelFit(name, label)).toBe(LABEL_FIT[fit]);
	});

	test('in any spelling of the name, the same', () => {
		for (const name of ['delivery_date', 'deliveryDate', 'Delivery date', 'DELIVERY-DATE']) {
			for (const label of [
				'Delivery date',
				'delivery date:',
				'DELIVERY DATE',
				'Date of delivery',
			]) {
				expect(labelFit(name, label)).toBeGreaterThanOrEqual(LABEL_FIT.reordered);
			}
		}
	});

	test('a name and a label may change places', () => {
		const names = [
			'date',
			'invoice date',
			'Rechnungsdatum',
			'order no.',
			'e-mail',
			'montant total',
		];
		for (const one of names) {
			for (const other of names) expect(labelFit(one, other)).toBe(labelFit(other, one));
		}
	});
});
