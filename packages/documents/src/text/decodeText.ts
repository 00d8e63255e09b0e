import { decoderOf, type EncodingGuess, guessEncoding } from './encodings.ts';

/** Bytes below the space that do occur in text: tab, line feed, form feed, carriage return, escape. */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([9, 10, 12, 13, 27]);

function byteOrderMark(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
	if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
	if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
	return undefined;
}

/** Text may contain a stray control character or two per hundred others. */
const MAX_CONTROL_SHARE = 0.02;

/** Characters that no text contains: controls, unassigned ones, halves of others. */
const NO_TEXT = /(?![\t\n\r\f])[\p{Cc}\p{Cn}\p{Co}\p{Cs}\ufffd]/u;
/** Letters that words mainly consist of: text read in the wrong byte order has none. */
const WORD = /[\p{L}\p{N}]/u;
/** Enough of a file to detect UTF-16. */
const WIDE_SAMPLE_BYTES = 4096;

/**
 * UTF-16 without a mark: every other byte of its ASCII characters is zero, and it decodes to text.
 */
function unmarkedWide(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
	const sample = bytes.subarray(0, WIDE_SAMPLE_BYTES);
	const zeros = [0, 0];
	for (const [at, byte] of sample.entries())
		if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
	const [even = 0, odd = 0] = zeros;
	if (bytes.length % 2 !== 0 || even > 0 === odd > 0) return undefined;
	const encoding = odd > 0 ? 'utf-16le' : 'utf-16be';
	const text = new TextDecoder(encoding).decode(sample, { stream: true });
	return WORD.test(text) && !NO_TEXT.test(text) ? encoding : undefined;
}

/** A file named as text may have this share of zeros: databases pad the fields of their exports. */
const MAX_NAMED_ZERO_SHARE = 0.9;

const countZeros = (bytes: Uint8Array): number =>
	bytes.includes(0) ? bytes.reduce((count, byte) => (byte === 0 ? count + 1 : count), 0) : 0;

/**
 * Whether bytes are text: UTF-8, UTF-16, or almost free of zeros and control characters. `bytes` may
 * be the beginning of a longer file.
 * @param options.isNamed whether the file's name says it is text, so that zeros are only a flaw
 */
export function isText(bytes: Uint8Array, { isNamed = false } = {}): boolean {
	if (byteOrderMark(bytes) !== undefined) return true;
	const zeros = countZeros(bytes);
	if (zeros > 0 && unmarkedWide(bytes) !== undefined) return true;
	let controls = 0;
	for (const byte of bytes) {
		if (byte > 0 && byte < 32 && !TEXT_CONTROLS.has(byte)) controls++;
	}
	const others = bytes.length - zeros;
	if (isNamed && zeros > 0)
		return zeros <= bytes.length * MAX_NAMED_ZERO_SHARE && controls <= others * MAX_CONTROL_SHARE;
	return controls + zeros <= bytes.length * MAX_CONTROL_SHARE;
}

/** Enough to detect an encoding; a longer text adds nothing. */
const SAMPLE_BYTES = 64 * 1024;
/** A decoder by the encoding's name, as browsers know it; undefined for unknown names. */
function namedDecoder(name: string | null | undefined): TextDecoder | undefined {
	try {
		return name ? new TextDecoder(name) : undefined;
	} catch {
		return undefined;
	}
}

/** Encodings whose bytes pass for ASCII or UTF-8, so that only their name identifies them. */
const NAMED_ONLY: readonly string[] = ['iso-2022-jp', 'utf-16le', 'utf-16be'];

/** How a text was decoded. */
export interface DecodedText {
	text: string;
	/** The guessed encoding, where none is stated and it is not UTF-8. */
	guess?: EncodingGuess;
	/** How many bytes are zero; they are not characters and are left out. */
	zeros: number;
}

/**
 * Decodes text: as its byte order mark says, else as UTF-8 when that is valid (servers state others by
 * habit), else in the stated encoding or the one that its characters are likeliest in. The mark itself
 * is removed, as are zero bytes.
 * @param options.isFromNet see `guessEncoding`
 */
export function decodeGuessing(
	bytes: Uint8Array,
	options: { isSample?: boolean; charset?: string | undefined; isFromNet?: boolean } = {},
): DecodedText {
	const marked = byteOrderMark(bytes) ?? (bytes.includes(0) ? unmarkedWide(bytes) : undefined);
	if (marked !== undefined) return { text: new TextDecoder(marked).decode(bytes), zeros: 0 };
	const named = namedDecoder(options.charset);
	if (named && NAMED_ONLY.includes(named.encoding)) return { text: named.decode(bytes), zeros: 0 };
	const zeros = countZeros(bytes);
	const filled = zeros === 0 ? bytes : bytes.filter((byte) => byte !== 0);
	return { ...decodeFilled(filled, named, options), zeros };
}

function decodeFilled(
	bytes: Uint8Array,
	named: TextDecoder | undefined,
	{ isSample = false, isFromNet = false },
): Omit<DecodedText, 'zeros'> {
	try {
		// The end of a sample may split a character in two.
		const decoder = new TextDecoder('utf-8', { fatal: true });
		return { text: decoder.decode(bytes, { stream: isSample }) };
	} catch {
		if (named && named.encoding !== 'utf-8') return { text: named.decode(bytes) };
		const guess = guessEncoding(bytes.subarray(0, SAMPLE_BYTES), { isFromNet });
		return { text: decoderOf(guess.encoding).decode(bytes), guess };
	}
}

/** Only the text of `decodeGuessing`. */
export function decodeText(
	bytes: Uint8Array,
	options: Parameters<typeof decodeGuessing>[1] = {},
): string {
	return decodeGuessing(bytes, options).text;
}

/** Browsers look for the encoding in the first kilobyte; some pages put much before it. */
const HEAD_BYTES = 4096;
/** A page that can be read up to here is not UTF-16, whatever it states. */
const STATED = /<meta\b[^<>]*\bcharset\s*=\s*(?:["']\s*)?(?!utf-?16)([\w:.-]+)/i;

/** The text of an HTML file: like any text, in the encoding that its server states, else its own. */
export function decodeHtml(bytes: Uint8Array, charset?: string): string {
	const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
	return decodeText(bytes, { charset: charset ?? STATED.exec(head)?.[1] });
}
