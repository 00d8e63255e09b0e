import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DocumentConverter } from '../../../service/src/documents/documentConverter.ts';
import { toTable } from '../table.mjs';
import { askDocument, askPage, openPage, readDocument } from './askSource.mjs';
import { partOf } from './parts.mjs';
import { PLAIN_LIST, scorePlainList } from './plainList.mjs';
import { scoreValues } from './scoreValues.mjs';
import { scoreCells, tableQuestions } from './tableQuestions.mjs';

/** @typedef {import('./askSource.mjs').Answered} Answered */
/** @typedef {import('./askSource.mjs').ReadDocument} ReadDocument */
/** @typedef {import('./parts.mjs').Part} Part */

/**
 * How the folder compares values: what `score-fields.mjs`, `score-rows.mjs` and `score-tables.mjs` in it export.
 * @typedef {object} Scorers
 * @property {(kind: string, got: unknown, want: unknown) => boolean} equal
 * @property {(label: object, asked: string[], content: unknown, page: object) => RowScore} compare
 * @property {(markdown: string, gold: string) => { scores: Array<{ file: string, f1: number }> }} scoreTables
 */

/** @typedef {{ ok: boolean, recall: number, precision: number, notes: string[] }} RowScore */

/**
 * What was asked of one page or document, and how well it was answered.
 * @typedef {object} Scored
 * @property {string} set
 * @property {Part} part
 * @property {string} name
 * @property {boolean} isRight
 * @property {boolean} isSilent Not right, and no word about it.
 * @property {number} [recall]
 * @property {number} [precision]
 * @property {number} [known] Values; for sets in which values are counted.
 * @property {number} [right]
 * @property {number} [wrong]
 * @property {string[]} notes
 */

const PARTS = /** @type {const} */ (['made', 'deciding']);
/** Sets of documents and pages with one JSON beside each. */
const VALUE_SETS =
	'products invoices-page receipts invoice2data invoices-as-is einvoice-xml tables'.split(' ');
const WAYS = ['rows by schema', 'short prompt', 'a sentence', 'other words or languages'];
/** Warnings that say nothing about the values of a page. */
const BESIDE =
	/shows frames|without a browser|was read with the browser|list goes on|ha(?:s|ve) no text until|frames? w(?:as|ere) not read/iu;

/**
 * Scores fields, rows and prompts without a model on pages and documents of others, whose answers are in the
 * folder beside them together with how values are compared.
 * @param {string | undefined} folder
 * @param {string | undefined} output Where the answers of the part that rules are made with are kept; what
 * decides is not looked at.
 * @param {(text: string) => void} report
 * @returns {Promise<string>} A Markdown section.
 */
export async function measureJudge(folder, output, report) {
	if (folder === undefined)
		throw new Error('Give the folder of documents and answers with --data.');
	const converter = new DocumentConverter();
	try {
		const convert = (/** @type {string} */ file) => readDocument(converter, file);
		const { scored, sections } = await scoreFolder(folder, convert, report);
		if (output !== undefined) await keepMade(output, scored);
		return ['### Fields, rows and prompts on data of others', ...sections].join('\n\n');
	} finally {
		await converter.close();
	}
}

/**
 * @param {string} folder
 * @param {(file: string) => Promise<ReadDocument>} convert
 * @param {(text: string) => void} report
 * @param {readonly string[]} [sets] Those that are scored. Default: all that are there.
 */
export async function scoreFolder(folder, convert, report, sets) {
	const scorers = await importScorers(folder);
	const isWanted = (/** @type {string} */ set) =>
		(sets === undefined || sets.includes(set)) && existsSync(join(folder, set));
	/** @type {Scored[]} */
	const rows = [];
	/** @type {Scored[]} */
	const values = [];
	const sections = [];
	if (isWanted('rows')) {
		report('rows');
		rows.push(...(await scoreRows(folder, scorers)));
	}
	if (isWanted('phrases.json')) {
		report('phrases');
		rows.push(...(await scorePhrases(folder)));
	}
	if (rows.length > 0) sections.push(toTable(ROW_TITLES, bySet(rows, rowFigures)));
	for (const set of VALUE_SETS.filter(isWanted)) {
		report(set);
		values.push(...(await scoreSet(join(folder, set), set, scorers, convert)));
	}
	if (isWanted('tables-gov')) {
		report('tables-gov by their column names');
		values.push(...(await scoreTableRows(join(folder, 'tables-gov'), convert)));
	}
	if (values.length > 0) sections.push(toTable(VALUE_TITLES, bySet(values, valueFigures)));
	if (isWanted('tables-gov')) {
		report('tables-gov');
		sections.push(await scoreMarkdownTables(join(folder, 'tables-gov'), scorers, convert));
	}
	return { scored: [...rows, ...values], sections };
}

