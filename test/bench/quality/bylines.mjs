import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { askPage, openPage } from '../judge/askSource.mjs';
import { toTable } from '../table.mjs';

/** Folders of pages: rules are made on the first and decided on the second, which nobody looks at. */
const PARTS = [
	['made', 'pages'],
	['deciding', 'pages-check'],
];
/** Of pages that somebody wrote on a day. */
const TYPES = ['article', 'forum'];
const FIELDS = { author: 'author', date: 'published_date' };
const SCHEMA = {
	type: 'object',
	properties: Object.fromEntries(
		['title', ...Object.values(FIELDS)].map((name) => [name, { type: 'string' }]),
	),
};

/** @typedef {{ type: string, url: string, author: string | null, date: string | null }} Gold */
/** @typedef {{ known: number, right: number, wrong: number }} Count */

/**
 * Asks articles and threads for their title, author and date, by rules, as a user would.
 * @param {string} folder Holds `pages`, `pages-check` and the answers to each.
 * @returns {Promise<string>} A Markdown table.
 */
export async function measureBylines(folder) {
	const rows = [];
	for (const [part, name] of PARTS) {
		if (!existsSync(join(folder, `${name}-gold`))) continue;
		const counts = await countRight(join(folder, String(name)));
		for (const [field, { known, right, wrong }] of counts) {
			const shares = [right / known, right / Math.max(right + wrong, 1)];
			rows.push([`${field}, ${part}`, String(known), ...shares.map((share) => share.toFixed(3))]);
		}
	}
	return toTable(['Author and date', 'pages', 'recall', 'precision'], rows);
}

/** @param {string} folder */
async function countRight(folder) {
	/** @type {Map<string, Count>} */
	const counts = new Map();
	for (const fileName of await readdir(`${folder}-gold`)) {
		/** @type {Gold} */
		const gold = JSON.parse(await readFile(join(`${folder}-gold`, fileName), 'utf8'));
		if (!TYPES.includes(gold.type)) continue;
		const bytes = await readFile(join(folder, fileName.replace('.json', '.html.gz')));
		const { content } = await askPage(openPage(bytes, gold.url), { schema: SCHEMA });
		for (const [field, name] of Object.entries(FIELDS)) {
			const known = gold[/** @type {keyof typeof FIELDS} */ (field)];
			if (known === null) continue;
			const key = `${gold.type}: ${field}`;
			const count = counts.get(key) ?? { known: 0, right: 0, wrong: 0 };
			const given = Object(content)[name] ?? null;
			const isRight = given !== null && keyOf(field, given) === keyOf(field, known);
			count.known += 1;
			count.right += Number(isRight);
			count.wrong += Number(given !== null && !isRight);
			counts.set(key, count);
		}
	}
	return [...counts].toSorted(([one], [other]) => one.localeCompare(other));
}

/**
 * What answers are compared by: a name by its words, a date by its day.
 * @param {string} field
 * @param {string} value
 */
function keyOf(field, value) {
	if (field === 'author')
		return value
			.toLowerCase()
			.match(/[\p{L}\p{N}]+/gu)
			?.join(' ');
	const day = /^\d{4}-\d\d-\d\d/.exec(value)?.[0];
	const date = new Date(`${value.replace(/(?<=\d)(?:st|nd|rd|th)\b/, '')} UTC`);
	return day ?? (Number.isNaN(date.getTime()) ? value : date.toISOString().slice(0, 10));
}
