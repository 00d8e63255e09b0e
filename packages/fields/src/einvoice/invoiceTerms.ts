import type {
	AllowanceOrCharge,
	Invoice,
	InvoiceAddress,
	InvoiceLine,
	InvoiceParty,
	TaxBreakdown,
} from '@web-data-extraction/documents/invoice';

/** A value of an invoice: plain, or a list of plain ones. */
export type TermValue = string | number | readonly string[] | undefined;

/** A term, the names that it is asked by, and how it is read from what has it. */
export interface Term<Owner> {
	/** Of EN 16931, as a value's source. */
	id: string;
	/** Of the standard and its translations (en, de, fr, es, it, nl), and as invoices print them. */
	names: readonly string[];
	read: (owner: Owner) => TermValue;
}

const joined = (parts: ReadonlyArray<string | undefined>, mark: string): string | undefined =>
	parts.filter((part) => part !== undefined).join(mark) || undefined;

const fullAddress = (address: InvoiceAddress = {}): string | undefined =>
	joined(
		[
			address.line1,
			address.line2,
			address.line3,
			joined([address.postCode, address.city], ' '),
			address.country,
		],
		', ',
	);

/** Writes names as a list: separated by commas. */
const of = (names: string): string[] => names.split(',').map((name) => name.trim());

