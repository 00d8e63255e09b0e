import { open, readFile } from 'node:fs/promises';
import { CFB } from '@e965/xlsx';
import { strFromU8, type UnzipFileInfo, unzipSync } from 'fflate';
import { type DocumentFormat, factsOf, formatOfName } from './formats.ts';
import { DocumentFailure, truncated } from '../document/documentFailure.ts';
import { decodeText, isText } from '../text/decodeText.ts';
import { textKindOf } from './textKind.ts';

/** The first bytes of formats that are known by them. `at` is the offset of the bytes, default 0. */
interface Signature {
	format: DocumentFormat;
	bytes: string;
	at?: number;
}

const SIGNATURES: readonly Signature[] = [
	{ format: 'png', bytes: '\x89PNG\r\n\x1a\n' },
	{ format: 'jpg', bytes: '\xff\xd8\xff' },
	{ format: 'gif', bytes: 'GIF87a' },
	{ format: 'gif', bytes: 'GIF89a' },
	{ format: 'tiff', bytes: 'II*\0' },
	{ format: 'tiff', bytes: 'MM\0*' },
	{ format: 'webp', bytes: 'WEBP', at: 8 },
	{ format: 'bmp', bytes: 'BM' },
];

/** A PDF may be preceded by other bytes; readers look for its mark in the first kilobyte. */
const PDF_SEARCH_LENGTH = 1024;

/** `PK\3\4`, or `PK\5\6` for an empty archive. */
function isZip(head: Buffer): boolean {
	return (
		head.toString('latin1', 0, 4) === 'PK\x03\x04' || head.toString('latin1', 0, 4) === 'PK\x05\x06'
	);
}

/** The container of Office 97-2003 files, Outlook messages and encrypted Office files. */
function isCompoundFile(head: Buffer): boolean {
	return head.toString('latin1', 0, 8) === '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
}

/** Whether the file is a PDF; readers accept its mark anywhere in the first kilobyte. */
function isPdf(head: Buffer): boolean {
	return head.toString('latin1', 0, PDF_SEARCH_LENGTH).includes('%PDF-');
}

/** The image format that a file's first bytes stand for. */
export function imageFormatOf(head: Buffer): DocumentFormat | undefined {
	const text = head.toString('latin1', 0, 16);
	return SIGNATURES.find(({ bytes, at = 0 }) => text.startsWith(bytes, at))?.format;
}

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

/** In small letters: names in a container are the same in capitals. */
const COMPOUND_STREAMS: ReadonlyArray<[stream: string, format: DocumentFormat]> = [
	['workbook', 'xls'],
	['book', 'xls'],
	['__properties_version1.0', 'msg'],
	['worddocument', 'doc'],
	['powerpoint document', 'ppt'],
];

function rejectBomb({ parts, bytes }: { parts: number; bytes: number }): void {
	if (parts > MAX_ZIP_ENTRIES) {
		throw new DocumentFailure(
			'tooLarge',
			`The archive holds ${parts} parts; at most ${MAX_ZIP_ENTRIES} are read.`,
		);
	}
	if (bytes > MAX_UNCOMPRESSED_BYTES) {
		const megabytes = Math.round(bytes / 1024 / 1024);
		throw new DocumentFailure(
			'tooLarge',
			`The document unpacks to ${megabytes} MB; at most ${MAX_UNCOMPRESSED_BYTES / 1024 / 1024} MB are read.`,
		);
	}
}

/** The names of an archive's parts, and the small part that names the media type of some. */
function readDirectory(bytes: Uint8Array): { names: string[]; mediaType: string } {
	const names: string[] = [];
	let unpacked = 0;
	const filter = ({ name, originalSize }: UnzipFileInfo): boolean => {
		names.push(name);
		unpacked += originalSize;
		return name === 'mimetype' && originalSize <= MAX_MEDIA_TYPE_BYTES;
	};
	try {
		const { mimetype } = unzipSync(bytes, { filter });
		rejectBomb({ parts: names.length, bytes: unpacked });
		return { names, mediaType: mimetype ? strFromU8(mimetype, true).trim() : '' };
	} catch (cause) {
		if (cause instanceof DocumentFailure) throw cause;
		throw truncated('The document');
	}
}

