/** How the two bytes of a character are laid out in an encoding of East Asia. */
export interface DoubleBytes {
	/** Whether a byte begins a character of two. */
	isLead: (byte: number) => boolean;
	/** Logarithm of how likely a character of two bytes is in the language. */
	characterLog: (lead: number, trail: number) => number;
}

const between = (from: number, to: number) => (byte: number) => byte >= from && byte <= to;

/** Natural logarithms: the rows of these character sets are ordered by use, the common ideographs first. */
const KANA_LOG = Math.log(0.5 / 90);
const MARK_LOG = Math.log(0.1 / 20);
const SYLLABLE_LOG = Math.log(0.9 / 800);
const COMMON_LOG = Math.log(0.6 / 2000);
const RARE_LOG = Math.log(0.02 / 6000);
/** Half-width katakana and other single bytes, hardly used since the eighties. */
const SINGLE_LOG = Math.log(1e-4);
/** Letters with marks stand in words of plain ones; ideographs seldom do. */
const BESIDE_LETTER_LOG = Math.log(0.05);

export const SHIFT_JIS: DoubleBytes = {
	isLead: (byte) => between(0x81, 0x9f)(byte) || between(0xe0, 0xfc)(byte),
	characterLog: (lead, trail) => {
		if (lead === 0x81) return MARK_LOG;
		if (between(0x82, 0x83)(lead)) return KANA_LOG;
		return between(0x88, 0x97)(lead) || (lead === 0x98 && trail <= 0x72) ? COMMON_LOG : RARE_LOG;
	},
};
export const EUC_JP: DoubleBytes = {
	isLead: between(0x8e, 0xfe),
	characterLog: (lead, trail) => {
		if (trail < 0xa1) return RARE_LOG;
		if (lead === 0xa1) return MARK_LOG;
		if (between(0xa4, 0xa5)(lead)) return KANA_LOG;
		return between(0xb0, 0xcf)(lead) ? COMMON_LOG : RARE_LOG;
	},
};
export const GB18030: DoubleBytes = {
	isLead: between(0x81, 0xfe),
	characterLog: (lead, trail) => {
		if (trail < 0xa1) return RARE_LOG;
		if (lead === 0xa1 || lead === 0xa3) return MARK_LOG;
		return between(0xb0, 0xd7)(lead) ? COMMON_LOG : RARE_LOG;
	},
};
export const BIG5: DoubleBytes = {
	isLead: between(0x81, 0xfe),
	characterLog: (lead) => {
		if (lead === 0xa1) return MARK_LOG;
		return between(0xa4, 0xc6)(lead) ? COMMON_LOG : RARE_LOG;
	},
};
export const EUC_KR: DoubleBytes = {
	isLead: between(0x81, 0xfe),
	characterLog: (lead, trail) => {
		if (trail < 0xa1) return RARE_LOG;
		if (lead === 0xa1) return MARK_LOG;
		return between(0xb0, 0xc8)(lead) ? SYLLABLE_LOG : RARE_LOG;
	},
};

function isAsciiLetter(byte = 0): boolean {
	const small = byte | 0x20;
	return small >= 0x61 && small <= 0x7a;
}

/** How likely the bytes above ASCII are as characters of East Asia: a natural logarithm. */
export function doubleByteLikelihood(
	bytes: Uint8Array,
	{ isLead, characterLog }: DoubleBytes,
): number {
	let sum = 0;
	for (let at = 0; at < bytes.length; at++) {
		const byte = bytes[at] ?? 0;
		if (byte < 0x80) continue;
		if (!isLead(byte)) {
			sum += SINGLE_LOG;
			continue;
		}
		const isBeside = isAsciiLetter(bytes[at - 1]) || isAsciiLetter(bytes[at + 2]);
		sum += characterLog(byte, bytes[at + 1] ?? 0) + (isBeside ? BESIDE_LETTER_LOG : 0);
		at++;
	}
	return sum;
}
