import { CONTEXT, type RaisedText, raisedText } from '../office/raisedText.ts';

/**
 * The size in bytes of each property of a run, by the bits that say which are present, in their order
 * ([MS-PPT], 2.9.20 for paragraphs and 2.9.14 for characters).
 */
const PARAGRAPH_FORMATTING: ReadonlyArray<readonly [bits: number, bytes: number]> = [
	[0xf, 2],
	[0x80, 2],
	[0x10, 2],
	[0x40, 2],
	[0x20, 4],
	[0x8_00, 2],
	[0x10_00, 2],
	[0x20_00, 2],
	[0x40_00, 2],
	[0x1_00, 2],
	[0x4_00, 2],
	[0x80_00, 2],
];
const TAB_STOPS = 0x10_00_00;
const LATER_PARAGRAPH_LOOKS: ReadonlyArray<readonly [bits: number, bytes: number]> = [
	[0x1_00_00, 2],
	[0xe_00_00, 2],
	[0x20_00_00, 2],
];
const CHARACTER_FORMATTING: ReadonlyArray<readonly [bits: number, bytes: number]> = [
	[0x3e_b7, 2],
	[0x1_00_00, 2],
	[0x20_00_00, 2],
	[0x40_00_00, 2],
	[0x80_00_00, 2],
	[0x2_00_00, 2],
	[0x4_00_00, 4],
];
/** How far above the line, in per cent; negative if below. */
const POSITION = 0x8_00_00;

const sizeOf = (formatting: typeof CHARACTER_FORMATTING, masks: number): number =>
	formatting.reduce((size, [bits, bytes]) => size + ((masks & bits) === 0 ? 0 : bytes), 0);

/** Where the runs of characters begin: after those of paragraphs, which cover the text and its end. */
function skipParagraphs(styles: Buffer, length: number): number {
	let at = 0;
	for (let covered = 0; covered < length + 1;) {
		covered += styles.readUInt32LE(at);
		at = skipParagraph(styles, at + 6);
	}
	return at;
}

/** Where the properties of a paragraph that begin at an offset end. */
function skipParagraph(styles: Buffer, start: number): number {
	const masks = styles.readUInt32LE(start);
	let at = start + 4 + sizeOf(PARAGRAPH_FORMATTING, masks);
	if ((masks & TAB_STOPS) !== 0) at += 2 + 4 * styles.readUInt16LE(at);
	return at + sizeOf(LATER_PARAGRAPH_LOOKS, masks);
}

/** From this kind of text on, masters number the levels of a list ([MS-PPT], 2.9.35). */
const NUMBERED = 5;

/**
 * Whether a master raises all text of a kind, or of one of its levels (`TextMasterStyleAtom`): such text
 * is not in a shape's properties.
 */
export function raisesText(styles: Buffer, kind: number): boolean {
	try {
		let at = 2;
		for (let left = styles.readUInt16LE(0); left > 0; left -= 1) {
			at = skipParagraph(styles, at + (kind >= NUMBERED ? 2 : 0));
			const masks = styles.readUInt32LE(at);
			at += 4 + sizeOf(CHARACTER_FORMATTING, masks);
			if ((masks & POSITION) === 0) continue;
			if (styles.readInt16LE(at) > 0) return true;
			at += 2;
		}
		return false;
	} catch (error) {
		if (error instanceof RangeError) return false;
		throw error;
	}
}

/**
 * Raised text of a shape of PowerPoint 97-2003.
 * @param styles how the text looks (`StyleTextPropAtom`)
 * @throws RangeError when the properties end too early
 */
export function raisedIn(text: string, styles: Buffer): RaisedText[] {
	const raised: RaisedText[] = [];
	let at = skipParagraphs(styles, text.length);
	for (let start = 0; start < text.length && at + 8 <= styles.length;) {
		const end = start + styles.readUInt32LE(at);
		const masks = styles.readUInt32LE(at + 4);
		at += 8 + sizeOf(CHARACTER_FORMATTING, masks);
		if ((masks & POSITION) !== 0) {
			if (styles.readInt16LE(at) > 0 && end - start <= CONTEXT) {
				const before = text.slice(Math.max(0, start - CONTEXT), start);
				raised.push(raisedText(before, text.slice(start, end), text.slice(end, end + CONTEXT)));
			}
			at += 2;
		}
		start = end;
	}
	return raised;
}
