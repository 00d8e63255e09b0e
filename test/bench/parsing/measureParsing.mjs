import { availableParallelism } from 'node:os';
import { toMarkdownBytes } from '@firecrawl/anydoc';
import { LiteParse } from '@llamaindex/liteparse';
import { startLocalService } from '../localService.mjs';
import { measureRate, median } from '../rates.mjs';
import { toTable } from '../table.mjs';
import { printReports, readOfficeDocuments } from './benchDocuments.mjs';

const CHAPTERS = [2, 20];
/** Each document is parsed so often in a round. */
const REPEATS = 12;
const ROUNDS = 9;
/** Rounds before them: a process runs its code at full speed after some sixty documents. */
const WARM_UPS = 5;

const TITLES = ['', 'Local service', 'Bare library', 'Ratio', 'Added to each, in ms'];

/** @typedef {import('./benchDocuments.mjs').BenchDocument} BenchDocument */

/**
 * A library called bare, in as many processes or threads as the service has.
 * @typedef {(document: BenchDocument) => Promise<string>} BareReader
 */

/**
 * Uploads documents to the local service and reads the same ones with the libraries that it works
 * with, called bare; both warm, and with as many documents at a time.
 * @returns {Promise<string>} A Markdown section.
 */
export async function measureParsing() {
	const [short, long] = (await printReports(CHAPTERS)).map((document) => [document]);
	const office = await readOfficeDocuments();
	const service = await startLocalService();
	const processes = availableParallelism();
	const pool = new LiteParse({
		outputFormat: 'markdown',
		imageMode: 'off',
		ocrEnabled: false,
		poolSize: processes,
		quiet: true,
	});
	await pool.warmUp();
	/** @type {BareReader} */
	const liteParse = async ({ bytes }) => (await pool.parse(bytes)).text;
	/** @type {BareReader} */
	const anydoc = ({ bytes }) => toMarkdownBytes(bytes);
	/** @type {Array<[string, BenchDocument[] | undefined, BareReader]>} */
	const contests = [
		[`PDF of ${CHAPTERS[0]} pages, beside LiteParse`, short, liteParse],
		[`PDF of ${CHAPTERS[1]} pages, beside LiteParse`, long, liteParse],
		['DOCX, DOC, ODT, RTF, PPTX, beside anydoc', office, anydoc],
	];
	try {
		const rows = [];
		for (const [name, documents = [], bare] of contests) {
			for (const atOnce of [1, 2 * processes]) {
				const way = atOnce === 1 ? 'one after another' : `${atOnce} at a time`;
				rows.push([`${name}, ${way}`, ...(await compare(documents, bare, atOnce))]);
			}
		}
		return `### Documents per second (median of ${ROUNDS} rounds, ${processes} processes each)\n\n${toTable(TITLES, rows)}`;
	} finally {
		pool.close();
		await service.close();
	}

	/**
	 * @param {BenchDocument[]} documents
	 * @param {BareReader} bare
	 * @param {number} atOnce
	 */
	async function compare(documents, bare, atOnce) {
		const work = Array.from({ length: REPEATS }, () => documents).flat();
		const readers = [(/** @type {BenchDocument} */ document) => service.parse(document), bare];
		/** @type {number[][]} */
		const rates = [[], []];
		for (let round = 1 - WARM_UPS; round <= ROUNDS; round += 1) {
			for (const [side, read] of readers.entries()) {
				const rate = await measureRate(work.length, () => readAll(work, read, atOnce));
				if (round > 0) rates[side]?.push(rate);
			}
		}
		const [own = NaN, beside = NaN] = rates.map(median);
		const added = 1000 / own - 1000 / beside;
		return [own.toFixed(1), beside.toFixed(1), (own / beside).toFixed(2), added.toFixed(1)];
	}
}

/**
 * @param {BenchDocument[]} documents
 * @param {BareReader} read
 * @param {number} atOnce
 */
async function readAll(documents, read, atOnce) {
	const waiting = documents.values();
	await Promise.all(
		Array.from({ length: atOnce }, async () => {
			for (const document of waiting) {
				const markdown = await read(document);
				if (!/report|Ships/i.test(markdown)) throw new Error(`${document.fileName} without text`);
			}
		}),
	);
}
