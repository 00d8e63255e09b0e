import { parseHtml } from '@web-data-extraction/page/document';
import { askPage, openPage } from '../judge/askSource.mjs';
import { measureDeclared, parsed, wordsOf } from './declared.mjs';

const DATA = 'script[type="application/ld+json"]';
/** The same facts in other declarations. */
const META = 'meta[property^="product:"], meta[property^="og:price"]';
const MARKED = ['itemprop', 'itemtype', 'itemscope'];
const NUMBERS = ['price', 'ratingValue', 'reviewCount'];
const TEXTS = ['name', 'priceCurrency', 'brand', 'sku'];
const SCHEMA = {
	type: 'object',
	properties: {
		...Object.fromEntries(NUMBERS.map((name) => [name, { type: 'number' }])),
		...Object.fromEntries(TEXTS.map((name) => [name, { type: 'string' }])),
	},
};

/**
 * Asks pages about one product for what they declare of it (schema.org Product) and show. The declaration is the
 * reference.
 * @param {string} folder Holds `pages` and `pages-check`.
 * @returns {Promise<string>} A Markdown table.
 */
export async function measureProducts(folder) {
	return await measureDeclared(
		folder,
		{ title: 'Product pages' },
		takeOut,
		async (plain, url, known) => {
			const { content } = await askPage(openPage(Buffer.from(plain), url), { schema: SCHEMA });
			const given = Object.entries(Object(content)).filter(
				([name, value]) => known.has(name) && value !== null,
			);
			return given.map(([name, value]) =>
				keyOf(name, value) === known.get(name) ? name : `${name}: wrong`,
			);
		},
	);
}

/**
 * What a page declares of its only product and shows, and the page without what it declares.
 * @param {string} html
 */
function takeOut(html) {
	const document = parseHtml(html);
	const things = [...document.querySelectorAll(DATA)].flatMap(({ textContent }) =>
		productsIn(parsed(textContent)),
	);
	for (const element of document.querySelectorAll(`${DATA}, ${META}`)) element.remove();
	for (const element of document.querySelectorAll(MARKED.map((name) => `[${name}]`).join()))
		for (const name of MARKED) element.removeAttribute(name);
	const plain = document.toString();
	for (const element of document.querySelectorAll('script, style, noscript')) element.remove();
	const shown = document.body.textContent;
	const [only, ...others] = things;
	const facts = only === undefined || others.length > 0 ? [] : factsOf(only);
	return {
		known: new Map(
			facts
				.filter(([name, value]) => isShown(name, value, shown))
				.map(([name, value]) => [name, keyOf(name, value)]),
		),
		plain,
	};
}

/** @typedef {Record<string, any>} Thing */

/**
 * @param {unknown} value
 * @returns {Thing[]}
 */
function productsIn(value) {
	if (typeof value !== 'object' || value === null) return [];
	const { '@type': type, '@graph': graph, mainEntity } = /** @type {Thing} */ (value);
	const isProduct = [type].flat().some((name) => /^Product(?:Group)?$/.test(String(name)));
	const inner = Array.isArray(value) ? value : [graph, mainEntity].flat();
	return isProduct ? [value] : inner.flatMap(productsIn);
}

/**
 * @param {Thing} product
 * @returns {Array<[name: string, value: string]>}
 */
function factsOf({ name, brand, sku, offers, aggregateRating = {} }) {
	const [offer = {}] = [offers].flat();
	const [first = offer] = [offer?.offers].flat();
	const { ratingValue, reviewCount = aggregateRating.ratingCount } = aggregateRating;
	const { price = first.lowPrice, priceCurrency } = first;
	const facts = { name, price, priceCurrency, sku, ratingValue, reviewCount, brand: brand?.name };
	return Object.entries(facts).flatMap(([field, value]) =>
		['string', 'number'].includes(typeof value) ? [[field, String(value)]] : [],
	);
}

/**
 * @param {string} name
 * @param {string} value
 * @param {string} shown
 */
function isShown(name, value, shown) {
	if (name === 'priceCurrency') return /\p{Sc}/u.test(shown) || shown.includes(value);
	if (!NUMBERS.includes(name)) return ` ${wordsOf(shown)} `.includes(` ${wordsOf(value)} `);
	const numbers = shown.match(/\d[\d.,]*/g) ?? [];
	return Number(value) > 0 && numbers.some((digits) => numberOf(digits) === Number(value));
}

/**
 * @param {string} name
 * @param {unknown} value
 */
const keyOf = (name, value) =>
	NUMBERS.includes(name) ? String(Number(value)) : wordsOf(String(value));

/** @param {string} digits */
const numberOf = (digits) => Number(digits.replace(/,(?=\d{3}\b)/g, '').replace(',', '.'));
