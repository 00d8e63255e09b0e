import { type BinaryRecord, flaggedText, isMarkingFont, recordsOf } from './binaryRecords.ts';
import { streamsOf } from '../ole/compoundStreams.ts';
import { runningTexts } from '../sheets/runningTexts.ts';
import type { SheetSurroundings } from '../sheets/sheetNotes.ts';

/** Records of an Excel 97-2003 workbook ([MS-XLS], 2.3.2). */
const RECORD = {
	beginning: 0x0809,
	sheet: 0x0085,
	font: 0x0031,
	header: 0x0014,
	footer: 0x0015,
	drawing: 0x00ec,
	shape: 0x005d,
	shapeText: 0x01b6,
	/** A title, or the name of a series, in a chart. */
	chartText: 0x100d,
	continuation: 0x003c,
} as const;
/** How a chart begins ([MS-XLS], 2.4.21). */
const CHART = 0x0020;
/** The type of a drawing's part that says where its text is ([MS-ODRAW], 2.2.28). */
const TEXT_PLACE = 0xf00d;
/** The type of a shape that is a picture. */
const PICTURE_SHAPE = 0x0008;
/** Precedes an address ([MS-OSHARED], 2.3.7.6): its length in bytes, and its characters. */
const ADDRESS = Buffer.from('e0c9ea79f9bace118c8200aa004ba90b', 'hex');
/** The type of a shape that shows a cell's remark, which is read with the cell. */
const REMARK_SHAPE = 0x0019;

/** A text after its length. */
const countedText = (content: Buffer): string =>
	content.length < 3 ? '' : flaggedText(content, 2).slice(0, content.readUInt16LE(0));

/** What one sheet shows in addition to its cells, record by record. */
class BinarySheet {
	readonly surroundings: SheetSurroundings = {
		headers: [],
		footers: [],
		texts: [],
		links: [],
		files: [],
	};
	#shapeType = 0;
	/** Characters still missing from the text being read. */
	#missing = 0;
	#text = '';
	/** Where the shape being read leads. */
	#address = '';

	readonly #readers: Readonly<Record<number, (content: Buffer) => void>> = {
		[RECORD.header]: (content) => {
			this.surroundings.headers.push(...runningTexts(countedText(content)));
		},
		[RECORD.footer]: (content) => {
			this.surroundings.footers.push(...runningTexts(countedText(content)));
		},
		[RECORD.beginning]: (content) => {
			if (content.length < 4 || content.readUInt16LE(2) !== CHART) return;
			this.surroundings.unreadCharts = (this.surroundings.unreadCharts ?? 0) + 1;
		},
		[RECORD.chartText]: (content) => {
			if (content.length < 5) return;
			const text = flaggedText(content, 3).slice(0, content[2]).trim();
			const { texts } = this.surroundings;
			if (text !== '' && !texts.includes(text)) texts.push(text);
		},
		[RECORD.drawing]: (content) => {
			// The place of a shape's text comes between the shape and that text.
			if (content.length >= 4 && content.readUInt16LE(2) === TEXT_PLACE) return;
			this.endShape();
			this.#address = addressIn(content);
		},
		[RECORD.shape]: (content) => {
			if (content.length < 6) return;
			this.#shapeType = content.readUInt16LE(4);
			if (this.#shapeType !== PICTURE_SHAPE) return;
			this.surroundings.pictureCount = (this.surroundings.pictureCount ?? 0) + 1;
		},
		[RECORD.shapeText]: (content) => {
			if (content.length < 12) return;
			this.#missing = this.#shapeType === REMARK_SHAPE ? 0 : content.readUInt16LE(10);
			this.#text = '';
		},
		[RECORD.continuation]: (content) => {
			if (this.#missing > 0) this.#continueText(content);
		},
	};

	add({ type, content }: BinaryRecord): void {
		this.#readers[type]?.(content);
	}

	#continueText(content: Buffer): void {
		const part = flaggedText(content, 0).slice(0, this.#missing);
		this.#text += part;
		this.#missing -= part.length;
		if (this.#missing > 0) return;
		const shown = this.#text.replace(/\r\n?/g, '\n').trim();
		if (shown === '') return;
		const { texts, links } = this.surroundings;
		if (this.#address === '') texts.push(shown);
		else links.push({ text: shown.replaceAll('\n', ' '), address: this.#address });
		this.#address = '';
	}

	/** A shape without text is a link by its address. */
	endShape(): void {
		const address = this.#address;
		if (address !== '') this.surroundings.links.push({ text: address, address });
		this.#address = '';
	}
}

/** The address in the description of a shape; empty if none. */
function addressIn(content: Buffer): string {
	const found = content.indexOf(ADDRESS);
	const start = found + ADDRESS.length + 4;
	if (found === -1 || start > content.length) return '';
	const length = content.readUInt32LE(start - 4);
	const text = content.toString('utf16le', start, Math.min(start + length, content.length));
	return text.split('\0', 1)[0] ?? '';
}

/**
 * What the sheets of an Excel 97-2003 workbook show in addition to their cells, by sheet name, and whether it
 * has fonts that strike text out or raise it. Nothing for a workbook without the stream of that time.
 */
export function binarySurroundings(bytes: Buffer) {
	const names = new Map<number, string>();
	const sheets = new Map<string, BinarySheet>();
	let hasUnmarkedLooks = false;
	let sheet: BinarySheet | undefined;
	for (const record of recordsOf(streamsOf(bytes)('Workbook'))) {
		const { type, at, content } = record;
		if (type === RECORD.sheet && content.length > 8) {
			names.set(content.readUInt32LE(0), flaggedText(content, 7).slice(0, content[6]));
		} else if (type === RECORD.beginning && names.has(at)) {
			sheet = new BinarySheet();
			sheets.set(names.get(at) ?? '', sheet);
		} else if (sheet === undefined) {
			hasUnmarkedLooks ||= type === RECORD.font && isMarkingFont(content, 8);
		} else sheet.add(record);
	}
	const surroundings = [...sheets].map(([name, each]): [string, SheetSurroundings] => {
		each.endShape();
		return [name, each.surroundings];
	});
	return { sheets: new Map(surroundings), hasUnmarkedLooks };
}
