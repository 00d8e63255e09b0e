import chardet from 'chardet';

/** How likely a text is what people wrote, by what its bytes would be in one encoding. */
interface Candidate {
	/** As browsers know it. */
	encoding: string;
	/** Points by which one is preferred where all else is even: what is used most. */
	bonus: number;
	/** Whether two bytes make a character that is in daily use; absent where one byte is a character. */
	isCommon?: (lead: number, trail: number) => boolean;
	/** Points of a common character whose second byte is above ASCII. Default: as any other, 1. */
	highTrailPoints?: number;
	/** Whether a byte begins a character of two; other bytes above 0x7f are characters. */
	isLead?: (byte: number) => boolean;
}

const between = (from: number, to: number) => (byte: number) => byte >= from && byte <= to;

/** The rows of these character sets are ordered by use: kana or Hangul, and the common ideographs first. */
const CANDIDATES: readonly Candidate[] = [
	{ encoding: 'windows-1252', bonus: 0.12 },
	{ encoding: 'windows-1251', bonus: 0.08 },
	{ encoding: 'windows-1250', bonus: 0.02 },
	{ encoding: 'windows-1253', bonus: 0.02 },
	{ encoding: 'windows-1254', bonus: 0 },
	{ encoding: 'windows-1255', bonus: 0.05 },
	{ encoding: 'windows-1256', bonus: 0 },
	{ encoding: 'windows-874', bonus: 0 },
	{ encoding: 'ibm866', bonus: 0 },
	{ encoding: 'koi8-r', bonus: 0 },
	{ encoding: 'macintosh', bonus: 0 },
	{
		encoding: 'shift_jis',
		bonus: 0.05,
		isLead: (byte) => between(0x81, 0x9f)(byte) || between(0xe0, 0xfc)(byte),
		isCommon: (lead, trail) =>
			lead === 0x81 ||
			between(0x82, 0x83)(lead) ||
			between(0x88, 0x97)(lead) ||
			(lead === 0x98 && trail <= 0x72),
	},
	{
		encoding: 'gb18030',
		bonus: 0.04,
		isLead: between(0x81, 0xfe),
		isCommon: (lead, trail) =>
			trail >= 0xa1 && (lead === 0xa1 || lead === 0xa3 || between(0xb0, 0xd7)(lead)),
	},
	{
		encoding: 'big5',
		bonus: 0.02,
		isLead: between(0x81, 0xfe),
		// Half of its characters have a second byte from ASCII: a text without any is seldom one of it.
		isCommon: (lead) => between(0xa1, 0xc6)(lead),
		highTrailPoints: 0.8,
	},
	{
		encoding: 'euc-kr',
		bonus: 0.06,
		isLead: between(0x81, 0xfe),
		isCommon: (lead, trail) => trail >= 0xa1 && (lead === 0xa1 || between(0xb0, 0xc8)(lead)),
	},
	{
		encoding: 'euc-jp',
		bonus: 0.02,
		isLead: between(0x8e, 0xfe),
		isCommon: (lead, trail) =>
			trail >= 0xa1 && (lead === 0xa1 || between(0xa4, 0xa5)(lead) || between(0xb0, 0xcf)(lead)),
	},
];

/** Signs that people write beside words; others in the upper half are hardly ever used. */
const USUAL_SIGN = /[°€£§«»“”„‚‘’–—…·•×²³½¼¾©®™±¿¡№¢¥ªº\u00a0]/u;
/** Signs that may stand inside a word. */
const INSIDE_WORDS = /[’·\u00ad\u200c\u200d]/u;
const LETTER = /\p{L}|\p{M}/u;
const LOWER = /\p{Ll}/u;
const UPPER = /\p{Lu}/u;

const SCRIPTS: ReadonlyArray<[name: string, pattern: RegExp]> = [
	['latin', /\p{Script=Latin}/u],
	['cyrillic', /\p{Script=Cyrillic}/u],
	['greek', /\p{Script=Greek}/u],
	['hebrew', /\p{Script=Hebrew}/u],
	['arabic', /\p{Script=Arabic}/u],
	['thai', /\p{Script=Thai}/u],
];
const scriptOf = (sign: string): string =>
	SCRIPTS.find(([, pattern]) => pattern.test(sign))?.[0] ?? '';

/** Letters of other alphabets that occur in foreign names alone. */
const RARE_LETTER =
	/[\u0402\u0403\u0409-\u040c\u040f\u0452\u0453\u0459-\u045c\u045fðÐþÞýÝƒˆ˜¸ŸªºµĹĽĺľŔŕ]/u;

/** How well a letter fits between its neighbours: 1 in the middle of its own kind, below 0 misplaced. */
function letterPoints(sign: string, before: string, after: string): number {
	const script = scriptOf(sign);
	if (RARE_LETTER.test(sign)) return -0.5;
	if (LOWER.test(before) && UPPER.test(sign)) return -1.5;
	if (UPPER.test(sign) && LOWER.test(after) && LOWER.test(before)) return -1.5;
	const around = [before, after].filter((each) => LETTER.test(each));
	if (around.some((each) => scriptOf(each) !== script)) return -1;
	if (script !== 'latin') return around.length > 0 ? 1 : 0.2;
	// Two letters with marks side by side are rare in every language of Latin letters.
	const isMarked = around.some((each) => each > '\u007f');
	if (isMarked) return -0.4;
	return around.length > 0 ? 0.8 : 0.1;
}

