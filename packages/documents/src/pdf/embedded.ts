import { escapeText } from '@web-data-extraction/markdown/escape';
import type { ReaderTools } from '../conversion/conversion.ts';
import { innerSection, readInnerDocuments } from '../conversion/innerDocuments.ts';
import type { Invoice } from '../einvoice/invoice.ts';
import { contentOf, type PdfObjects, referencesIn, stringAfter } from './objects.ts';

/** Of an embedded file that is larger unpacked, only the name is given. */
const MAX_FILE_BYTES = 50 * 1024 * 1024;
/** Maximum total size of embedded files that are unpacked. */
const MAX_UNPACKED_BYTES = 128 * 1024 * 1024;
/** A file embedded in a PDF; without content if it can't be unpacked. */
interface EmbeddedFile {
	name: string;
	content: Buffer | undefined;
}

/**
 * The files embedded in a PDF, such as the data of an electronic invoice.
 * @param file all bytes of the PDF
 */
export function embeddedFiles(file: Buffer, objects: PdfObjects): EmbeddedFile[] {
	const seen = new Set<number>();
	let left = file.includes('/Encrypt') ? 0 : MAX_UNPACKED_BYTES;
	return [...objects.values()].flatMap((description) => {
		// Several streams if there are versions for different systems, described here or elsewhere.
		const [, direct, list] =
			/\/EF\s{0,4}(?:<<([^>]{0,200})>>|(\d{1,10}\s{1,4}\d{1,5}\s{1,4}R))/.exec(description.text) ??
			[];
		const elsewhere = referencesIn(list).map((id) => objects.get(id)?.text);
		return referencesIn([direct, ...elsewhere].join(' ')).flatMap((id): EmbeddedFile[] => {
			const stream = objects.get(id);
			if (!stream || seen.has(id)) return [];
			seen.add(id);
			const name = stringAfter('UF', description) ?? stringAfter('F', description) ?? 'file';
			const content = contentOf(file, stream, Math.min(left, MAX_FILE_BYTES));
			left -= content?.length ?? 0;
			return [{ name, content }];
		});
	});
}

/**
 * The files embedded in a PDF, as Markdown: the names of all files, and the content of documents among
 * them; and the e-invoices among these.
 */
export async function readEmbedded(
	files: readonly EmbeddedFile[],
	tools: ReaderTools,
): Promise<{ markdown: string; invoices: Invoice[] }> {
	if (files.length === 0) return { markdown: '', invoices: [] };
	for (const { name, content } of files) {
		if (!content)
			tools.context.warn(`The embedded file "${name}" was not read: it can't be unpacked.`);
	}
	const unpacked = files.flatMap(({ name, content }) => (content ? [{ name, content }] : []));
	const read = await readInnerDocuments(unpacked, 'embedded file', tools);
	const listed = files.map(({ name, content }) => {
		const kilobytes = content && Math.max(1, Math.round(content.length / 1024));
		return `- ${escapeText(name)}${kilobytes ? ` (${kilobytes} KB)` : ''}`;
	});
	const sections = [...read].map(([{ name }, part]) => innerSection(name, part.markdown));
	return {
		markdown: [`## Embedded files\n\n${listed.join('\n')}`, ...sections].join('\n\n'),
		invoices: [...read.values()].flatMap(({ invoices }) => invoices),
	};
}
