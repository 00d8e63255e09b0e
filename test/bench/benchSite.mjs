import { startPages } from '../contract/support/startPages';

const PARAGRAPHS = 40;
const ROWS = 60;
const SECTIONS = 7;
const REPORTS_PER_SECTION = 6;

/**
 * The pages that a crawl from `/site/0` finds: the start, sections, and reports. As many as a crawl of
 * the service may have (api/openapi.yaml, CrawlRequest).
 */
export const SITE_PAGES = 1 + SECTIONS + SECTIONS * REPORTS_PER_SECTION;

/** What a page says that its script has not drawn yet. */
export const NOT_DRAWN = 'Loading the page';

const WORDS =
	'harbour winter museum fleet copper lantern orchard quiet timber market weather island ledger'.split(
		' ',
	);

const STYLE = 'body{font:16px/1.5 sans-serif;max-width:60em;margin:auto}td{border:1px solid #999}';

/**
 * @param {number} seed
 * @param {number} count
 */
function sentence(seed, count) {
	return Array.from(
		{ length: count },
		(_word, index) => WORDS[(seed * 7 + index * 5) % WORDS.length],
	).join(' ');
}

/** @param {string} path */
function link(path) {
	return `<a href="/${path}">${path}</a>`;
}

/**
 * An article with navigation, table, style sheet and images, about 40 kB.
 * @param {number} number
 * @param {string[]} links The paths that its navigation links to.
 */
function article(number, links) {
	const paragraphs = Array.from(
		{ length: PARAGRAPHS },
		(_paragraph, index) => `<p>${sentence(number + index, 80)}.</p>`,
	);
	const rows = Array.from(
		{ length: ROWS },
		(_row, index) => `<tr><td>${1900 + index}</td><td>${sentence(index, 6)}</td></tr>`,
	);
	return `<nav>${links.map(link).join(' ')}</nav><img src="/picture.svg?${number}" alt="Harbour"><article>
<h1>Report ${number}</h1>${paragraphs.join('\n')}<table><tr><th>Year</th><th>Event</th></tr>
${rows.join('\n')}</table></article><footer>${sentence(number, 30)}</footer>`;
}

/** @param {string} body */
function page(body) {
	return `<!doctype html><html lang="en"><head><title>Report</title>
<link rel="stylesheet" href="/style.css"></head><body>${body}</body></html>`;
}

/**
 * The same article, but fetched and put in by a script after the page was loaded.
 * @param {string} number
 */
function rendered(number) {
	return page(`<main>Loading</main><script>
addEventListener('load', async () => {
	const answer = await fetch('/fragment/${number}');
	document.querySelector('main').innerHTML = await answer.text();
});
</script>`);
}

/**
 * A page of links.
 * @param {string} title
 * @param {string} path Of the pages linked to, before their number.
 * @param {number} first
 * @param {number} count
 */
function index(title, path, first, count) {
	const items = Array.from({ length: count }, (_item, offset) => link(`${path}/${first + offset}`));
	return page(`<h1>${title}</h1><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`);
}

/** @param {number} number */
function report(number) {
	const section = Math.floor(number / REPORTS_PER_SECTION);
	const next = (number + 1) % (SECTIONS * REPORTS_PER_SECTION);
	return page(article(number, ['site/0', `section/${section}`, `report/${next}`]));
}

/**
 * The same page, fetched and put in after a moment; so are those that it links to.
 * @param {string} kind
 * @param {string} number
 */
function late(kind, number) {
	return page(`<main>${NOT_DRAWN}</main><script>
setTimeout(async () => {
	const answer = await fetch('/${kind}/${number}');
	const body = (await answer.text()).replace(/^[^]*<body>|<\\/body>[^]*$/g, '');
	document.querySelector('main').innerHTML = body.replaceAll('<a href="/', '<a href="/late-');
}, 300);
</script>`);
}

/** @param {string} body */
const html = (body) => ({ type: 'text/html', body });

/** @type {Record<string, (number: string) => { type: string, body: string }>} */
const ROUTES = {
	plain: (number) => html(page(article(Number(number), WORDS))),
	rendered: (number) => html(rendered(number)),
	fragment: (number) => html(article(Number(number), WORDS)),
	site: () => html(index('Reports', 'section', 0, SECTIONS)),
	section: (number) =>
		html(
			index(
				`Section ${number}`,
				'report',
				Number(number) * REPORTS_PER_SECTION,
				REPORTS_PER_SECTION,
			),
		),
	report: (number) => html(report(Number(number))),
	'late-site': (number) => html(late('site', number)),
	'late-section': (number) => html(late('section', number)),
	'late-report': (number) => html(late('report', number)),
	'style.css': () => ({ type: 'text/css', body: STYLE }),
	'picture.svg': () => ({
		type: 'image/svg+xml',
		body: '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="400" height="200"/></svg>',
	}),
};

/**
 * Starts a site on loopback: pages /plain/N and /rendered/N that differ by number only, and the
 * linked pages from /site/0 on, which scripts draw from /late-site/0 on.
 */
export function startBenchSite() {
	return startPages((request, response) => {
		const [, kind = '', number = ''] = new URL(request.url ?? '/', 'http://site').pathname.split(
			'/',
		);
		const answer = ROUTES[kind]?.(number);
		if (!answer) return void response.writeHead(404).end();
		response.writeHead(200, { 'content-type': `${answer.type}; charset=utf-8` }).end(answer.body);
	});
}
