import type { JsonObject } from '@web-data-extraction/page/json';
import { tellingNames } from '../einvoice/termNames.ts';
import { nameKey } from './names.ts';

/** What the value of a term looks like. */
export type ValueKind = 'code' | 'date' | 'amount' | 'iban';

/** What a document states once, such as the number of an invoice. */
export interface Fact {
	/** A name that no document and no schema uses. */
	name: string;
	kind: ValueKind;
}

/**
 * What invoices, orders, delivery notes and statements state: how English, German, French, Spanish, Italian and
 * Dutch ones label it besides the telling names of its term in EN 16931. Short forms of "number" need not be
 * listed (`nameKey`).
 */
const FACTS: ReadonlyArray<
	readonly [name: string, kind: ValueKind, labels: string, term?: string]
> = [
	[
		'invoice number',
		'code',
		'invoice, rechnung, facture, factura, fattura, factuur, invoice reference, bill number, nummer der rechnung, facture n°, n° factura, factura n°, numero di fattura, fattura n.',
		'BT-1',
	],
	[
		'invoice date',
		'date',
		"invoice date, date of invoice, date issued, date of issue, issued on, issued, bill date, billing date, datum der rechnung, ausgestellt am, date de la facture, date facture, date de facturation, date d'émission, fecha de la factura, fecha factura, fecha de expedición, data fattura, data della fattura, data di emissione, datum factuur",
		'BT-2',
	],
	[
		'due date',
		'date',
		"due date, payment due date, payment due, payment due by, due on, due by, due, payable by, faelligkeitsdatum, fällig bis, fällig, faellig am, zu zahlen bis, date d'échéance, échéance, date échéance, à payer avant le, payable avant le, fecha vencimiento, vence el, data di scadenza, data scadenza, scadenza, uiterste betaaldatum, te betalen voor",
		'BT-9',
	],
	[
		'customer number',
		'code',
		'customer number, customer id, customer account number, client number, client id, kundennummer, kundennr, kunden-nr, kd-nr, n° client, n° de client, numéro client, numéro de client, code client, n° de cliente, n° cliente, número de cliente, número cliente, código de cliente, código cliente, codice cliente, numero cliente, n. cliente, klantnummer, klantnr, debiteurnummer, debiteurennummer',
	],
	[
		'order number',
		'code',
		"order id, bestellung nr, n° commande, commande n°, n° pedido, pedido n°, numero d'ordine, ordine n.",
		'BT-13',
	],
	['purchase order number', 'code', 'po number, purchase order number, purchase order'],
	[
		'order date',
		'date',
		'order date, date of order, bestelldatum, auftragsdatum, date de commande, date de la commande, fecha de pedido, fecha del pedido, data ordine, data dell’ordine, besteldatum, orderdatum',
	],
	[
		'delivery date',
		'date',
		'date of delivery, delivered on, liefertermin, data consegna, leveringsdatum',
		'BT-72',
	],
	['delivery note number', 'code', 'bon de livraison n°, número de albarán, albarán n°', 'BT-16'],
	[
		'receipt number',
		'code',
		'receipt number, receipt, belegnummer, beleg nr, bonnummer, bon nr, n° de reçu, reçu n°, número de recibo, recibo n°, numero ricevuta, kassabon nr',
	],
	['date', 'date', 'date, datum, fecha, data'],
	[
		'subtotal',
		'amount',
		'subtotal, amount excl vat, total excl tax, total before tax, zwischensumme, gesamt netto, netto, total hors taxes, subtotale, totale imponibile',
		'BT-109',
	],
	[
		'tax',
		'amount',
		'vat, total vat, tax, total tax, mwst, MwSt, ust, USt, USt-Betrag, tva, montant de la tva, total tva, iva, total iva, btw',
		'BT-110',
	],
	[
		'total',
		'amount',
		'total, total due, total amount due, invoice total, amount payable, total payable, total to pay, gesamt brutto, total factura, totale, totale fattura, totaal, eindtotaal',
		'BT-112',
	],
	[
		'amount due',
		'amount',
		'amount outstanding, openstaand bedrag, importe pendiente, total à payer, importe total a pagar, totale da pagare, totale dovuto',
		'BT-115',
	],
	[
		'paid',
		'amount',
		'paid, already paid, payment received, deposit, prepayment, bezahlt, bereits bezahlt, gezahlt, payé, déjà payé, déjà réglé, acompte, acompte versé, pagado, ya pagado, anticipo, pagato, già pagato, acconto, acconto versato, betaald, reeds betaald, aanbetaling, voorschot',
		'BT-113',
	],
	['iban', 'iban', 'iban'],
];

