import { isZip } from '../archives/archive.ts';
import { isText } from '../text/decodeText.ts';
import { imageFormatOf, isCompoundFile } from './signatures.ts';
import { guessTextKind } from './guessTextKind.ts';

/** What a server calls a page may be a file that is read as one, text, or bytes that are neither. */
export type ServedContent = 'file' | 'text' | 'binary';

/** How much of a file is examined; all of a shorter one. */
export const SERVED_HEAD_BYTES = 64 * 1024;

/**
 * What something served as a page is, by its content: a file that is read as one (a PDF, an archive, an
 * image, an Office document, JSON), text, or bytes that are neither.
 * @param head its first {@link SERVED_HEAD_BYTES}
 */
export function servedContentOf(head: Buffer): ServedContent {
	if (head.toString('latin1', 0, 5) === '%PDF-' || isZip(head) || isCompoundFile(head))
		return 'file';
	if (!isText(head)) return imageFormatOf(head) === undefined ? 'binary' : 'file';
	const text = head
		.toString('utf8')
		.replace(/^\ufeff/, '')
		.trimStart();
	return guessTextKind(text, head.length >= SERVED_HEAD_BYTES) === 'json' ? 'file' : 'text';
}
