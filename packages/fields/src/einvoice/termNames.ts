import type { Invoice } from '@web-data-extraction/documents/invoice';
import { tableOf } from '../names/nameTable.ts';

/** Writes names as a list: separated by commas. */
const of = (names: string): string[] => names.split(',').map((name) => name.trim());

/**
 * The terms of EN 16931 by their identifiers, with the names that they are asked by: those of the standard and its
 * translations (en, de, fr, es, it, nl), and as invoices print them.
 */
const NAMES = tableOf(`
BT-1: number, invoice number, invoice no, invoice id, document number, credit note number, Rechnungsnummer, Rechnungsnr, Belegnummer, Nummer, numéro de facture, n° facture, numéro, número de factura, número, numero fattura, numero documento, numero, factuurnummer
BT-2: date, issue date, issued, purchase date, transaction date, receipt date, invoice issue date, invoice date, document date, Rechnungsdatum, Ausstellungsdatum, Belegdatum, Datum, date de facture, date facture, date émission, date émission facture, fecha, fecha de factura, fecha de emisión, data, data fattura, data documento, data emissione, factuurdatum, datum factuur
BT-3: type code, invoice type code, invoice type, document type, Rechnungsart, type de facture, tipo documento
BT-5: currency, currency code, invoice currency, invoice currency code, Währung, Rechnungswährung, Währungscode, devise, code devise, monnaie, moneda, divisa, código de moneda, valuta, valutacode
BT-6: VAT accounting currency, VAT accounting currency code, tax currency, tax currency code, Steuerwährung, devise de TVA
BT-7: tax point date, value added tax point date, Steuerdatum, date exigibilité TVA
BT-9: due date, due, payment due date, pay by, payment deadline, Fälligkeitsdatum, Fälligkeit, Zahlungsziel, fällig am, zahlbar bis, date échéance, échéance, date de paiement, fecha de vencimiento, vencimiento, data scadenza, scadenza, data scadenza pagamento, vervaldatum, vervaldag, betaaldatum
BT-20: payment terms, terms, Zahlungsbedingungen, conditions de paiement, condiciones de pago, condizioni di pagamento, betalingsvoorwaarden
BT-10: buyer reference, customer reference, your reference, Leitweg-ID, Käuferreferenz, référence acheteur, référence client, referencia del comprador, riferimento acquirente, referentie koper
BT-11: project reference, project, project number, Projektnummer, Projekt, projet, proyecto, progetto, projectreferentie
BT-12: contract reference, contract, contract number, Vertragsnummer, numéro de contrat, contrat, número de contrato, numero contratto, contractnummer
BT-13: purchase order reference, purchase order, purchase order number, order number, order reference, po number, po, Bestellnummer, Auftragsnummer, Bestellreferenz, numéro de commande, bon de commande, commande, número de pedido, pedido, numero ordine, ordine, ordine di acquisto, bestelnummer, inkoopordernummer
BT-14: sales order reference, sales order, sales order number, Auftragsbestätigung, numéro de vente
BT-15: receiving advice reference, receiving advice, Wareneingangsmeldung, avis de réception
BT-16: despatch advice reference, delivery note, delivery note number, Lieferscheinnummer, Lieferschein, bon de livraison, albarán, numero DDT, pakbonnummer
BT-17: tender or lot reference, tender, tender reference, Ausschreibung, Vergabenummer, appel offres, CIG
BT-18: invoiced object identifier, invoiced object, Objektkennung, objet facturé
BT-19: buyer accounting reference, accounting reference, Buchungsreferenz, référence comptable
BT-25: preceding invoice, preceding invoice reference, original invoice, original invoice number, ursprüngliche Rechnung, facture antérieure, factura anterior, fattura collegata
BT-22: note, notes, invoice note, remarks, comments, Bemerkung, Bemerkungen, Freitext, Notiz, note de facture, remarques, nota, notas, observaciones, note, causale, opmerking, opmerkingen
BT-72: delivery date, actual delivery date, service date, Lieferdatum, Leistungsdatum, date de livraison, fecha de entrega, data di consegna, leverdatum
BT-73: period start, period start date, invoicing period start date, service period start, Leistungszeitraum von, Leistungszeitraum Beginn, début de période, inicio del período, inizio periodo
BT-74: period end, period end date, invoicing period end date, service period end, Leistungszeitraum bis, Leistungszeitraum Ende, fin de période, fin del período, fine periodo
BT-84: IBAN, payment account identifier, bank account, account number, bank account number, Kontonummer, Bankverbindung, compte bancaire, cuenta bancaria, número de cuenta, conto corrente, rekeningnummer, bankrekening
BT-86: BIC, SWIFT, SWIFT code, BIC code, payment service provider identifier
BT-85: account name, account holder, payment account name, Kontoinhaber, titulaire du compte, titular de la cuenta, intestatario, rekeninghouder
BT-83: remittance information, payment reference, Verwendungszweck, Zahlungsreferenz, référence de paiement, referencia de pago, betalingskenmerk
BT-81: payment means, payment method, payment means type code, Zahlungsart, Zahlungsmittel, moyen de paiement, mode de paiement, medio de pago, forma de pago, modalità di pagamento, betaalwijze
BT-89: mandate reference identifier, mandate reference, mandate, SEPA mandate, Mandatsreferenz, référence du mandat, référence mandat
BT-90: bank assigned creditor identifier, creditor identifier, creditor id, Gläubiger-ID, Gläubiger-Identifikationsnummer, identifiant créancier
BT-91: debited account identifier, debited account, belastetes Konto, compte débité
BT-106: sum of lines, sum of invoice line net amount, lines total, Summe der Positionen, total des lignes, totaal regels
BT-107: allowances total, sum of allowances, discount, total discount, discount amount, Rabatt, Nachlass, remise, descuento, sconto, korting
BT-108: charges total, sum of charges, surcharges, Zuschläge, frais, recargos, maggiorazione, toeslagen
BT-109: net, net amount, net total, total net, subtotal, sub total, total without VAT, invoice total amount without VAT, total excluding VAT, total excl VAT, amount excl tax, tax basis, taxable amount, Netto, Nettobetrag, Nettosumme, Gesamtnetto, Summe netto, Gesamtbetrag netto, Rechnungsbetrag ohne Umsatzsteuer, montant HT, total HT, hors taxe, total hors taxe, montant net, sous total, montant total hors TVA, base imponible, importe neto, total neto, subtotal, imponibile, totale imponibile, totale netto, netto, netto bedrag, nettobedrag, totaal exclusief btw, totaal excl btw, subtotaal
BT-110: tax, VAT, GST, tax amount, GST amount, total GST, VAT amount, total tax, total VAT, tax total, VAT total, invoice total VAT amount, sales tax, Steuer, Steuerbetrag, MwSt, MwSt Betrag, Mehrwertsteuer, Mehrwertsteuerbetrag, Umsatzsteuer, Umsatzsteuerbetrag, USt, Gesamtsteuer, TVA, montant TVA, total TVA, montant de la taxe, IVA, importe IVA, cuota IVA, total IVA, impuesto, importo IVA, imposta, BTW, btw bedrag, totaal btw
BT-111: invoice total VAT amount in accounting currency, VAT amount in accounting currency, tax amount in tax currency
BT-112: total, gross, gross amount, gross total, grand total, total amount, total gross, invoice total, invoice amount, amount, total with VAT, invoice total amount with VAT, total including VAT, total incl VAT, total incl tax, Gesamt, Gesamtbetrag, Gesamtsumme, Brutto, Bruttobetrag, Bruttosumme, Rechnungsbetrag, Rechnungssumme, Endbetrag, Summe brutto, Rechnungsgesamtbetrag, montant TTC, total TTC, montant total, total facture, toutes taxes comprises, montant total TVA comprise, importe total, total factura, total con IVA, totale, importo totale, totale documento, totale fattura, totale con IVA, totaal, totaalbedrag, bruto, totaal inclusief btw, totaal incl btw, factuurbedrag
BT-113: paid amount, amount paid, prepaid, prepaid amount, deposit, Anzahlung, bereits gezahlt, gezahlter Betrag, acompte, montant payé, anticipo, importe pagado, acconto, betaald bedrag
BT-114: rounding amount, rounding, Rundungsbetrag, Rundung, arrondi, redondeo, arrotondamento, afronding
BT-115: amount due, total payable, amount payable, payable amount, amount due for payment, balance due, total due, outstanding amount, Zahlbetrag, fälliger Betrag, offener Betrag, Restbetrag, zu zahlen, zu zahlender Betrag, net à payer, montant à payer, montant dû, importe a pagar, total a pagar, netto a pagare, importo dovuto, importo da pagare, te betalen, te betalen bedrag
BT-27: name, company, company name, Name, Firma, Firmenname, nom, raison sociale, société, nombre, razón social, empresa, nome, ragione sociale, denominazione, naam, bedrijfsnaam
BT-28: trading name, trade name, Handelsname, nom commercial, nombre comercial, nome commerciale, handelsnaam
BT-29: identifier, id, number, no, Nummer, Nr, Kennung, numéro, code, número, código, numero, codice, nummer
BT-30: legal registration identifier, registration number, company number, register number, Registernummer, Handelsregisternummer, SIREN, SIRET, numéro immatriculation, número de registro, numero REA, kvk nummer
BT-31: VAT identifier, VAT id, VAT number, VAT no, VAT reg no, VAT registration number, tax id, tax identification number, USt-IdNr, USt ID, UStIdNr, USt-ID-Nr, Umsatzsteuer-ID, Umsatzsteuer-Identifikationsnummer, Umsatzsteueridentnummer, Mehrwertsteuernummer, UID, numéro TVA, numéro de TVA, n° TVA, n° TVA intracommunautaire, numéro TVA intracommunautaire, identifiant TVA, TVA intracommunautaire, NIF, CIF, NIF IVA, número de IVA, identificación fiscal, partita IVA, P IVA, btw nummer, btw id, btw identificatienummer
BT-32: tax number, tax registration identifier, Steuernummer, numéro fiscal, número fiscal, codice fiscale, belastingnummer
BT-34: electronic address, endpoint, elektronische Adresse, adresse électronique, dirección electrónica, codice destinatario, elektronisch adres
BG-5: address, postal address, Adresse, Anschrift, Postanschrift, adresse, adresse postale, dirección, indirizzo, sede, adres
BT-35: street, address line 1, street address, Straße, rue, calle, via, straat
BT-37: city, town, Ort, Stadt, ville, ciudad, localidad, città, comune, stad, plaats
BT-38: post code, postal code, zip, zip code, PLZ, Postleitzahl, code postal, código postal, CAP, postcode
BT-39: subdivision, state, province, region, Bundesland, région, provincia, provincie
BT-40: country, country code, Land, Ländercode, pays, país, paese, nazione, landcode
BT-41: contact, contact point, contact name, contact person, Ansprechpartner, Kontakt, interlocuteur, contacto, contatto, contactpersoon
BT-42: phone, telephone, phone number, telephone number, Telefon, Telefonnummer, Tel, téléphone, teléfono, telefono, telefoon
BT-43: email, e-mail, email address, mail, E-Mail-Adresse, courriel, correo electrónico, posta elettronica
BT-126: id, line id, position, pos, line number, line no, no, Position, Positionsnummer, numéro de ligne, ligne, línea, posición, numero linea, riga, regelnummer, regel
BT-153: name, item name, item, description, product, product name, article, service, title, text, Bezeichnung, Artikel, Artikelbezeichnung, Artikelname, Beschreibung, Leistung, Produkt, désignation, libellé, description, article, produit, nom, descripción, concepto, artículo, producto, nombre, descrizione, articolo, prodotto, omschrijving, artikel, naam
BT-154: item description, details, long description, Artikelbeschreibung, description détaillée, descripción detallada, descrizione estesa
BT-127: note, line note, Bemerkung, remarque, nota, opmerking
BT-155: item number, item no, article number, product number, product code, item code, sku, seller item id, item seller's identifier, Artikelnummer, Artikelnr, Art-Nr, Produktnummer, référence, référence article, code article, referencia, código, código artículo, codice, codice articolo, artikelnummer
BT-157: GTIN, EAN, standard identifier, item standard identifier, barcode
BT-156: buyer item id, item buyer's identifier, customer item number, Artikelnummer des Kunden, référence client article
BT-158: item classification identifier, classification, commodity code, Warennummer, Zolltarifnummer
BT-159: item country of origin, country of origin, origin, origin country, Herkunftsland, Ursprungsland, pays origine, país de origen, paese di origine
BT-132: order line, order line reference, purchase order line reference, Bestellposition, ligne de commande
BT-129: quantity, qty, invoiced quantity, amount of units, Menge, Anzahl, fakturierte Menge, quantité, qté, quantité facturée, cantidad, cant, quantità, aantal, hoeveelheid
BT-130: unit, unit of measure, unit code, uom, Einheit, Mengeneinheit, unité, unidad, unità, unità di misura, eenheid
BT-146: price, unit price, net price, item net price, net unit price, price per unit, rate, Preis, Einzelpreis, Stückpreis, Nettopreis, Einheitspreis, prix, prix unitaire, prix unitaire HT, PU, PU HT, prix net, precio, precio unitario, prezzo, prezzo unitario, prijs, stukprijs, eenheidsprijs
BT-148: gross price, item gross price, list price, Bruttopreis, Listenpreis, prix brut, precio bruto, prezzo lordo, brutoprijs
BT-152: VAT rate, tax rate, VAT percent, tax percent, VAT, tax, Steuersatz, MwSt, MwSt Satz, USt Satz, Mehrwertsteuersatz, Umsatzsteuersatz, taux TVA, TVA, tipo IVA, IVA, porcentaje IVA, aliquota, aliquota IVA, btw tarief, btw percentage, btw
BT-136: discount, allowance, discount amount, Rabatt, Nachlass, remise, descuento, sconto, korting
BT-131: total, line total, amount, net amount, line net amount, line amount, invoice line net amount, total price, subtotal, net, sum, Betrag, Gesamtpreis, Gesamt, Summe, Positionsbetrag, Nettobetrag, Gesamtbetrag, Zeilensumme, montant, montant HT, total HT, total, prix total, importe, importe total, importo, totale, prezzo totale, bedrag, totaal, regelbedrag, totaalprijs
BT-116: base, taxable amount, net, net amount, basis, Bemessungsgrundlage, Nettobetrag, Netto, base HT, base imponible, imponibile, grondslag
BT-117: amount, tax, tax amount, VAT amount, VAT, Steuerbetrag, Betrag, montant, montant TVA, cuota, importe, imposta, importo, bedrag
BT-119: rate, VAT rate, tax rate, percent, percentage, Steuersatz, Satz, taux, tipo, aliquota, tarief
BT-118: category, category code, code, Kategorie, Steuerkategorie, catégorie, categoría, natura, categorie
BT-120: exemption reason, reason, Befreiungsgrund, motif exonération, motivo exención, riferimento normativo
BT-92: amount, Betrag, montant, importe, importo, bedrag
BT-97: reason, description, name, Grund, Bezeichnung, motif, motivo, reden, omschrijving
BT-94: percentage, percent, rate, Prozent, pourcentage, porcentaje, percentuale, percentage
`);

