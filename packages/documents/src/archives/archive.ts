import { strFromU8, type UnzipFileInfo, unzipSync } from 'fflate';
import { type DocumentFormat, formatOfMediaType } from '../detect/formats.ts';
import { DocumentFailure, truncated } from '../conversion/documentFailure.ts';
import { encryptedNames } from './encryptedNames.ts';

/** Where Apple's programs keep a document as it is printed; such a folder may be packed whole. */
const PREVIEW = /(?:^|\/)QuickLook\/Preview\.pdf$/i;

/** The preview of a document of Apple's programs. */
export function findPreview(names: readonly string[]): string | undefined {
	return names.find((name) => PREVIEW.test(name));
}

/** Parts of an archive that identify the document; others state their media type in a part. */
const PACKAGE_PARTS: ReadonlyArray<[part: RegExp, format: DocumentFormat]> = [
	[/^word\/document\d*\.xml$/, 'docx'],
	[/^xl\/workbook\d*\.(?:xml|bin)$/, 'xlsx'],
	[/^ppt\/presentation\d*\.xml$/, 'pptx'],
];

/** Documents of Apple's programs, by one of their parts. */
const IWORK_PART =
	/(?:^|\.(?:pages|numbers|key)\/)(?:Index\/.*\.iwa|Index\.zip|index\.apxl(?:\.gz)?|index\.xml\.gz|buildVersionHistory\.plist)$/i;

/** Documents that are archives but not read, by one of their parts, and what to do. */
const UNREAD: ReadonlyArray<[part: RegExp, reason: string]> = [
	[
		IWORK_PART,
		'Pages, Numbers and Keynote documents are read from the preview that some contain; this one has none. Export it as PDF, or as DOCX, XLSX or PPTX, and send that.',
	],
	[/^visio\/document\.xml$/, 'Visio drawings are not read. Export it as PDF and send that.'],
	[/\.fdseq$/i, 'XPS documents are not read. Save or print it as PDF and send that.'],
];

const MAX_MEDIA_TYPE_BYTES = 200;

/** Past this an archive is a bomb, or too large to be held in memory as a document. */
const MAX_UNPACKED_MEGABYTES = 512;
const MAX_ZIP_ENTRIES = 10_000;

function rejectBomb(parts: number, bytes: number): void {
	const megabytes = Math.round(bytes / 1024 / 1024);
	if (parts > MAX_ZIP_ENTRIES) {
		throw new DocumentFailure(
			'tooLarge',
			`The archive contains ${parts} parts; at most ${MAX_ZIP_ENTRIES} are read.`,
		);
	}
	if (megabytes > MAX_UNPACKED_MEGABYTES) {
		throw new DocumentFailure(
			'tooLarge',
			`The document unpacks to ${megabytes} MB; at most ${MAX_UNPACKED_MEGABYTES} MB are read.`,
		);
	}
}

/** `PK\3\4`, or `PK\5\6` for an empty archive. */
export function isZip(head: Buffer): boolean {
	return ['PK\x03\x04', 'PK\x05\x06'].includes(head.toString('latin1', 0, 4));
}

/** Folders, and what systems add to archives in addition to the files. */
const NO_FILE = /\/$|^__MACOSX\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*)$/i;

/** Whether an entry of an archive is a file that somebody put there. */
export function isFileEntry(name: string): boolean {
	return !NO_FILE.test(name);
}

/**
 * What an archive is: an office document, another one that its parts identify, or packed files.
 * Only its directory is read, and the small part that states the media type of some.
 * @throws DocumentFailure for archives that are hostile, damaged, encrypted, empty, or documents that
 * are not read
 */
export function archiveFormat(bytes: Buffer): DocumentFormat {
	const names: string[] = [];
	let unpacked = 0;
	let mediaType = '';
	let encrypted: ReadonlySet<string> = new Set();
	const filter = ({ name, originalSize }: UnzipFileInfo): boolean => {
		names.push(name);
		unpacked += originalSize;
		const isReadable = originalSize <= MAX_MEDIA_TYPE_BYTES && !encrypted.has(name);
		return name === 'mimetype' && isReadable;
	};
	try {
		encrypted = encryptedNames(bytes);
		const { mimetype } = unzipSync(bytes, { filter });
		if (mimetype) mediaType = strFromU8(mimetype, true);
	} catch {
		throw truncated('The document');
	}
	rejectBomb(names.length, unpacked);
	const files = names.filter(isFileEntry);
	if (files.length > 0 && files.every((name) => encrypted.has(name))) {
		throw new DocumentFailure(
			'password',
			'The ZIP archive is password-protected. Unpack it and send the documents.',
		);
	}
	const byPart = PACKAGE_PARTS.find(([part]) => names.some((name) => part.test(name)))?.[1];
	const format = byPart ?? formatOfMediaType(mediaType);
	if (format) return format;
	if (findPreview(names) !== undefined && names.some((name) => IWORK_PART.test(name)))
		return 'iwork';
	const unread = UNREAD.find(([part]) => names.some((name) => part.test(name)));
	if (unread) throw new DocumentFailure('unsupported', unread[1]);
	if (files.length > 0) return 'zip';
	throw new DocumentFailure('empty', 'The ZIP archive contains no files.');
}