/** Terms of the document. */
export const INVOICE_TERMS: ReadonlyArray<Term<Invoice>> = [
	{
		id: 'BT-1',
		names: of(
			'number, invoice number, invoice no, invoice id, document number, credit note number, Rechnungsnummer, Rechnungsnr, Belegnummer, Nummer, numéro de facture, n° facture, numéro, número de factura, número, numero fattura, numero documento, numero, factuurnummer',
		),
		read: ({ number }) => number,
	},
	{
		id: 'BT-2',
		names: of(
			'date, issue date, purchase date, transaction date, receipt date, invoice issue date, invoice date, document date, Rechnungsdatum, Ausstellungsdatum, Belegdatum, Datum, date de facture, date facture, date émission, date émission facture, fecha, fecha de factura, fecha de emisión, data, data fattura, data documento, data emissione, factuurdatum, datum factuur',
		),
		read: ({ issueDate }) => issueDate,
	},
	{
		id: 'BT-3',
		names: of(
			'type code, invoice type code, invoice type, document type, Rechnungsart, type de facture, tipo documento',
		),
		read: ({ typeCode }) => typeCode,
	},
	{
		id: 'BT-5',
		names: of(
			'currency, currency code, invoice currency, invoice currency code, Währung, Rechnungswährung, Währungscode, devise, code devise, monnaie, moneda, divisa, código de moneda, valuta, valutacode',
		),
		read: ({ currency }) => currency,
	},
	{
		id: 'BT-9',
		names: of(
			'due date, payment due date, pay by, payment deadline, Fälligkeitsdatum, Fälligkeit, Zahlungsziel, fällig am, zahlbar bis, date échéance, échéance, date de paiement, fecha de vencimiento, vencimiento, data scadenza, scadenza, data scadenza pagamento, vervaldatum, vervaldag, betaaldatum',
		),
		read: ({ dueDate }) => dueDate,
	},
	{
		id: 'BT-20',
		names: of(
			'payment terms, terms, Zahlungsbedingungen, conditions de paiement, condiciones de pago, condizioni di pagamento, betalingsvoorwaarden',
		),
		read: ({ paymentTerms }) => paymentTerms,
	},
	{
		id: 'BT-10',
		names: of(
			'buyer reference, customer reference, your reference, Leitweg-ID, Käuferreferenz, référence acheteur, référence client, referencia del comprador, riferimento acquirente, referentie koper',
		),
		read: ({ references }) => references?.buyer,
	},
	{
		id: 'BT-11',
		names: of(
			'project reference, project, project number, Projektnummer, Projekt, projet, proyecto, progetto, projectreferentie',
		),
		read: ({ references }) => references?.project,
	},
	{
		id: 'BT-12',
		names: of(
			'contract reference, contract, contract number, Vertragsnummer, numéro de contrat, contrat, número de contrato, numero contratto, contractnummer',
		),
		read: ({ references }) => references?.contract,
	},
	{
		id: 'BT-13',
		names: of(
			'purchase order reference, purchase order, purchase order number, order number, order reference, po number, po, Bestellnummer, Auftragsnummer, Bestellreferenz, numéro de commande, bon de commande, commande, número de pedido, pedido, numero ordine, ordine, ordine di acquisto, bestelnummer, inkoopordernummer',
		),
		read: ({ references }) => references?.purchaseOrder ?? references?.salesOrder,
	},
	{
		id: 'BT-16',
		names: of(
			'despatch advice reference, delivery note, delivery note number, Lieferscheinnummer, Lieferschein, bon de livraison, albarán, numero DDT, pakbonnummer',
		),
		read: ({ references }) => references?.despatchAdvice,
	},
	{
		id: 'BT-25',
		names: of(
			'preceding invoice, preceding invoice reference, original invoice, original invoice number, ursprüngliche Rechnung, facture antérieure, factura anterior, fattura collegata',
		),
		read: ({ references }) => references?.precedingInvoices?.[0]?.number,
	},
	{
		id: 'BT-22',
		names: of(
			'note, notes, invoice note, remarks, comments, Bemerkung, Bemerkungen, Freitext, Notiz, note de facture, remarques, nota, notas, observaciones, note, causale, opmerking, opmerkingen',
		),
		read: ({ notes }) => notes?.map(({ text }) => text).join('\n'),
	},
	{
		id: 'BT-72',
		names: of(
			'delivery date, actual delivery date, service date, Lieferdatum, Leistungsdatum, date de livraison, fecha de entrega, data di consegna, leverdatum',
		),
		read: ({ delivery }) => delivery?.date,
	},
	{
		id: 'BT-73',
		names: of(
			'period start, period start date, invoicing period start date, service period start, Leistungszeitraum von, Leistungszeitraum Beginn, début de période, inicio del período, inizio periodo',
		),
		read: ({ period }) => period?.start,
	},
	{
		id: 'BT-74',
		names: of(
			'period end, period end date, invoicing period end date, service period end, Leistungszeitraum bis, Leistungszeitraum Ende, fin de période, fin del período, fine periodo',
		),
		read: ({ period }) => period?.end,
	},
	{
		id: 'BT-84',
		names: of(
			'IBAN, payment account identifier, bank account, account number, bank account number, Kontonummer, Bankverbindung, compte bancaire, cuenta bancaria, número de cuenta, conto corrente, rekeningnummer, bankrekening',
		),
		read: ({ payment }) => payment?.accounts?.[0]?.iban,
	},
	{
		id: 'BT-86',
		names: of('BIC, SWIFT, SWIFT code, BIC code, payment service provider identifier'),
		read: ({ payment }) => payment?.accounts?.[0]?.bic,
	},
	{
		id: 'BT-85',
		names: of(
			'account name, account holder, payment account name, Kontoinhaber, titulaire du compte, titular de la cuenta, intestatario, rekeninghouder',
		),
		read: ({ payment }) => payment?.accounts?.[0]?.name,
	},
	{
		id: 'BT-83',
		names: of(
			'remittance information, payment reference, Verwendungszweck, Zahlungsreferenz, référence de paiement, referencia de pago, betalingskenmerk',
		),
		read: ({ payment }) => payment?.remittance,
	},
	{
		id: 'BT-81',
		names: of(
			'payment means, payment method, payment means type code, Zahlungsart, Zahlungsmittel, moyen de paiement, mode de paiement, medio de pago, forma de pago, modalità di pagamento, betaalwijze',
		),
		read: ({ payment }) => payment?.means ?? payment?.meansCode,
	},
	{
		id: 'BT-106',
		names: of(
			'sum of lines, sum of invoice line net amount, lines total, Summe der Positionen, total des lignes, totaal regels',
		),
		read: ({ totals }) => totals?.lines,
	},
	{
		id: 'BT-107',
		names: of(
			'allowances total, sum of allowances, discount, total discount, discount amount, Rabatt, Nachlass, remise, descuento, sconto, korting',
		),
		read: ({ totals }) => totals?.allowances,
	},
	{
		id: 'BT-108',
		names: of(
			'charges total, sum of charges, surcharges, Zuschläge, frais, recargos, maggiorazione, toeslagen',
		),
		read: ({ totals }) => totals?.charges,
	},
	{
		id: 'BT-109',
		names: of(
			'net, net amount, net total, total net, subtotal, sub total, total without VAT, invoice total amount without VAT, total excluding VAT, total excl VAT, amount excl tax, tax basis, taxable amount, Netto, Nettobetrag, Nettosumme, Gesamtnetto, Summe netto, Gesamtbetrag netto, Rechnungsbetrag ohne Umsatzsteuer, montant HT, total HT, hors taxe, total hors taxe, montant net, sous total, montant total hors TVA, base imponible, importe neto, total neto, subtotal, imponibile, totale imponibile, totale netto, netto, netto bedrag, nettobedrag, totaal exclusief btw, totaal excl btw, subtotaal',
		),
		read: ({ totals }) => totals?.net,
	},
	{
		id: 'BT-110',
		names: of(
			'tax, VAT, GST, tax amount, GST amount, total GST, VAT amount, total tax, total VAT, tax total, VAT total, invoice total VAT amount, sales tax, Steuer, Steuerbetrag, MwSt, MwSt Betrag, Mehrwertsteuer, Mehrwertsteuerbetrag, Umsatzsteuer, Umsatzsteuerbetrag, USt, Gesamtsteuer, TVA, montant TVA, total TVA, montant de la taxe, IVA, importe IVA, cuota IVA, total IVA, impuesto, importo IVA, imposta, BTW, btw bedrag, totaal btw',
		),
		read: ({ totals }) => totals?.tax,
	},
	{
		id: 'BT-112',
		names: of(
			'total, gross, gross amount, gross total, grand total, total amount, total gross, invoice total, invoice amount, amount, total with VAT, invoice total amount with VAT, total including VAT, total incl VAT, total incl tax, Gesamt, Gesamtbetrag, Gesamtsumme, Brutto, Bruttobetrag, Bruttosumme, Rechnungsbetrag, Rechnungssumme, Endbetrag, Summe brutto, Rechnungsgesamtbetrag, montant TTC, total TTC, montant total, total facture, toutes taxes comprises, montant total TVA comprise, importe total, total factura, total con IVA, totale, importo totale, totale documento, totale fattura, totale con IVA, totaal, totaalbedrag, bruto, totaal inclusief btw, totaal incl btw, factuurbedrag',
		),
		read: ({ totals }) => totals?.gross,
	},
	{
		id: 'BT-113',
		names: of(
			'paid amount, amount paid, prepaid, prepaid amount, deposit, Anzahlung, bereits gezahlt, gezahlter Betrag, acompte, montant payé, anticipo, importe pagado, acconto, betaald bedrag',
		),
		read: ({ totals }) => totals?.paid,
	},
	{
		id: 'BT-115',
		names: of(
			'due, amount due, total payable, amount payable, payable amount, amount due for payment, balance due, total due, outstanding amount, Zahlbetrag, fälliger Betrag, offener Betrag, Restbetrag, zu zahlen, zu zahlender Betrag, net à payer, montant à payer, montant dû, importe a pagar, total a pagar, netto a pagare, importo dovuto, importo da pagare, te betalen, te betalen bedrag',
		),
		read: ({ totals }) => totals?.due,
	},
];

