import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalService } from '../localService.mjs';
import { halvesOf } from '../halves.mjs';
import { toTable } from '../table.mjs';
import { measureBylines } from './bylines.mjs';
import { measureFaqs } from './faqs.mjs';
import { measureCategories } from './categories.mjs';
import { measureTags } from './tags.mjs';
import { measureCoverage } from './coverage.mjs';
import { printDocuments } from './generated/printDocuments.mjs';
import { pages } from './pages.mjs';
import { pdf } from './pdf.mjs';
import { measureProducts } from './products.mjs';
import { scans } from './scans.mjs';
import { mean, symbolScore } from './text.mjs';

/**
 * A kind of document whose right reading is known.
 * @typedef {object} Kind
 * @property {string} title
 * @property {string} folder Name of the folder with the documents; that of the gold ends in `-gold`.
 * @property {(fileName: string) => string} goldFile Name of a document's gold file.
 * @property {(service: LocalService, document: Document) => Promise<string>} read The Markdown that
 * the service makes of a document.
 * @property {(markdown: string, gold: string) => Record<string, number | undefined>} score Measures
 * from 0 to 1; those that do not apply to a document are undefined.
 */

/** @typedef {{ fileName: string, bytes: Buffer }} Document */
/** @typedef {import('../localService.mjs').LocalService} LocalService */

/** @type {Kind[]} */
const KINDS = [pages, pdf, scans];

/** Rules are made with one half of the documents, and kept only if they help on the other. */
const HALVES = /** @type {const} */ (['tune', 'decide']);

/** Which documents are printed: others than any rule was made with. */
const SEED = 33;

/** Documents sent at a time. */
const CONCURRENCY = 4;

/**
 * Reads documents with known answers through the API and scores what comes back: those of a folder, and
 * PDFs that are printed for it.
 * @param {string | undefined} folder Holds the folders of the kinds; those that are missing are not measured.
 * @param {string | undefined} output Where the Markdown is kept, a folder for each kind.
 * @param {(text: string) => void} report
 * @returns {Promise<string>} A Markdown section.
 */
export async function measureQuality(folder, output, report) {
	const kinds = KINDS.filter((kind) => folder && existsSync(join(folder, kind.folder)));
	if (folder && kinds.length === 0) {
		throw new Error(`${folder} holds none of the kinds that are measured.`);
	}
	const service = await startLocalService();
	try {
		const sections = [];
		for (const kind of kinds) {
			report(kind.title);
			const sets = halvesOf(await readdir(join(folder ?? '', kind.folder)));
			sections.push(await measureKind(kind, service, { folder: folder ?? '', output, sets }));
		}
		sections.push(await measurePrinted(service, output, report));
		const pageFolder = join(folder ?? '', pages.folder);
		if (folder && existsSync(pageFolder)) {
			sections.push(
				await measureBylines(folder),
				await measureFaqs(folder),
				await measureTags(folder),
				await measureCategories(folder),
				await measureProducts(folder),
			);
			sections.push(await measureCoverage(service, pageFolder));
		}
		return ['### Quality of what is read, from 0 to 1', ...sections].join('\n\n');
	} finally {
		await service.close();
	}
}

/**
 * Prints PDFs of all kinds whose Markdown is known, and scores how they are read.
 * @param {LocalService} service
 * @param {string | undefined} output
 * @param {(text: string) => void} report
 */
async function measurePrinted(service, output, report) {
	const folder = await mkdtemp(join(tmpdir(), 'printed-'));
	try {
		/** @type {Record<string, string[]>} */
		const sets = {};
		for (const half of HALVES) {
			report(`PDF, printed for it: ${half}`);
			sets[half] = await printDocuments(folder, { seed: SEED, half }, report);
		}
		/** @type {Kind} */
		const kind = {
			...pdf,
			title: 'PDF, printed for it',
			// Not of the given ones: their answers have other marks for the symbols of lists.
			score: (markdown, gold) => ({
				...pdf.score(markdown, gold),
				'lines with symbols': symbolScore(markdown, gold),
			}),
		};
		const kept = output === undefined ? undefined : join(output, 'printed');
		return await measureKind(kind, service, { folder, output: kept, sets });
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/**
 * @param {Kind} kind
 * @param {LocalService} service
 * @param {object} from
 * @param {string} from.folder
 * @param {string | undefined} from.output
 * @param {Record<string, string[]>} from.sets Names of files by what their row is called.
 */
async function measureKind(kind, service, { folder, output, sets }) {
	const kept = output === undefined ? undefined : join(output, kind.folder);
	if (kept !== undefined) await mkdir(kept, { recursive: true });
	/** @type {Map<string, Record<string, number | undefined>>} */
	const scores = new Map();
	const waiting = new Set(Object.values(sets).flat()).values();
	await Promise.all(Array.from({ length: CONCURRENCY }, readWaiting));
	const measures = Object.keys(scores.values().next().value ?? {});
	const rows = Object.entries(sets).map(([name, fileNames]) => {
		const means = measures.map((measure) =>
			mean(fileNames.map((fileName) => scores.get(fileName)?.[measure])),
		);
		const figures = means.map((figure) => figure?.toFixed(3) ?? '');
		return [`${name}, ${fileNames.length} documents`, ...figures];
	});
	return toTable([kind.title, ...measures], rows);

	async function readWaiting() {
		for (const fileName of waiting) {
			const bytes = await readFile(join(folder, kind.folder, fileName));
			const goldFile = kind.goldFile(fileName);
			const gold = await readFile(join(folder, `${kind.folder}-gold`, goldFile), 'utf8');
			const markdown = await kind.read(service, { fileName, bytes });
			const keptName = `${fileName.replace(/\..*/, '')}.md`;
			if (kept !== undefined) await writeFile(join(kept, keptName), markdown);
			scores.set(fileName, kind.score(markdown, gold));
		}
	}
}
