import { askPage, openPage } from '../judge/askSource.mjs';
import { measureDeclared, parsed } from './declared.mjs';

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
/** Pages may declare an answer in other words towards its end. */
const COMPARED_LETTERS = 50;

/** @typedef {Map<string, string>} Answers Answers by question, both as words. */

/**
 * Asks pages for their questions and answers. What they declare (FAQPage) is the reference.
 * @param {string} folder Holds `pages` and `pages-check`.
 * @returns {Promise<string>} A Markdown table.
 */
export async function measureFaqs(folder) {
	return await measureDeclared(
		folder,
		{ title: 'Questions and answers' },
		takeOut,
		async (plain, url, known) => {
			const { content } = await askPage(openPage(Buffer.from(plain), url), { schema: SCHEMA });
			const given = /** @type {object[]} */ (Object(content).faqs ?? []);
			return given.map((row) => rightQuestion(known, row) ?? '');
		},
	);
}

/** @param {string} html */
function takeOut(html) {
	const plain = html.replace(SCRIPT, '').replace(/\sitem(?:prop|type|scope)(?:="[^"]*")?/gi, '');
	return { known: shownAnswers(html, plain), plain };
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
 * The question of a row, as words; undefined where its answer is not the known one.
 * @param {Answers} known
 * @param {object} row
 */
function rightQuestion(known, row) {
	const { question, answer } = /** @type {Record<string, unknown>} */ (row);
	// Its number stands beside a question.
	const asked = wordsOf(String(question)).replace(/^\d+ /, '');
	const wanted = known.get(asked);
	const said = wordsOf(String(answer ?? ''));
	const isRight =
		wanted !== undefined &&
		said !== '' &&
		[said.startsWith(wanted.slice(0, COMPARED_LETTERS)), wanted.startsWith(said)].includes(true);
	return isRight ? asked : undefined;
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