function zipFormat(bytes: Uint8Array): DocumentFormat {
	const { names, mediaType } = readDirectory(bytes);
	const byPart = PACKAGE_PARTS.find(([part]) => names.some((name) => part.test(name)))?.[1];
	const format = byPart ?? PACKAGE_MEDIA_TYPES.find(([known]) => mediaType.startsWith(known))?.[1];
	if (format) return format;
	throw new DocumentFailure(
		'unsupported',
		'The file is a ZIP archive without a document in it. Unpack it and send the documents.',
	);
}

/** The part of the sheet library that reads the container of Office 97-2003, which it has no type for. */
const CONTAINER: {
	read(bytes: Uint8Array, options: { type: 'buffer' }): { FullPaths: string[] };
} = CFB;

/**
 * The names of a container's own streams in small letters, not of the documents that are embedded in
 * it. @throws DocumentFailure when its directory is cut off
 */
function listContainer(bytes: Uint8Array): string[] {
	try {
		const { FullPaths } = CONTAINER.read(bytes, { type: 'buffer' });
		return FullPaths.map((path) => path.toLowerCase().split('/'))
			.filter(({ length }) => length === 2)
			.map(([, name = '']) => name);
	} catch {
		throw truncated('The document');
	}
}

function compoundFormat(bytes: Uint8Array): DocumentFormat {
	const names = listContainer(bytes);
	if (names.includes('encryptedpackage')) {
		throw new DocumentFailure(
			'password',
			'The document is password-protected. Remove the password and send it again.',
		);
	}
	const known = COMPOUND_STREAMS.find(([stream]) => names.includes(stream))?.[1];
	if (known) return known;
	throw new DocumentFailure(
		'unsupported',
		'The file is an Office container without a document that can be read.',
	);
}

function contentFormat(
	head: Buffer,
	{ named, isSample }: { named: DocumentFormat | undefined; isSample: boolean },
): DocumentFormat {
	if (isZip(head)) return zipFormat(head);
	if (isCompoundFile(head)) return compoundFormat(head);
	const image = imageFormatOf(head);
	if (image && !(image === 'bmp' && isText(head))) return image;
	if (isPdf(head)) return 'pdf';
	if (isText(head)) {
		return textKindOf(decodeText(head, { isSample }), named);
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

/** The beginning of a file; all of it where only its directory, at the end, tells what it is. */
async function readBeginning(filePath: string): Promise<{ head: Buffer; isSample: boolean }> {
	const file = await open(filePath);
	try {
		const { size } = await file.stat();
		const buffer = Buffer.alloc(Math.min(HEAD_BYTES, size));
		const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
		const head = buffer.subarray(0, bytesRead);
		if (size === bytesRead || !(isZip(head) || isCompoundFile(head))) {
			return { head, isSample: bytesRead < size };
		}
		return { head: await readFile(filePath), isSample: false };
	} finally {
		await file.close();
	}
}

/**
 * Tells what a document in memory is, as `detectFormat` does.
 * @param head its beginning; all of it for archives and containers
 */
export function detectBytes(
	head: Buffer,
	fileName: string | undefined,
	{ isSample = false } = {},
): DetectedFormat {
	if (head.length === 0) throw new DocumentFailure('empty', 'The file is empty (0 bytes).');
	const named = fileName === undefined ? undefined : formatOfName(fileName);
	const format = contentFormat(head, { named, isSample });
	const warning = mismatch(named, format);
	return { format, ...(warning !== undefined && { warning }) };
}

/**
 * Tells what a file is by its content: signature, the parts of an archive or container, or the
 * shape of its text. The name only decides between kinds of text that look alike.
 * Throws `DocumentFailure` for empty, truncated, encrypted, hostile and unknown files.
 */
export async function detectFormat(
	filePath: string,
	fileName: string | undefined,
): Promise<DetectedFormat> {
	const { head, isSample } = await readBeginning(filePath);
	return detectBytes(head, fileName, { isSample });
}
