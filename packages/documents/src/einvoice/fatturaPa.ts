import { dateAt, numberAt, type Stated, stated, statedList, sumOf, textsOf } from './cells.ts';
import type {
	AllowanceOrCharge,
	Invoice,
	InvoiceLine,
	InvoiceParty,
	TaxBreakdown,
} from './invoice.ts';
import type { XmlNode } from '../xml/xmlTree.ts';

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
	const person = data.at('Anagrafica');
	const office = node.at('Sede');
	const contact = node.at('Contatti');
	const register = node.at('IscrizioneREA');
	return stated({
		name:
			person.text('Denominazione') ?? joined([person.text('Nome'), person.text('Cognome')], ' '),
		legalRegistration: joined([register.text('Ufficio'), register.text('NumeroREA')], ' '),
		vatId: joined([data.text('IdFiscaleIVA/IdPaese'), data.text('IdFiscaleIVA/IdCodice')], ''),
		taxNumber: data.text('CodiceFiscale'),
		electronicAddress,
		address: stated({
			line1: joined([office.text('Indirizzo'), office.text('NumeroCivico')], ' '),
			city: office.text('Comune'),
			postCode: office.text('CAP'),
			subdivision: office.text('Provincia'),
			country: office.text('Nazione'),
		}),
		contact: stated({ phone: contact.text('Telefono'), email: contact.text('Email') }),
	});
}

const isSurcharge = (node: XmlNode): boolean => node.text('Tipo') === 'MG';

/**
 * Discounts and surcharges, each on what the one before left; of a line, they are stated for one unit.
 * @param price of a unit, which percentages are of
 */
function readAllowances(nodes: readonly XmlNode[], price = NaN, quantity = 1) {
	let left = price;
	const all = nodes.map((node) => {
		const percentage = numberAt(node, 'Percentuale');
		const change = numberAt(node, 'Importo') ?? (left * (percentage ?? NaN)) / 100;
		left += isSurcharge(node) ? change : -change;
		const amount = Number.isNaN(change) ? undefined : sumOf([change * quantity]);
		return { node, percentage, amount };
	});
	const of = (isWanted: (node: XmlNode) => boolean): AllowanceOrCharge[] =>
		all.flatMap(({ node, ...read }) =>
			isWanted(node) ? (stated<AllowanceOrCharge>(read) ?? []) : [],
		);
	return { allowances: of((node) => !isSurcharge(node)), charges: of(isSurcharge) };
}

/** What professionals add for their pension fund, which is taxed like their services. */
const readPension = (node: XmlNode): Stated<AllowanceOrCharge> => ({
	amount: numberAt(node, 'ImportoContributoCassa'),
	baseAmount: numberAt(node, 'ImponibileCassa'),
	percentage: numberAt(node, 'AlCassa'),
	taxCategory: node.text('Natura'),
	taxRate: numberAt(node, 'AliquotaIVA'),
	reasonCode: node.text('TipoCassa'),
});

function readLine(node: XmlNode): Stated<InvoiceLine> {
	const quantity = numberAt(node, 'Quantita');
	const netPrice = numberAt(node, 'PrezzoUnitario');
	return {
		id: node.text('NumeroLinea'),
		quantity,
		unit: node.text('UnitaMisura'),
		netAmount: numberAt(node, 'PrezzoTotale'),
		period: stated({
			start: dateAt(node, 'DataInizioPeriodo'),
			end: dateAt(node, 'DataFinePeriodo'),
		}),
		...readAllowances(node.all('ScontoMaggiorazione'), netPrice, quantity),
		netPrice,
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

function readPayment(payments: readonly XmlNode[]): Invoice['payment'] {
	return stated({
		meansCode: payments[0]?.text('ModalitaPagamento'),
		accounts: statedList(payments, (node) => ({
			iban: node.text('IBAN'),
			name: node.text('Beneficiario'),
			bic: node.text('BIC'),
		})),
		remittance: payments[0]?.text('CodicePagamento'),
	});
}

/** A sum of the amounts that are stated; undefined if none is. */
function total(amounts: ReadonlyArray<number | undefined>): number | undefined {
	const known = amounts.filter((amount) => amount !== undefined);
	return known.length === 0 ? undefined : sumOf(known);
}

/**
 * What the summaries by rate add up to: the file states no total without tax, and the one with tax only if
 * the seller fills it in.
 */
function readTotals(
	body: XmlNode,
	{ taxes = [], lines = [], charges = [] }: Invoice,
): Invoice['totals'] {
	const general = body.at('DatiGenerali/DatiGeneraliDocumento');
	const sumAt = (nodes: readonly XmlNode[], name: string) =>
		total(nodes.map((node) => numberAt(node, name)));
	const net = total(taxes.map(({ taxable }) => taxable));
	const tax = total(taxes.map(({ tax }) => tax));
	const rounding = numberAt(general, 'Arrotondamento');
	const isSplit = (node: XmlNode): boolean => node.text('EsigibilitaIVA') === 'S';
	const split = body.all('DatiBeniServizi/DatiRiepilogo').filter(isSplit);
	return stated({
		lines: total(lines.map(({ netAmount }) => netAmount)),
		charges: total(charges.map(({ amount }) => amount)),
		net,
		tax,
		gross: numberAt(general, 'ImportoTotaleDocumento') ?? total([net, tax, rounding]),
		withheld: total([
			sumAt(general.all('DatiRitenuta'), 'ImportoRitenuta'),
			sumAt(split, 'Imposta'),
		]),
		rounding,
		due: sumAt(body.all('DatiPagamento/DettaglioPagamento'), 'ImportoPagamento'),
	});
}

function readReferences(data: XmlNode, header: XmlNode): Invoice['references'] {
	return stated({
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
	const summaries = body.all('DatiBeniServizi/DatiRiepilogo');
	const taxes = statedList<TaxBreakdown>(summaries, readTax);
	const lines = statedList<InvoiceLine>(body.all('DatiBeniServizi/DettaglioLinee'), readLine);
	const changes = readAllowances(general.all('ScontoMaggiorazione'));
	const charges = [
		...changes.charges,
		...statedList<AllowanceOrCharge>(general.all('DatiCassaPrevidenziale'), readPension),
		...statedList<AllowanceOrCharge>(summaries, (node) => ({
			amount: numberAt(node, 'SpeseAccessorie'),
		})),
	];
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
			allowances: changes.allowances,
			charges,
			totals: readTotals(body, { taxes, lines, charges }),
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
