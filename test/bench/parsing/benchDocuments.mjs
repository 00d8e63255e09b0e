import { readFile } from 'node:fs/promises';
import { launchBrowser } from '../../../service/src/browser/pool/launch.ts';
import { inRepository } from '../../../scripts/lib/repository.mjs';

/** Documents that an office program wrote. */
const OFFICE_FILES = ['report.docx', 'report.doc', 'report.odt', 'report.rtf', 'slides.pptx'];

const SENTENCE =
	'The herring fleet left at dawn, when the ice had gone, and came back with the evening tide.';

/**
 * A document of the bench.
 * @typedef {{ fileName: string, bytes: Buffer }} BenchDocument
 */

/**
 * A report of some chapters, each about a printed page: heading, paragraphs, list, link and table.
 * @param {number} chapterCount
 * @returns {string} HTML.
 */
function report(chapterCount) {
	const chapters = Array.from({ length: chapterCount }, (_chapter, index) => {
		const rows = Array.from(
			{ length: 6 },
			(_row, row) => `<tr><td>${1900 + row}<td>${SENTENCE.slice(4, 24)}<td>${index * row}</tr>`,
		);
		return [
			`<h1>Report ${index + 1}</h1>`,
			...Array.from({ length: 4 }, () => `<p>${`${SENTENCE} `.repeat(4)}</p>`),
			`<p>See <a href="https://example.com/fleet/${index}">the fleet</a>.</p>`,
			'<ul><li>salt<li>timber<li>copper</ul>',
			`<table border=1><tr><th>Year<th>Event<th>Ships</tr>${rows.join('')}</table>`,
		].join('\n');
	});
	return chapters.join('\n');
}

/**
 * Prints reports to PDF, as people do.
 * @param {number[]} chapterCounts About as many pages each.
 * @returns {Promise<BenchDocument[]>}
 */
export async function printReports(chapterCounts) {
	const { browser } = await launchBrowser({
		chromiumPath: process.env['CHROMIUM_PATH'] || undefined,
		allowUnsandboxed: true,
		proxyServer: undefined,
	});
	try {
		const page = await browser.newPage();
		const documents = [];
		for (const count of chapterCounts) {
			await page.setContent(report(count));
			documents.push({ fileName: `${count}.pdf`, bytes: await page.pdf({ tagged: false }) });
		}
		return documents;
	} finally {
		await browser.close();
	}
}

/**
 * Small documents of an office program: DOCX, DOC, ODT, RTF and PPTX.
 * @returns {Promise<BenchDocument[]>}
 */
export async function readOfficeDocuments() {
	return await Promise.all(
		OFFICE_FILES.map(async (fileName) => ({
			fileName,
			bytes: await readFile(inRepository(`test/fixtures/documents/programs/${fileName}`)),
		})),
	);
}
