import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Pages, startPages } from './startPages.ts';

/** A test site on loopback. */
export interface TestSite extends Pages {
	/** How often a path was asked for. */
	countHits(path: string): number;
	/** Lets the page `/held?by=<name>` be answered, which waits for this. */
	release(name: string): void;
}

type Page = (query: URLSearchParams) => Answer | Promise<Answer>;

interface Answer {
	status?: number;
	headers?: Record<string, string>;
	body?: string;
}

const PAGES = new Map<string, Page>([
	['/article', () => ({ body: ARTICLE })],
	['/rendered', () => ({ body: RENDERED })],
	['/rendered.json', () => ({ body: '["Basalt lamp","Cedar chair","Linen sofa"]' })],
	[
		'/slow',
		async (query) => {
			await sleep(Number(query.get('ms') ?? 2000));
			return { body: toPage('Slow page', `<p>${SENTENCES}</p>`) };
		},
	],
	['/held', () => ({ body: toPage('Held page', `<p>${SENTENCES}</p>`) })],
	['/missing', () => ({ status: 404, body: toPage('Not found', '<p>There is no such page.</p>') })],
	[
		'/with-missing',
		() => ({
			body: toPage(
				'Chapters',
				`<p>${SENTENCES}</p><a href="/with-missing/one">The first chapter</a>`,
			),
		}),
	],
	['/to-article', () => ({ status: 302, headers: { Location: '/article' } })],
	['/to-private', () => ({ status: 302, headers: { Location: 'http://10.11.12.13/' } })],
	['/form', () => ({ body: FORM })],
	['/list', (query) => ({ body: toListPage(Number(query.get('page') ?? 1)) })],
	['/detail', (query) => ({ body: toDetailPage(query.get('name') ?? '') })],
	['/tall', () => ({ body: TALL })],
	['/product', () => ({ body: PRODUCT })],
	['/prices.csv', () => ({ headers: { 'Content-Type': 'text/csv' }, body: PRICES })],
	['/feed', () => ({ headers: { 'Content-Type': 'application/rss+xml' }, body: FEED })],
	['/sitemap.xml', () => ({ headers: { 'Content-Type': 'text/xml' }, body: SITEMAP })],
	[
		'/ships.xml',
		() => ({
			headers: { 'Content-Type': 'application/xml' },
			body: '<?xml version="1.0"?><ship>Ferry</ship>',
		}),
	],
	[
		'/notes.md',
		() => ({ headers: { 'Content-Type': 'text/markdown' }, body: '# Notes\n\n**Ice**' }),
	],
	[
		'/ferry.txt',
		() => ({ headers: { 'Content-Type': 'text/plain' }, body: 'Name: Ferry\nPrice: 12 EUR\n' }),
	],
	['/empty', () => ({ body: toPage('', '') })],
	['/layout', () => ({ body: LAYOUT })],
]);

/** Starts the site on a free port of 127.0.0.1. */
export async function startSite(): Promise<TestSite> {
	const hits = new Map<string, number>();
	const released = new Set<string>();
	const waiting: Array<{ name: string; send: () => void }> = [];
	const pages = await startPages((request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
		hits.set(pathname, (hits.get(pathname) ?? 0) + 1);
		const name = searchParams.get('by') ?? '';
		const send = (): void => void answer(request, response);
		if (pathname === '/held' && !released.has(name)) waiting.push({ name, send });
		else send();
	});
	return {
		...pages,
		countHits: (path) => hits.get(path) ?? 0,
		release(name) {
			released.add(name);
			for (const held of waiting) if (held.name === name) held.send();
		},
	};
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
	const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
	const page: Page = PAGES.get(pathname) ?? NO_PAGE;
	const { status = 200, headers = {}, body = '' } = await page(searchParams);
	const type = pathname.endsWith('.json') ? 'application/json' : 'text/html; charset=utf-8';
	response.writeHead(status, { 'Content-Type': type, ...headers }).end(body);
}

const NO_PAGE: Page = () => ({ status: 404, body: 'Nothing here' });

const SENTENCES =
	'The harbour of Ostrand was dug in 1874 to shelter the herring fleet. It froze in the winter ' +
	'of 1893, and forty boats were hauled over the ice by hand. Today a museum keeps their names.';

const ARTICLE = toPage(
	'The harbour of Ostrand',
	`<article>
		<h1>The harbour of Ostrand</h1>
		<p>${SENTENCES}</p>
		<h2>Ships by year</h2>
		<table>
			<thead><tr><th>Year</th><th>Ships</th></tr></thead>
			<tbody><tr><td>1880</td><td>52</td></tr><tr><td>1893</td><td>40</td></tr></tbody>
		</table>
		<p>More in the <a href="/layout">museum guide</a>.</p>
	</article>`,
);

