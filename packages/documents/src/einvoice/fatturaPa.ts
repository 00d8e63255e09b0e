import { dateAt, numberAt, type Stated, stated, statedList, sumOf, textsOf } from './cells.ts';
import type {
	AllowanceOrCharge,
	BankAccount,
	Invoice,
	InvoiceAddress,
	InvoiceContact,
	InvoiceLine,
	InvoiceParty,
	InvoicePayment,
	InvoicePeriod,
	InvoiceReferences,
	InvoiceTotals,
	TaxBreakdown,
} from './invoice.ts';
import type { XmlNode } from './xmlTree.ts';

/** The type codes of UNTDID 1001 for the kinds of documents of FatturaPA; the others are invoices (380). */
const TYPE_CODES: Readonly<Record<string, string>> = { TD04: '381', TD05: '383', TD08: '381' };

const joined = (parts: ReadonlyArray<string | undefined>, mark: string): string | undefined =>
	parts.filter((part) => part !== undefined).join(mark) || undefined;

function readParty(
	node: XmlNode | undefined,
	electronicAddress?: string,
): InvoiceParty | undefined {
	if (node === undefined) return undefined;
	const data = node.find('DatiAnagrafici') ?? node;
	const person = data.find('Anagrafica');
	const office = node.find('Sede');
	const contact = node.find('Contatti');
	const register = node.find('IscrizioneREA');
	return stated<InvoiceParty>({
		name:
			person?.text('Denominazione') ?? joined([person?.text('Nome'), person?.text('Cognome')], ' '),
		legalRegistration: joined([register?.text('Ufficio'), register?.text('NumeroREA')], ' '),
		vatId: joined([data.text('IdFiscaleIVA/IdPaese'), data.text('IdFiscaleIVA/IdCodice')], ''),
		taxNumber: data.text('CodiceFiscale'),
		electronicAddress,
		address:
			office &&
			stated<InvoiceAddress>({
				line1: joined([office.text('Indirizzo'), office.text('NumeroCivico')], ' '),
				city: office.text('Comune'),
				postCode: office.text('CAP'),
				subdivision: office.text('Provincia'),
				country: office.text('Nazione'),
			}),
		contact:
			contact &&
			stated<InvoiceContact>({ phone: contact.text('Telefono'), email: contact.text('Email') }),
	});
}

const isSurcharge = (node: XmlNode): boolean => node.text('Tipo') === 'MG';

function readAllowances(nodes: readonly XmlNode[]) {
	const read = (node: XmlNode): Stated<AllowanceOrCharge> => ({
		amount: numberAt(node, 'Importo'),
		percentage: numberAt(node, 'Percentuale'),
	});
	const discounts = nodes.filter((node) => !isSurcharge(node));
	return {
		allowances: statedList<AllowanceOrCharge>(discounts, read),
		charges: statedList<AllowanceOrCharge>(nodes.filter(isSurcharge), read),
	};
}

function readLine(node: XmlNode): Stated<InvoiceLine> {
	return {
		id: node.text('NumeroLinea'),
		quantity: numberAt(node, 'Quantita'),
		unit: node.text('UnitaMisura'),
		netAmount: numberAt(node, 'PrezzoTotale'),
		period: stated<InvoicePeriod>({
			start: dateAt(node, 'DataInizioPeriodo'),
			end: dateAt(node, 'DataFinePeriodo'),
		}),
		...readAllowances(node.all('ScontoMaggiorazione')),
		netPrice: numberAt(node, 'PrezzoUnitario'),
		taxCategory: node.text('Natura'),
		taxRate: numberAt(node, 'AliquotaIVA'),
		name: node.text('Descrizione'),
		sellerItemId: node.text('CodiceArticolo/CodiceValore'),
		attributes: node.all('AltriDatiGestionali').map((each) => ({
			name: each.text('TipoDato') ?? '',
			value: each.text('RiferimentoTesto', 'RiferimentoNumero', 'RiferimentoData') ?? '',
		})),
		buyerAccounting: node.text('RiferimentoAmministrazione'),
	};
}

const readTax = (node: XmlNode): Stated<TaxBreakdown> => ({
	taxable: numberAt(node, 'ImponibileImporto'),
	tax: numberAt(node, 'Imposta'),
	category: node.text('Natura'),
	rate: numberAt(node, 'AliquotaIVA'),
	exemption: node.text('RiferimentoNormativo'),
});

