import { decodeText } from './decodeText.ts';

/** Browsers look for the encoding in the first kilobyte; some pages put much before it. */
const HEAD_BYTES = 4096;
const STATED = /<meta\b[^>]*\bcharset\s*=\s*(?:["']\s*)?([\w:.-]+)/i;

function statedDecoder(bytes: Uint8Array): TextDecoder | undefined {
	const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
	const label = STATED.exec(head)?.[1];
	if (label === undefined || /^utf-?(8|16)/i.test(label)) return undefined;
	try {
		return new TextDecoder(label);
	} catch {
		return undefined;
	}
}

/**
 * The text of an HTML file: in the encoding that its server names, else in the one that it states,
 * unless its bytes say otherwise (a byte order mark); else as any text file.
 */
export function decodeHtml(bytes: Uint8Array, charset?: string): string {
	if (charset !== undefined) return decodeText(bytes, { charset });
	const isMarked = bytes[0] === 0xef || bytes[0] === 0xfe || bytes[0] === 0xff;
	const decoder = isMarked ? undefined : statedDecoder(bytes);
	return decoder?.decode(bytes) ?? decodeText(bytes);
}
