import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { askPage, openPage } from '../judge/askSource.mjs';
import { toTable } from '../table.mjs';

/** Folders of pages: rules are made on the first and decided on the second, which nobody looks at. */
const PARTS = [
	['made', 'pages'],
	['deciding', 'pages-check'],
];
const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi;
const SCHEMA = {
	type: 'object',
	properties: {
		faqs: {
			type: 'array',
			items: {
				type: 'object',
				properties: { question: { type: 'string' }, answer: { type: 'string' } },
			},
		},
	},
};
/** Fewer are no list. */
const FEWEST_QUESTIONS = 2;
/** Pages may declare an answer in other words towards its end. */
const COMPARED_LETTERS = 50;

/** @typedef {Map<string, string>} Answers Answers by question, both as words. */

/**
 * Asks pages for their questions and answers, by rules, as a user would. What a page declares for machines
 * (FAQPage) is the reference, and is taken out of the page before it is read.
 * @param {string} folder Holds `pages` and `pages-check`.
 * @returns {Promise<string>} A Markdown table.
 */
export async function measureFaqs(folder) {
	const rows = [];
	for (const [part, name] of PARTS) {
		const place = join(folder, String(name));
		if (!existsSync(place)) continue;
		const sum = { pages: 0, known: 0, given: 0, right: 0 };
		for (const fileName of await readdir(place)) {
			const html = gunzipSync(await readFile(join(place, fileName))).toString('utf8');
			const plain = html
				.replace(SCRIPT, '')
				.replace(/\sitem(?:prop|type|scope)(?:="[^"]*")?/gi, '');
			const known = shownAnswers(html, plain);
			if (known.size < FEWEST_QUESTIONS) continue;
			const page = openPage(Buffer.from(plain), `https://site.example/${fileName}`);
			const given = /** @type {object[]} */ (
				Object((await askPage(page, { schema: SCHEMA })).content).faqs ?? []
			);
			sum.pages += 1;
			sum.known += known.size;
			sum.given += given.length;
			sum.right += countRight(known, given);
		}
		const shares = [sum.right / sum.known, sum.right / Math.max(sum.given, 1)];
		rows.push([part, sum.pages, sum.known, ...shares.map((share) => share.toFixed(3))].map(String));
	}
	return toTable(['Questions and answers', 'pages', 'known', 'recall', 'precision'], rows);
}

/**
 * What a page declares and shows.
 * @param {string} html
 * @param {string} plain The same without what it declares.
 * @returns {Answers}
 */
function shownAnswers(html, plain) {
	const shown = wordsOf(plain.replace(/<head[\s\S]*?<\/head>|<style[\s\S]*?<\/style>/gi, ' '));
	const declared = [...html.matchAll(SCRIPT)]
		.filter(([, attributes]) => attributes?.includes('ld+json'))
		.flatMap(([, , text]) => questionsIn(parsed(text ?? '')));
	return new Map(
		declared.filter(
			([question, answer]) =>
				question !== '' &&
				answer !== '' &&
				shown.includes(question) &&
				shown.includes(answer.slice(0, COMPARED_LETTERS)),
		),
	);
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
 * @returns {Array<[question: string, answer: string]>}
 */
function questionsIn(value) {
	if (typeof value !== 'object' || value === null) return [];
	const { name, acceptedAnswer } = /** @type {Record<string, unknown>} */ (value);
	const [answer] = [acceptedAnswer].flat();
	const own =
		name === undefined ? [] : [wordsOf(String(name)), wordsOf(String(Object(answer).text))];
	const inner = Object.values(value).flatMap(questionsIn);
	return answer === undefined ? inner : [/** @type {[string, string]} */ (own), ...inner];
}

/**
 * @param {Answers} known
 * @param {object[]} given
 */
function countRight(known, given) {
	const right = given.flatMap((row) => {
		const { question, answer } = /** @type {Record<string, unknown>} */ (row);
		// Its number stands beside a question.
		const asked = wordsOf(String(question)).replace(/^\d+ /, '');
		const wanted = known.get(asked);
		const said = wordsOf(String(answer ?? ''));
		const isRight =
			wanted !== undefined &&
			said !== '' &&
			[said.startsWith(wanted.slice(0, COMPARED_LETTERS)), wanted.startsWith(said)].includes(true);
		return isRight ? [asked] : [];
	});
	return new Set(right).size;
}

/** @param {string} text */
const wordsOf = (text) =>
	text
		.replace(/<[^>]+>|&nbsp;|&#160;/g, ' ')
		.replace(/&#0?39;|&rsquo;|&#8217;/g, "'")
		.replaceAll('&amp;', '&')
		.normalize('NFKC')
		.toLowerCase()
		.match(/[\p{L}\p{N}]+/gu)
		?.join(' ') ?? '';
