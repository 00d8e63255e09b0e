/**
 * How invoices of six languages label what they say. Every label comes in two ways: the first stands in
 * documents that rules are made with, the second in those that decide on them.
 * @typedef {object} Language
 * @property {string} code
 * @property {string} title
 * @property {Record<Fact, [tune: string, decide: string]>} labels
 * @property {Record<'pos' | 'description' | 'quantity' | 'unitPrice' | 'amount', [string, string]>} columns
 * @property {Record<string, string>} fields What its own people call the fields of a schema.
 * @property {string[]} goods
 * @property {string} detail A second line of what is sold.
 * @property {string} taxId Not the tax.
 * @property {string} earlier What is open from before: not the total.
 * @property {(day: Date) => string} date
 * @property {'.' | ','} decimals
 */

/**
 * @typedef {'invoiceNumber' | 'invoiceDate' | 'dueDate' | 'customerNumber' | 'orderNumber' | 'subtotal' | 'vat' | 'total'} Fact
 */

/** @param {Date} day @param {string} mark */
const dayFirst = (day, mark) =>
	[day.getUTCDate(), day.getUTCMonth() + 1]
		.map((part) => String(part).padStart(2, '0'))
		.concat(String(day.getUTCFullYear()))
		.join(mark);

/** @type {Language[]} */
export const LANGUAGES = [
	{
		code: 'en',
		title: 'Invoice',
		labels: {
			invoiceNumber: ['Invoice number', 'Invoice no.'],
			invoiceDate: ['Invoice date', 'Date of issue'],
			dueDate: ['Due date', 'Payment due'],
			customerNumber: ['Customer no.', 'Customer ID'],
			orderNumber: ['Order number', 'Order no.'],
			subtotal: ['Subtotal', 'Net amount'],
			vat: ['VAT', 'VAT amount'],
			total: ['Total due', 'Grand total'],
		},
		columns: {
			pos: ['Item', 'No.'],
			description: ['Description', 'Item description'],
			quantity: ['Qty', 'Quantity'],
			unitPrice: ['Unit price', 'Price per unit'],
			amount: ['Amount', 'Line total'],
		},
		fields: {},
		goods: [
			'Torque wrench 40 Nm',
			'Impact socket set, 12 pieces',
			'Calibration certificate',
			'Hull paint, blue',
			'Anchor chain 8 mm',
		],
		detail: 'Delivered to the workshop on request',
		taxId: 'VAT no. GB 482 9917 20',
		earlier: 'Previous balance',
		date: (day) =>
			`${day.getUTCDate()} ${day.toLocaleString('en', { month: 'long', timeZone: 'UTC' })} ${day.getUTCFullYear()}`,
		decimals: '.',
	},
	{
		code: 'de',
		title: 'Rechnung',
		labels: {
			invoiceNumber: ['Rechnungsnummer', 'Rechnungs-Nr.'],
			invoiceDate: ['Rechnungsdatum', 'Datum der Rechnung'],
			dueDate: ['Fällig am', 'Zahlbar bis'],
			customerNumber: ['Kundennummer', 'Kunden-Nr.'],
			orderNumber: ['Bestellnummer', 'Bestell-Nr.'],
			subtotal: ['Nettobetrag', 'Summe netto'],
			vat: ['MwSt.', 'Umsatzsteuer'],
			total: ['Gesamtbetrag', 'Rechnungsbetrag'],
		},
		columns: {
			pos: ['Pos.', 'Nr.'],
			description: ['Bezeichnung', 'Beschreibung'],
			quantity: ['Menge', 'Anzahl'],
			unitPrice: ['Einzelpreis', 'Preis/Einheit'],
			amount: ['Gesamtpreis', 'Betrag'],
		},
		fields: {
			invoiceNumber: 'rechnungsnummer',
			invoiceDate: 'rechnungsdatum',
			dueDate: 'faelligkeitsdatum',
			customerNumber: 'kundennummer',
			orderNumber: 'bestellnummer',
			subtotal: 'nettobetrag',
			vat: 'mwst',
			total: 'gesamtbetrag',
			items: 'positionen',
			description: 'bezeichnung',
			quantity: 'menge',
			unitPrice: 'einzelpreis',
			amount: 'gesamtpreis',
		},
		goods: [
			'Geländer Edelstahl, 3 m',
			'Montage vor Ort',
			'Anfahrt',
			'Filtermatte G4',
			'Keilriemen XPA',
		],
		detail: 'einschließlich Befestigung und Abnahme',
		taxId: 'USt-IdNr. DE 298 117 440',
		earlier: 'Offener Betrag aus Vormonat',
		date: (day) => dayFirst(day, '.'),
		decimals: ',',
	},
	{
		code: 'fr',
		title: 'Facture',
		labels: {
			invoiceNumber: ['Facture n°', 'Numéro de facture'],
			invoiceDate: ['Date de facture', "Date d'émission"],
			dueDate: ['Échéance', "Date d'échéance"],
			customerNumber: ['N° client', 'Code client'],
			orderNumber: ['N° de commande', 'Commande n°'],
			subtotal: ['Total HT', 'Montant HT'],
			vat: ['TVA', 'Montant TVA'],
			total: ['Total TTC', 'Net à payer'],
		},
		columns: {
			pos: ['N°', 'Pos.'],
			description: ['Désignation', 'Description'],
			quantity: ['Quantité', 'Qté'],
			unitPrice: ['Prix unitaire HT', 'P.U. HT'],
			amount: ['Montant HT', 'Total HT'],
		},
		fields: {
			invoiceNumber: 'numeroFacture',
			invoiceDate: 'dateFacture',
			dueDate: 'echeance',
			customerNumber: 'numeroClient',
			orderNumber: 'numeroCommande',
			subtotal: 'totalHT',
			vat: 'tva',
			total: 'totalTTC',
			items: 'lignes',
			description: 'designation',
			quantity: 'quantite',
			unitPrice: 'prixUnitaire',
			amount: 'montant',
		},
		goods: [
			'Four à sole, révision',
			'Joint de porte',
			'Déplacement',
			'Pétrin à spirale',
			'Plaque perforée',
		],
		detail: 'pièces et main-d’œuvre comprises',
		taxId: 'N° TVA FR 40 303 265 045',
		earlier: 'Solde précédent',
		date: (day) => dayFirst(day, '/'),
		decimals: ',',
	},
	{
		code: 'es',
		title: 'Factura',
		labels: {
			invoiceNumber: ['Número de factura', 'Factura n.º'],
			invoiceDate: ['Fecha de factura', 'Fecha de emisión'],
			dueDate: ['Vencimiento', 'Fecha de vencimiento'],
			customerNumber: ['N.º de cliente', 'Código de cliente'],
			orderNumber: ['N.º de pedido', 'Pedido n.º'],
			subtotal: ['Base imponible', 'Subtotal'],
			vat: ['IVA', 'Cuota IVA'],
			total: ['Total factura', 'Total a pagar'],
		},
		columns: {
			pos: ['N.º', 'Pos.'],
			description: ['Descripción', 'Concepto'],
			quantity: ['Cantidad', 'Cant.'],
			unitPrice: ['Precio unitario', 'Precio'],
			amount: ['Importe', 'Total'],
		},
		fields: {
			invoiceNumber: 'numeroFactura',
			invoiceDate: 'fechaFactura',
			dueDate: 'fechaVencimiento',
			customerNumber: 'numeroCliente',
			orderNumber: 'numeroPedido',
			subtotal: 'baseImponible',
			vat: 'iva',
			total: 'total',
			items: 'lineas',
			description: 'descripcion',
			quantity: 'cantidad',
			unitPrice: 'precioUnitario',
			amount: 'importe',
		},
		goods: [
			'Bomba sumergible',
			'Válvula de bola',
			'Mano de obra',
			'Tubería de cobre',
			'Junta tórica',
		],
		detail: 'con instalación y puesta en marcha',
		taxId: 'NIF ESB 8204 1177',
		earlier: 'Saldo anterior',
		date: (day) => dayFirst(day, '/'),
		decimals: ',',
	},
	{
		code: 'it',
		title: 'Fattura',
		labels: {
			invoiceNumber: ['Numero fattura', 'Fattura n.'],
			invoiceDate: ['Data fattura', 'Data di emissione'],
			dueDate: ['Scadenza', 'Data scadenza'],
			customerNumber: ['Codice cliente', 'N. cliente'],
			orderNumber: ['Numero ordine', 'Ordine n.'],
			subtotal: ['Imponibile', 'Totale imponibile'],
			vat: ['IVA', 'Importo IVA'],
			total: ['Totale fattura', 'Totale da pagare'],
		},
		columns: {
			pos: ['Pos.', 'N.'],
			description: ['Descrizione', 'Articolo'],
			quantity: ['Quantità', 'Q.tà'],
			unitPrice: ['Prezzo unitario', 'Prezzo'],
			amount: ['Importo', 'Totale'],
		},
		fields: {
			invoiceNumber: 'numeroFattura',
			invoiceDate: 'dataFattura',
			dueDate: 'scadenza',
			customerNumber: 'codiceCliente',
			orderNumber: 'numeroOrdine',
			subtotal: 'imponibile',
			vat: 'iva',
			total: 'totale',
			items: 'righe',
			description: 'descrizione',
			quantity: 'quantita',
			unitPrice: 'prezzoUnitario',
			amount: 'importo',
		},
		goods: [
			'Lampada a sospensione',
			'Tavolo in rovere',
			'Trasporto',
			'Sedia impilabile',
			'Vetro temperato',
		],
		detail: 'compresi imballo e montaggio',
		taxId: 'Partita IVA IT 0281 7340 961',
		earlier: 'Saldo precedente',
		date: (day) => dayFirst(day, '/'),
		decimals: ',',
	},
	{
		code: 'nl',
		title: 'Factuur',
		labels: {
			invoiceNumber: ['Factuurnummer', 'Factuurnr.'],
			invoiceDate: ['Factuurdatum', 'Datum factuur'],
			dueDate: ['Vervaldatum', 'Te betalen voor'],
			customerNumber: ['Klantnummer', 'Klantnr.'],
			orderNumber: ['Ordernummer', 'Bestelnummer'],
			subtotal: ['Subtotaal', 'Totaal excl. btw'],
			vat: ['Btw', 'Btw-bedrag'],
			total: ['Totaalbedrag', 'Te betalen'],
		},
		columns: {
			pos: ['Pos.', 'Nr.'],
			description: ['Omschrijving', 'Beschrijving'],
			quantity: ['Aantal', 'Hoeveelheid'],
			unitPrice: ['Stukprijs', 'Prijs'],
			amount: ['Bedrag', 'Totaal'],
		},
		fields: {
			invoiceNumber: 'factuurnummer',
			invoiceDate: 'factuurdatum',
			dueDate: 'vervaldatum',
			customerNumber: 'klantnummer',
			orderNumber: 'ordernummer',
			subtotal: 'subtotaal',
			vat: 'btw',
			total: 'totaal',
			items: 'regels',
			description: 'omschrijving',
			quantity: 'aantal',
			unitPrice: 'stukprijs',
			amount: 'bedrag',
		},
		goods: [
			'Scheepslak, wit',
			'Zeildoek per meter',
			'Arbeidsloon',
			'Bolder verzinkt',
			'Stootwil groot',
		],
		detail: 'inclusief levering aan de kade',
		taxId: 'Btw-nummer NL 8123 4567 B01',
		earlier: 'Openstaand saldo',
		date: (day) => dayFirst(day, '-'),
		decimals: ',',
	},
];