function signPoints(sign: string, before: string, after: string): number {
	if (/\p{C}/u.test(sign) && !INSIDE_WORDS.test(sign)) return -2;
	if (LETTER.test(sign)) return letterPoints(sign, before, after);
	const isInside = LETTER.test(before) && LETTER.test(after);
	if (isInside && !INSIDE_WORDS.test(sign)) return -1;
	return USUAL_SIGN.test(sign) ? 0.3 : -0.8;
}

/** Mean points of the characters above ASCII. */
function singleByteScore(text: string): number {
	let sum = 0;
	let count = 0;
	for (let at = 0; at < text.length; at++) {
		const sign = text.charAt(at);
		if (sign <= '\u007f') continue;
		sum += signPoints(sign, text.charAt(at - 1), text.charAt(at + 1));
		count++;
	}
	return count === 0 ? 0 : sum / count;
}

/** Single bytes of these encodings are katakana of half the width, hardly used since the eighties. */
const SINGLE_POINTS = -0.6;

function isAsciiLetter(byte = 0): boolean {
	const small = byte | 0x20;
	return small >= 0x61 && small <= 0x7a;
}

function characterPoints(
	{ isCommon, highTrailPoints = 1 }: Candidate,
	lead: number,
	trail: number,
) {
	if (!isCommon?.(lead, trail)) return -0.7;
	return trail >= 0x80 ? highTrailPoints : 1;
}

function doubleByteScore(bytes: Uint8Array, candidate: Candidate): number {
	let sum = 0;
	let count = 0;
	for (let at = 0; at < bytes.length; at++) {
		const byte = bytes[at] ?? 0;
		if (byte < 0x80) continue;
		count++;
		if (!candidate.isLead?.(byte)) {
			sum += SINGLE_POINTS;
			continue;
		}
		// Letters with marks stand in words of plain ones; ideographs do not.
		const isBeside = isAsciiLetter(bytes[at - 1]) || isAsciiLetter(bytes[at + 2]);
		sum += isBeside ? -1 : characterPoints(candidate, byte, bytes[at + 1] ?? 0);
		at++;
	}
	return count === 0 ? 0 : sum / count;
}

function scoreOf(
	bytes: Uint8Array,
	candidate: Candidate,
): { text: string; score: number } | undefined {
	try {
		// The end of a sample may split a character in two.
		const decoder = new TextDecoder(candidate.encoding, { fatal: true });
		const text = decoder.decode(bytes, { stream: true });
		const score = candidate.isLead ? doubleByteScore(bytes, candidate) : singleByteScore(text);
		return { text, score: score + candidate.bonus };
	} catch {
		return undefined;
	}
}

/** What a detector by the frequency of letters adds: it knows languages, and errs in short texts. */
const DETECTED_BONUS = 0.06;
/** The same of a text that is long enough for it. */
const LONG_DETECTED_BONUS = 0.15;
const LONG_BYTES = 40;

/** Whether the detector's name stands for an encoding: it has older names for some. */
function isNamed(encoding: string, detected: string | undefined): boolean {
	if (detected === undefined) return false;
	try {
		return new TextDecoder(detected).encoding === encoding;
	} catch {
		return false;
	}
}

/** The encoding that bytes are most likely written in, and the next one where the two are close. */
export interface EncodingGuess {
	encoding: string;
	/** Another encoding that reads the text otherwise, and nearly as well. */
	rival?: string;
}

/** Points by which the best must be ahead not to be doubted. */
const CLEAR_LEAD = 0.15;
/** A text whose characters fit this badly is none in the encoding. */
const MIN_SCORE = 0.1;

/**
 * The likeliest encoding of bytes that are not UTF-8: what they would be in each is judged by how well
 * letters fit into their words and how common the characters are.
 */
export function guessEncoding(bytes: Uint8Array): EncodingGuess {
	const detected = chardet.detect(bytes)?.toLowerCase();
	const isLong = bytes.filter((byte) => byte >= 0x80).length >= LONG_BYTES;
	const bonus = isLong ? LONG_DETECTED_BONUS : DETECTED_BONUS;
	const read = CANDIDATES.flatMap(({ encoding, ...candidate }) => {
		const found = scoreOf(bytes, { encoding, ...candidate });
		if (!found) return [];
		const { text, score } = found;
		return [{ text, encoding, score: score + (isNamed(encoding, detected) ? bonus : 0) }];
	}).toSorted((a, b) => b.score - a.score);
	const [best] = read;
	if (!best) return { encoding: 'windows-1252' };
	const rival = read.find(({ text }) => text !== best.text);
	const isClear = best.score >= MIN_SCORE && (!rival || best.score - rival.score >= CLEAR_LEAD);
	return isClear || !rival
		? { encoding: best.encoding }
		: { encoding: best.encoding, rival: rival.encoding };
}
