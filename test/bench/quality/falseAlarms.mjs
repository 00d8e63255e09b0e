/**
 * How many pages, and passages of pages shown alone, are taken for bot challenges, for files that a server
 * calls pages, or, as plain text, for JSON or CSV. None of them is one: every hit is a false alarm, and
 * pages are named.
 *
 *   node test/bench/quality/falseAlarms.mjs <folder of pages (HTML, gzip)> ...
 */
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import '../typescriptImports.mjs';
import { toTable } from '../table.mjs';

const { detectChallenge } =
	await import('../../../service/src/browser/challenges/detectChallenge.ts');
const { convertPage } = await import('../../../packages/page/src/convertPage.ts');
const { servedContentOf } = await import('../../../packages/documents/src/detect/servedFile.ts');
const { guessTextKind } = await import('../../../packages/documents/src/detect/guessTextKind.ts');
const { decodeHtml } = await import('../../../service/src/plain/decodeHtml.ts');

/** Lengths of passages: a sentence, and as much as a challenge shows at most. */
const PASSAGES = [200, 1200];
const STATUSES = [200, 403];
/** A passage is put into what the screen of a challenge looks like. */
const asScreen = (/** @type {string} */ text) => `<body><script></script><p>${text}</p></body>`;

/** @param {{ title: string, text: string, html: string }} page @param {number} status */
function isAlarm({ title, text, html }, status) {
	const screen = { title, html, textSample: text.slice(0, 4_000), textLength: text.length };
	return detectChallenge(screen, { status, headers: {} }) !== undefined;
}

/** @param {string} text @param {number} length */
function cut(text, length) {
	const passages = [];
	for (let at = 0; at < text.length; at += length)
		passages.push(text.slice(at, at + length).trim());
	return passages.filter((passage) => passage !== '');
}

const rows = [];
for (const folder of process.argv.slice(2)) {
	const counts = new Map();
	const note = (/** @type {string} */ what, /** @type {boolean} */ isHit) => {
		const { seen, alarms } = counts.get(what) ?? { seen: 0, alarms: 0 };
		counts.set(what, { seen: seen + 1, alarms: alarms + (isHit ? 1 : 0) });
	};
	for (const file of (await readdir(folder)).filter((name) => name.endsWith('.html.gz'))) {
		const bytes = gunzipSync(await readFile(join(folder, file)));
		const html = decodeHtml(bytes, '');
		const url = 'https://page.example/';
		const { text } = convertPage({ html, url, contentOnly: false });
		const title = /<title[^>]*>([^<]*)/i.exec(html)?.[1]?.trim() ?? '';
		note('pages taken for files', servedContentOf(bytes.subarray(0, 65_536)) !== 'text');
		for (const passage of cut(text, 1200)) {
			note('passages taken for JSON or CSV', guessTextKind(passage) !== undefined);
		}
		for (const status of STATUSES) {
			const isHit = isAlarm({ title, text, html }, status);
			note(`challenges: whole pages, status ${status}`, isHit);
			if (isHit) console.error(`${file}: taken for a challenge with status ${status}`);
			for (const length of PASSAGES) {
				for (const passage of cut(text, length)) {
					const isAlarmed = isAlarm({ title: '', text: passage, html: asScreen(passage) }, status);
					note(`challenges: passages of ${length} characters, status ${status}`, isAlarmed);
				}
			}
		}
	}
	for (const [what, { seen, alarms }] of counts) rows.push([basename(folder), what, seen, alarms]);
}
console.log(toTable(['Folder', 'What', 'Number', 'False alarms'], rows));
