import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { launchBrowser } from '../../../../service/src/browser/pool/launch.ts';
import { importPeer } from '../../peers/importPeer.mjs';
import { markdownOf } from './blocks.mjs';
import { KINDS } from './kinds.mjs';
import { randomFrom } from './random.mjs';
import { writeHtml } from './writeHtml.mjs';
import { writeTypst } from './writeTypst.mjs';

/** @typedef {import('./blocks.mjs').Look} Look */
/** @typedef {import('./blocks.mjs').Source} Source */

/**
 * A program that prints documents; documents that it can't print are given as undefined.
 * @typedef {object} Printer
 * @property {string} name
 * @property {(source: Source) => Promise<Uint8Array | undefined>} print
 * @property {() => Promise<void>} close
 */

/** @returns {Promise<Printer>} */
async function chromiumPrinter() {
	const { browser } = await launchBrowser({
		chromiumPath: process.env['CHROMIUM_PATH'] || undefined,
		allowUnsandboxed: true,
		proxyServer: undefined,
	});
	const page = await browser.newPage();
	return {
		name: 'chromium',
		async print(source) {
			await page.setContent(writeHtml(source));
			return await page.pdf({ preferCSSPageSize: true });
		},
		close: () => browser.close(),
	};
}

/** @param {string} folder For what the program is handed. @returns {Promise<Printer>} */
async function libreOfficePrinter(folder) {
	const run = promisify(execFile);
	const program = process.env['LIBREOFFICE_PATH'] || 'soffice';
	await run(program, ['--version']);
	return {
		name: 'libreoffice',
		async print(source) {
			// Its HTML knows neither columns of text nor turned ones.
			if (source.blocks.some(({ kind }) => kind === 'flow' || kind === 'turned')) return undefined;
			const file = join(folder, 'source.html');
			await writeFile(file, writeHtml(source));
			const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
			// As a text document; as a page of the web it is printed without margins.
			const formats = ['--infilter=HTML (StarWriter)', '--convert-to', 'pdf:writer_pdf_Export'];
			await run(program, [profile, '--headless', ...formats, '--outdir', folder, file]);
			return await readFile(join(folder, 'source.pdf'));
		},
		close: () => Promise.resolve(),
	};
}

/** @returns {Promise<Printer>} */
async function typstPrinter() {
	const { NodeCompiler } = await importPeer('@myriaddreamin/typst-ts-node-compiler');
	const compiler = NodeCompiler.create();
	return {
		name: 'typst',
		print: (source) => Promise.resolve(compiler.pdf({ mainFileContent: writeTypst(source) })),
		close: () => Promise.resolve(),
	};
}

/** @param {import('./random.mjs').Random} random @param {import('./random.mjs').Random} cells @returns {Look} */
const drawLook = ({ pick, between }, cells) => ({
	paper: pick(['a4', 'a4', 'letter', 'a5', 'landscape']),
	margin: between(12, 25),
	leading: between(115, 150) / 100,
	padding: between(2, 6),
	gutter: between(14, 30),
	headers: cells.pick(['like', 'like', 'start', 'center']),
	cells: cells.pick(['top', 'middle']),
});

/**
 * Documents of all kinds. Kinds at even places are for making rules with (`tune`), the others for
 * deciding whether a rule is kept (`decide`).
 * @param {number} seed
 * @param {'tune' | 'decide'} half
 * @returns {Source[]}
 */
export function writeSources(seed, half) {
	const random = randomFrom(seed);
	// Looks are drawn apart: what documents say depends on the seed alone.
	const looks = randomFrom(seed + 1000);
	const cells = randomFrom(seed + 2000);
	return KINDS.flatMap(({ name, write, direction = 'ltr', font }, at) => {
		const source = {
			name,
			blocks: write(random),
			direction,
			font: font ?? random.pick(/** @type {const} */ (['sans-serif', 'serif'])),
			size: random.between(9, 12),
			look: drawLook(looks, cells),
		};
		return (at % 2 === 0) === (half === 'tune') ? [source] : [];
	});
}

/**
 * Prints documents of one half with every program that is there, and writes them with their Markdown
 * into the folders `pdf` and `pdf-gold`, whose other files stay.
 * @param {string} folder
 * @param {{ seed: number, half: 'tune' | 'decide' }} choice
 * @param {(line: string) => void} report Told of programs that are left out.
 * @returns {Promise<string[]>} The names of the PDFs.
 */
export async function printDocuments(folder, { seed, half }, report) {
	const [documents, gold, work] = ['pdf', 'pdf-gold', 'work'].map((name) => join(folder, name));
	for (const directory of [documents, gold, work])
		await mkdir(directory ?? folder, { recursive: true });
	/** @type {string[]} */
	const fileNames = [];
	const printers = [chromiumPrinter, () => libreOfficePrinter(work ?? folder), typstPrinter];
	for (const start of printers) {
		/** @type {Printer} */
		let printer;
		try {
			printer = await start();
		} catch (cause) {
			report(`Not printed with every program: ${cause instanceof Error ? cause.message : cause}`);
			continue;
		}
		for (const source of writeSources(seed, half)) {
			const bytes = await printer.print(source);
			if (!bytes) continue;
			const name = `${source.name}-${printer.name}`;
			fileNames.push(`${name}.pdf`);
			await writeFile(join(documents ?? folder, `${name}.pdf`), bytes);
			await writeFile(join(gold ?? folder, `${name}.md`), markdownOf(source.blocks));
		}
		await printer.close();
	}
	await rm(work ?? folder, { recursive: true, force: true });
	return fileNames;
}