/** Terms of a party; the first is the party itself, if asked for as a plain value. */
export const PARTY_TERMS: ReadonlyArray<Term<InvoiceParty>> = [
	{
		id: 'BT-27',
		names: of(
			'name, company, company name, Name, Firma, Firmenname, nom, raison sociale, société, nombre, razón social, empresa, nome, ragione sociale, denominazione, naam, bedrijfsnaam',
		),
		read: ({ name }) => name,
	},
	{
		id: 'BT-28',
		names: of(
			'trading name, trade name, Handelsname, nom commercial, nombre comercial, nome commerciale, handelsnaam',
		),
		read: ({ tradingName }) => tradingName,
	},
	{
		id: 'BT-29',
		names: of(
			'identifier, id, number, no, Nummer, Nr, Kennung, numéro, code, número, código, numero, codice, nummer',
		),
		read: ({ identifiers }) => identifiers?.[0],
	},
	{
		id: 'BT-30',
		names: of(
			'legal registration identifier, registration number, company number, register number, Registernummer, Handelsregisternummer, SIREN, SIRET, numéro immatriculation, número de registro, numero REA, kvk nummer',
		),
		read: ({ legalRegistration }) => legalRegistration,
	},
	{
		id: 'BT-31',
		names: of(
			'VAT identifier, VAT id, VAT number, VAT no, VAT reg no, VAT registration number, tax id, tax identification number, USt-IdNr, USt ID, UStIdNr, USt-ID-Nr, Umsatzsteuer-ID, Umsatzsteuer-Identifikationsnummer, Umsatzsteueridentnummer, Mehrwertsteuernummer, UID, numéro TVA, numéro de TVA, n° TVA, n° TVA intracommunautaire, numéro TVA intracommunautaire, identifiant TVA, TVA intracommunautaire, NIF, CIF, NIF IVA, número de IVA, identificación fiscal, partita IVA, P IVA, btw nummer, btw id, btw identificatienummer',
		),
		read: ({ vatId }) => vatId,
	},
	{
		id: 'BT-32',
		names: of(
			'tax number, tax registration identifier, Steuernummer, numéro fiscal, número fiscal, codice fiscale, belastingnummer',
		),
		read: ({ taxNumber }) => taxNumber,
	},
	{
		id: 'BT-34',
		names: of(
			'electronic address, endpoint, elektronische Adresse, adresse électronique, dirección electrónica, codice destinatario, elektronisch adres',
		),
		read: ({ electronicAddress }) => electronicAddress,
	},
	{
		id: 'BG-5',
		names: of(
			'address, postal address, Adresse, Anschrift, Postanschrift, adresse, adresse postale, dirección, indirizzo, sede, adres',
		),
		read: ({ address }) => fullAddress(address),
	},
	{
		id: 'BT-35',
		names: of('street, address line 1, street address, Straße, rue, calle, via, straat'),
		read: ({ address }) => address?.line1,
	},
	{
		id: 'BT-37',
		names: of('city, town, Ort, Stadt, ville, ciudad, localidad, città, comune, stad, plaats'),
		read: ({ address }) => address?.city,
	},
	{
		id: 'BT-38',
		names: of(
			'post code, postal code, zip, zip code, PLZ, Postleitzahl, code postal, código postal, CAP, postcode',
		),
		read: ({ address }) => address?.postCode,
	},
	{
		id: 'BT-39',
		names: of('subdivision, state, province, region, Bundesland, région, provincia, provincie'),
		read: ({ address }) => address?.subdivision,
	},
	{
		id: 'BT-40',
		names: of('country, country code, Land, Ländercode, pays, país, paese, nazione, landcode'),
		read: ({ address }) => address?.country,
	},
	{
		id: 'BT-41',
		names: of(
			'contact, contact point, contact name, contact person, Ansprechpartner, Kontakt, interlocuteur, contacto, contatto, contactpersoon',
		),
		read: ({ contact }) => contact?.name,
	},
	{
		id: 'BT-42',
		names: of(
			'phone, telephone, phone number, telephone number, Telefon, Telefonnummer, Tel, téléphone, teléfono, telefono, telefoon',
		),
		read: ({ contact }) => contact?.phone,
	},
	{
		id: 'BT-43',
		names: of(
			'email, e-mail, email address, mail, E-Mail-Adresse, courriel, correo electrónico, posta elettronica',
		),
		read: ({ contact }) => contact?.email,
	},
];

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
} as const satisfies Partial<Record<keyof Invoice, string[]>>;

