import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseHtml } from '@web-data-extraction/page/document';
import { askPage, openPage } from '../judge/askSource.mjs';
import { toTable } from '../table.mjs';

/** Folders of pages: rules are made on the first and decided on the second, which nobody looks at. */
const PARTS = [
	['made', 'pages'],
	['deciding', 'pages-check'],
];
const DATA = 'script[type="application/ld+json"]';
const META = 'meta[property="article:tag"], meta[name="keywords"]';
const LINKS = 'a[rel~="tag"]';
const SCHEMA = {
	type: 'object',
	properties: { tags: { type: 'array', items: { type: 'string' } } },
};
/** A single one is no list. */
const FEWEST_TAGS = 2;

/**
 * Asks pages for their tags, by rules, as a user would. What a page declares for machines (keywords, tags of an
 * article, links with `rel=tag`) is the reference, as far as the page shows it, and is taken out of the page
 * before it is read.
 * @param {string} folder Holds `pages` and `pages-check`.
 * @returns {Promise<string>} A Markdown table.
 */
export async function measureTags(folder) {
	const rows = [];
	for (const [part, name] of PARTS) {
		const place = join(folder, String(name));
		if (!existsSync(place)) continue;
		const sum = { pages: 0, known: 0, given: 0, right: 0 };
		for (const fileName of await readdir(place)) {
			const html = gunzipSync(await readFile(join(place, fileName))).toString('utf8');
			const { known, plain } = takeOut(html);
			if (known.size < FEWEST_TAGS) continue;
			const page = openPage(Buffer.from(plain), `https://site.example/${fileName}`);
			const { content } = await askPage(page, { schema: SCHEMA });
			const given = new Set([Object(content).tags ?? []].flat().map(wordsOf));
			sum.pages += 1;
			sum.known += known.size;
			sum.given += given.size;
			sum.right += [...known].filter((tag) => given.has(tag)).length;
		}
		const shares = [sum.right / sum.known, sum.right / Math.max(sum.given, 1)];
		rows.push([part, sum.pages, sum.known, ...shares.map((share) => share.toFixed(3))].map(String));
	}
	return toTable(['Tags', 'pages', 'known', 'recall', 'precision'], rows);
}

/**
 * The tags that a page declares and shows, and the page without what it declares.
 * @param {string} html
 */
function takeOut(html) {
	const document = parseHtml(html);
	const declared = [...document.querySelectorAll(DATA)].flatMap(({ textContent }) =>
		keywordsIn(parsed(textContent)),
	);
	const meta = [...document.querySelectorAll('meta[property="article:tag"]')].map(
		(element) => element.getAttribute('content') ?? '',
	);
	const links = [...document.querySelectorAll(LINKS)].map(({ textContent }) => textContent);
	for (const element of document.querySelectorAll(`${DATA}, ${META}`)) element.remove();
	for (const link of document.querySelectorAll(LINKS)) link.removeAttribute('rel');
	const shown = ` ${wordsOf(document.body.textContent)} `;
	const all = [meta, declared, links].find((tags) => tags.length > 0) ?? [];
	const known = new Set(all.map(wordsOf).filter((tag) => tag !== '' && shown.includes(` ${tag} `)));
	return { known, plain: document.toString() };
}

/** @param {string} text */
function parsed(text) {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

/**
 * @param {unknown} value
 * @returns {string[]}
 */
function keywordsIn(value) {
	if (typeof value !== 'object' || value === null) return [];
	const { keywords = [] } = /** @type {Record<string, unknown>} */ (value);
	const own = typeof keywords === 'string' ? keywords.split(',') : [keywords].flat().map(String);
	return [...own, ...Object.values(value).flatMap(keywordsIn)];
}

/** @param {unknown} text */
const wordsOf = (text) =>
	String(text)
		.normalize('NFKC')
		.toLowerCase()
		.match(/[\p{L}\p{N}]+/gu)
		?.join(' ') ?? '';