// The list exists only after a script has fetched it, 300 ms after the page was loaded.
const RENDERED = toPage(
	'Furniture',
	`<h1>Furniture</h1><ul id="list"></ul>
	<script>
		addEventListener('load', () => setTimeout(async () => {
			const names = await (await fetch('/rendered.json')).json();
			for (const name of names) {
				const entry = document.createElement('li');
				entry.textContent = name + ', made to order in our workshop within four weeks';
				document.getElementById('list').append(entry);
			}
		}, 300));
	</script>`,
);

const PRODUCT = toPage(
	'Cedar chair',
	`<script type="application/ld+json">
		{"@context":"https://schema.org","@type":"Product","name":"Cedar chair",
		"offers":{"@type":"Offer","price":"49.50","priceCurrency":"EUR"}}
	</script>
	<h1>Cedar chair</h1><p>Made to order in our workshop within four weeks, of wood from Ostrand.</p>`,
);

// Says that it was scrolled, and whether what was typed then came some time afterwards.
const TALL = toPage(
	'Tall',
	`<div style="height: 4000px">${SENTENCES}</div><input id="note"><p id="where"></p><p id="when"></p>
	<script>
		const read = (id) => document.getElementById(id);
		let scrolledAt;
		addEventListener('scroll', () => {
			if (scrollY < 2000) return;
			scrolledAt ??= Date.now();
			read('where').textContent = 'The lower half of the page has been seen by somebody.';
		});
		read('note').addEventListener('input', () => {
			const isLater = Date.now() - scrolledAt >= 500;
			read('when').textContent = isLater ? 'The note was made later.' : 'The note was made at once.';
		});
	</script>`,
);

const FEED = `<?xml version="1.0"?><rss version="2.0"><channel><title>Harbour news</title>
<item><title>Ice gone</title><link>https://example.com/ice</link><description>All &lt;b&gt;gone&lt;/b&gt;.</description><pubDate>Mon, 02 Mar 2026 08:00:00 GMT</pubDate></item>
<item><title>First ferry</title><link>https://example.com/ferry</link><description>It leaves at noon.</description><pubDate>Tue, 03 Mar 2026 09:30:00 GMT</pubDate></item>
</channel></rss>`;

const SITEMAP = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://example.com/ice</loc></url></urlset>`;

const PRICES = 'Name,Price\nBasalt lamp,120\nCedar chair,49.50\n';

// Greets whoever fills it in; the answer exists only after the button was clicked.
const FORM = toPage(
	'Sign in',
	`<form id="form"><label>Name <input id="name"></label>
		<label><input type="checkbox" id="member"> I am a member</label>
		<label><input type="checkbox" id="news" checked> Send me news</label>
		<button>Sign in</button></form>
	<p id="answer"></p>
	<script>
		const read = (id) => document.getElementById(id);
		read('form').addEventListener('submit', (event) => {
			event.preventDefault();
			read('answer').textContent = 'Welcome ' + read('name').value +
				', member: ' + read('member').checked + ', news: ' + read('news').checked +
				'. Your workshop account is open and your last order is on its way.';
		});
	</script>`,
);

const LIST = [
	['Basalt lamp', 'Cedar chair'],
	['Linen sofa', 'Oak table'],
	['Slate vase', 'Wool rug'],
];

function toListPage(page: number): string {
	const cards = (LIST[page - 1] ?? []).map(
		(name) =>
			`<li class="card"><h3><a href="/detail?name=${encodeURIComponent(name)}">${name}</a></h3>
			<p>${name}, made to order in our workshop.</p></li>`,
	);
	const next = page < LIST.length ? `<a class="next" href="/list?page=${page + 1}">Next</a>` : '';
	return toPage(`Products, page ${page}`, `<h1>Products</h1><ul>${cards.join('')}</ul>${next}`);
}

function toDetailPage(name: string): string {
	return toPage(name, `<main><h1>${name}</h1><p>${name} lasts for decades.</p></main>`);
}

const LAYOUT = toPage(
	'Museum guide',
	`<header><p>Site header with a slogan</p></header>
	<nav><a href="/one">Navigation entry</a><a href="/two">Second entry</a></nav>
	<main><h1>Museum guide</h1><p>${SENTENCES}</p><p>${SENTENCES}</p></main>
	<aside><p>Sidebar with offers</p></aside>
	<footer><p>Footer with the address</p></footer>`,
);

function toPage(title: string, body: string): string {
	return `<!doctype html><html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`;
}
