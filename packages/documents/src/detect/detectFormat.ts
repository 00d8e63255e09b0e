import { open, readFile } from 'node:fs/promises';
import { archiveFormat, isZip } from '../archives/archive.ts';
import type { DocumentSource } from '../conversion/conversion.ts';
import { DocumentFailure, truncated } from '../conversion/documentFailure.ts';
import { pathsIn } from '../ole/compoundStreams.ts';
import { decodeText, isText } from '../text/decodeText.ts';
import { isTnef } from '../tnef/readTnef.ts';
import { isCryptographic, signedContent } from '../mail/signed.ts';
import { type DocumentFormat, factsOf, formatOfName, isTextFormat } from './formats.ts';
import { imageFormatOf, isAvif, isCompoundFile, isPdf } from './signatures.ts';
import { textKindOf } from './textKind.ts';

/** Documents in such a container that are not read, by one of their streams, and what to do. */
const UNREAD_STREAMS: ReadonlyArray<[stream: string, reason: string]> = [
	[
		'matost',
		'Microsoft Works documents are not read. Save it as DOCX or PDF, with LibreOffice, and send that.',
	],
	['visiodocument', 'Visio drawings are not read. Export it as PDF and send that.'],
	['quill', 'Publisher documents are not read. Export it as PDF and send that.'],
];

/** In lower case: names in a container are case-insensitive. */
const COMPOUND_STREAMS: ReadonlyArray<[stream: string, format: DocumentFormat]> = [
	['workbook', 'xls'],
	['book', 'xls'],
	['__properties_version1.0', 'msg'],
	['worddocument', 'doc'],
	['powerpoint document', 'ppt'],
];

/** By the names of the container's own streams, not those of documents embedded in it. */
function compoundFormat(bytes: Buffer): DocumentFormat {
	let paths: string[];
	try {
		paths = pathsIn(bytes);
	} catch {
		throw truncated('The document');
	}
	const own = paths
		// A folder's path ends with a slash; Publisher's text is one.
		.map((path) => path.toLowerCase().replace(/\/$/, '').split('/'))
		.filter((path) => path.length === 2);
	const names = new Set(own.map(([, name]) => name));
	if (names.has('encryptedpackage')) {
		throw new DocumentFailure(
			'password',
			'The document is password-protected. Remove the password and send it again.',
		);
	}
	const format = COMPOUND_STREAMS.find(([stream]) => names.has(stream))?.[1];
	if (format) return format;
	const unread = UNREAD_STREAMS.find(([stream]) => names.has(stream));
	if (unread) throw new DocumentFailure('unsupported', unread[1]);
	throw new DocumentFailure(
		'unsupported',
		'The file is an Office container without a document that can be read.',
	);
}

/** Read to detect the format: enough for every signature and for a mail's or page's first lines. */
const HEAD_BYTES = 64 * 1024;

/** The beginning of a document; all of it where only its directory, at the end, identifies it. */
async function beginningOf(source: DocumentSource): Promise<{ head: Buffer; isSample: boolean }> {
	if (typeof source !== 'string') return { head: source, isSample: false };
	const file = await open(source);
	try {
		const { size } = await file.stat();
		const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(HEAD_BYTES, size)));
		const head = buffer.subarray(0, bytesRead);
		const isContainer = isZip(head) || isCompoundFile(head) || isCryptographic(head);
		return isContainer
			? { head: await readFile(source), isSample: false }
			: { head, isSample: bytesRead < size };
	} finally {
		await file.close();
	}
}

function signedFormat(bytes: Buffer): DocumentFormat {
	if (signedContent(bytes) !== undefined) return 'p7m';
	throw new DocumentFailure(
		'unsupported',
		'The file contains only a signature or certificate. Send the document that it belongs to.',
	);
}

/** Formats that are known but not read, by their first bytes, and what to do. */
const UNREAD: ReadonlyArray<[start: string, reason: string, at?: number]> = [
	[
		'\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d',
		'OneNote files are not read. Export the page as PDF or DOCX, with OneNote, and send that.',
	],
	[
		'\xffWPC',
		'WordPerfect documents are not read. Save it as DOCX or PDF, with WordPerfect or LibreOffice, and send that.',
	],
	['Rar!', 'RAR archives are not read. Unpack it and send the documents, or send them as ZIP.'],
	[
		'7z\xbc\xaf',
		'7z archives are not read. Unpack it and send the documents, or send them as ZIP.',
	],
	['\x1f\x8b', 'Compressed files (gzip) are not read. Unpack it and send what is in it.'],
	[
		'ustar',
		'TAR archives are not read. Unpack it and send the documents, or send them as ZIP.',
		257,
	],
	['JXL ', 'JPEG XL images are not read. Save it as JPEG or PNG and send that.', 4],
	['jP  ', 'JPEG 2000 images are not read. Save it as JPEG or PNG and send that.', 4],
	['8BPS', 'Photoshop files are not read. Save it as PDF, JPEG or PNG and send that.'],
	['AC10', 'AutoCAD drawings are not read. Export it as PDF and send that.'],
	['!BDN', 'Outlook data files are not read. Save the messages as MSG or EML and send those.'],
];

function rejectUnread(head: Buffer): void {
	const found = UNREAD.find(([start, , at = 0]) =>
		head.toString('latin1', at, at + start.length).startsWith(start),
	);
	if (found) throw new DocumentFailure('unsupported', found[1]);
}

async function contentFormat(
	source: DocumentSource,
	named: DocumentFormat | undefined,
): Promise<DocumentFormat> {
	const { head, isSample } = await beginningOf(source);
	if (head.length === 0) throw new DocumentFailure('empty', 'The file is empty (0 bytes).');
	if (isZip(head)) return archiveFormat(head);
	if (isCompoundFile(head)) return compoundFormat(head);
	if (isAvif(head)) {
		throw new DocumentFailure(
			'unsupported',
			'AVIF images are not read. Save it as JPEG or PNG and send that.',
		);
	}
	const image = imageFormatOf(head);
	if (image && !(image === 'bmp' && isText(head))) return image;
	if (isPdf(head)) return 'pdf';
	if (isCryptographic(head)) return signedFormat(head);
	if (isTnef(head)) return 'tnef';
	rejectUnread(head);
	const isNamed = named !== undefined && isTextFormat(named);
	if (isText(head, { isNamed })) return textKindOf(decodeText(head, { isSample }), named, isSample);
	throw new DocumentFailure(
		'unsupported',
		isNamed
			? `The file name says ${factsOf(named).label}, but the content is not text. Export it again as text, in UTF-8, or correct the ending of its name.`
			: 'The format of the file is not supported: its content is not a known document, an image or text.',
	);
}

/**
 * Detects what a document is by its content: signature, the parts of an archive or container, or the
 * shape of its text. The name only decides between kinds of text that look alike.
 * @returns with a warning when the name does not match the content
 * @throws DocumentFailure for empty, truncated, encrypted, hostile and unknown files
 */
export async function detectFormat(
	source: DocumentSource,
	fileName: string | undefined,
): Promise<{ format: DocumentFormat; warnings: string[] }> {
	const named = fileName === undefined ? undefined : formatOfName(fileName);
	const format = await contentFormat(source, named);
	if (named === undefined || named === format) return { format, warnings: [] };
	const [name, content] = [factsOf(named).label, factsOf(format).label];
	const warning = `The file name says ${name}, but the content is ${content}; it was read as that.`;
	return { format, warnings: [warning] };
}
