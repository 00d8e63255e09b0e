import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { toTable } from '../table.mjs';

/** Folders of pages: rules are made on the first and decided on the second, which nobody looks at. */
const PARTS = [
	['made', 'pages'],
	['deciding', 'pages-check'],
];
/**
 * What a page declares for machines and shows, and the page without what it declares.
 * @template {ReadonlySet<string> | ReadonlyMap<string, string>} Known
 * @typedef {{ known: Known, plain: string }} Declared
 */

/**
 * Asks pages, by rules, for a list that they declare for machines and show. The declaration is the reference, and
 * is taken out of the page before it is read.
 * @template {ReadonlySet<string> | ReadonlyMap<string, string>} Known
 * @param {string} folder Holds `pages` and `pages-check`.
 * @param {{ title: string, fewest?: number }} what `fewest` values make a list, by default two: a page that declares fewer is left out.
 * @param {(html: string) => Declared<Known>} takeOut
 * @param {(plain: string, url: string, known: Known) => Promise<string[]>} ask The keys of the right answers; others for wrong ones.
 * @returns {Promise<string>} A Markdown table.
 */
export async function measureDeclared(folder, { title, fewest = 2 }, takeOut, ask) {
	const rows = [];
	for (const [part, name] of PARTS) {
		const place = join(folder, String(name));
		if (!existsSync(place)) continue;
		const sum = { pages: 0, known: 0, given: 0, right: 0 };
		for (const fileName of await readdir(place)) {
			const html = gunzipSync(await readFile(join(place, fileName))).toString('utf8');
			const { known, plain } = takeOut(html);
			if (known.size < fewest) continue;
			const given = await ask(plain, `https://site.example/${fileName}`, known);
			sum.pages += 1;
			sum.known += known.size;
			sum.given += given.length;
			sum.right += new Set(given.filter((value) => known.has(value))).size;
		}
		const shares = [sum.right / sum.known, sum.right / Math.max(sum.given, 1)];
		rows.push([part, sum.pages, sum.known, ...shares.map((share) => share.toFixed(3))].map(String));
	}
	return toTable([title, 'pages', 'known', 'recall', 'precision'], rows);
}

/** @param {string} text */
export function parsed(text) {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

/**
 * The words of a text, in lower case and without marks: how texts are compared.
 * @param {unknown} text
 */
export const wordsOf = (text) =>
	String(text)
		.normalize('NFKC')
		.toLowerCase()
		.match(/[\p{L}\p{N}]+/gu)
		?.join(' ') ?? '';
