import iconv from 'iconv-lite';

/** How the two bytes of a character are laid out in an encoding of East Asia. */
export interface DoubleBytes {
	/** Whether a byte begins a two-byte character. */
	isLead: (byte: number) => boolean;
	/** Logarithm of how likely a two-byte character is in the language. */
	characterLog: (lead: number, trail: number) => number;
}

const between = (from: number, to: number) => (byte: number) => byte >= from && byte <= to;

/** Natural logarithms: the rows of these character sets are ordered by use, the common ideographs first. */
const KANA_LOG = Math.log(0.5 / 90);
const MARK_LOG = Math.log(0.1 / 20);
const FREQUENT_SYLLABLE_LOG = Math.log(0.75 / 200);
const SYLLABLE_LOG = Math.log(0.15 / 2150);
const COMMON_LOG = Math.log(0.6 / 2000);
const RARE_LOG = Math.log(0.02 / 6000);
/** Half-width katakana and other single bytes, hardly used since the eighties. */
const SINGLE_LOG = Math.log(1e-4);
/** Accented letters occur in words of plain ones; ideographs seldom do. */
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
/** The most frequent of 2,350 syllables: Chinese has others when it is read as Korean. */
const FREQUENT_SYLLABLES =
	'이다는가에의로고을하한지은도를사기어시리나아자서대인해스일라으들정부보수그장전제있것만구니주상게여원세조동과안성국공모우소산신유중마요관등트비무적때문없생학교오위거면화경회영방선실내외개강물품명번호금액단년월분초계합업체재입출량용격총판매배송발령확완료처담당김박최윤임권황류홍북남울충청드르크터프치음었야했와까습데야말함연행군민호음식약점진심현미바토통식양태천평복본표불능향질';
const FREQUENT_PAIRS: ReadonlySet<number> = new Set(
	Array.from(FREQUENT_SYLLABLES, (syllable) => iconv.encode(syllable, 'euc-kr').readUInt16BE()),
);

export const EUC_KR: DoubleBytes = {
	isLead: between(0x81, 0xfe),
	characterLog: (lead, trail) => {
		if (trail < 0xa1) return RARE_LOG;
		if (lead === 0xa1) return MARK_LOG;
		if (!between(0xb0, 0xc8)(lead)) return RARE_LOG;
		return FREQUENT_PAIRS.has((lead << 8) | trail) ? FREQUENT_SYLLABLE_LOG : SYLLABLE_LOG;
	},
};

function isAsciiLetter(byte = 0): boolean {
	const small = byte | 0x20;
	return small >= 0x61 && small <= 0x7a;
}

/** How likely the bytes above ASCII are East Asian characters: a natural logarithm. */
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
