import chardet from 'chardet';

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

/** Enough to tell an encoding by; a longer text tells no more. */
const SAMPLE_BYTES = 64 * 1024;
/** A few letters with marks tell nothing; other scripts have more bytes than this in three words. */
const MIN_TELLING_BYTES = 8;
/** A decoder by the encoding's name, as browsers know it; undefined for names that they do not know. */
function decoderOf(name: string | null | undefined): TextDecoder | undefined {
	try {
		return name ? new TextDecoder(name) : undefined;
	} catch {
		return undefined;
	}
}

/**
 * The encoding of bytes that are not UTF-8, by how their characters are spread: Shift-JIS, GB 18030,
 * Windows-1251 and others. Western where nothing tells.
 */
function detectDecoder(bytes: Uint8Array): TextDecoder {
	const sample = bytes.subarray(0, SAMPLE_BYTES);
	const telling = sample.filter((byte) => byte >= 0x80).length;
	const name = telling < MIN_TELLING_BYTES ? undefined : chardet.detect(sample);
	return decoderOf(name) ?? new TextDecoder('windows-1252');
}

/** Encodings whose bytes pass for ASCII or UTF-8, so that only their name tells them. */
const UNTOLD: readonly string[] = ['iso-2022-jp', 'utf-16le', 'utf-16be'];

/**
 * Text of bytes: as their byte order mark says, else UTF-8 when they are valid UTF-8 (servers name
 * others by habit), else in the encoding that is named or that their characters tell. The mark itself
 * is removed.
 */
export function decodeText(
	bytes: Uint8Array,
	{ isSample = false, charset }: { isSample?: boolean; charset?: string | undefined } = {},
): string {
	const marked = byteOrderMark(bytes);
	if (marked !== undefined) return new TextDecoder(marked).decode(bytes);
	const named = decoderOf(charset);
	if (named && UNTOLD.includes(named.encoding)) return named.decode(bytes);
	try {
		// The end of a sample may split a character in two.
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isSample });
	} catch {
		const decoder = named && named.encoding !== 'utf-8' ? named : detectDecoder(bytes);
		return decoder.decode(bytes);
	}
}

/** Browsers look for the encoding in the first kilobyte; some pages put much before it. */
const HEAD_BYTES = 4096;
/** A page that is read so far is not UTF-16, whatever it states. */
const STATED = /<meta\b[^>]*\bcharset\s*=\s*(?:["']\s*)?(?!utf-?16)([\w:.-]+)/i;

/** The text of an HTML file: as any text, in the encoding that its server names, else that it states. */
export function decodeHtml(bytes: Uint8Array, charset?: string): string {
	const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
	return decodeText(bytes, { charset: charset ?? STATED.exec(head)?.[1] });
}
