/** Symbol fonts place them here in Unicode, or at the same offset below it. */
const PRIVATE_START = 0xf0_00;

/** The characters of the Symbol font from 0x20 on, in Unicode. */
const SYMBOL =
	' !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼';
/** Those from 0xa0 on. */
const SYMBOL_UPPER = '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑';

/** The pictures with which people tick, count and point in picture fonts. */
const PICTURES: Readonly<Record<string, Readonly<Record<number, string>>>> = {
	wingdings: {
		0x22: '✂',
		0x28: '☎',
		0x2a: '✉',
		0x46: '☞',
		0x4a: '☺',
		0x4c: '☹',
		0x6c: '●',
		0x6d: '○',
		0x6e: '■',
		0x6f: '☐',
		0x71: '❑',
		0x72: '❒',
		0x75: '◆',
		0x76: '❖',
		0x77: '⬥',
		0x78: '☒',
		0x9f: '•',
		0xa1: '○',
		0xa7: '▪',
		0xa8: '☐',
		0xab: '★',
		0xd8: '➢',
		0xdf: '←',
		0xe0: '→',
		0xe1: '↑',
		0xe2: '↓',
		0xe8: '➔',
		0xf0: '⇨',
		0xfb: '✗',
		0xfc: '✓',
		0xfd: '☒',
		0xfe: '☑',
	},
	'wingdings 2': {
		0x2a: '☐',
		0x35: '☐',
		0x4f: '✗',
		0x50: '✓',
		0x51: '☒',
		0x52: '☑',
		0x53: '☒',
		0x54: '☒',
		0xa3: '☐',
		0x96: '•',
		0x97: '●',
	},
	webdings: { 0x61: '✓', 0x63: '☐', 0x67: '■', 0x6e: '●', 0x72: '✗', 0x3d: '■' },
};

/**
 * A symbol font's character in Unicode; that of any other font unchanged.
 * @returns undefined for a picture without a Unicode character
 */
export function symbolOf(font: string, code: number): string | undefined {
	if (Number.isNaN(code)) return undefined;
	const place =
		code >= PRIVATE_START && code < PRIVATE_START + 0x1_00 ? code - PRIVATE_START : code;
	const name = font.trim().toLowerCase();
	if (name === 'symbol') {
		return place >= 0xa0 ? [...SYMBOL_UPPER][place - 0xa0] : [...SYMBOL][place - 0x20];
	}
	const pictures = PICTURES[name];
	if (pictures) return pictures[place];
	return code === place && code >= 0x20 && code <= 0x10_ff_ff
		? String.fromCodePoint(code)
		: undefined;
}
