import { extname } from 'node:path';
import { parseOffice } from 'officeparser';
import { startLocalService } from '../localService.mjs';
import { compareRates, MEDIAN_OF_ROUNDS } from '../rates.mjs';
import { toTable } from '../table.mjs';
import { makeDocuments } from './benchDocuments.mjs';

const SHORT_PAGES = 2;
const LONG_PAGES = 20;
/** Each document is parsed so often in a round. */
const REPEATS = 6;

const TITLES = ['', 'Local service', 'Bare officeparser', 'Ratio'];

/** @typedef {import('./benchDocuments.mjs').BenchDocument} BenchDocument */

/**
 * Uploads documents to the local service and reads the same ones with the library that it works
 * with, called bare in this process.
 * @returns {Promise<string>} A Markdown section.
 */
export async function measureParsing() {
	const [short, long] = await Promise.all([SHORT_PAGES, LONG_PAGES].map(makeDocuments));
	const service = await startLocalService();
	try {
		await parseAtOnce(service, short);
		await parseBare(short);
		const rows = [
			await compare(`${SHORT_PAGES} pages, one after another`, short, parseInTurn),
			await compare(`${LONG_PAGES} pages, one after another`, long, parseInTurn),
			await compare('Both, sent at once', [...short, ...long], parseAtOnce),
		];
		const formats = short.map(({ fileName }) => extname(fileName).slice(1).toUpperCase());
		return `### Documents per second (${formats.join(', ')}; ${MEDIAN_OF_ROUNDS})\n\n${toTable(TITLES, rows)}`;
	} finally {
		await service.close();
	}

	/**
	 * @param {string} name
	 * @param {BenchDocument[]} documents
	 * @param {typeof parseInTurn} parseAll
	 */
	async function compare(name, documents, parseAll) {
		const work = Array.from({ length: REPEATS }, () => documents).flat();
		const rates = await compareRates({
			count: work.length,
			service: () => parseAll(service, work),
			beside: () => parseBare(work),
		});
		return [name, ...rates];
	}
}

/**
 * @param {import('../localService.mjs').LocalService} service
 * @param {BenchDocument[]} documents
 */
async function parseInTurn(service, documents) {
	for (const document of documents) await parse(service, document);
}

/**
 * @param {import('../localService.mjs').LocalService} service
 * @param {BenchDocument[]} documents
 */
async function parseAtOnce(service, documents) {
	await Promise.all(documents.map((document) => parse(service, document)));
}

/**
 * @param {import('../localService.mjs').LocalService} service
 * @param {BenchDocument} document
 */
async function parse(service, document) {
	expectText(document.fileName, await service.parse(document));
}

/** @param {BenchDocument[]} documents One after another: the library keeps one core busy. */
async function parseBare(documents) {
	for (const { fileName, bytes } of documents) {
		const ast = await parseOffice(bytes, {
			fileType: /** @type {any} */ (extname(fileName).slice(1)),
			// A process for each PDF, the library's default, would only slow it down here.
			pdfParserConfig: { separateProcess: false },
		});
		const { value } = await ast.to('md');
		expectText(fileName, value);
	}
}

/**
 * @param {string} fileName
 * @param {unknown} markdown
 */
function expectText(fileName, markdown) {
	if (!String(markdown).includes('Report 1')) throw new Error(`${fileName} without its text`);
}
