import { attributeOf, xmlTokens } from '../xml/xml.ts';
import { readCii } from './cii.ts';
import { readFatturaPa } from './fatturaPa.ts';
import type { Invoice } from './invoice.ts';
import { readUbl } from './ubl.ts';
import { readXmlTree, type XmlNode } from '../xml/xmlTree.ts';

/** How the root of an e-invoice is named, and what its namespace contains. */
interface Syntax {
	root: RegExp;
	namespace: RegExp;
	read: (root: XmlNode) => Invoice[];
}

const SYNTAXES: readonly Syntax[] = [
	{
		root: /^CrossIndustryInvoice$/,
		namespace: /^urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:/,
		read: (root) => [readCii(root)],
	},
	{
		root: /^CrossIndustryDocument$/,
		namespace: /^urn:ferd:(?:CrossIndustryDocument|pdfa)\b/,
		read: (root) => [readCii(root)],
	},
	{
		root: /^(?:SelfBilled)?(?:Invoice|CreditNote)$/,
		namespace:
			/^urn:oasis:names:(?:specification|tc):ubl:(?:schema:xsd:)?(?:SelfBilled)?(?:Invoice|CreditNote)\b/,
		read: (root) => [readUbl(root)],
	},
	{
		root: /^FatturaElettronica$/,
		namespace: /\bfattur(?:apa|e)\b/i,
		read: readFatturaPa,
	},
];

/** The kind of e-invoice that XML is, and the name of its root without prefix; undefined for any other XML. */
function syntaxOf(xml: string): { syntax: Syntax; root: string } | undefined {
	let envelope = '';
	for (const { kind, name, source } of xmlTokens(xml)) {
		if (kind !== 'start' && kind !== 'empty') continue;
		const [root = '', prefix] = name.split(':').toReversed();
		const attribute = prefix === undefined ? 'xmlns' : `xmlns:${prefix}`;
		const namespace = attributeOf(source, attribute) ?? attributeOf(envelope, attribute) ?? '';
		const syntax = SYNTAXES.find((one) => one.root.test(root) && one.namespace.test(namespace));
		if (syntax !== undefined) return { syntax, root };
		// A Peppol message wraps the invoice in an envelope.
		if (root === 'StandardBusinessDocument') envelope = source;
		if (envelope === '') return undefined;
	}
	return undefined;
}

/** Whether XML is an e-invoice, by its root element and namespace: CII, ZUGFeRD 1.0, UBL or FatturaPA. */
export const isInvoiceXml = (xml: string): boolean => syntaxOf(xml) !== undefined;

/** Longer XML is not read as an invoice: its attachments are in it, but no more than they need. */
const MAX_CHARACTERS = 48 * 1024 * 1024;

/** An e-invoice and the element that it was read from. */
export interface ReadInvoices {
	invoices: Invoice[];
	root: XmlNode;
}

/** The invoices in XML (several in a lot of FatturaPA); undefined if the XML is no e-invoice. */
export function readInvoices(xml: string): ReadInvoices | undefined {
	const found = xml.length > MAX_CHARACTERS ? undefined : syntaxOf(xml);
	if (found === undefined) return undefined;
	const top = readXmlTree(xml);
	const root = top?.name === found.root ? top : top?.below(found.root).next().value;
	return root && { invoices: found.syntax.read(root), root };
}
