import { utils, write } from '@e965/xlsx';
import { unzipSync, zipSync } from 'fflate';
import type { ReaderTools } from '../../packages/documents/src/conversion/conversion.ts';
import { readWorkbook } from '../../packages/documents/src/sheets/workbook.ts';

/** A record of an Excel binary workbook ([MS-XLSB], 2.1.4) of up to 127 bytes. */
function record(type: number, ...content: Array<Buffer | number[]>): Buffer {
	const body = Buffer.concat(content.map((part) => Buffer.from(part)));
	const id = type < 128 ? [type] : [(type & 0x7f) | 0x80, type >> 7];
	return Buffer.from([...id, body.length, ...body]);
}
const word = (value: number): number[] => [value & 0xff, value >> 8];
const long = (value: number): number[] => [...word(value), 0, 0];
const wide = (text: string): Buffer =>
	Buffer.concat([Buffer.from(long(text.length)), Buffer.from(text, 'utf16le')]);

/** Fonts: plain, struck out, raised. */
const font = (flags: number, raised: number): Buffer =>
	record(
		43,
		word(220),
		word(flags),
		word(400),
		word(raised),
		[0, 2, 0, 0],
		Buffer.alloc(8),
		[0],
		wide('A'),
	);
const style = (fontNumber: number): Buffer =>
	record(47, word(0), word(0), word(fontNumber), Buffer.alloc(10));
const STYLES = Buffer.concat([
	record(278),
	record(611, long(3)),
	font(0, 0),
	font(8, 0),
	font(0, 1),
	record(612),
	record(617, long(2)),
	style(0),
	style(1),
	record(618),
	record(279),
]);
const rich = (text: string, ...runs: Array<[from: number, font: number]>): Buffer =>
	record(
		19,
		[1],
		wide(text),
		long(runs.length),
		...runs.map(([from, at]) => [...word(from), ...word(at)]),
	);
const cell = (
	type: number,
	column: number,
	styleNumber: number,
	value: Buffer | number[],
): Buffer => record(type, long(column), [styleNumber, 0, 0, 0], value);
const real = (value: number): Buffer => {
	const bytes = Buffer.alloc(8);
	bytes.writeDoubleLE(value);
	return bytes;
};

/** The rows of a sheet in place of those that the library wrote. */
function withRows(sheet: Uint8Array, rows: Buffer): Buffer {
	const bytes = Buffer.from(sheet);
	const [begin, end] = [record(145), record(146)].map((mark) => bytes.indexOf(mark));
	return Buffer.concat([bytes.subarray(0, (begin ?? 0) + 3), rows, bytes.subarray(end)]);
}

const toolsOf = (warn: (sentence: string) => void): ReaderTools => ({
	context: {
		onProgress: () => undefined,
		setProperties: () => undefined,
		addInvoice: () => undefined,
		warn,
	},
	recogniser: {
		recognise: async () => ({ markdown: '', isDoubtful: false }),
		takeEngines: () => '',
	},
	readPart: async () => undefined,
	checkCount: () => undefined,
});

it.each([
	['that strikes out', 1, true],
	['that does not', 0, false],
])('a rule of an XLSB %s is reported: %s, %s', async (_what, isOn, isReported) => {
	const book = utils.book_new();
	utils.book_append_sheet(book, utils.aoa_to_sheet([['Item'], ['Nut']]), 'Order');
	const parts = unzipSync(write(book, { type: 'buffer', bookType: 'xlsb' }));
	const sheet = Buffer.from(parts['xl/worksheets/sheet1.bin'] ?? []);
	const end = sheet.indexOf(record(146));
	const rule = record(463, long(2), long(0), long(1), long(1), Buffer.alloc(20));
	// Properties of a style: its weight, and whether it is struck out.
	const looks = [...word(0x19), ...word(6), ...word(700), ...word(0x1d), ...word(5), isOn];
	const styles = Buffer.concat([
		record(505, long(2)),
		record(507, word(0), word(0), word(0)),
		record(507, word(0), word(0), word(2), looks),
		record(506),
	]);
	const bytes = Buffer.from(
		zipSync({
			...parts,
			'xl/styles.bin': Buffer.concat([Buffer.from(parts['xl/styles.bin'] ?? []), styles]),
			'xl/worksheets/sheet1.bin': Buffer.concat([
				sheet.subarray(0, end + 3),
				rule,
				sheet.subarray(end + 3),
			]),
		}),
	);
	const warnings: string[] = [];
	await readWorkbook(
		bytes,
		toolsOf((sentence) => warnings.push(sentence)),
	);
	expect(warnings.some((sentence) => sentence.includes('a rule strikes out'))).toBe(isReported);
});

it('text that an XLSB strikes out is struck out, in parts of cells and whole ones', async () => {
	const book = utils.book_new();
	utils.book_append_sheet(book, utils.aoa_to_sheet([['Item', 'Count']]), 'Order');
	const written: Buffer = write(book, { type: 'buffer', bookType: 'xlsb', bookSST: true });
	const parts = unzipSync(written);
	const header = (row: number) =>
		record(0, long(row), long(0), word(300), [0, 0, 0], long(1), long(0), long(1));
	const rows = Buffer.concat([
		header(0),
		cell(7, 0, 0, long(0)),
		cell(7, 1, 0, long(1)),
		header(1),
		cell(7, 0, 0, long(2)),
		cell(5, 1, 1, real(12)),
	]);
	const texts = Buffer.concat([
		record(159, long(3), long(3)),
		record(19, [0], wide('Item')),
		record(19, [0], wide('Count')),
		rich('old new 106', [0, 1], [3, 0], [10, 2]),
		record(160),
	]);
	const sheet = parts['xl/worksheets/sheet1.bin'] ?? new Uint8Array();
	const bytes = Buffer.from(
		zipSync({
			...parts,
			'xl/styles.bin': STYLES,
			'xl/sharedStrings.bin': texts,
			'xl/worksheets/sheet1.bin': withRows(sheet, rows),
		}),
	);
	await expect(
		readWorkbook(
			bytes,
			toolsOf(() => undefined),
		),
	).resolves.toEqual([
		'## Order\n\n| Item | Count |\n| --- | --- |\n| ~~old~~ new 10^6 | ~~12~~ |',
	]);
});
