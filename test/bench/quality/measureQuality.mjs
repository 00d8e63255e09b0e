import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startLocalService } from '../localService.mjs';
import { toTable } from '../table.mjs';
import { measureCoverage } from './coverage.mjs';
import { pages } from './pages.mjs';
import { pdf } from './pdf.mjs';
import { scans } from './scans.mjs';
import { mean } from './text.mjs';

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

/** Documents sent at a time. */
const CONCURRENCY = 4;

/**
 * Reads every document of a folder with known answers through the API and scores what comes back.
 * @param {string} folder Holds the folders of the kinds; those that are missing are not measured.
 * @param {string | undefined} output Where the Markdown is kept, a folder for each kind.
 * @returns {Promise<string>} A Markdown section.
 */
export async function measureQuality(folder, output) {
	const kinds = KINDS.filter((kind) => existsSync(join(folder, kind.folder)));
	if (kinds.length === 0) throw new Error(`${folder} holds none of the kinds that are measured.`);
	const service = await startLocalService();
	try {
		const sections = [];
		for (const kind of kinds) sections.push(await measureKind(kind, service, { folder, output }));
		const pageFolder = join(folder, pages.folder);
		if (existsSync(pageFolder)) sections.push(await measureCoverage(service, pageFolder));
		return ['### Quality of what is read, from 0 to 1', ...sections].join('\n\n');
	} finally {
		await service.close();
	}
}

/**
 * @param {Kind} kind
 * @param {LocalService} service
 * @param {{ folder: string, output: string | undefined }} folders
 */
async function measureKind(kind, service, { folder, output }) {
	const kept = output === undefined ? undefined : join(output, kind.folder);
	if (kept !== undefined) await mkdir(kept, { recursive: true });
	const fileNames = (await readdir(join(folder, kind.folder))).sort();
	/** @type {Array<Record<string, number | undefined>>} */
	const scores = [];
	const waiting = fileNames.values();
	const startMs = performance.now();
	await Promise.all(Array.from({ length: CONCURRENCY }, readWaiting));
	const seconds = (performance.now() - startMs) / 1000;
	const measures = Object.keys(scores[0] ?? {});
	const row = measures.map((name) => mean(scores.map((score) => score[name]))?.toFixed(3) ?? '');
	return toTable(
		[kind.title, ...measures, 'seconds, scoring included'],
		[[`${fileNames.length} documents`, ...row, seconds.toFixed(1)]],
	);

	async function readWaiting() {
		for (const fileName of waiting) {
			const bytes = await readFile(join(folder, kind.folder, fileName));
			const goldFile = kind.goldFile(fileName);
			const gold = await readFile(join(folder, `${kind.folder}-gold`, goldFile), 'utf8');
			const markdown = await kind.read(service, { fileName, bytes });
			const keptName = `${fileName.replace(/\..*/, '')}.md`;
			if (kept !== undefined) await writeFile(join(kept, keptName), markdown);
			scores.push(kind.score(markdown, gold));
		}
	}
}
