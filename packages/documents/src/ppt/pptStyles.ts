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

/** Paragraphs that look alike; without `hasBullet`, that is as the master says for their level. */
export interface ParagraphRun {
	level: number;
	hasBullet?: boolean;
	/** Where they end in the text, and their properties among those of the text. */
	end: number;
	styleEnd: number;
}

/** The runs of paragraphs, which cover the text and its end; those of characters begin after them. */
export function paragraphRuns(styles: Buffer, length: number): ParagraphRun[] {
	const runs: ParagraphRun[] = [];
	for (let [at, end] = [0, 0]; end < length + 1;) {
		end += styles.readUInt32LE(at);
		const run = { level: styles.readUInt16LE(at + 4), end, ...readParagraph(styles, at + 6) };
		runs.push(run);
		at = run.styleEnd;
	}
	return runs;
}

/** What the properties of a paragraph that begin at an offset say about its bullet, and where they end. */
function readParagraph(
	styles: Buffer,
	start: number,
): Pick<ParagraphRun, 'hasBullet' | 'styleEnd'> {
	const masks = styles.readUInt32LE(start);
	let at = start + 4 + sizeOf(PARAGRAPH_FORMATTING, masks);
	if ((masks & TAB_STOPS) !== 0) at += 2 + 4 * styles.readUInt16LE(at);
	return {
		...((masks & 1) === 1 && { hasBullet: styles.readUInt16LE(start + 4) % 2 === 1 }),
		styleEnd: at + sizeOf(LATER_PARAGRAPH_LOOKS, masks),
	};
}

/** From this kind of text on, masters number the levels of a list ([MS-PPT], 2.9.35). */
const NUMBERED = 5;

/** Whether a master has bullets at the levels of a kind of text (`TextMasterStyleAtom`), as far as it can be read. */
export function masterBulletsOf(styles: Buffer, kind: number): Array<boolean | undefined> {
	const levels: Array<boolean | undefined> = [];
	try {
		let at = 2;
		for (let left = styles.readUInt16LE(0); left > 0; left -= 1) {
			const { hasBullet, styleEnd } = readParagraph(styles, at + (kind >= NUMBERED ? 2 : 0));
			const masks = styles.readUInt32LE(styleEnd);
			at = styleEnd + 4 + sizeOf(CHARACTER_FORMATTING, masks) + ((masks & POSITION) === 0 ? 0 : 2);
			levels.push(hasBullet);
		}
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
	}
	return levels;
}

/**
 * Raised text of a shape of PowerPoint 97-2003.
 * @param styles how the text looks (`StyleTextPropAtom`)
 * @throws RangeError when the properties end too early
 */
export function raisedIn(text: string, styles: Buffer): RaisedText[] {
	const raised: RaisedText[] = [];
	let at = paragraphRuns(styles, text.length).at(-1)?.styleEnd ?? 0;
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