function readPayment(payments: readonly XmlNode[]): InvoicePayment | undefined {
	return stated<InvoicePayment>({
		meansCode: payments[0]?.text('ModalitaPagamento'),
		accounts: statedList<BankAccount>(payments, (node) => ({
			iban: node.text('IBAN'),
			name: node.text('Beneficiario'),
			bic: node.text('BIC'),
		})),
		remittance: payments[0]?.text('CodicePagamento'),
	});
}

/**
 * What the summaries by rate add up to: the file states no total without tax, and the one with tax only if
 * the seller fills it in.
 */
function readTotals(
	general: XmlNode,
	taxes: readonly TaxBreakdown[],
	lines: readonly InvoiceLine[],
	payments: readonly XmlNode[],
): InvoiceTotals | undefined {
	const total = (amounts: ReadonlyArray<number | undefined>): number | undefined => {
		const known = amounts.filter((amount) => amount !== undefined);
		return known.length === 0 ? undefined : sumOf(known);
	};
	const net = total(taxes.map(({ taxable }) => taxable));
	const tax = total(taxes.map(({ tax }) => tax));
	const rounding = numberAt(general, 'Arrotondamento');
	return stated<InvoiceTotals>({
		lines: total(lines.map(({ netAmount }) => netAmount)),
		net,
		tax,
		gross: numberAt(general, 'ImportoTotaleDocumento') ?? total([net, tax, rounding]),
		rounding,
		due: total(payments.map((node) => numberAt(node, 'ImportoPagamento'))),
	});
}

function readReferences(data: XmlNode, header: XmlNode): InvoiceReferences | undefined {
	return stated<InvoiceReferences>({
		buyerAccounting: header.text('CedentePrestatore/RiferimentoAmministrazione'),
		contract: data.text('DatiContratto/IdDocumento'),
		purchaseOrder: data.text('DatiOrdineAcquisto/IdDocumento'),
		receivingAdvice: data.text('DatiRicezione/IdDocumento'),
		despatchAdvice: data.text('DatiDDT/NumeroDDT'),
		precedingInvoices: statedList(data.all('DatiFattureCollegate'), (node) => ({
			number: node.text('IdDocumento'),
			issueDate: dateAt(node, 'Data'),
		})),
	});
}

function readBody(body: XmlNode, header: XmlNode): Invoice {
	const data = body.at('DatiGenerali');
	const general = data.at('DatiGeneraliDocumento');
	const payments = body.all('DatiPagamento/DettaglioPagamento');
	const taxes = statedList<TaxBreakdown>(body.all('DatiBeniServizi/DatiRiepilogo'), readTax);
	const lines = statedList<InvoiceLine>(body.all('DatiBeniServizi/DettaglioLinee'), readLine);
	const typeCode = TYPE_CODES[general.text('TipoDocumento') ?? ''] ?? '380';
	const recipient = header.text(
		'DatiTrasmissione/PECDestinatario',
		'DatiTrasmissione/CodiceDestinatario',
	);
	const dueDates = payments.flatMap((node) => dateAt(node, 'DataScadenzaPagamento') ?? []);
	return (
		stated<Invoice>({
			number: general.text('Numero'),
			issueDate: dateAt(general, 'Data'),
			typeCode,
			isCredit: typeCode === '381' || undefined,
			currency: general.text('Divisa'),
			dueDate: dueDates.toSorted()[0],
			references: readReferences(data, header),
			notes: textsOf(general.all('Causale')).map((text) => ({ text })),
			profile: header.text('DatiTrasmissione/FormatoTrasmissione'),
			seller: readParty(header.find('CedentePrestatore')),
			buyer: readParty(header.find('CessionarioCommittente'), recipient),
			taxRepresentative: readParty(header.find('RappresentanteFiscale')),
			payment: readPayment(payments),
			...readAllowances(general.all('ScontoMaggiorazione')),
			totals: readTotals(general, taxes, lines, payments),
			taxes,
			lines,
		}) ?? {}
	);
}

/** The invoices in a file of FatturaPA: one a body, all of the same parties. */
export function readFatturaPa(root: XmlNode): Invoice[] {
	const header = root.at('FatturaElettronicaHeader');
	return root.all('FatturaElettronicaBody').map((body) => readBody(body, header));
}
