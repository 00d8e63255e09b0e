import { open, readFile } from 'node:fs/promises';
import { CFB } from '@e965/xlsx';
import { strFromU8, type UnzipFileInfo, unzipSync } from 'fflate';
import type { DocumentSource } from '../document/conversion.ts';
import { DocumentFailure, truncated } from '../document/documentFailure.ts';
import { decodeText, isText } from '../text/decodeText.ts';
import { flatFormat } from '../office/flat.ts';
import { isFeed } from '../text/structured.ts';
import {
	type DocumentFormat,
	factsOf,
	formatOfMediaType,
	formatOfName,
	isTextFormat,
} from './formats.ts';

/** The first bytes of pictures; `at` is their offset, default 0. */
const SIGNATURES: ReadonlyArray<[format: DocumentFormat, bytes: string, at?: number]> = [
	['png', '\x89PNG\r\n\x1a\n'],
	['jpg', '\xff\xd8\xff'],
	['gif', 'GIF87a'],
	['gif', 'GIF89a'],
	['tiff', 'II*\0'],
	['tiff', 'MM\0*'],
	['webp', 'WEBP', 8],
	['bmp', 'BM'],
];

/** `PK\3\4`, or `PK\5\6` for an empty archive. */
const isZip = (head: Buffer): boolean =>
	['PK\x03\x04', 'PK\x05\x06'].includes(head.toString('latin1', 0, 4));

/** The container of Office 97-2003 files, Outlook messages and encrypted Office files. */
const isCompoundFile = (head: Buffer): boolean =>
	head.toString('latin1', 0, 8) === '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

/** A PDF may be preceded by other bytes; readers look for its mark in the first kilobyte. */
const isPdf = (head: Buffer): boolean => head.toString('latin1', 0, 1024).includes('%PDF-');

/** The image format that a file's first bytes stand for. */
export function imageFormatOf(head: Buffer): DocumentFormat | undefined {
	const text = head.toString('latin1', 0, 16);
	return SIGNATURES.find(([, bytes, at = 0]) => text.startsWith(bytes, at))?.[0];
}

/** Parts of an archive that tell what document it is; the others name their media type in a part. */
const PACKAGE_PARTS: ReadonlyArray<[part: RegExp, format: DocumentFormat]> = [
	[/^word\/document\d*\.xml$/, 'docx'],
	[/^xl\/workbook\d*\.(?:xml|bin)$/, 'xlsx'],
	[/^ppt\/presentation\d*\.xml$/, 'pptx'],
];
const MAX_MEDIA_TYPE_BYTES = 200;

/** In small letters: names in a container are the same in capitals. */
const COMPOUND_STREAMS: ReadonlyArray<[stream: string, format: DocumentFormat]> = [
	['workbook', 'xls'],
	['book', 'xls'],
	['__properties_version1.0', 'msg'],
	['worddocument', 'doc'],
	['powerpoint document', 'ppt'],
];

/** Past this an archive is a bomb, or too large to be held in memory as a document. */
const MAX_UNPACKED_MEGABYTES = 512;
const MAX_ZIP_ENTRIES = 10_000;

function rejectBomb(parts: number, bytes: number): void {
	const megabytes = Math.round(bytes / 1024 / 1024);
	if (parts > MAX_ZIP_ENTRIES) {
		throw new DocumentFailure(
			'tooLarge',
			`The archive holds ${parts} parts; at most ${MAX_ZIP_ENTRIES} are read.`,
		);
	}
	if (megabytes > MAX_UNPACKED_MEGABYTES) {
		throw new DocumentFailure(
			'tooLarge',
			`The document unpacks to ${megabytes} MB; at most ${MAX_UNPACKED_MEGABYTES} MB are read.`,
		);
	}
}

