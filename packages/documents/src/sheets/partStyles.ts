import { utils } from '@e965/xlsx';
import type { Run } from './textRuns.ts';
import { NOTHING, type SheetSurroundings } from './sheetNotes.ts';

/** Records of an Excel binary workbook ([MS-XLSB], 2.3.2). */
const RECORD = {
	row: 0,
	textCell: 7,
	text: 19,
	font: 43,
	style: 47,
	rule: 463,
	ruleStyle: 507,
	sheet: 156,
	styles: 617,
	stylesEnd: 618,
} as const;
/** Cells: blank, numbers in two forms, errors, booleans, texts of their own, formulas. */
const CELLS: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 6, RECORD.textCell, 8, 9, 10, 11, 62]);
const STRUCK = 0x08;
const SUPERSCRIPT = 1;
const IS_RICH = 0x01;
/** A property of a rule's style that turns strike-out on or off ([MS-XLSB], 2.5.159). */
const STRIKE_PROPERTY = 0x1d;

interface PartRecord {
	type: number;
	content: Buffer;
}

/** The records of a part: a type and a length of up to two and four bytes of seven bits, low ones first. */
function* recordsOfPart(part: Buffer): Generator<PartRecord> {
	let at = 0;
	const number = (mostBytes: number): number => {
		let value = 0;
		for (let count = 0; count < mostBytes && at < part.length; count += 1) {
			const byte = part[at] ?? 0;
			at += 1;
			value += (byte & 0x7f) * 2 ** (7 * count);
			if (byte < 0x80) break;
		}
		return value;
	};
	while (at < part.length) {
		const type = number(2);
		const length = number(4);
		yield { type, content: part.subarray(at, at + length) };
		at += length;
	}
}

/** A text after its length in characters, and where it ends. */
function wideText(content: Buffer, at: number): { text: string; end: number } {
	if (at + 4 > content.length) return { text: '', end: content.length };
	const length = content.readUInt32LE(at);
	// A missing text has the length -1.
	const end = length === 0xff_ff_ff_ff ? at + 4 : at + 4 + 2 * length;
	return { text: content.toString('utf16le', at + 4, end), end };
}

interface Look {
	isStruck: boolean;
	isRaised: boolean;
}
const PLAIN: Look = { isStruck: false, isRaised: false };
const isMarked = ({ isStruck, isRaised }: Look): boolean => isStruck || isRaised;

/** Whether the style of a rule ([MS-XLSB], 2.4.356: flags and a list of properties) strikes out. */
function isStrikingStyle(content: Buffer): boolean {
	for (let at = 6; at + 5 <= content.length;) {
		const [type, size] = [content.readUInt16LE(at), content.readUInt16LE(at + 2)];
		if (type === STRIKE_PROPERTY) return content[at + 4] !== 0;
		at += Math.max(size, 4);
	}
	return false;
}

/** The fonts of a workbook, the font of each style of its cells, and which styles of rules strike out. */
function readStyles(part: Buffer) {
	const fonts: Look[] = [];
	const strikingRules = new Set<number>();
	let ruleCount = 0;
	const styles: number[] = [];
	let isOfCells = false;
	for (const { type, content } of recordsOfPart(part)) {
		if (type === RECORD.styles || type === RECORD.stylesEnd) isOfCells = type === RECORD.styles;
		if (type === RECORD.font && content.length > 8) {
			const isStruck = ((content[2] ?? 0) & STRUCK) !== 0;
			fonts.push({ isStruck, isRaised: content.readUInt16LE(6) === SUPERSCRIPT });
		} else if (type === RECORD.style && isOfCells && content.length > 5) {
			styles.push(content.readUInt16LE(4));
		} else if (type === RECORD.ruleStyle) {
			if (isStrikingStyle(content)) strikingRules.add(ruleCount);
			ruleCount += 1;
		}
	}
	return { fonts, styles, strikingRules };
}

/** The shared texts whose parts look different, by number. */
function readRuns(part: Buffer, fonts: readonly Look[]): Map<number, Run[]> {
	const runs = new Map<number, Run[]>();
	const texts = [...recordsOfPart(part)].filter(({ type }) => type === RECORD.text);
	for (const [number, { content }] of texts.entries()) {
		if (((content[0] ?? 0) & IS_RICH) === 0) continue;
		const { text, end } = wideText(content, 1);
		const count = end + 4 > content.length ? 0 : content.readUInt32LE(end);
		const starts: Array<Look & { from: number }> = [];
		for (let at = end + 4; starts.length < count && at + 4 <= content.length; at += 4) {
			const look = fonts[content.readUInt16LE(at + 2)] ?? PLAIN;
			starts.push({ from: content.readUInt16LE(at), ...look });
		}
		if (!starts.some(isMarked)) continue;
		runs.set(number, [
			{ text: text.slice(0, starts[0]?.from), isRaised: false },
			...starts.map(({ from, ...look }, run) => ({
				text: text.slice(from, starts[run + 1]?.from),
				...look,
			})),
		]);
	}
	return runs;
}

/**
 * Which cells of an Excel binary workbook are struck out, by rules too, or have powers, by sheet name;
 * nothing for a workbook without such text.
 * @param partOf the content of a part by its name; empty if there is none
 * @param targetOf the part that a relationship of the workbook leads to
 */
export function partStyles(
	partOf: (name: string) => Buffer,
	names: { workbook: string; styles: string; texts: string },
	targetOf: (id: string) => string,
): Map<string, SheetSurroundings> {
	const { fonts, styles, strikingRules } = readStyles(partOf(names.styles));
	if (!fonts.some(isMarked) && strikingRules.size === 0) return new Map();
	const texts = readRuns(partOf(names.texts), fonts);
	const sheets = [...recordsOfPart(partOf(names.workbook))].filter(
		({ type }) => type === RECORD.sheet,
	);
	return new Map(
		sheets.map(({ content }) => {
			const id = wideText(content, 8);
			const name = wideText(content, id.end).text;
			return [name, { ...NOTHING, ...looksOfCells(partOf(targetOf(id.text))) }];
		}),
	);

	function looksOfCells(part: Buffer) {
		const struck = new Set<string>();
		const runs = new Map<string, Run[]>();
		let hasStrikingRule = false;
		let r = 0;
		for (const { type, content } of recordsOfPart(part)) {
			if (type === RECORD.row && content.length > 3) r = content.readUInt32LE(0);
			if (type === RECORD.rule && content.length > 11) {
				hasStrikingRule ||= strikingRules.has(content.readUInt32LE(8));
			}
			if (!CELLS.has(type) || content.length < 8) continue;
			const cell = utils.encode_cell({ r, c: content.readUInt32LE(0) });
			if (fonts[styles[content.readUIntLE(4, 3)] ?? 0]?.isStruck === true) struck.add(cell);
			const parts =
				type === RECORD.textCell && content.length > 11
					? texts.get(content.readUInt32LE(8))
					: undefined;
			if (parts !== undefined) runs.set(cell, parts);
		}
		return { struck, runs, hasStrikingRule };
	}
}