const byId = new Map(NAMES.map(([id, names]) => [id, of(names)]));

/** The names of a term of the document, a party, a line, a tax or an allowance by its identifier. */
export const termNames = (id: string): readonly string[] => byId.get(id) ?? [];

/** The names of a term that mean no other: not just "number", "order" or "total". */
export const tellingNames = (id: string): readonly string[] =>
	termNames(id).filter((name) => /\P{L}|.{9}/u.test(name));

/** What parties are called: by the standard and its translations, and on invoices. */
export const PARTIES = {
	seller: of(
		'seller, vendor, supplier, company, merchant, store, shop, issuer, sender, biller, Verkäufer, Lieferant, Lieferanten, Rechnungssteller, Aussteller, Absender, Kreditor, vendeur, fournisseur, émetteur, prestataire, vendedor, proveedor, emisor, venditore, fornitore, cedente, emittente, verkoper, leverancier',
	),
	buyer: of(
		'buyer, customer, client, recipient, bill to, billed to, purchaser, Käufer, Kunde, Kunden, Rechnungsempfänger, Empfänger, Debitor, Auftraggeber, acheteur, client, destinataire, comprador, cliente, destinatario, acquirente, cessionario, committente, koper, klant, afnemer',
	),
	payee: of('payee, Zahlungsempfänger, bénéficiaire, beneficiario, begunstigde'),
	taxRepresentative: of(
		'tax representative, seller tax representative, Steuervertreter, représentant fiscal, representante fiscal, rappresentante fiscale, fiscaal vertegenwoordiger',
	),
	delivery: of(
		'delivery, deliver to, delivered to, ship to, shipping, Liefer, Lieferung, livraison, entrega, consegna, levering, aflever',
	),
} as const satisfies Partial<Record<keyof Invoice, string[]>>;

/** What the lists of an invoice are called. */
export const LISTS = {
	lines: of(
		'lines, line items, items, invoice lines, positions, products, articles, services, Positionen, Rechnungspositionen, Artikel, Posten, Leistungen, lignes, lignes de facture, articles, produits, líneas, conceptos, artículos, productos, righe, linee, dettaglio linee, articoli, prodotti, regels, factuurregels, artikelen',
	),
	taxes: of(
		'taxes, VAT breakdown, tax breakdown, VAT rates, tax lines, tax totals, Steuern, Steueraufschlüsselung, Umsatzsteueraufschlüsselung, Steuersätze, ventilation TVA, détail TVA, taxes, desglose IVA, impuestos, riepilogo IVA, dati riepilogo, btw specificatie',
	),
	allowances: of(
		'allowances, discounts, Abzüge, Nachlässe, Rabatte, remises, descuentos, sconti, kortingen',
	),
	charges: of(
		'charges, surcharges, Zuschläge, frais, majorations, recargos, maggiorazioni, toeslagen',
	),
	invoices: of(
		'invoices, documents, Rechnungen, Belege, factures, facturas, fatture, facturen, rows, entries',
	),
} as const;