/** Of an archive only its directory is read, and the small part that names the media type of some. */
function zipFormat(bytes: Buffer): DocumentFormat {
	const names: string[] = [];
	let unpacked = 0;
	let mediaType = '';
	const filter = ({ name, originalSize }: UnzipFileInfo): boolean => {
		names.push(name);
		unpacked += originalSize;
		return name === 'mimetype' && originalSize <= MAX_MEDIA_TYPE_BYTES;
	};
	try {
		const { mimetype } = unzipSync(bytes, { filter });
		if (mimetype) mediaType = strFromU8(mimetype, true);
	} catch {
		throw truncated('The document');
	}
	rejectBomb(names.length, unpacked);
	const byPart = PACKAGE_PARTS.find(([part]) => names.some((name) => part.test(name)))?.[1];
	const format = byPart ?? formatOfMediaType(mediaType);
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

/** By the names of the container's own streams, not of the documents that are embedded in it. */
function compoundFormat(bytes: Buffer): DocumentFormat {
	let paths: string[];
	try {
		paths = CONTAINER.read(bytes, { type: 'buffer' }).FullPaths;
	} catch {
		throw truncated('The document');
	}
	const own = paths
		.map((path) => path.toLowerCase().split('/'))
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
	throw new DocumentFailure(
		'unsupported',
		'The file is an Office container without a document that can be read.',
	);
}

/** Text under a workbook's name is an exported table. */
const SHEET_FORMATS: readonly DocumentFormat[] = ['xls', 'xlsx', 'ods'];

const HTML_START =
	/^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i;
const MAIL_FIRST_HEADER =
	/^(?:Return-Path|Received|Delivered-To|MIME-Version|Message-ID|From|Date|Subject|To|X-[\w-]+|DKIM-Signature|ARC-[\w-]+|Content-Type): /i;
const MAIL_HEADERS = [/^From: /im, /^(?:Date|Subject|To|Message-ID|Received|MIME-Version): /im];

/** A page that a browser saved whole: a message without a sender. */
const SAVED_PAGE = [/^MIME-Version: /im, /^Content-Type: multipart\/related\b/im];

function looksLikeMail(sample: string): boolean {
	const head = sample.split(/\r?\n\r?\n/, 1)[0] ?? '';
	if (MAIL_FIRST_HEADER.test(head) && SAVED_PAGE.every((header) => header.test(head))) return true;
	return MAIL_FIRST_HEADER.test(head) && MAIL_HEADERS.every((header) => header.test(head));
}

const WORD_2003 = /<w:wordDocument\b/;

/** A drawing without the usual beginning of XML. */
const isDrawingStart = (text: string): boolean =>
	/^(?:<!--[\s\S]*?-->\s*)?<(?:!DOCTYPE )?svg\b/i.test(text);

/**
 * Which kind of text a file is: by its content where that is decisive (RTF, HTML, e-mail,
 * documents in one XML file), else by
 * `named`, the format its name stands for; plain text when that is no text format.
 * @param sample the decoded beginning of the file, without a byte order mark
 * @throws DocumentFailure for Word 2003 XML
 */
export function textKindOf(sample: string, named: DocumentFormat | undefined): DocumentFormat {
	const text = sample.trimStart();
	if (text.startsWith('{\\rtf')) return 'rtf';
	if (HTML_START.test(text)) return 'html';
	if (named === 'eml' || looksLikeMail(text)) return 'eml';
	if (text.startsWith('<')) {
		if (WORD_2003.test(text.slice(0, 8192))) {
			throw new DocumentFailure(
				'unsupported',
				'The document was saved as Word 2003 XML, which is not read. Save it as DOCX, with Word or LibreOffice, and send that.',
			);
		}
		const flat = flatFormat(text);
		if (flat) return flat;
		if (text.startsWith('<?xml') || isFeed(text) || isDrawingStart(text)) return 'xml';
	}
	if (named === undefined || named === 'rtf') return 'txt';
	if (SHEET_FORMATS.includes(named)) return 'csv';
	return isTextFormat(named) ? named : 'txt';
}

/** Read to tell the format: enough for every signature and for a mail's or page's first lines. */
const HEAD_BYTES = 64 * 1024;

/** The beginning of a document; all of it where only its directory, at the end, tells what it is. */
async function beginningOf(source: DocumentSource): Promise<{ head: Buffer; isSample: boolean }> {
	if (typeof source !== 'string') return { head: source, isSample: false };
	const file = await open(source);
	try {
		const { size } = await file.stat();
		const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(HEAD_BYTES, size)));
		const head = buffer.subarray(0, bytesRead);
		const isContainer = isZip(head) || isCompoundFile(head);
		return isContainer
			? { head: await readFile(source), isSample: false }
			: { head, isSample: bytesRead < size };
	} finally {
		await file.close();
	}
}

async function contentFormat(
	source: DocumentSource,
	named: DocumentFormat | undefined,
): Promise<DocumentFormat> {
	const { head, isSample } = await beginningOf(source);
	if (head.length === 0) throw new DocumentFailure('empty', 'The file is empty (0 bytes).');
	if (isZip(head)) return zipFormat(head);
	if (isCompoundFile(head)) return compoundFormat(head);
	const image = imageFormatOf(head);
	if (image && !(image === 'bmp' && isText(head))) return image;
	if (isPdf(head)) return 'pdf';
	if (isText(head)) return textKindOf(decodeText(head, { isSample }), named);
	throw new DocumentFailure(
		'unsupported',
		'The file is none of the formats that are read: its content is neither a known document nor an image nor text.',
	);
}

/**
 * Tells what a document is by its content: signature, the parts of an archive or container, or the
 * shape of its text. The name only decides between kinds of text that look alike.
 * @returns with a warning when the name says something else than the content
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
