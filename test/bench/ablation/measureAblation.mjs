import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LiteParse } from '@llamaindex/liteparse';
import { joinPages } from '../../../packages/documents/src/conversion/markdown.ts';
import { textOfPage } from '../../../packages/documents/src/layout/coverage.ts';
import { placedWords } from '../../../packages/documents/src/layout/placedWords.ts';
import { halvesOf } from '../halves.mjs';
import { askDocument } from '../judge/askSource.mjs';
import { importScorers, readLabels } from '../judge/measureJudge.mjs';
import { partOf } from '../judge/parts.mjs';
import { scoreValues } from '../judge/scoreValues.mjs';
import { pdf } from '../quality/pdf.mjs';
import { lettersOf, mean, withoutMarks } from '../quality/text.mjs';
import { toTable } from '../table.mjs';
import { GROUPS, SWITCHES } from './switches.mjs';
import { importVariant } from './variants.mjs';

/** Of longer documents, the first pages are read: what the service reads in one step. */
const MAX_PAGES = 25;
const HALVES = /** @type {const} */ (['made', 'deciding']);

/** @typedef {import('../../../packages/documents/src/conversion/conversion.ts').PageWords} PageWords */

/** What is read of a PDF: its Markdown, and the places of its words. @typedef {{ markdown: string, words: PageWords[] }} Read */

/** @typedef {Record<string, number | undefined>} Figures Those that do not apply to a document are missing. */

/**
 * PDFs of one kind, and how they are scored.
 * @typedef {object} Set
 * @property {string} folder
 * @property {Record<typeof HALVES[number], string[]>} halves Names of files.
 * @property {string[]} measures
 * @property {(fileName: string, read: Read, said: string) => Promise<Figures>} score Of what was read, beside all
 * text that the engine finds in the file.
 */

/** A way to read PDFs. @typedef {{ name: string, variant?: Awaited<ReturnType<typeof importVariant>> }} Way */

const BASE = 'as it is';
const ENGINE = 'the engine alone';

/**
 * Reads PDFs of others with each rule of the layout switched off in turn, and prints what each of them gains:
 * of `quality/pdf`, `judge/tables-gov` (reports), `judge/tables` (values) and the PDFs of `corpus` (words that
 * come into the Markdown), for each half. Text in pictures is not read.
 * @param {string | undefined} folder Holds `quality`, `judge` and `corpus`.
 * @param {string | undefined} without Names of rules, with commas between: they alone are switched off, together.
 * @param {(text: string) => void} report
 * @returns {Promise<string>} A Markdown section.
 */
export async function measureAblation(folder, without, report) {
	if (folder === undefined)
		throw new Error('Give the folder of documents and answers with --data.');
	const ways = await waysOf(without);
	const sets = [
		await layouts(folder),
		await reports(folder),
		await values(folder),
		await corpus(folder),
	];
	/** @type {Map<string, Figures[][]>} */
	const figures = new Map();
	/** @type {Map<string, number>} */
	const differing = new Map();
	for (const set of sets) {
		for (const [at, half] of HALVES.entries()) {
			for (const fileName of set.halves[half]) {
				report(`${set.measures.join(', ')}: ${fileName}`);
				await readAll(set, at, fileName);
			}
		}
	}
	const measures = sets.flatMap((set) => set.measures);
	const base = meansOf(BASE);
	const rows = ways.map(({ name }) => {
		const own = meansOf(name);
		const cells = measures.map((_, at) =>
			HALVES.map((_half, half) => {
				const [mine, whole] = [own[half]?.[at], base[half]?.[at]];
				if (mine === undefined || whole === undefined) return '';
				return name === BASE || name === ENGINE ? mine.toFixed(3) : signed(whole - mine);
			}).join(' / '),
		);
		return [name, ...cells, differing.get(name) ?? 0];
	});
	const titles = ['Rule, made / deciding', ...measures, 'read otherwise'];
	return `### What each rule of the layout of PDFs gains\n\n${toTable(titles, rows)}`;

	/** @param {Set} set @param {number} half @param {string} fileName */
	async function readAll(set, half, fileName) {
		const file = join(set.folder, fileName);
		const extracted = await extract(ways.find(({ name }) => name === BASE)?.variant, file);
		const said = extracted.map(({ page }) => (page ? textOfPage(page) : '')).join(' ');
		/** @type {Map<string, Promise<Figures>>} */
		const known = new Map();
		let whole = '';
		for (const { name, variant } of ways) {
			const read = variant
				? lay(variant, variant.isExtraction ? await extract(variant, file) : extracted)
				: { markdown: await readByEngine(file), words: [] };
			if (name === BASE) whole = read.markdown;
			if (read.markdown !== whole) differing.set(name, (differing.get(name) ?? 0) + 1);
			const scored = known.get(read.markdown) ?? set.score(fileName, read, said);
			known.set(read.markdown, scored);
			const own = figures.get(name) ?? HALVES.map(() => []);
			own[half]?.push(await scored);
			figures.set(name, own);
		}
	}

	/** @param {string} name */
	function meansOf(name) {
		return HALVES.map((_, half) =>
			measures.map((measure) => mean((figures.get(name)?.[half] ?? []).map((own) => own[measure]))),
		);
	}
}

