import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answerByRules } from '../../../../packages/fields/src/rules/answerByRules.ts';
import { convertPage } from '../../../../packages/page/src/convertPage.ts';
import { randomFrom } from '../../quality/generated/random.mjs';
import { toTable } from '../../table.mjs';
import { scoreAnswer } from '../scoreAnswer.mjs';
import { CARD_KINDS, DETAIL_KINDS } from './cards.mjs';
import { ORIGIN, settingOf } from './goods.mjs';
import { LOCALES } from './locales.mjs';
import { TABLE_KINDS } from './tables.mjs';

/** @typedef {import('../writeInvoices.mjs').Question} Question */
/** @typedef {ReturnType<typeof scoreAnswer>} Score */

const HALVES = /** @type {const} */ (['tune', 'decide']);
const SEED = 77;
const TITLES = ['kind', 'values', 'recall', 'precision', 'wrong'];

/**
 * Asks pages that are written for it for fields without a model, each kind in six languages, and counts
 * what is right. Layouts that rules are made with and those that decide on them are never the same.
 * @param {string | undefined} output Where pages of the half to tune with are kept with what was not right.
 * @returns {Promise<string>} A Markdown section.
 */
export async function measurePages(output) {
	if (output !== undefined) await mkdir(output, { recursive: true });
	const tables = [];
	for (const [side, half] of HALVES.entries()) {
		const rows = [];
		/** @type {Score[]} */
		const all = [];
		for (const [kind, layouts] of Object.entries({
			...CARD_KINDS,
			...DETAIL_KINDS,
			...TABLE_KINDS,
		})) {
			const scores = [];
			for (const [at, locale] of LOCALES.entries()) {
				const write = layouts[side];
				if (write === undefined) throw new Error(`There is no layout of ${kind} to ${half} with.`);
				const random = randomFrom(SEED + at * 100 + side);
				const { body, questions } = write(settingOf(locale, /** @type {0 | 1} */ (side), random));
				const html = `<!doctype html><html lang="${locale.code}"><head><meta charset="utf-8"><title>Shop</title></head><body>${body}</body></html>`;
				const found = questions.map((question) => ask(html, question));
				scores.push(...found);
				const misses = found.flatMap((score) => score.misses);
				// What decides is not looked at.
				if (output !== undefined && half === 'tune' && misses.length > 0) {
					const file = join(output, `${kind.replaceAll(' ', '-')}.${locale.code}`);
					await writeFile(`${file}.html`, html);
					await writeFile(`${file}.misses`, misses.map((miss) => `${miss}\n`).join(''));
				}
			}
			all.push(...scores);
			rows.push([kind, ...figures(scores)]);
		}
		rows.push(['all', ...figures(all)]);
		tables.push(`#### ${half}`, toTable(TITLES, rows));
	}
	return ['### Fields of pages without a model', ...tables].join('\n\n');
}

/** @param {string} html @param {Question} question */
function ask(html, { schema, truth }) {
	const url = `${ORIGIN}/page`;
	const { markdown } = convertPage({ html, url, contentOnly: false });
	const { content } = answerByRules({ schema: schemaOf(schema, truth), format: 'json' }, [
		{ url, title: 'Shop', html, markdown },
	]);
	return scoreAnswer(inOrder(content, schema, truth), schema, truth);
}

/** @param {Question['schema']} schema @param {Question['truth']} truth */
function schemaOf(schema, truth) {
	const properties = Object.entries(schema).map(([name, type]) => {
		if (type === 'strings') return [name, { type: 'array', items: { type: 'string' } }];
		if (typeof type === 'string') return [name, { type: [type, 'null'] }];
		const rows = /** @type {unknown[][]} */ (truth[name]);
		const columns = type.map((column, at) => [column, typeOf(rows.map((row) => row[at]))]);
		const items = { type: 'object', properties: Object.fromEntries(columns) };
		return [name, { type: 'array', items }];
	});
	return { type: 'object', properties: Object.fromEntries(properties) };
}

/** @param {unknown[]} values Of a column; where it has none, numbers are asked for. */
function typeOf(values) {
	const value = values.find((one) => one !== null);
	if (typeof value !== 'string') return { type: ['number', 'null'] };
	const isDate = /^\d{4}-\d{2}-\d{2}$/u.test(value);
	return { type: ['string', 'null'], ...(isDate && { format: 'date' }) };
}

/**
 * Rows in the order of the right ones, told by their first column: a row that is missing is one miss, and
 * does not make all others wrong.
 * @param {any} answer
 * @param {Question['schema']} schema
 * @param {Question['truth']} truth
 */
function inOrder(answer, schema, truth) {
	const entries = Object.entries(schema).map(([name, type]) => {
		const found = answer?.[name];
		if (!Array.isArray(type) || !Array.isArray(found)) return [name, found];
		const [first = ''] = type;
		const wanted = /** @type {unknown[][]} */ (truth[name]);
		const left = [...found];
		const rows = wanted.map(([key]) => {
			const at = left.findIndex((one) => one?.[first] === key);
			return at === -1 ? undefined : left.splice(at, 1)[0];
		});
		// A row that is called otherwise is the one that has no other place.
		return [name, [...rows.map((one) => one ?? left.shift()), ...left]];
	});
	return Object.fromEntries(entries);
}

/** @param {Score[]} scores */
function figures(scores) {
	const sum = (/** @type {'values' | 'given' | 'right'} */ name) =>
		scores.reduce((total, score) => total + score[name], 0);
	const [values, given, right] = [sum('values'), sum('given'), sum('right')];
	return [
		values,
		values === 0 ? '-' : (right / values).toFixed(3),
		given === 0 ? '-' : (right / given).toFixed(3),
		given - right,
	];
}