/** @param {string} folder @returns {Promise<Scorers>} */
export async function importScorers(folder) {
	const load = (/** @type {string} */ name) => import(pathToFileURL(join(folder, name)).href);
	const [{ equal }, { compare }, { scoreTables }] = await Promise.all(
		['score-fields.mjs', 'score-rows.mjs', 'score-tables.mjs'].map(load),
	);
	return { equal, compare, scoreTables };
}

/** @param {string} folder */
export async function readLabels(folder) {
	const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
	const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
	return texts.map((text, at) => {
		const label = JSON.parse(text);
		return { ...label, name: names[at], part: partOf(label.program, at) };
	});
}

/** @param {string} folder @param {Scorers} scorers @returns {Promise<Scored[]>} */
async function scoreRows(folder, { compare }) {
	const labels = await readLabels(join(folder, 'rows'));
	const scored = [];
	for (const label of labels) {
		const page = openPage(await readFile(join(folder, '../quality', label.file)), label.url);
		const names = label.fields.map((/** @type {{ name: string }} */ field) => field.name);
		for (const [at, set] of WAYS.entries()) {
			const isSchema = at === 0;
			const asked = isSchema ? names : label.asks[at - 1];
			if (asked.length === 0) continue;
			const prompt = label.prompts[at - 1];
			const answer = await askPage(page, isSchema ? { schema: schemaOf(label) } : { prompt });
			const place = { served: label.url, url: label.url };
			const { ok, recall, precision, notes } = compare(label, asked, answer.content, place);
			const { name, part } = label;
			const isSilent = !ok && !isSaid(answer);
			scored.push({ set, part, name, isRight: ok, isSilent, recall, precision, notes });
		}
	}
	return scored;
}

/** @param {{ rows?: object[], list: string, fields: Array<{ name: string, type: string }> }} label */
function schemaOf({ rows, list, fields }) {
	const properties = Object.fromEntries(
		fields.map(({ name, type }) => [
			name,
			{ type: ['number', 'integer'].includes(type) ? type : 'string' },
		]),
	);
	const items = { type: 'object', properties };
	return rows === undefined
		? items
		: { type: 'object', properties: { [list]: { type: 'array', items } } };
}

/** @param {string} folder @returns {Promise<Scored[]>} */
async function scorePhrases(folder) {
	const { prompts } = JSON.parse(await readFile(join(folder, 'phrases.json'), 'utf8'));
	const page = openPage(Buffer.from(PLAIN_LIST), 'https://shop.example/kettles');
	const scored = [];
	for (const [at, prompt] of prompts.entries()) {
		const answer = await askPage(page, { prompt });
		const isRight = scorePlainList(answer.content);
		const notes = isRight ? [] : [JSON.stringify(answer.content)?.slice(0, 300) ?? ''];
		const isSilent = !isRight && !isSaid(answer);
		const part = partOf(undefined, at);
		scored.push({ set: 'ways of asking', part, name: prompt, isRight, isSilent, notes });
	}
	return scored;
}

/**
 * @param {string} folder
 * @param {string} set
 * @param {Scorers} scorers
 * @param {(file: string) => Promise<ReadDocument>} convert
 * @returns {Promise<Scored[]>}
 */
async function scoreSet(folder, set, { equal }, convert) {
	const labels = await readLabels(folder);
	const scored = [];
	for (const label of labels) {
		const file = join(folder, label.file);
		const isPage = /\.html(?:\.gz)?$/u.test(label.file);
		const { schema } = label;
		const answer = isPage
			? await askPage(openPage(await readFile(file), `https://page.example/${label.path}`), {
					schema,
				})
			: await askDocument(await convert(file), { schema });
		const { notes, ...counts } = scoreValues(label, answer.content, equal);
		const isRight = counts.right === counts.known && counts.wrong === 0;
		const isSilent = !isRight && !isSaid(answer);
		const { name, part } = label;
		scored.push({ set, part, name, isRight, isSilent, ...counts, notes });
	}
	return scored;
}

/**
 * Rows of the tables of reports, asked for by the names of their columns.
 * @param {string} folder
 * @param {(file: string) => Promise<ReadDocument>} convert
 * @returns {Promise<Scored[]>}
 */
