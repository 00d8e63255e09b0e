import type { DocumentFormat } from './formats.ts';

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
	...['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'].map(
		(brand): [DocumentFormat, string, number] => ['heic', `ftyp${brand}`, 4],
	),
];

/** Whether a picture is AVIF: its head lists it among the brands, the first of which may be HEIC's. */
export function isAvif(head: Buffer): boolean {
	if (head.toString('latin1', 4, 8) !== 'ftyp') return false;
	const kinds = head.toString('latin1', 8, Math.min(head.readUInt32BE(0), 64));
	return /^(?:.{4})*?avi[fs]/s.test(kinds);
}

/** The container of Office 97-2003 files, Outlook messages and encrypted Office files. */
export const isCompoundFile = (head: Buffer): boolean =>
	head.toString('latin1', 0, 8) === '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

/** A PDF may be preceded by other bytes; readers look for its marker in the first kilobyte. */
export const isPdf = (head: Buffer): boolean => head.toString('latin1', 0, 1024).includes('%PDF-');

/** The image format that a file's first bytes indicate. */
export function imageFormatOf(head: Buffer): DocumentFormat | undefined {
	const text = head.toString('latin1', 0, 16);
	return SIGNATURES.find(([, bytes, at = 0]) => text.startsWith(bytes, at))?.[0];
}
