import { CFB } from '@e965/xlsx';
import { runningTexts } from './runningTexts.ts';
import type { SheetSurroundings } from './surroundings.ts';

/** Records of a workbook of Excel 97 to 2003 ([MS-XLS], 2.3.2). */
const RECORD = {
	beginning: 0x0809,
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

interface BinaryRecord {
	type: number;
	/** Where it begins in the stream. */
	at: number;
	content: Buffer;
}

function* recordsOf(stream: Buffer): Generator<BinaryRecord> {
	let at = 0;
	while (at + 4 <= stream.length) {
		const end = at + 4 + stream.readUInt16LE(at + 2);
		yield { type: stream.readUInt16LE(at), at, content: stream.subarray(at + 4, end) };
		at = end;
	}
}

/** Characters behind a byte that says whether each takes one byte or two. */
function flaggedText(content: Buffer, at: number): string {
	const isWide = ((content[at] ?? 0) & 1) === 1;
	return content.toString(isWide ? 'utf16le' : 'latin1', at + 1);
}

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
	let sheet: BinarySheet | undefined;
	for (const record of recordsOf(Buffer.from(found.content as Uint8Array))) {
		if (record.type === RECORD.sheet && record.content.length > 8) {
			const { content } = record;
			names.set(content.readUInt32LE(0), flaggedText(content, 7).slice(0, content[6]));
		} else if (record.type === RECORD.beginning && names.has(record.at)) {
			sheet = new BinarySheet();
			sheets.set(names.get(record.at) ?? '', sheet);
		} else sheet?.add(record);
	}
	return new Map([...sheets].map(([name, { surroundings }]) => [name, surroundings]));
}