async function scoreTableRows(folder, convert) {
	const names = (await readdir(folder)).filter((name) => name.endsWith('.pdf')).toSorted();
	const scored = [];
	for (const [at, name] of names.entries()) {
		const xml = await readFile(join(folder, name.replace(/\.pdf$/u, '-str.xml')), 'utf8');
		const questions = tableQuestions(xml);
		if (questions.length === 0) continue;
		const document = await convert(join(folder, name));
		for (const question of questions) {
			const properties = Object.fromEntries(
				question.names.map((column) => [column, { type: 'string' }]),
			);
			const rows = { type: 'array', items: { type: 'object', properties } };
			const schema = { type: 'object', properties: { rows } };
			const answer = await askDocument(document, { schema });
			const { notes, ...counts } = scoreCells(question, Object(answer.content).rows ?? []);
			const isRight = counts.right === counts.known && counts.wrong === 0;
			const isSilent = !isRight && !isSaid(answer);
			const part = partOf(undefined, at);
			scored.push({ set: 'tables-gov', part, name, isRight, isSilent, ...counts, notes });
		}
	}
	return scored;
}

/** Whether an answer comes with a word about its values. @param {Answered} answer */
const isSaid = ({ warnings }) => warnings.some((warning) => !BESIDE.test(warning));

/**
 * Tables of the Markdown of PDFs, without a schema.
 * @param {string} folder
 * @param {Scorers} scorers
 * @param {(file: string) => Promise<ReadDocument>} convert
 */
async function scoreMarkdownTables(folder, { scoreTables }, convert) {
	const markdownFolder = await mkdtemp(join(tmpdir(), 'judge-tables-'));
	try {
		const names = (await readdir(folder)).filter((name) => name.endsWith('.pdf')).toSorted();
		for (const name of names) {
			const { markdown } = await convert(join(folder, name));
			await writeFile(join(markdownFolder, name.replace(/\.pdf$/u, '.md')), markdown);
		}
		const { scores } = scoreTables(markdownFolder, folder);
		const rows = PARTS.map((part) => {
			const own = scores.filter(({ file }) => partOf(undefined, names.indexOf(file)) === part);
			const mean = own.reduce((sum, { f1 }) => sum + f1, 0) / own.length;
			return [`tables-gov, ${part}`, own.length, mean.toFixed(3)];
		});
		return toTable(['tables in Markdown', 'PDFs', 'neighbouring cells (F1)'], rows);
	} finally {
		await rm(markdownFolder, { recursive: true, force: true });
	}
}

const ROW_TITLES = ['rows and prompts', 'pages', 'right', 'recall', 'precision', 'silent wrong'];
const VALUE_TITLES = ['values', 'files', 'known', 'recall', 'precision', 'wrong', 'silent'];

/**
 * @param {Scored[]} scored
 * @param {(own: Scored[]) => Array<string | number>} figures
 */
function bySet(scored, figures) {
	return [...new Set(scored.map(({ set }) => set))].flatMap((set) =>
		PARTS.flatMap((part) => {
			const own = scored.filter((one) => one.set === set && one.part === part);
			return own.length === 0 ? [] : [[`${set}, ${part}`, ...figures(own)]];
		}),
	);
}

/** @param {Scored[]} own */
function rowFigures(own) {
	const mean = (/** @type {'recall' | 'precision'} */ name) =>
		own.some((one) => one[name] === undefined)
			? ''
			: (own.reduce((sum, one) => sum + (one[name] ?? 0), 0) / own.length).toFixed(3);
	const right = own.filter(({ isRight }) => isRight).length;
	return [own.length, right, mean('recall'), mean('precision'), silentIn(own)];
}

/** @param {Scored[]} own */
function valueFigures(own) {
	const sum = (/** @type {'known' | 'right' | 'wrong'} */ name) =>
		own.reduce((total, one) => total + (one[name] ?? 0), 0);
	const [known, right, wrong] = [sum('known'), sum('right'), sum('wrong')];
	const recall = (right / known).toFixed(3);
	const precision = (right / (right + wrong)).toFixed(3);
	return [own.length, known, recall, precision, wrong, silentIn(own)];
}

/** @param {Scored[]} own */
const silentIn = (own) => own.filter(({ isSilent }) => isSilent).length;

/** @param {string} output @param {Scored[]} scored */
async function keepMade(output, scored) {
	await mkdir(output, { recursive: true });
	const lines = scored
		.filter(({ part, isRight }) => part === 'made' && !isRight)
		.flatMap(({ set, name, notes }) => [`${set}: ${name}`, ...notes.map((note) => `\t${note}`)]);
	await writeFile(join(output, 'judge.misses'), `${lines.join('\n')}\n`);
}
