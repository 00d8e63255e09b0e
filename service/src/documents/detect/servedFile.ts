import { isZip } from '../archives/archive.ts';
import { isText } from '../text/decodeText.ts';
import { imageFormatOf, isCompoundFile } from './signatures.ts';
import { untoldTextKind } from './untoldText.ts';

/** So much of a file is looked at; of a shorter one, all of it. */
export const SERVED_HEAD_BYTES = 64 * 1024;

/**
 * Whether what a server calls a page is a file: a PDF, an archive, an image, an Office document or JSON.
 * @param head its first {@link SERVED_HEAD_BYTES}
 */
export function isServedFile(head: Buffer): boolean {
	if (head.toString('latin1', 0, 5) === '%PDF-' || isZip(head) || isCompoundFile(head)) return true;
	if (!isText(head)) return imageFormatOf(head) !== undefined;
	const text = head
		.toString('utf8')
		.replace(/^\ufeff/, '')
		.trimStart();
	return untoldTextKind(text, head.length >= SERVED_HEAD_BYTES) === 'json';
}
