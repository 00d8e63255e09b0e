import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { launchBrowser } from '../../../service/src/browser/pool/launch.ts';
import { answerByRules } from '../../../packages/fields/src/rules/answerByRules.ts';
import { startLocalService } from '../localService.mjs';
import { toTable } from '../table.mjs';
import { measurePages } from './pages/measurePages.mjs';
import { scoreAnswer } from './scoreAnswer.mjs';
import { writeInvoices } from './writeInvoices.mjs';

/** @typedef {import('./writeInvoices.mjs').Question} Question */

/**
 * A file and what is asked of it.
 * @typedef {object} Asked
 * @property {string} file
 * @property {'tune' | 'decide'} half
 * @property {Question[]} questions
 */

const HALVES = /** @type {const} */ (['tune', 'decide']);
/** Which invoices are written: others than any rule was made with. */
const SEED = 34;
/** Documents sent at a time. */
const CONCURRENCY = 3;

/**
 * Asks documents for fields without a model, and counts what is right: business documents of a folder
 * with a `truth.json`, invoices that are written for it in six languages and several layouts, and pages.
 * @param {string | undefined} folder
 * @param {string | undefined} output Where the Markdown and what was not right are kept.
 * @param {(text: string) => void} report
 * @returns {Promise<string>} A Markdown section.
 */
export async function measureFields(folder, output, report) {
	const work = await mkdtemp(join(tmpdir(), 'fields-'));
	const service = await startLocalService();
	try {
		const sets = [
			{ title: 'given', asked: folder === undefined ? [] : await readGiven(folder) },
			{ title: 'written for it', asked: await printInvoices(work, report) },
		];
		if (output !== undefined) await mkdir(output, { recursive: true });
		const rows = [];
		for (const { title, asked } of sets) {
			report(title);
			const scores = await readAll(service, asked, output);
			for (const ending of ['pdf', 'docx']) {
				for (const half of HALVES) {
					const own = scores.filter((score) => score.half === half && score.file.endsWith(ending));
					if (own.length > 0) rows.push([`${title}, ${ending}, ${half}`, ...figures(own)]);
				}
			}
		}
		report('pages');
		return [
			'### Fields of documents without a model',
			toTable(TITLES, rows),
			await measurePages(output),
		].join('\n\n');
	} finally {
		await service.close();
		await rm(work, { recursive: true, force: true });
	}
}

const TITLES = ['documents', 'values', 'recall', 'precision', 'wrong'];

/** @param {Array<{ values: number, given: number, right: number }>} scores */
function figures(scores) {
	const sum = (/** @type {'values' | 'given' | 'right'} */ name) =>
		scores.reduce((total, score) => total + score[name], 0);
	const [values, given, right] = [sum('values'), sum('given'), sum('right')];
	return [values, (right / values).toFixed(3), (right / given).toFixed(3), given - right];
}

/**
 * @param {import('../localService.mjs').LocalService} service
 * @param {Asked[]} asked
 * @param {string | undefined} output
 */
async function readAll(service, asked, output) {
	/** @type {Array<Asked & { values: number, given: number, right: number }>} */
	const scores = [];
	const waiting = asked.values();
	await Promise.all(
		Array.from({ length: CONCURRENCY }, async () => {
			for (const document of waiting) {
				const fileName = basename(document.file);
				const markdown = await service.parse({ fileName, bytes: await readFile(document.file) });
				const name = fileName.startsWith(document.half) ? fileName : `${document.half}-${fileName}`;
				if (output !== undefined) await writeFile(join(output, `${name}.md`), markdown);
				for (const { schema, truth } of document.questions) {
					const source = { url: '', title: fileName, markdown };
					const { content } = answerByRules(
						{ schema: toJsonSchema(schema, truth), format: 'json' },
						[source],
					);
					const score = scoreAnswer(content, schema, truth);
					scores.push({ ...document, ...score });
					if (output !== undefined && score.misses.length > 0) {
						const lines = score.misses.map((miss) => `${miss}\n`).join('');
						await writeFile(join(output, `${name}.misses`), lines, { flag: 'a' });
					}
				}
			}
		}),
	);
	return scores;
}

/** @param {Question['schema']} schema @param {Question['truth']} truth */
function toJsonSchema(schema, truth) {
	const properties = Object.entries(schema).map(([name, type]) => {
		if (type === 'strings') return [name, { type: 'array', items: { type: 'string' } }];
		if (typeof type === 'string') return [name, { type: [type, 'null'] }];
		const [row = []] = /** @type {unknown[][]} */ (truth[name]);
		const columns = type.map((column, at) => [column, { type: [typeof row[at], 'null'] }]);
		const items = { type: 'object', properties: Object.fromEntries(columns) };
		return [name, { type: 'array', items }];
	});
	return { type: 'object', properties: Object.fromEntries(properties) };
}

/** @param {string} folder @returns {Promise<Asked[]>} */
async function readGiven(folder) {
	const truths = JSON.parse(await readFile(join(folder, 'truth.json'), 'utf8'));
	const byFile = Map.groupBy(
		Object.entries(truths),
		([name, { file = name }]) => /** @type {string} */ (file),
	);
	return [...byFile].flatMap(([name, questions]) => {
		const isTuned = (createHash('sha1').update(name).digest()[0] ?? 0) % 2 === 0;
		const files = [join(folder, `${name}.pdf`), join(folder, 'docx', `${name}.docx`)];
		return files.filter(existsSync).map((file) => ({
			file,
			half: isTuned ? /** @type {const} */ ('tune') : 'decide',
			questions: questions.map(([, question]) => question),
		}));
	});
}

/**
 * Invoices as PDF by Chromium, and as DOCX if LibreOffice is there.
 * @param {string} folder
 * @param {(text: string) => void} report
 * @returns {Promise<Asked[]>}
 */
async function printInvoices(folder, report) {
	const invoices = HALVES.flatMap((half) =>
		writeInvoices(SEED, half).map((invoice) => ({
			...invoice,
			half,
			file: join(folder, `${half}-${invoice.name}`),
		})),
	);
	const { browser } = await launchBrowser({
		chromiumPath: process.env['CHROMIUM_PATH'] || undefined,
		allowUnsandboxed: true,
		proxyServer: undefined,
	});
	const page = await browser.newPage();
	for (const { file, html } of invoices) {
		await page.setContent(html);
		await writeFile(`${file}.pdf`, await page.pdf({ preferCSSPageSize: true }));
		await writeFile(`${file}.html`, html);
	}
	await browser.close();
	const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
	const formats = ['--infilter=HTML (StarWriter)', '--convert-to', 'docx:MS Word 2007 XML'];
	const files = invoices.map(({ file }) => `${file}.html`);
	try {
		const program = process.env['LIBREOFFICE_PATH'] || 'soffice';
		await promisify(execFile)(program, [
			profile,
			'--headless',
			...formats,
			'--outdir',
			folder,
			...files,
		]);
	} catch (cause) {
		report(`Not written as DOCX: ${cause instanceof Error ? cause.message : cause}`);
	}
	return invoices.flatMap(({ file, half, questions }) =>
		[`${file}.pdf`, `${file}.docx`]
			.filter(existsSync)
			.map((name) => ({ file: name, half, questions })),
	);
}
