import { once } from 'node:events';
import { createServer } from 'node:http';

const PARAGRAPHS = 40;
const ROWS = 60;

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

/**
 * An article with navigation, table, style sheet and images, about 40 kB.
 * @param {number} number
 */
function article(number) {
	const paragraphs = Array.from(
		{ length: PARAGRAPHS },
		(_paragraph, index) => `<p>${sentence(number + index, 80)}.</p>`,
	);
	const rows = Array.from(
		{ length: ROWS },
		(_row, index) => `<tr><td>${1900 + index}</td><td>${sentence(index, 6)}</td></tr>`,
	);
	const links = WORDS.map((word) => `<a href="/${word}">${word}</a>`);
	return `<nav>${links.join(' ')}</nav><img src="/picture.svg?${number}" alt="Harbour"><article>
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

/** @type {Record<string, (number: string) => { type: string, body: string }>} */
const ROUTES = {
	plain: (number) => ({ type: 'text/html', body: page(article(Number(number))) }),
	rendered: (number) => ({ type: 'text/html', body: rendered(number) }),
	fragment: (number) => ({ type: 'text/html', body: article(Number(number)) }),
	'style.css': () => ({ type: 'text/css', body: STYLE }),
	'picture.svg': () => ({
		type: 'image/svg+xml',
		body: '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="400" height="200"/></svg>',
	}),
};

/**
 * Starts a site on loopback whose pages /plain/N and /rendered/N differ by number only.
 * @returns {Promise<{ origin: string, close: () => Promise<void> }>}
 */
export async function startBenchSite() {
	const server = createServer((request, response) => {
		const [, kind = '', number = ''] = new URL(request.url ?? '/', 'http://site').pathname.split(
			'/',
		);
		const answer = ROUTES[kind]?.(number);
		if (!answer) return void response.writeHead(404).end();
		response.writeHead(200, { 'content-type': `${answer.type}; charset=utf-8` }).end(answer.body);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	const port = typeof address === 'object' ? address?.port : undefined;
	return {
		origin: `http://127.0.0.1:${port}`,
		async close() {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
		},
	};
}
