import { parseHtml } from '@web-data-extraction/page/document';
import { askPage, openPage } from '../judge/askSource.mjs';
import { measureDeclared, parsed, wordsOf } from './declared.mjs';

const DATA = 'script[type="application/ld+json"]';
const META = 'meta[property="article:section"]';
const SCHEMA = { type: 'object', properties: { category: { type: 'string' } } };

/**
 * Asks pages for their category. The section that an article declares (schema.org, OpenGraph) is the reference, if the
 * page shows it; one of several is enough.
 * @param {string} folder Holds `pages` and `pages-check`.
 * @returns {Promise<string>} A Markdown table.
 */
export async function measureCategories(folder) {
	const ask = async (
		/** @type {string} */ plain,
		/** @type {string} */ url,
		/** @type {ReadonlySet<string>} */ known,
	) => {
		const { content } = await askPage(openPage(Buffer.from(plain), url), { schema: SCHEMA });
		const given = wordsOf(Object(content).category ?? '');
		// Of several sections, any is the category.
		const [sections = ''] = known;
		const answer = sections.split(' | ').includes(given) ? sections : given;
		return answer === '' ? [] : [answer];
	};
	return await measureDeclared(folder, { title: 'Category', fewest: 1 }, takeOut, ask);
}

/**
 * The sections that a page declares and shows, and the page without what it declares.
 * @param {string} html
 */
function takeOut(html) {
	const document = parseHtml(html);
	const declared = [...document.querySelectorAll(DATA)].flatMap(({ textContent }) =>
		sectionsIn(parsed(textContent)),
	);
	const meta = [...document.querySelectorAll(META)].map(
		(element) => element.getAttribute('content') ?? '',
	);
	for (const element of document.querySelectorAll(`${DATA}, ${META}`)) element.remove();
	const plain = document.toString();
	for (const element of document.querySelectorAll('script, style, noscript')) element.remove();
	const shown = ` ${wordsOf(document.body.textContent)} `;
	const all = [...declared, ...meta].map(wordsOf);
	const known = all.filter((word) => word !== '' && shown.includes(` ${word} `));
	return { known: new Set(known.length === 0 ? [] : [known.join(' | ')]), plain };
}

/**
 * @param {unknown} value
 * @returns {string[]}
 */
function sectionsIn(value) {
	if (typeof value !== 'object' || value === null) return [];
	const { articleSection = [] } = /** @type {Record<string, unknown>} */ (value);
	return [...[articleSection].flat().map(String), ...Object.values(value).flatMap(sectionsIn)];
}
