import type { JsonObject } from '@web-data-extraction/page/json';
import { tellingNames } from '../einvoice/termNames.ts';
import { tableOf } from '../names/nameTable.ts';
import { nameKey } from '../names/names.ts';

const KINDS = ['code', 'date', 'amount', 'iban'] as const;

/** What the value of a term looks like. */
export type ValueKind = (typeof KINDS)[number];

/** What a document states once, such as the number of an invoice. */
export interface Fact {
	/** A name that no document and no schema uses. */
	name: string;
	kind: ValueKind;
}

const keysOf = (words: string): string[] => words.split(', ').map(nameKey);

/**
 * What invoices, orders, delivery notes and statements state: how English, German, French, Spanish, Italian and
 * Dutch ones label it besides the telling names of its term in EN 16931. Short forms of "number" need not be
 * listed (`nameKey`). A line for each, with the form of its value and its term.
 */
const FACTS = tableOf(`
invoice number (code, BT-1): invoice, rechnung, facture, factura, fattura, factuur, invoice reference, bill number, nummer der rechnung, facture n°, n° factura, factura n°, numero di fattura, fattura n.
invoice date (date, BT-2): invoice date, date of invoice, date issued, date of issue, issued on, issued, bill date, billing date, datum der rechnung, ausgestellt am, date de la facture, date facture, date de facturation, date d'émission, fecha de la factura, fecha factura, fecha de expedición, data fattura, data della fattura, data di emissione, datum factuur
due date (date, BT-9): due date, payment due date, payment due, payment due by, due on, due by, due, payable by, faelligkeitsdatum, fällig bis, fällig, faellig am, zu zahlen bis, date d'échéance, échéance, date échéance, à payer avant le, payable avant le, fecha vencimiento, vence el, data di scadenza, data scadenza, scadenza, uiterste betaaldatum, te betalen voor
customer number (code): customer number, customer id, customer account number, client number, client id, kundennummer, kundennr, kunden-nr, kd-nr, n° client, n° de client, numéro client, numéro de client, code client, n° de cliente, n° cliente, número de cliente, número cliente, código de cliente, código cliente, codice cliente, numero cliente, n. cliente, klantnummer, klantnr, debiteurnummer, debiteurennummer
order number (code, BT-13): order id, bestellung nr, n° commande, commande n°, n° pedido, pedido n°, numero d'ordine, ordine n.
purchase order number (code): po number, purchase order number, purchase order
order date (date): order date, date of order, bestelldatum, auftragsdatum, date de commande, date de la commande, fecha de pedido, fecha del pedido, data ordine, data dell’ordine, besteldatum, orderdatum
delivery date (date, BT-72): date of delivery, delivered on, liefertermin, data consegna, leveringsdatum
delivery note number (code, BT-16): bon de livraison n°, número de albarán, albarán n°
receipt number (code): receipt number, receipt, belegnummer, beleg nr, bonnummer, bon nr, n° de reçu, reçu n°, número de recibo, recibo n°, numero ricevuta, kassabon nr
date (date): date, datum, fecha, data
subtotal (amount, BT-109): subtotal, amount excl vat, total excl tax, total before tax, zwischensumme, gesamt netto, netto, total hors taxes, subtotale, totale imponibile
tax (amount, BT-110): vat, total vat, tax, total tax, mwst, MwSt, ust, USt, USt-Betrag, tva, montant de la tva, total tva, iva, total iva, btw
total (amount, BT-112): total, total due, total amount due, invoice total, amount payable, total payable, total to pay, gesamt brutto, total factura, totale, totale fattura, totaal, eindtotaal
amount due (amount, BT-115): amount outstanding, openstaand bedrag, importe pendiente, total à payer, importe total a pagar, totale da pagare, totale dovuto
paid (amount, BT-113): paid, already paid, payment received, deposit, prepayment, bezahlt, bereits bezahlt, gezahlt, payé, déjà payé, déjà réglé, acompte, acompte versé, pagado, ya pagado, anticipo, pagato, già pagato, acconto, acconto versato, betaald, reeds betaald, aanbetaling, voorschot
iban (iban): iban
`).map(([head, labels]) => {
	const [, name = '', kind, term = ''] = /^([^(]+) \((\w+)(?:, (.+))?\)$/u.exec(head) ?? [];
	return { name, kind: KINDS.find((one) => one === kind) ?? 'code', keys: keysOf(labels), term };
});

/** What is asked for under one name but may be stated under another. */
const OTHERWISE: ReadonlyArray<readonly [asked: string, stated: string]> = [
	['invoice date', 'date'],
	['total', 'amount due'],
	['amount due', 'total'],
];

/** Columns of lists of goods sold or delivered. */
const COLUMNS = tableOf(`
position: pos, position, item, no, nr, n, n°, item number, line
code: article number, item number, item code, part number, sku, artikelnummer, artikel-nr, art-nr, référence, réf, code article, referencia, código, codice, codice articolo, artikelnr
description: description, item description, product, bezeichnung, beschreibung, leistung, désignation, libellé, descripción, concepto, descrizione, articolo, omschrijving, beschrijving
quantity: quantity, qty, menge, anzahl, quantité, qté, cantidad, cant, quantità, q.tà, aantal, hoeveelheid
unit: unit, einheit, unité, unidad, unità, um, eenheid
unit price: unit price, price per unit, price, rate, einzelpreis, e-preis, preis/einheit, stückpreis, preis, prix unitaire, prix unitaire ht, p.u., p.u. ht, pu ht, precio unitario, precio, prezzo unitario, prezzo, stukprijs, prijs, prijs per stuk
amount: amount, line total, total, total price, gesamtpreis, gesamt, betrag, summe, montant, montant ht, total ht, importe, importo, totale, bedrag, totaal
`);

const LISTED = new Set(FACTS.flatMap(({ keys }) => keys));

/** Whether a name may be two labels beside each other: "VAT total". */
const isTwo = (key: string): boolean =>
	key
		.split(' ')
		.some(
			(_word, at, words) =>
				LISTED.has(words.slice(0, at).join(' ')) && LISTED.has(words.slice(at).join(' ')),
		);

const FACT_BY_LABEL = new Map(
	FACTS.flatMap(({ name, kind, keys, term }) => {
		const others = tellingNames(term).map(nameKey);
		const all = [...others.filter((key) => !isTwo(key)), ...keys];
		return all.map((key): [string, Fact] => [key, { name: `fact ${name}`, kind }]);
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
