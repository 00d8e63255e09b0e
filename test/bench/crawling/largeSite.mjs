import { startPages } from '../../contract/support/startPages';

/** Pages that each index page links to. */
const PAGES_PER_INDEX = 50;
const PARAGRAPHS = 12;
const WORDS =
	'ferry quarry meadow signal basalt anchor cellar thicket granary lighthouse pasture furnace'.split(
		' ',
	);

/**
 * Words that no other seed has: a page that says only what others say is left out by a crawl.
 * @param {number} seed
 * @param {number} count
 */
const words = (seed, count) => {
	const own = seed.toString(26).replaceAll(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '');
	const ordinary = (/** @type {number} */ at) => WORDS[(seed * 5 + at * 7) % WORDS.length];
	return Array.from(
		{ length: count },
		(_word, at) => `${ordinary(at)}${at % 4 === 0 ? own : ''}`,
	).join(' ');
};

/** @param {string} body */
const page = (body) => `<!doctype html><html lang="en"><title>Site</title><body>${body}</body>`;

/**
 * @param {string} kind
 * @param {number} number
 */
function article(kind, number) {
	const paragraphs = Array.from(
		{ length: PARAGRAPHS },
		(_paragraph, at) => `<p>${words(number * PARAGRAPHS + at, 60)}.</p>`,
	);
	return `<h1>Entry ${number}</h1>${paragraphs.join('\n')}<p><a href="/${kind}">Start</a></p>`;
}

/**
 * @param {string} kind
 * @param {string} path
 * @param {number} first
 * @param {number} count
 */
function index(kind, path, first, count) {
	const links = Array.from(
		{ length: count },
		(_link, at) => `<li><a href="/${kind}${path}/${first + at}">Entry ${first + at}</a></li>`,
	);
	return `<h1>Entries from ${first}</h1><ul>${links.join('')}</ul>`;
}

/**
 * What a path shows: the start, an index of fifty entries, or an entry.
 * @param {string} kind
 * @param {string[]} path
 * @param {number} pageCount
 */
function contentOf(kind, [place = '', number = ''], pageCount) {
	const indexes = Math.ceil(pageCount / PAGES_PER_INDEX);
	if (place === 'index') {
		return index(kind, '/entry', Number(number) * PAGES_PER_INDEX, PAGES_PER_INDEX);
	}
	if (place === 'entry') return article(kind, Number(number));
	return index(kind, '/index', 0, indexes);
}

/**
 * A site of many pages on loopback: `/plain` as the server sends it, and the same at `/drawn`, put in by
 * a script after the page was loaded.
 * @param {number} pageCount At least so many pages.
 */
export function startLargeSite(pageCount) {
	return startPages((request, response) => {
		const { pathname } = new URL(request.url ?? '/', 'http://site');
		const [, kind = '', ...path] = pathname.split('/');
		response.setHeader('content-type', 'text/html; charset=utf-8');
		if (kind === 'part') {
			return void response.end(contentOf('drawn', path, pageCount));
		}
		if (kind === 'plain') return void response.end(page(contentOf(kind, path, pageCount)));
		if (kind !== 'drawn') return void response.writeHead(404).end();
		const part = ['/part', ...path].join('/');
		const draw = `fetch('${part}').then((answer) => answer.text()).then((text) => { main.innerHTML = text; })`;
		response.end(page(`<main id="main">Loading</main><script>${draw}</script>`));
	});
}