/** Terms of a line. */
export const LINE_TERMS: ReadonlyArray<Term<InvoiceLine>> = [
	{
		id: 'BT-126',
		names: of(
			'id, line id, position, pos, line number, line no, no, Position, Positionsnummer, numéro de ligne, ligne, línea, posición, numero linea, riga, regelnummer, regel',
		),
		read: ({ id }) => id,
	},
	{
		id: 'BT-153',
		names: of(
			'name, item name, item, description, product, product name, article, service, title, text, Bezeichnung, Artikel, Artikelbezeichnung, Artikelname, Beschreibung, Leistung, Produkt, désignation, libellé, description, article, produit, nom, descripción, concepto, artículo, producto, nombre, descrizione, articolo, prodotto, omschrijving, artikel, naam',
		),
		read: ({ name, description }) => name ?? description,
	},
	{
		id: 'BT-154',
		names: of(
			'item description, details, long description, Artikelbeschreibung, description détaillée, descripción detallada, descrizione estesa',
		),
		read: ({ description, name }) => description ?? name,
	},
	{
		id: 'BT-127',
		names: of('note, line note, Bemerkung, remarque, nota, opmerking'),
		read: ({ note }) => note,
	},
	{
		id: 'BT-155',
		names: of(
			"item number, item no, article number, product number, product code, item code, sku, seller item id, item seller's identifier, Artikelnummer, Artikelnr, Art-Nr, Produktnummer, référence, référence article, code article, referencia, código, código artículo, codice, codice articolo, artikelnummer",
		),
		read: ({ sellerItemId, standardItemId, buyerItemId }) =>
			sellerItemId ?? standardItemId ?? buyerItemId,
	},
	{
		id: 'BT-157',
		names: of('GTIN, EAN, standard identifier, item standard identifier, barcode'),
		read: ({ standardItemId }) => standardItemId,
	},
	{
		id: 'BT-129',
		names: of(
			'quantity, qty, invoiced quantity, amount of units, Menge, Anzahl, fakturierte Menge, quantité, qté, quantité facturée, cantidad, cant, quantità, aantal, hoeveelheid',
		),
		read: ({ quantity }) => quantity,
	},
	{
		id: 'BT-130',
		names: of(
			'unit, unit of measure, unit code, uom, Einheit, Mengeneinheit, unité, unidad, unità, unità di misura, eenheid',
		),
		read: ({ unit }) => unit,
	},
	{
		id: 'BT-146',
		names: of(
			'price, unit price, net price, item net price, net unit price, price per unit, rate, Preis, Einzelpreis, Stückpreis, Nettopreis, Einheitspreis, prix, prix unitaire, prix unitaire HT, PU, PU HT, prix net, precio, precio unitario, prezzo, prezzo unitario, prijs, stukprijs, eenheidsprijs',
		),
		read: ({ netPrice, grossPrice }) => netPrice ?? grossPrice,
	},
	{
		id: 'BT-148',
		names: of(
			'gross price, item gross price, list price, Bruttopreis, Listenpreis, prix brut, precio bruto, prezzo lordo, brutoprijs',
		),
		read: ({ grossPrice }) => grossPrice,
	},
	{
		id: 'BT-152',
		names: of(
			'VAT rate, tax rate, VAT percent, tax percent, VAT, tax, Steuersatz, MwSt, MwSt Satz, USt Satz, Mehrwertsteuersatz, Umsatzsteuersatz, taux TVA, TVA, tipo IVA, IVA, porcentaje IVA, aliquota, aliquota IVA, btw tarief, btw percentage, btw',
		),
		read: ({ taxRate }) => taxRate,
	},
	{
		id: 'BT-136',
		names: of(
			'discount, allowance, discount amount, Rabatt, Nachlass, remise, descuento, sconto, korting',
		),
		read: ({ allowances = [] }) => allowances[0]?.amount,
	},
	{
		id: 'BT-131',
		names: of(
			'total, line total, amount, net amount, line net amount, line amount, invoice line net amount, total price, subtotal, net, sum, Betrag, Gesamtpreis, Gesamt, Summe, Positionsbetrag, Nettobetrag, Gesamtbetrag, Zeilensumme, montant, montant HT, total HT, total, prix total, importe, importe total, importo, totale, prezzo totale, bedrag, totaal, regelbedrag, totaalprijs',
		),
		read: ({ netAmount }) => netAmount,
	},
];

