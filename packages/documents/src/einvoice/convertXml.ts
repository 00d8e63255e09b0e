import type { ReaderTools } from '../conversion/conversion.ts';
import {
	type InnerDocument,
	innerSection,
	readInnerDocuments,
} from '../conversion/innerDocuments.ts';
import { readText } from '../text/convertText.ts';
import { xmlMarkdown } from '../text/structured.ts';
import { describeContradictions } from './contradictions.ts';
import { furtherData } from './furtherData.ts';
import { invoiceMarkdown } from './invoiceMarkdown.ts';
import { readInvoices } from './readInvoices.ts';
import type { XmlNode } from '../xml/xmlTree.ts';

/** Elements with the bytes of a file: of UBL, CII and FatturaPA, and where that has the file's name. */
const CARRIERS: ReadonlyArray<[element: string, nameOf: (node: XmlNode) => string | undefined]> = [
	['EmbeddedDocumentBinaryObject', (node) => node.attribute('filename')],
	['AttachmentBinaryObject', (node) => node.attribute('filename')],
	['Allegati', (node) => node.text('NomeAttachment')],
];

/** The files that an e-invoice carries: time sheets, measurements, the invoice as PDF. */
function attachmentsIn(root: XmlNode): InnerDocument[] {
	return CARRIERS.flatMap(([element, nameOf]) =>
		[...root.below(element)].flatMap((node) => {
			const content = Buffer.from(node.text('Attachment') ?? node.text() ?? '', 'base64');
			return content.length === 0 ? [] : [{ name: nameOf(node) ?? 'attachment', content }];
		}),
	);
}

/**
 * The Markdown of an XML file: e-invoices as they are printed, with all else that they state and the documents
 * that they carry, feeds and the like as `xmlMarkdown` writes them, any other XML as it is. The values of
 * e-invoices are added to the context.
 * @throws DocumentFailure as `readText`
 */
export async function convertXml(
	bytes: Buffer,
	charset: string | undefined,
	tools: ReaderTools,
): Promise<string> {
	const { context } = tools;
	const xml = readText(bytes, 'xml', { charset, warn: context.warn });
	const read = readInvoices(xml);
	if (read === undefined || read.invoices.length === 0) return xmlMarkdown(xml);
	for (const invoice of read.invoices) {
		describeContradictions(invoice).forEach(context.warn);
		context.addInvoice(invoice);
	}
	const attachments = attachmentsIn(read.root);
	const further = furtherData(read.root);
	const inner = await readInnerDocuments(attachments, 'attachment', tools);
	return [
		...read.invoices.map(invoiceMarkdown),
		...(further === '' ? [] : [further]),
		...[...inner].map(([{ name }, { markdown }]) => innerSection(name, markdown)),
	].join('\n\n');
}
