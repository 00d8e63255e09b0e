import type { FileHandle } from 'node:fs/promises';
import { truncated } from '../damage.ts';
import { DocumentFailure } from '../documentFailure.ts';
import { type DocumentFormat, factsOf, formatOfName } from '../formats.ts';
import { decodeText, isText } from '../text/decodeText.ts';
import { listCompoundFileNames } from './compoundFile.ts';
import { imageFormatOf, isCompoundFile, isPdf, isZip } from './signatures.ts';
import { textKindOf } from './textKind.ts';
import { listZipEntries, readZipEntry, type ZipEntry } from './zipArchive.ts';

/** Read to tell the format: enough for every signature and for a mail's or page's first lines. */
const HEAD_BYTES = 64 * 1024;
const MAX_MEDIA_TYPE_BYTES = 200;
/** Past this an archive is a bomb, or too large to be held in memory as a document. */
const MAX_UNCOMPRESSED_BYTES = 512 * 1024 * 1024;
const MAX_ZIP_ENTRIES = 10_000;

/** What a file is, by its content. */
export interface DetectedFormat {
	format: DocumentFormat;
	/** Set when the name says something else than the content. */
	warning?: string;
}

const PACKAGE_PARTS: ReadonlyArray<[part: RegExp, format: DocumentFormat]> = [
	[/^word\/document\d*\.xml$/, 'docx'],
	[/^xl\/workbook\d*\.(?:xml|bin)$/, 'xlsx'],
	[/^ppt\/presentation\d*\.xml$/, 'pptx'],
];

const PACKAGE_MEDIA_TYPES: ReadonlyArray<[mediaType: string, format: DocumentFormat]> = [
	['application/vnd.oasis.opendocument.text', 'odt'],
	['application/vnd.oasis.opendocument.spreadsheet', 'ods'],
	['application/vnd.oasis.opendocument.presentation', 'odp'],
	['application/epub+zip', 'epub'],
];

const COMPOUND_STREAMS: ReadonlyArray<[stream: string, format: DocumentFormat]> = [
	['Workbook', 'xls'],
	['Book', 'xls'],
	['__properties_version1.0', 'msg'],
	['WordDocument', 'doc'],
	['PowerPoint Document', 'ppt'],
];

function rejectBomb(entries: readonly ZipEntry[]): void {
	if (entries.length > MAX_ZIP_ENTRIES) {
		throw new DocumentFailure(
			'tooLarge',
			`The archive holds ${entries.length} parts; at most ${MAX_ZIP_ENTRIES} are read.`,
		);
	}
	const bytes = entries.reduce((sum, entry) => sum + entry.uncompressedBytes, 0);
	if (bytes > MAX_UNCOMPRESSED_BYTES) {
		const megabytes = Math.round(bytes / 1024 / 1024);
		throw new DocumentFailure(
			'tooLarge',
			`The document unpacks to ${megabytes} MB; at most ${MAX_UNCOMPRESSED_BYTES / 1024 / 1024} MB are read.`,
		);
	}
}

async function zipFormat(file: FileHandle, fileBytes: number): Promise<DocumentFormat> {
	const entries = await listZipEntries(file, fileBytes);
	rejectBomb(entries);
	const byPart = PACKAGE_PARTS.find(([part]) => entries.some(({ name }) => part.test(name)))?.[1];
	if (byPart) return byPart;
	const mediaTypeEntry = entries.find((entry) => entry.name === 'mimetype');
	if (mediaTypeEntry) {
		const bytes = await readZipEntry(file, mediaTypeEntry, MAX_MEDIA_TYPE_BYTES);
		const mediaType = bytes.toString('latin1').trim();
		const byMediaType = PACKAGE_MEDIA_TYPES.find(([known]) => mediaType.startsWith(known))?.[1];
		if (byMediaType) return byMediaType;
	}
	throw new DocumentFailure(
		'unsupported',
		'The file is a ZIP archive without a document in it. Unpack it and send the documents.',
	);
}

async function compoundFormat(file: FileHandle): Promise<DocumentFormat> {
	const names = await listCompoundFileNames(file);
	if (names.includes('EncryptedPackage')) {
		throw new DocumentFailure(
			'password',
			'The document is password-protected. Remove the password and send it again.',
		);
	}
	const known = COMPOUND_STREAMS.find(([stream]) => names.includes(stream))?.[1];
	if (known) return known;
	if (!names.includes('Root Entry')) throw truncated('The document');
	throw new DocumentFailure(
		'unsupported',
		'The file is an Office container without a document that can be read.',
	);
}

async function contentFormat(
	file: FileHandle,
	fileBytes: number,
	named: DocumentFormat | undefined,
): Promise<DocumentFormat> {
	const buffer = Buffer.alloc(Math.min(HEAD_BYTES, fileBytes));
	const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
	const head = buffer.subarray(0, bytesRead);
	if (isZip(head)) return await zipFormat(file, fileBytes);
	if (isCompoundFile(head)) return await compoundFormat(file);
	const image = imageFormatOf(head);
	if (image && !(image === 'bmp' && isText(head))) return image;
	if (isPdf(head)) return 'pdf';
	if (isText(head)) {
		const sample = decodeText(head, { isSample: bytesRead < fileBytes });
		return textKindOf(sample, named);
	}
	throw new DocumentFailure(
		'unsupported',
		'The file is none of the formats that are read: its content is neither a known document nor an image nor text.',
	);
}

function mismatch(named: DocumentFormat | undefined, format: DocumentFormat): string | undefined {
	if (named === undefined || named === format) return undefined;
	return `The file name says ${factsOf(named).label}, but the content is ${factsOf(format).label}; it was read as that.`;
}

/**
 * Tells what a file is by its content: signature, the parts of an archive or container, or the
 * shape of its text. The name only decides between kinds of text that look alike.
 * Throws `DocumentFailure` for empty, truncated, encrypted, hostile and unknown files.
 */
export async function detectFormat(
	file: FileHandle,
	fileName: string | undefined,
): Promise<DetectedFormat> {
	const { size } = await file.stat();
	if (size === 0) throw new DocumentFailure('empty', 'The file is empty (0 bytes).');
	const named = fileName === undefined ? undefined : formatOfName(fileName);
	const format = await contentFormat(file, size, named);
	const warning = mismatch(named, format);
	return { format, ...(warning !== undefined && { warning }) };
}
