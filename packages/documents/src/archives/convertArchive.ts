import { type UnzipFileInfo, unzipSync } from 'fflate';
import {
	bytesOf,
	type ConvertedPage,
	type ReadDocument,
	type ReaderTools,
	type ReadRequest,
} from '../conversion/conversion.ts';
import { damaged, DocumentFailure } from '../conversion/documentFailure.ts';
import { innerSection } from '../conversion/innerDocuments.ts';
import { selectPages } from '../conversion/pages.ts';
import { findPreview, isFileEntry } from './archive.ts';
import { encryptedNames } from './encryptedNames.ts';
import { givenNames } from './givenNames.ts';

/** How files of a ZIP archive are packed, by number, where that is not supported (APPNOTE 4.4.5). */
const OTHER_METHODS: Readonly<Record<number, string>> = {
	9: 'Deflate64',
	12: 'BZIP2',
	14: 'LZMA',
	93: 'Zstandard',
	95: 'XZ',
	98: 'PPMd',
};
const STORED = 0;
const DEFLATED = 8;
function rejectOtherMethod(method: number): void {
	if (method === STORED || method === DEFLATED) return;
	const name = OTHER_METHODS[method] ?? `method ${method}`;
	throw new DocumentFailure(
		'unsupported',
		`The file is compressed with ${name}, which is not supported. Compress it as an ordinary ZIP file (Deflate), or send it uncompressed.`,
	);
}

/** One file of an archive. @throws DocumentFailure when it can't be unpacked */
function unpack(bytes: Buffer, wanted: string, encrypted: ReadonlySet<string>): Buffer {
	if (encrypted.has(wanted)) {
		throw new DocumentFailure(
			'password',
			'The file is password-protected. Unpack it and send it as it is.',
		);
	}
	try {
		const filter = ({ name, compression }: UnzipFileInfo): boolean => {
			if (name === wanted) rejectOtherMethod(compression);
			return name === wanted;
		};
		return Buffer.from(unzipSync(bytes, { filter })[wanted] ?? []);
	} catch (cause) {
		throw cause instanceof DocumentFailure ? cause : damaged('The file', cause);
	}
}

function fileNames(bytes: Buffer): string[] {
	const names: string[] = [];
	unzipSync(bytes, { filter: ({ name }) => (names.push(name), false) });
	return names.filter(isFileEntry).toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

/**
 * Converts an archive of files, one page per file, under its name and in the order of names.
 * Files that are not documents are named in the warnings, those that can't be read with the reason.
 * @throws DocumentFailure when none of its files is a supported document
 */
export async function convertArchive(
	request: ReadRequest,
	tools: ReaderTools,
): Promise<ReadDocument> {
	const bytes = await bytesOf(request.source);
	const names = fileNames(bytes);
	const encrypted = encryptedNames(bytes);
	const { nameOf, warning } = givenNames(names);
	if (warning !== undefined) tools.context.warn(warning);
	const selected = selectPages(names.length, request.pages, request.maxPages);
	tools.checkCount(selected.length);
	const pages: ConvertedPage[] = [];
	const others: string[] = [];
	for (const pageNumber of selected) {
		const packed = names[pageNumber - 1] ?? '';
		const name = nameOf(packed);
		const page: ConvertedPage = { pageNumber, markdown: '', method: 'text' };
		try {
			const part = await tools.readPart(unpack(bytes, packed, encrypted), name, {
				isDocument: true,
			});
			if (part) page.markdown = innerSection(name, part.markdown, 1);
			else others.push(name);
			if (part?.markdown.trim() === '') tools.context.warn(`No text was found in "${name}".`);
		} catch (error) {
			if (!(error instanceof DocumentFailure)) throw error;
			page.error = `"${name}": ${error.message}`;
			tools.context.warn(`The file "${name}" of the archive was not read: ${error.message}`);
		}
		if (!others.includes(name)) pages.push(page);
		tools.context.onProgress(pages.length + others.length, selected.length);
	}
	if (pages.length === 0) {
		throw new DocumentFailure(
			'unsupported',
			`The ZIP archive contains no document that can be read: ${quoted(others.slice(0, 10))}.`,
		);
	}
	if (others.length > 0) {
		tools.context.warn(
			`Files in the archive that are not documents were left out: ${quoted(others)}.`,
		);
	}
	return { totalPages: names.length, pages };
}

/** Converts a document of Apple's programs by the preview in it. @throws DocumentFailure */
export async function convertPreview(
	bytes: Buffer,
	{ context, readPart }: ReaderTools,
): Promise<string> {
	const preview = findPreview(fileNames(bytes)) ?? '';
	const part = await readPart(unpack(bytes, preview, encryptedNames(bytes)), 'Preview.pdf');
	context.warn(
		'The document was read from the preview in it, which may lack pages. Export it as PDF, or as DOCX, XLSX or PPTX, to have all of it read.',
	);
	return part?.markdown ?? '';
}
