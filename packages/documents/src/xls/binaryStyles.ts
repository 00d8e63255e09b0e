import { utils } from '@e965/xlsx';
import type { BinaryRecord } from './binaryRecords.ts';
import { type BinaryText, binaryTexts } from './binaryStrings.ts';
import type { Run } from '../sheets/textRuns.ts';

/** Records of an Excel 97-2003 workbook that describe how cells look ([MS-XLS], 2.3.2). */
const RECORD = {
	font: 0x0031,
	style: 0x00e0,
	texts: 0x00fc,
	continuation: 0x003c,
	textCell: 0x00fd,
	numberCells: 0x00bd,
	rule: 0x01b1,
} as const;
/** Cells with one value: numbers in two forms, formulas, their own texts, booleans and errors. */
const CELLS: ReadonlySet<number> = new Set([0x0203, 0x027e, 0x0006, 0x0204, 0x0205]);
const STRUCK = 0x08;
const SUPERSCRIPT = 1;
/** Font numbers skip this one. */
const MISSING_FONT = 4;

interface Font {
	isStruck: boolean;
	isRaised: boolean;
}

/** How the text of a sheet's cells looks, by cell address. */
export interface CellStyles {
	struck: Set<string>;
	runs: Map<string, Run[]>;
	hasStrikingRule: boolean;
}

/** The fonts, styles and texts of a workbook, record by record, and how its cells look. */
export class BinaryStyles {
	readonly #fonts: Font[] = [];
	/** The font of each style. */
	readonly #styles: number[] = [];
	readonly #texts: Buffer[] = [];
	#isInTexts = false;
	#readTexts: readonly BinaryText[] | undefined;

	/** A record about the whole workbook. */
	add({ type, content }: BinaryRecord): void {
		if (type === RECORD.font && content.length > 9) {
			this.#fonts.push({
				isStruck: ((content[2] ?? 0) & STRUCK) !== 0,
				isRaised: content[8] === SUPERSCRIPT,
			});
		} else if (type === RECORD.style && content.length > 1) {
			this.#styles.push(content.readUInt16LE(0));
		}
		this.#isInTexts = type === RECORD.texts || (this.#isInTexts && type === RECORD.continuation);
		if (this.#isInTexts) this.#texts.push(content);
	}

	/** A record of a sheet. */
	addCell(styles: CellStyles, { type, content }: BinaryRecord): void {
		if (type === RECORD.rule && isStrikingRule(content)) styles.hasStrikingRule = true;
		if (!this.#fonts.some(({ isStruck, isRaised }) => isStruck || isRaised)) return;
		if (content.length < 6) return;
		const place = { r: content.readUInt16LE(0), c: content.readUInt16LE(2) };
		if (type === RECORD.numberCells) {
			for (let at = 4; at + 8 <= content.length; at += 6) {
				this.#addStyle(styles, utils.encode_cell(place), content.readUInt16LE(at));
				place.c += 1;
			}
		} else if (CELLS.has(type) || type === RECORD.textCell) {
			const cell = utils.encode_cell(place);
			this.#addStyle(styles, cell, content.readUInt16LE(4));
			if (type === RECORD.textCell && content.length > 9) {
				this.#addRuns(styles, cell, content.readUInt32LE(6));
			}
		}
	}

	#addStyle({ struck }: CellStyles, cell: string, style: number): void {
		if (this.#font(this.#styles[style])?.isStruck === true) struck.add(cell);
	}

	#addRuns({ runs }: CellStyles, cell: string, at: number): void {
		this.#readTexts ??= binaryTexts(this.#texts);
		const { text = '', fonts = [] } = this.#readTexts[at] ?? {};
		const styles = fonts.map(({ from, font }) => ({ from, look: this.#font(font) }));
		if (!styles.some(({ look }) => look?.isStruck === true || look?.isRaised === true)) return;
		runs.set(cell, [
			{ text: text.slice(0, styles[0]?.from), isRaised: false },
			...styles.map(({ from, look }, run) => ({
				text: text.slice(from, styles[run + 1]?.from),
				isStruck: look?.isStruck ?? false,
				isRaised: look?.isRaised ?? false,
			})),
		]);
	}

	#font(number = 0): Font | undefined {
		return this.#fonts[number > MISSING_FONT ? number - 1 : number];
	}
}

/** Parts of a rule's look ([MS-XLS], 2.5.92): a number format, whether it is the rule's own, and a font. */
const HAS_NUMBERS = 0x02_00_00_00;
const HAS_FONT = 0x04_00_00_00;
const OWN_NUMBERS = 1;
const RULE_LOOK = 6;
/** Where a font says how its text looks, after its name and height, and the strike-out bit. */
const FONT_LOOK = 68;
const STRUCK_BY_RULE = 0x80;

/** Whether a conditional formatting rule strikes cells out. */
export function isStrikingRule(rule: Buffer): boolean {
	if (rule.length < RULE_LOOK + 8) return false;
	const flags = rule.readUInt32LE(RULE_LOOK);
	const font = RULE_LOOK + 6;
	const isOwn = (rule.readUInt16LE(RULE_LOOK + 4) & OWN_NUMBERS) !== 0;
	const numbers = isOwn ? rule.readUInt16LE(font) : 2;
	const look = font + ((flags & HAS_NUMBERS) === 0 ? 0 : numbers) + FONT_LOOK;
	return (flags & HAS_FONT) !== 0 && ((rule[look] ?? 0) & STRUCK_BY_RULE) !== 0;
}