/** @returns {Array<[name: string, off: string[]]>} */
const namesAlone = () => SWITCHES.map(({ name }) => [name, [name]]);

/** @param {string | undefined} without @returns {Promise<Way[]>} */
async function waysOf(without) {
	/** @type {Array<[name: string, off: string[]]>} */
	const off =
		without === undefined
			? [...namesAlone(), ...Object.entries(GROUPS)]
			: [[without, without.split(',')]];
	/** @type {Way[]} */
	const ways = [{ name: BASE, variant: await importVariant([]) }, { name: ENGINE }];
	for (const [name, names] of off) ways.push({ name, variant: await importVariant(names) });
	return ways;
}

/** @param {Way['variant']} variant @param {string} file */
async function extract(variant, file) {
	const request = { source: file, mode: /** @type {const} */ ('fast'), maxPages: MAX_PAGES };
	const opened = await variant?.openPdf(request).catch(() => undefined);
	return opened?.first?.pages ?? [];
}

/** @param {NonNullable<Way['variant']>} variant @param {Awaited<ReturnType<typeof extract>>} pages @returns {Read} */
function lay(variant, pages) {
	const read = variant.keepReadings(pages, 'fast', () => undefined);
	return {
		markdown: joinPages(read),
		words: pages.map(({ pageNumber, views }) => ({
			pageNumber,
			words: placedWords(views[0]?.textItems ?? []),
		})),
	};
}

/** @param {string} file */
async function readByEngine(file) {
	const engine = new LiteParse({
		outputFormat: 'markdown',
		imageMode: 'off',
		ocrEnabled: false,
		maxPages: MAX_PAGES,
		quiet: true,
	});
	return await engine.parse(file).then(
		({ text }) => text,
		() => '',
	);
}

/** @param {number} gain */
function signed(gain) {
	const text = gain.toFixed(3).replace(/^-(?=0\.000)/u, '');
	return gain >= 0.0005 ? `+${text}` : text;
}

/** @param {string[]} names @param {(at: number, name: string) => typeof HALVES[number]} halfOf */
const divide = (names, halfOf) => ({
	made: names.filter((name, at) => halfOf(at, name) === 'made'),
	deciding: names.filter((name, at) => halfOf(at, name) === 'deciding'),
});

/** @param {string} folder */
const pdfsIn = async (folder) =>
	(await readdir(folder)).filter((name) => name.endsWith('.pdf')).toSorted();

/** @param {string} folder @returns {Promise<Set>} */
async function layouts(folder) {
	const own = join(folder, 'quality/pdf');
	const { tune = [], decide = [] } = halvesOf(await pdfsIn(own));
	return {
		folder: own,
		halves: { made: tune, deciding: decide },
		measures: ['overall', 'headings', 'tables'],
		async score(fileName, { markdown }) {
			const gold = await readFile(join(`${own}-gold`, pdf.goldFile(fileName)), 'utf8');
			return pdf.score(markdown, gold);
		},
	};
}

/** @param {string} folder @returns {Promise<Set>} */
async function reports(folder) {
	const own = join(folder, 'judge/tables-gov');
	const { scoreTables } = await importScorers(join(folder, 'judge'));
	return {
		folder: own,
		halves: divide(await pdfsIn(own), (at) => partOf(undefined, at)),
		measures: ['reports'],
		async score(fileName, { markdown }) {
			const temporary = await mkdtemp(join(tmpdir(), 'ablation-'));
			try {
				await writeFile(join(temporary, fileName.replace(/\.pdf$/u, '.md')), markdown);
				const { scores } = scoreTables(temporary, own);
				return { reports: scores.find(({ file }) => file === fileName)?.f1 };
			} finally {
				await rm(temporary, { recursive: true });
			}
		},
	};
}

/** @param {string} folder @returns {Promise<Set>} */
async function values(folder) {
	const own = join(folder, 'judge/tables');
	const { equal } = await importScorers(join(folder, 'judge'));
	const labels = await readLabels(own);
	return {
		folder: own,
		halves: divide(
			labels.map(({ file }) => file),
			(at) => labels[at].part,
		),
		measures: ['values'],
		async score(fileName, read) {
			const label = labels.find(({ file }) => file === fileName);
			const source = { url: '', title: fileName, ...read, invoices: [], warnings: [] };
			const { content } = await askDocument(source, { schema: label.schema });
			const { right, known } = scoreValues(label, content, equal);
			return { values: right / known };
		},
	};
}

/** Words in the text of a PDF, each once; those of one or two letters are in any text. */
const WORD = /[\p{L}\p{N}]{3,}/gu;

/** @param {string} folder @returns {Promise<Set>} */
async function corpus(folder) {
	const own = join(folder, 'corpus');
	return {
		folder: own,
		halves: divide(await pdfsIn(own), (at) => partOf(undefined, at)),
		measures: ['words'],
		score: async (_fileName, { markdown }, said) => {
			const words = [...new Set(said.normalize('NFKC').toLowerCase().match(WORD))];
			const text = lettersOf(withoutMarks(markdown));
			return { words: mean(words.map((word) => Number(text.includes(word)))) };
		},
	};
}
