/**
 * A source of random numbers that always gives the same ones.
 * @param {string} seed
 * @returns {(below: number) => number} A whole number from 0.
 */
export function numbersOf(seed) {
	let state = [...seed].reduce((sum, sign) => Math.imul(sum ^ sign.charCodeAt(0), 16_777_619), 7);
	return (below) => {
		state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + 1;
		state = Math.imul(state ^ (state >>> 13), 3_266_489_917);
		return ((state ^ (state >>> 16)) >>> 0) % below;
	};
}

const STARTS = ['ba', 'cor', 'del', 'fen', 'gri', 'hol', 'jas', 'kel', 'lum', 'mar', 'nor', 'pil'];
const ENDS = [
	'dan',
	'ever',
	'ish',
	'ock',
	'ural',
	'ome',
	'ister',
	'and',
	'ell',
	'on',
	'ary',
	'eck',
];

/** The words that all texts are made of, as a site uses the same ones again and again. */
const VOCABULARY = STARTS.flatMap((start) => ENDS.map((end) => start + end));

/**
 * Sentences that are the same for the same seed.
 * @param {string} seed
 */
export function prose(seed, sentences = 4) {
	const next = numbersOf(seed);
	const word = () => VOCABULARY[next(VOCABULARY.length)];
	const sentence = () => {
		const text = Array.from({ length: 6 + next(9) }, word).join(' ');
		return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
	};
	return Array.from({ length: sentences }, sentence).join(' ');
}

/**
 * A name of two words.
 * @param {string} seed
 */
export function nameOf(seed) {
	const next = numbersOf(`name ${seed}`);
	const word = () => VOCABULARY[next(VOCABULARY.length)];
	const text = `${word()} ${word()}`;
	return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {string} name */
export const slugOf = (name) => name.toLowerCase().replaceAll(' ', '-');

/** @param {number} count */
export const numbers = (count) => Array.from({ length: count }, (_, index) => index + 1);

/** @param {string} href @param {string} text */
export const a = (href, text) => `<a href="${href.replaceAll('&', '&amp;')}">${text}</a>`;

/** @param {string[]} entries */
export const ul = (entries) => `<ul>${entries.map((entry) => `<li>${entry}</li>`).join('')}</ul>`;

/**
 * A page with the menu and footer of its site.
 * @param {{ title: string, menu?: string[], body: string, foot?: string }} parts
 */
export const html = ({ title, menu = [], body, foot = '' }) =>
	`<!doctype html><html lang="en"><head><title>${title}</title></head><body>` +
	`<nav>${ul(menu)}</nav><main><h1>${title}</h1>${body}</main><footer>${foot}</footer></body></html>`;

/**
 * One of the sites that crawls are measured on.
 * @typedef {object} Site
 * @property {string} name
 * @property {'make' | 'decide'} half Rules are made on one half and decided on the other.
 * @property {string} [start] Where a crawl starts. Default: `/`.
 * @property {number} contents How many pages have content of their own.
 * @property {(url: URL) => string | undefined} read The page of an address; undefined when there is none.
 * @property {(url: URL) => string | undefined} contentOf Which content a page shows; undefined for none of its own.
 */
