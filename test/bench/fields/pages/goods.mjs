import { writeAmount } from './locales.mjs';

/** @typedef {import('./locales.mjs').Locale} Locale */
/** @typedef {import('../../quality/generated/random.mjs').Random} Random */
/** @typedef {import('../writeInvoices.mjs').Question} Question */

/**
 * What a page is written with.
 * @typedef {object} Setting
 * @property {Locale} locale
 * @property {0 | 1} side 0 for pages to tune with, 1 for those that decide.
 * @property {Random} random
 * @property {(word: import('./locales.mjs').Word) => string} word
 * @property {(cents: number) => string} money
 * @property {() => Date} day
 */

/**
 * A thing that is sold, and how the page writes it.
 * @typedef {object} Good
 * @property {string} name
 * @property {number} cents
 * @property {string} price
 * @property {number} formerCents Higher than today's.
 * @property {string} former
 * @property {string} stock
 * @property {string} href
 * @property {string} image
 * @property {string} maker
 * @property {string} weight
 * @property {string} day
 * @property {string} iso The same day as YYYY-MM-DD.
 */

/**
 * The body of a page, and what is asked of it.
 * @typedef {object} Written
 * @property {string} body
 * @property {Question[]} questions
 */

export const ORIGIN = 'https://shop.test';

/** @param {Locale} locale @param {0 | 1} side @param {Random} random @returns {Setting} */
export function settingOf(locale, side, random) {
	return {
		locale,
		side,
		random,
		word: (word) => locale.words[word][side],
		money: (cents) => locale.money[side](writeAmount(cents, locale)),
		day: () => new Date(Date.UTC(2026, random.below(12), random.between(13, 28))),
	};
}

/** @param {Setting} setting @param {number} count @returns {Good[]} */
export function goodsOf({ locale, side, random, word, money, day }, count) {
	return random.sample(locale.goods, count).map((name) => {
		const cents = random.pick([random.between(450, 9_900), random.between(101_000, 990_000)]);
		const formerCents = cents + random.between(300, 90_000);
		const slug = name
			.toLowerCase()
			.normalize('NFKD')
			.replace(/[^a-z]+/g, '-');
		const date = day();
		return {
			name,
			cents,
			price: money(cents),
			formerCents,
			former: money(formerCents),
			stock: random.pick([word('inStock'), word('soldOut')]),
			href: `/p/${slug}`,
			image: `/img/${slug}.jpg`,
			maker: random.pick(locale.makers),
			weight: `${random.between(1, 9)}${locale.decimals}${random.between(1, 9)} kg`,
			day: locale.date[side](date),
			iso: date.toISOString().slice(0, 10),
		};
	});
}

/**
 * A question for all things of a page, as a list of rows.
 * @param {Good[]} goods
 * @param {Record<string, (good: Good) => unknown>} columns
 * @returns {Question}
 */
export function askFor(goods, columns, list = 'products') {
	const rows = goods.map((good) => Object.values(columns).map((read) => read(good)));
	return { schema: { [list]: Object.keys(columns) }, truth: { [list]: rows } };
}

/**
 * A question for single values.
 * @param {Record<string, unknown>} truth
 * @param {Record<string, 'string' | 'number' | 'strings'>} types Of fields that are no texts.
 * @returns {Question}
 */
export function askOne(truth, types = {}) {
	const schema = Object.fromEntries(
		Object.entries(truth).map(([name, value]) => [
			name,
			types[name] ?? (typeof value === 'number' ? 'number' : 'string'),
		]),
	);
	return { schema: /** @type {Question['schema']} */ (schema), truth };
}

export const columns = {
	name: (/** @type {Good} */ good) => good.name,
	price: (/** @type {Good} */ good) => good.cents / 100,
	availability: (/** @type {Good} */ good) => good.stock,
	url: (/** @type {Good} */ good) => ORIGIN + good.href,
	image: (/** @type {Good} */ good) => ORIGIN + good.image,
	weight: (/** @type {Good} */ good) => good.weight,
	brand: (/** @type {Good} */ good) => good.maker,
};
