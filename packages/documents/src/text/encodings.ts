import iconv from 'iconv-lite';
import {
	BIG5,
	type DoubleBytes,
	doubleByteLikelihood,
	EUC_JP,
	EUC_KR,
	GB18030,
	SHIFT_JIS,
} from './ideographs.ts';
import {
	ARABIC,
	BALTIC,
	CENTRAL,
	CYRILLIC,
	GREEK,
	HEBREW,
	type Language,
	THAI,
	TURKISH,
	VIETNAMESE,
	WESTERN,
} from './languages.ts';
import { languageLikelihood } from './likelihood.ts';

/** An encoding that a text may be in. */
interface Candidate {
	/** The name that browsers know, else the one that `iconv-lite` knows. */
	encoding: string;
	/** How much rarer it is than the most common encoding: e to the power of this. */
	rarity: number;
	/** The languages written in it. */
	written: readonly Language[] | DoubleBytes;
	/** Which line ends its programs write, where known. */
	system?: 'dos' | 'mac';
}

const CANDIDATES: readonly Candidate[] = [
	{ encoding: 'windows-1252', rarity: 0, written: WESTERN },
	{ encoding: 'windows-1250', rarity: 1.5, written: CENTRAL },
	{ encoding: 'windows-1251', rarity: 1, written: CYRILLIC },
	{ encoding: 'windows-1253', rarity: 2, written: GREEK },
	{ encoding: 'windows-1254', rarity: 2, written: TURKISH },
	{ encoding: 'windows-1255', rarity: 2, written: HEBREW },
	{ encoding: 'windows-1256', rarity: 2, written: ARABIC },
	{ encoding: 'windows-1257', rarity: 2, written: BALTIC },
	{ encoding: 'windows-1258', rarity: 3, written: VIETNAMESE },
	{ encoding: 'windows-874', rarity: 2, written: THAI },
	{ encoding: 'iso-8859-2', rarity: 2.5, written: CENTRAL },
	{ encoding: 'iso-8859-5', rarity: 5, written: CYRILLIC },
	{ encoding: 'koi8-u', rarity: 3, written: CYRILLIC },
	{ encoding: 'macintosh', rarity: 3, written: WESTERN, system: 'mac' },
	{ encoding: 'x-mac-cyrillic', rarity: 4, written: CYRILLIC, system: 'mac' },
	{ encoding: 'cp850', rarity: 3, written: WESTERN, system: 'dos' },
	{ encoding: 'cp437', rarity: 3.2, written: WESTERN, system: 'dos' },
	{ encoding: 'cp852', rarity: 3, written: CENTRAL, system: 'dos' },
	{ encoding: 'ibm866', rarity: 2, written: CYRILLIC, system: 'dos' },
	{ encoding: 'cp737', rarity: 4, written: GREEK, system: 'dos' },
	{ encoding: 'cp775', rarity: 4, written: BALTIC, system: 'dos' },
	{ encoding: 'cp857', rarity: 4, written: TURKISH, system: 'dos' },
	{ encoding: 'cp862', rarity: 4, written: HEBREW, system: 'dos' },
	{ encoding: 'shift_jis', rarity: 1, written: SHIFT_JIS },
	{ encoding: 'gb18030', rarity: 1, written: GB18030 },
	{ encoding: 'big5', rarity: 1.5, written: BIG5 },
	{ encoding: 'euc-kr', rarity: 1, written: EUC_KR },
	{ encoding: 'euc-jp', rarity: 2.5, written: EUC_JP },
];

/** How much rarer the line ends of another system are: e to the power of this. */
const OTHER_LINE_ENDS = 3;

function lineEndRarity(text: string, system: Candidate['system']): number {
	const isMac = /\r(?!\n)/.test(text);
	if (isMac) return system === 'mac' ? 0 : OTHER_LINE_ENDS;
	return system === 'mac' && text.includes('\r\n') ? OTHER_LINE_ENDS : 0;
}

/** The text of bytes that may end inside a character; undefined if they are not in the encoding. */
function decodeSample(bytes: Uint8Array, encoding: string): string | undefined {
	try {
		return decoderOf(encoding, { fatal: true }).decode(bytes, { stream: true });
	} catch {
		return undefined;
	}
}

function likelihood(bytes: Uint8Array, text: string, written: Candidate['written']): number {
	if ('isLead' in written) return doubleByteLikelihood(bytes, written);
	return Math.max(...written.map((language) => languageLikelihood(text, language)));
}

/** Decodes a whole text, or the beginning of one that is still incomplete. */
interface Decoder {
	decode(bytes: Uint8Array, options?: { stream?: boolean }): string;
}

/**
 * A decoder of an encoding that browsers know, or a DOS one that they do not.
 * @param options.fatal whether bytes that the encoding lacks are an error
 */
export function decoderOf(encoding: string, { fatal = false } = {}): Decoder {
	if (!encoding.startsWith('cp')) return new TextDecoder(encoding, { fatal });
	return { decode: (bytes) => iconv.decode(Buffer.from(bytes), encoding) };
}

/** The most likely encoding of bytes, and the next one where the two are close. */
export interface EncodingGuess {
	encoding: string;
	/** Another encoding that decodes the text differently, and nearly as well. */
	rival?: string;
}

/** By how much the best must be likelier than the next to be beyond doubt: e to the power of this. */
const CLEAR_LEAD = 3;
/** A text whose characters are less likely than this on average is not in the encoding. */
const MIN_MEAN = -6;

/** This many bytes above ASCII decide; more take time and add nothing. */
const MAX_WITNESSES = 300;

/** The beginning of bytes with enough of them above ASCII. */
function witnessesOf(bytes: Uint8Array): Uint8Array {
	let count = 0;
	const end = bytes.findIndex((byte) => byte >= 0x80 && ++count > MAX_WITNESSES);
	return end < 0 ? bytes : bytes.subarray(0, end);
}

/**
 * The likeliest encoding of bytes that are not UTF-8, by how likely the text decoded in each is in one
 * of its languages.
 * @param options.isFromNet a page or mail, which is never in a DOS or old Macintosh encoding
 */
export function guessEncoding(bytes: Uint8Array, { isFromNet = false } = {}): EncodingGuess {
	const sample = witnessesOf(bytes);
	const read = CANDIDATES.flatMap(({ encoding, rarity, written, system }) => {
		if (isFromNet && system) return [];
		const text = decodeSample(sample, encoding);
		if (text === undefined) return [];
		const fit = likelihood(sample, text, written);
		return [{ text, encoding, fit, score: fit - rarity - lineEndRarity(text, system) }];
	}).toSorted((a, b) => b.score - a.score);
	const [best] = read;
	if (!best) return { encoding: 'windows-1252' };
	const rival = read.find(({ text }) => text !== best.text);
	const count = sample.filter((byte) => byte >= 0x80).length;
	const isClear =
		best.fit >= MIN_MEAN * count && (!rival || best.score - rival.score >= CLEAR_LEAD);
	return isClear || !rival
		? { encoding: best.encoding }
		: { encoding: best.encoding, rival: rival.encoding };
}