/** What is asked for under one name but may be stated under another. */
const OTHERWISE: ReadonlyArray<readonly [asked: string, stated: string]> = [
	['invoice date', 'date'],
	['total', 'amount due'],
	['amount due', 'total'],
];

/** Columns of lists of goods sold or delivered. */
const COLUMNS: ReadonlyArray<readonly [name: string, titles: string]> = [
	['position', 'pos, position, item, no, nr, n, n°, item number, line'],
	[
		'code',
		'article number, item number, item code, part number, sku, artikelnummer, artikel-nr, art-nr, référence, réf, code article, referencia, código, codice, codice articolo, artikelnr',
	],
	[
		'description',
		'description, item description, product, bezeichnung, beschreibung, leistung, désignation, libellé, descripción, concepto, descrizione, articolo, omschrijving, beschrijving',
	],
	[
		'quantity',
		'quantity, qty, menge, anzahl, quantité, qté, cantidad, cant, quantità, q.tà, aantal, hoeveelheid',
	],
	['unit', 'unit, einheit, unité, unidad, unità, um, eenheid'],
	[
		'unit price',
		'unit price, price per unit, price, rate, einzelpreis, e-preis, preis/einheit, stückpreis, preis, prix unitaire, prix unitaire ht, p.u., p.u. ht, pu ht, precio unitario, precio, prezzo unitario, prezzo, stukprijs, prijs, prijs per stuk',
	],
	[
		'amount',
		'amount, line total, total, total price, gesamtpreis, gesamt, betrag, summe, montant, montant ht, total ht, importe, importo, totale, bedrag, totaal',
	],
];

const keysOf = (words: string): string[] => words.split(', ').map(nameKey);

const LISTED = new Set(FACTS.flatMap(([, , labels]) => keysOf(labels)));

/** Whether a name may be two labels beside each other: "VAT total". */
const isTwo = (key: string): boolean =>
	key
		.split(' ')
		.some(
			(_word, at, words) =>
				LISTED.has(words.slice(0, at).join(' ')) && LISTED.has(words.slice(at).join(' ')),
		);

const FACT_BY_LABEL = new Map(
	FACTS.flatMap(([name, kind, labels, term = '']) => {
		const others = tellingNames(term).map(nameKey);
		const keys = [...others.filter((key) => !isTwo(key)), ...keysOf(labels)];
		return keys.map((key): [string, Fact] => [key, { name: `fact ${name}`, kind }]);
	}),
);
const COLUMN_BY_TITLE = new Map(
	COLUMNS.flatMap(([name, titles]) =>
		keysOf(titles).map((key): [string, string] => [key, `column ${name}`]),
	),
);

/** The fact that a label means, by its name key. */
export const factOf = (key: string): Fact | undefined => FACT_BY_LABEL.get(key);

/** The common name of columns with one meaning, by the name key of a column's title. */
export const columnOf = (key: string): string | undefined => COLUMN_BY_TITLE.get(key);

/**
 * Facts, including those stated under another name: the amount due is the total where nothing was
 * paid.
 */
export function withOtherNames(facts: JsonObject, isPartlyPaid: boolean): JsonObject {
	const others = OTHERWISE.filter(([asked]) => !isPartlyPaid || factOf(asked)?.kind !== 'amount');
	const found = others.flatMap(([asked, other]) => {
		const value = facts[`fact ${other}`];
		return value === undefined ? [] : [[`fact ${asked}`, value] as const];
	});
	return { ...Object.fromEntries(found), ...facts };
}
