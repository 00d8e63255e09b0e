import { type EncodingGuess, guessEncoding } from './encodings.ts';

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

/** Characters that no text holds: controls, those that are not assigned, halves of others. */
const NO_TEXT = /(?![\t\n\r\f])[\p{Cc}\p{Cn}\p{Co}\p{Cs}\ufffd]/u;
/** Letters that words are made of in the first place: what is read the wrong way round has none. */
const WORD = /[\p{L}\p{N}]/u;
/** Enough of a file to know UTF-16 by. */
const WIDE_SAMPLE_BYTES = 4096;

/**
 * UTF-16 without a mark: every other byte of its ASCII characters is zero, and read so it is text.
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

/**
 * Whether bytes are text: UTF-8 or UTF-16, or without zeros and nearly without control
 * characters. `bytes` may be the beginning of a longer file.
 */
export function isText(bytes: Uint8Array): boolean {
	if (byteOrderMark(bytes) !== undefined) return true;
	if (bytes.includes(0)) return unmarkedWide(bytes) !== undefined;
	let controls = 0;
	for (const byte of bytes) {
		if (byte < 32 && !TEXT_CONTROLS.has(byte)) controls++;
	}
	return controls <= bytes.length * MAX_CONTROL_SHARE;
}

/** Enough to tell an encoding by; a longer text tells no more. */
const SAMPLE_BYTES = 64 * 1024;
/** A decoder by the encoding's name, as browsers know it; undefined for names that they do not know. */
function decoderOf(name: string | null | undefined): TextDecoder | undefined {
	try {
		return name ? new TextDecoder(name) : undefined;
	} catch {
		return undefined;
	}
}

/** Encodings whose bytes pass for ASCII or UTF-8, so that only their name tells them. */
const UNTOLD: readonly string[] = ['iso-2022-jp', 'utf-16le', 'utf-16be'];

/** How a text was decoded. */
export interface DecodedText {
	text: string;
	/** The encoding that was guessed, where nothing states it and it is not UTF-8. */
	guess?: EncodingGuess;
}

/**
 * Text of bytes: as their byte order mark says, else UTF-8 when they are valid UTF-8 (servers name
 * others by habit), else in the encoding that is named or that their characters are likeliest in. The
 * mark itself is removed.
 */
export function decodeGuessing(
	bytes: Uint8Array,
	{ isSample = false, charset }: { isSample?: boolean; charset?: string | undefined } = {},
): DecodedText {
	const marked = byteOrderMark(bytes) ?? (bytes.includes(0) ? unmarkedWide(bytes) : undefined);
	if (marked !== undefined) return { text: new TextDecoder(marked).decode(bytes) };
	const named = decoderOf(charset);
	if (named && UNTOLD.includes(named.encoding)) return { text: named.decode(bytes) };
	try {
		// The end of a sample may split a character in two.
		const decoder = new TextDecoder('utf-8', { fatal: true });
		return { text: decoder.decode(bytes, { stream: isSample }) };
	} catch {
		if (named && named.encoding !== 'utf-8') return { text: named.decode(bytes) };
		const guess = guessEncoding(bytes.subarray(0, SAMPLE_BYTES));
		return { text: new TextDecoder(guess.encoding).decode(bytes), guess };
	}
}

/** The text alone of `decodeGuessing`. */
export function decodeText(
	bytes: Uint8Array,
	options: Parameters<typeof decodeGuessing>[1] = {},
): string {
	return decodeGuessing(bytes, options).text;
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
