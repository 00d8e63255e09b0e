import { utils, write } from '@e965/xlsx';
import { parseOffice } from 'officeparser';
import { launchBrowser } from '../../../service/src/browser/launch.ts';

/** Formats that the document library itself writes. */
const WRITTEN_FORMATS = /** @type {const} */ (['docx', 'odt', 'rtf', 'epub', 'html']);

const SENTENCE =
	'The herring fleet left at dawn, when the ice had gone, and came back with the evening tide.';

/**
 * A document of the bench.
 * @typedef {{ fileName: string, bytes: Buffer }} BenchDocument
 */

/**
 * A report of some chapters, each about a printed page: heading, paragraphs, list, link and table.
 * @param {number} chapterCount
 * @returns {string} Markdown.
 */
function report(chapterCount) {
	const chapters = Array.from({ length: chapterCount }, (_chapter, index) => {
		const rows = Array.from(
			{ length: 6 },
			(_row, row) => `| ${1900 + row} | ${SENTENCE.slice(4, 24)} | ${index * row} |`,
		);
		return [
			`# Report ${index + 1}`,
			...Array.from({ length: 4 }, () => `${SENTENCE} `.repeat(4).trim()),
			`See [the fleet](https://example.com/fleet/${index}).`,
			'- salt\n- timber\n- copper',
			`| Year | Event | Ships |\n| --- | --- | --- |\n${rows.join('\n')}`,
		].join('\n\n');
	});
	return chapters.join('\n\n');
}

/**
 * Prints a page to PDF, as people do.
 * @param {string} html
 */
async function print(html) {
	const { browser } = await launchBrowser({
		chromiumPath: process.env['CHROMIUM_PATH'] || undefined,
		allowUnsandboxed: true,
		proxyServer: undefined,
	});
	try {
		const page = await browser.newPage();
		await page.setContent(html);
		return await page.pdf({ tagged: false });
	} finally {
		await browser.close();
	}
}

/** @param {number} rowCount */
function workbook(rowCount) {
	const rows = Array.from({ length: rowCount }, (_row, row) => [`Report ${row}`, row, SENTENCE]);
	const book = utils.book_new();
	utils.book_append_sheet(book, utils.aoa_to_sheet([['Name', 'Ships', 'Note'], ...rows]), 'Ships');
	return write(book, { type: 'buffer', bookType: 'xlsx' });
}

/**
 * One report as PDF, Word, OpenDocument, RTF, EPUB, HTML and Excel.
 * @param {number} chapterCount About as many printed pages.
 * @returns {Promise<BenchDocument[]>}
 */
export async function makeDocuments(chapterCount) {
	const source = await parseOffice(Buffer.from(report(chapterCount)), { fileType: 'md' });
	const written = [];
	for (const format of WRITTEN_FORMATS) {
		const { value } = await source.to(format);
		written.push({ fileName: `report.${format}`, bytes: Buffer.from(value) });
	}
	const html = written.find(({ fileName }) => fileName.endsWith('.html'))?.bytes.toString() ?? '';
	return [
		...written,
		{ fileName: 'report.pdf', bytes: await print(html) },
		{ fileName: 'report.xlsx', bytes: workbook(30 * chapterCount) },
	];
}