/** Terms of the VAT breakdown. */
export const TAX_TERMS: ReadonlyArray<Term<TaxBreakdown>> = [
	{
		id: 'BT-116',
		names: of(
			'base, taxable amount, net, net amount, basis, Bemessungsgrundlage, Nettobetrag, Netto, base HT, base imponible, imponibile, grondslag',
		),
		read: ({ taxable }) => taxable,
	},
	{
		id: 'BT-117',
		names: of(
			'amount, tax, tax amount, VAT amount, VAT, Steuerbetrag, Betrag, montant, montant TVA, cuota, importe, imposta, importo, bedrag',
		),
		read: ({ tax }) => tax,
	},
	{
		id: 'BT-119',
		names: of(
			'rate, VAT rate, tax rate, percent, percentage, Steuersatz, Satz, taux, tipo, aliquota, tarief',
		),
		read: ({ rate }) => rate,
	},
	{
		id: 'BT-118',
		names: of(
			'category, category code, code, Kategorie, Steuerkategorie, catégorie, categoría, natura, categorie',
		),
		read: ({ category }) => category,
	},
	{
		id: 'BT-120',
		names: of(
			'exemption reason, reason, Befreiungsgrund, motif exonération, motivo exención, riferimento normativo',
		),
		read: ({ exemption }) => exemption,
	},
];

/** Terms of allowances and charges. */
export const ALLOWANCE_TERMS: ReadonlyArray<Term<AllowanceOrCharge>> = [
	{
		id: 'BT-92',
		names: of('amount, Betrag, montant, importe, importo, bedrag'),
		read: ({ amount }) => amount,
	},
	{
		id: 'BT-97',
		names: of('reason, description, name, Grund, Bezeichnung, motif, motivo, reden, omschrijving'),
		read: ({ reason, reasonCode }) => reason ?? reasonCode,
	},
	{
		id: 'BT-94',
		names: of(
			'percentage, percent, rate, Prozent, pourcentage, porcentaje, percentuale, percentage',
		),
		read: ({ percentage }) => percentage,
	},
];

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
