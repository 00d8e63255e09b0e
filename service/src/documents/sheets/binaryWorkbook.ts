import { CFB } from '@e965/xlsx';
import { BinaryLooks, type CellLooks } from './binaryLooks.ts';
import { type BinaryRecord, flaggedText, recordsOf } from './binaryRecords.ts';
import { runningTexts } from './runningTexts.ts';
import type { SheetSurroundings } from './surroundings.ts';

/** Records of a workbook of Excel 97 to 2003 ([MS-XLS], 2.3.2). */
const RECORD = {
	beginning: 0x0809,
	end: 0x000a,
	sheet: 0x0085,
	header: 0x0014,
	footer: 0x0015,
	shape: 0x005d,
	shapeText: 0x01b6,
	/** A title, or the name of a series, of a chart. */
	chartText: 0x100d,
	continuation: 0x003c,
} as const;
/** The type of a shape that shows the remark of a cell, which is read with its cell. */
const REMARK_SHAPE = 0x0019;

/** A text behind its length. */
const countedText = (content: Buffer): string =>
	content.length < 3 ? '' : flaggedText(content, 2).slice(0, content.readUInt16LE(0));

/** What one sheet shows beside its cells, record by record. */
class BinarySheet {
	readonly surroundings: SheetSurroundings = {
		headers: [],
		footers: [],
		texts: [],
		links: [],
		files: [],
	};
	readonly looks: CellLooks = { struck: new Set(), runs: new Map(), hasStrikingRule: false };
	#shapeType = 0;
	/** Characters of the text whose records come now. */
	#missing = 0;
	#text = '';

	add({ type, content }: BinaryRecord): void {
		const { headers, footers, texts } = this.surroundings;
		if (type === RECORD.header) headers.push(...runningTexts(countedText(content)));
		else if (type === RECORD.footer) footers.push(...runningTexts(countedText(content)));
		else if (type === RECORD.chartText && content.length > 4) {
			const text = flaggedText(content, 3).slice(0, content[2]).trim();
			if (text !== '' && !texts.includes(text)) texts.push(text);
		} else if (type === RECORD.shape && content.length >= 6) {
			this.#shapeType = content.readUInt16LE(4);
		} else if (type === RECORD.shapeText && content.length >= 12) {
			this.#missing = this.#shapeType === REMARK_SHAPE ? 0 : content.readUInt16LE(10);
			this.#text = '';
		} else if (type === RECORD.continuation && this.#missing > 0) {
			this.#continueText(content);
		}
	}

	#continueText(content: Buffer): void {
		const part = flaggedText(content, 0).slice(0, this.#missing);
		this.#text += part;
		this.#missing -= part.length;
		if (this.#missing > 0) return;
		const shown = this.#text.replace(/\r\n?/g, '\n').trim();
		if (shown !== '') this.surroundings.texts.push(shown);
	}
}

/**
 * What the sheets of a workbook of Excel 97 to 2003 show beside their cells, by name.
 * Nothing for a workbook without the stream of that time.
 */
export function binarySurroundings(bytes: Buffer): Map<string, SheetSurroundings> {
	const found = CFB.find(CFB.read(bytes, { type: 'buffer' }), 'Workbook');
	if (!found) return new Map();
	const names = new Map<number, string>();
	const sheets = new Map<string, BinarySheet>();
	const looks = new BinaryLooks();
	let sheet: BinarySheet | undefined;
	/** How deep in charts: what those keep of cells is none of the sheet's. */
	let depth = 0;
	for (const record of recordsOf(Buffer.from(found.content as Uint8Array))) {
		const { type, at, content } = record;
		if (type === RECORD.sheet && content.length > 8) {
			names.set(content.readUInt32LE(0), flaggedText(content, 7).slice(0, content[6]));
		} else if (type === RECORD.beginning && names.has(at)) {
			sheet = new BinarySheet();
			depth = 0;
			sheets.set(names.get(at) ?? '', sheet);
		} else if (sheet === undefined) looks.add(record);
		else {
			if (type === RECORD.beginning) depth += 1;
			else if (type === RECORD.end) depth -= 1;
			else if (depth === 0) looks.addCell(sheet.looks, record);
			sheet.add(record);
		}
	}
	return new Map(
		[...sheets].map(([name, { surroundings, looks: own }]) => [name, { ...surroundings, ...own }]),
	);
}
