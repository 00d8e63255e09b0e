import chardet from 'chardet';
import iconv from 'iconv-lite';

/** Bytes below the space that do occur in text: tab, line feed, form feed, carriage return, escape. */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([9, 10, 12, 13, 27]);

function byteOrderMark(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
	if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
	if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
	return undefined;
}

/** Text may hold a stray control character or two, for every hundred others. */
const MAX_CONTROL_SHARE = 0.02;

/**
 * Whether bytes are text: marked UTF-8 or UTF-16, or without zeros and nearly without control
 * characters. `bytes` may be the beginning of a longer file.
 */
export function isText(bytes: Uint8Array): boolean {
	if (byteOrderMark(bytes) !== undefined) return true;
	let controls = 0;
	for (const byte of bytes) {
		if (byte === 0) return false;
		if (byte < 32 && !TEXT_CONTROLS.has(byte)) controls++;
	}
	return controls <= bytes.length * MAX_CONTROL_SHARE;
}

/** Cuts a character that the end of a sample split in two. */
function withoutSplitCharacter(bytes: Uint8Array): Uint8Array {
	for (let back = 1; back <= 3 && back <= bytes.length; back++) {
		const byte = bytes[bytes.length - back] ?? 0;
		if (byte < 0x80) return bytes;
		if (byte >= 0xc0) return bytes.subarray(0, bytes.length - back);
	}
	return bytes;
}

/** Enough to tell an encoding by; a longer text tells no more. */
const SAMPLE_BYTES = 64 * 1024;
/** A few letters with marks tell nothing; other scripts have more bytes than this in three words. */
const MIN_TELLING_BYTES = 8;
/** Western text is told as one of these; browsers read them all as the last one, which holds them. */
const WESTERN: readonly string[] = ['ASCII', 'ISO-8859-1', 'windows-1252'];

/**
 * The encoding of bytes that are not UTF-8, by how their characters are spread: Shift-JIS, GB 18030,
 * Windows-1251 and others. Western where nothing tells.
 */
function detectEncoding(bytes: Uint8Array): string {
	const sample = bytes.subarray(0, SAMPLE_BYTES);
	if (sample.filter((byte) => byte >= 0x80).length < MIN_TELLING_BYTES) return 'windows-1252';
	const name = chardet.detect(sample) ?? 'windows-1252';
	return WESTERN.includes(name) || !iconv.encodingExists(name) ? 'windows-1252' : name;
}

/** Encodings whose bytes pass for ASCII or UTF-8, so that only their name tells them. */
const UNTOLD = /^(?:iso-2022-|hz|utf-?7|utf-?16)/i;

function isKnown(charset: string | undefined): charset is string {
	return charset !== undefined && !/^utf-?8$/i.test(charset) && iconv.encodingExists(charset);
}

/**
 * Text of bytes: as their byte order mark says, else UTF-8 when they are valid UTF-8 (servers name
 * others by habit), else in the encoding that is named or that their characters tell. The mark itself
 * is removed.
 */
export function decodeText(
	bytes: Uint8Array,
	options: { isSample?: boolean; charset?: string | undefined } = {},
): string {
	const marked = byteOrderMark(bytes);
	if (marked !== undefined) return new TextDecoder(marked).decode(bytes);
	const named = isKnown(options.charset) ? options.charset : undefined;
	if (named !== undefined && UNTOLD.test(named)) return iconv.decode(Buffer.from(bytes), named);
	try {
		const whole = options.isSample ? withoutSplitCharacter(bytes) : bytes;
		return new TextDecoder('utf-8', { fatal: true }).decode(whole);
	} catch {
		return iconv.decode(Buffer.from(bytes), named ?? detectEncoding(bytes));
	}
}

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
