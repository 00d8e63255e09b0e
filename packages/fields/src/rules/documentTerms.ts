import type { JsonObject } from '@web-data-extraction/page/json';
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
 * What invoices, orders, delivery notes and statements state, and how English, German, French, Spanish,
 * Italian and Dutch ones label it. Short forms of "number" need not be listed (`nameKey`).
 */
const FACTS: ReadonlyArray<readonly [name: string, kind: ValueKind, labels: string]> = [
	[
		'invoice number',
		'code',
		'invoice number, invoice id, invoice, rechnung, facture, factura, fattura, factuur, invoice reference, bill number, rechnungsnummer, rechnung nr, nummer der rechnung, numéro de facture, n° facture, numéro facture, facture n°, número de factura, n° factura, número factura, factura n°, numero fattura, n. fattura, numero di fattura, fattura n., factuurnummer, factuur nr, factuurnr',
	],
	[
		'invoice date',
		'date',
		"invoice date, date of invoice, issue date, date issued, date of issue, issued on, issued, bill date, billing date, rechnungsdatum, datum der rechnung, ausstellungsdatum, ausgestellt am, date de facture, date de la facture, date facture, date de facturation, date d'émission, fecha de factura, fecha de la factura, fecha factura, fecha de emisión, fecha de expedición, data fattura, data della fattura, data di emissione, data emissione, factuurdatum, datum factuur",
	],
	[
		'due date',
		'date',
		"due date, payment due date, payment due, payment due by, due on, due by, due, pay by, payable by, fälligkeitsdatum, faelligkeitsdatum, fällig am, fällig bis, fällig, faellig am, zahlbar bis, zahlungsziel, zu zahlen bis, date d'échéance, échéance, date échéance, à payer avant le, payable avant le, fecha de vencimiento, fecha vencimiento, vencimiento, vence el, data di scadenza, data scadenza, scadenza, vervaldatum, vervaldag, uiterste betaaldatum, te betalen voor, te betalen vóór",
	],
	[
		'customer number',
		'code',
		'customer number, customer id, customer account number, client number, client id, kundennummer, kundennr, kunden-nr, kd-nr, n° client, n° de client, numéro client, numéro de client, code client, n° de cliente, n° cliente, número de cliente, número cliente, código de cliente, código cliente, codice cliente, numero cliente, n. cliente, klantnummer, klantnr, debiteurnummer, debiteurennummer',
	],
	[
		'order number',
		'code',
		"order number, order id, bestellnummer, bestell-nr, bestellung nr, auftragsnummer, auftrags-nr, n° de commande, n° commande, numéro de commande, numéro commande, commande n°, n° de pedido, n° pedido, número de pedido, número pedido, pedido n°, numero ordine, numero d'ordine, n. ordine, ordine n., bestelnummer, bestelnr, ordernummer, ordernr",
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
		'delivery date, date of delivery, delivered on, lieferdatum, liefertermin, date de livraison, fecha de entrega, data di consegna, data consegna, leverdatum, leveringsdatum',
	],
	[
		'delivery note number',
		'code',
		'delivery note number, lieferscheinnummer, lieferschein nr, bon de livraison n°, número de albarán, albarán n°, numero ddt, pakbonnummer',
	],
	[
		'receipt number',
		'code',
		'receipt number, receipt, belegnummer, beleg nr, bonnummer, bon nr, n° de reçu, reçu n°, número de recibo, recibo n°, numero ricevuta, kassabon nr',
	],
	['date', 'date', 'date, datum, fecha, data'],
	[
		'subtotal',
		'amount',
		'subtotal, sub total, net amount, net total, total net, amount excl vat, total excl vat, total excluding vat, total excl tax, total before tax, zwischensumme, nettobetrag, nettosumme, summe netto, gesamt netto, netto, total ht, montant ht, sous-total, total hors taxes, base imponible, subtotale, imponibile, totale imponibile, subtotaal, totaal excl btw',
	],
	[
		'tax',
		'amount',
		'vat, vat amount, total vat, tax, tax amount, total tax, sales tax, mwst, MwSt, MwSt-Betrag, ust, USt, USt-Betrag, mehrwertsteuer, umsatzsteuer, umsatzsteuerbetrag, mehrwertsteuerbetrag, tva, montant tva, montant de la tva, total tva, iva, importe iva, cuota iva, total iva, importo iva, btw, btw-bedrag',
	],
	[
		'total',
		'amount',
		'total, total due, total amount, total amount due, grand total, invoice total, amount payable, total payable, total to pay, total incl vat, total including vat, gesamtbetrag, rechnungsbetrag, gesamtsumme, endbetrag, bruttobetrag, gesamt brutto, summe brutto, total ttc, montant ttc, montant total, total factura, importe total, totale, totale fattura, totale documento, importo totale, totaal, totaalbedrag, totaal incl btw, eindtotaal, factuurbedrag',
	],
	[
		'amount due',
		'amount',
		'amount due, balance due, amount outstanding, outstanding amount, offener betrag, openstaand bedrag, montant dû, importe pendiente, importo dovuto, zu zahlen, zu zahlender betrag, zahlbetrag, net à payer, total à payer, total a pagar, importe a pagar, importe total a pagar, totale da pagare, totale dovuto, te betalen',
	],
	[
		'paid',
		'amount',
		'paid, amount paid, already paid, payment received, deposit, prepayment, bezahlt, bereits bezahlt, gezahlt, bereits gezahlt, anzahlung, payé, déjà payé, déjà réglé, acompte, acompte versé, pagado, ya pagado, importe pagado, anticipo, pagato, già pagato, acconto, acconto versato, betaald, reeds betaald, aanbetaling, voorschot',
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

const FACT_BY_LABEL = new Map(
	FACTS.flatMap(([name, kind, labels]) =>
		keysOf(labels).map((key): [string, Fact] => [key, { name: `fact ${name}`, kind }]),
	),
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
