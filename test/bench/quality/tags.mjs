import { parseHtml } from '@web-data-extraction/page/document';
import { askPage, openPage } from '../judge/askSource.mjs';
import { measureDeclared, parsed, wordsOf } from './declared.mjs';

const DATA = 'script[type="application/ld+json"]';
const META = 'meta[property="article:tag"], meta[name="keywords"]';
const LINKS = 'a[rel~="tag"]';
const SCHEMA = {
	type: 'object',
	properties: { tags: { type: 'array', items: { type: 'string' } } },
};

/**
 * Asks pages for their tags. Keywords, tags of an article and links with `rel=tag` are the reference, as far as the
 * page shows them.
 * @param {string} folder Holds `pages` and `pages-check`.
 * @returns {Promise<string>} A Markdown table.
 */
export async function measureTags(folder) {
	return await measureDeclared(folder, { title: 'Tags' }, takeOut, async (plain, url) => {
		const { content } = await askPage(openPage(Buffer.from(plain), url), { schema: SCHEMA });
		return [...new Set([Object(content).tags ?? []].flat().map(wordsOf))];
	});
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
