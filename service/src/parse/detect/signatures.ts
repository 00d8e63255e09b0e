import type { DocumentFormat } from './formats.ts';

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
export function isZip(head: Buffer): boolean {
	return (
		head.toString('latin1', 0, 4) === 'PK\x03\x04' || head.toString('latin1', 0, 4) === 'PK\x05\x06'
	);
}

/** The container of Office 97-2003 files, Outlook messages and encrypted Office files. */
export function isCompoundFile(head: Buffer): boolean {
	return head.toString('latin1', 0, 8) === '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
}

/** Whether the file is a PDF; readers accept its mark anywhere in the first kilobyte. */
export function isPdf(head: Buffer): boolean {
	return head.toString('latin1', 0, PDF_SEARCH_LENGTH).includes('%PDF-');
}

/** The image format that a file's first bytes stand for. */
export function imageFormatOf(head: Buffer): DocumentFormat | undefined {
	const text = head.toString('latin1', 0, 16);
	return SIGNATURES.find(({ bytes, at = 0 }) => text.startsWith(bytes, at))?.format;
}
