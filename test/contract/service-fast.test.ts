import { gzipSync } from 'node:zlib';
import { pdf, textLines } from '../fixtures/documents/pdf';
import { scrapeBatch } from './support/callBatch';
import { crawl } from './support/callCrawl';
import { callService, waitForEnd } from './support/callService';
import { startPages, type Pages } from './support/startPages';
import { joinService } from './support/sharedService';
import { validateResponse } from './support/validateResponse';

const service = joinService();
let site: Pages;
/** Addresses that were asked for, with how: the browser also asks for pictures of the page. */
let asked: { path: string; cookie: string | undefined; isBrowser: boolean }[] = [];

const TEXT =
	'The harbour of Ostrand was dug in 1874, and ships have come there ever since. '.repeat(4);
const shell = (body: string, head = '') =>
	`<!doctype html><html><head><title>Harbour</title>${head}</head><body>${body}</body></html>`;
const nav = '<header><a href="/plain">Plain</a></header><footer>Imprint</footer>';
const fetchText = "fetch('/text').then(async (answer) => { const text = await answer.text();";

const SCHEMA = {
	type: 'object',
	properties: { name: { type: 'string' }, price: { type: 'number' } },
};
const SHIP = { '@type': 'Product', name: 'Ship', offers: { '@type': 'Offer', price: 12.5 } };

/** Pages that their server sends whole. */
const WHOLE: Record<string, string> = {
	'/plain': shell(
		`${nav}<main><h1>Harbour</h1><p>${TEXT}<p>Unclosed <b>bold<p>Next</b></p>
		<table><tr><th>Year<th>Ships<tr><td>1874<td>12</table><ul><li>One<li>Two</ul></main>`,
		`<script type="application/ld+json">${JSON.stringify(SHIP)}</script>`,
	),
	'/analytics': shell(
		`<main><h1>Harbour</h1><p>${TEXT}</p></main><div id="chat"></div>
		<script>(function (d) { var s = d.createElement('script'); s.src = '/counter.js'; d.body.appendChild(s); })(document)</script>`,
	),
	'/hydrated': shell(
		`<div id="__next"><h1>Harbour</h1><p>${TEXT}</p></div><script>window.data = { a: 1 }</script>`,
	),
};

const linksTo = (...paths: string[]) =>
	paths.map((path) => `<a href="${path}">${path}</a>`).join(' ');
const numbered = (word: string, number: number, script = '') =>
	shell(`<main><h1>${word} ${number}</h1><p>${TEXT}</p></main>${script}`);

/** Two small sites for crawls. */
const SITES: Record<string, string> = {
	'/site': shell(`<p>${TEXT}</p>${linksTo('/site/1', '/site/2', '/site/3', '/plain')}`),
	'/mixed': shell(
		`<p>${TEXT}</p>${linksTo('/counted/1', '/counted/2', '/added/1', '/added/2', '/root')}`,
	),
	...Object.fromEntries(
		[1, 2, 3].flatMap((number) => [
			[`/site/${number}`, numbered('Report', number)],
			[`/counted/${number}`, numbered('Counted', number, '<script src="/counter.js"></script>')],
			[`/added/${number}`, numbered('Added', number, '<script src="/add.js"></script>')],
		]),
	),
};
/** Nothing in the page says that it will do so. */
const ADDING = `addEventListener('load', async () => {
	const text = await (await fetch('/text')).text();
	document.body.insertAdjacentHTML('beforeend', ('<p>' + text + '</p>').repeat(30));
});`;

/** Pages that scripts draw, in the ways that pages of the web do. */
const DRAWN: Record<string, string> = {
	'/root': shell(
		`<div id="root"></div><script>${fetchText} document.getElementById('root').innerHTML = '<h1>Harbour</h1><p>' + text + '</p>'; })</script>`,
	),
	'/main': shell(`${nav}<p>${TEXT}</p><main id="content"></main><script src="/draw.js"></script>`),
	'/loading': shell(
		`${nav}<p>${TEXT}</p><section>Loading…</section><script src="/draw.js"></script>`,
	),
	'/list': shell(
		`${nav}<h1>Ships</h1><p>${TEXT}</p><ul id="ships"></ul><script src="/draw.js"></script>`,
	),
	'/inline': shell(
		`${nav}<p>${TEXT}</p><div class="box" id="x7"></div><script>${fetchText} document.querySelector('#x7').insertAdjacentHTML('beforeend', text); })</script>`,
	),
	'/written': shell(
		`${nav}<p>${TEXT}</p><script>document.write('<p>Written by a script: twelve ships.</p>')</script>`,
	),
	'/shadow': shell(
		`${nav}<p>${TEXT}</p><x-card><template shadowrootmode="open"><p>Twelve ships of the card.</p></template></x-card>`,
	),
};
const DRAWING = `addEventListener('load', async () => {
	const text = await (await fetch('/text')).text();
	const place = document.querySelector('main:empty, section, ul');
	place.innerHTML = place.localName === 'ul' ? '<li>' + text + '</li>' : '<p>' + text + '</p>';
});`;

type Sent = [body: string | Buffer, headers?: Record<string, string>, status?: number];
const PLAIN = WHOLE['/plain'] ?? '';
const UMLAUTS = `<p>Größe der Häfen. ${TEXT}</p>`;

/** What needs more than HTML to be said. */
const SPECIAL: Record<string, (facts: { cookie: string; isBrowser: boolean }) => Sent> = {
	'/text': () => ['Twelve ships lie in the harbour.', { 'content-type': 'text/plain' }],
	'/add.js': () => [ADDING, { 'content-type': 'text/javascript' }],
	'/draw.js': () => [DRAWING, { 'content-type': 'text/javascript' }],
	'/zipped': () => [gzipSync(PLAIN), { 'content-encoding': 'gzip' }],
	'/latin': () => [
		Buffer.from(shell(UMLAUTS, '<meta charset="iso-8859-1">'), 'latin1'),
		{ 'content-type': 'text/html' },
	],
	'/unnamed': () => [shell(UMLAUTS), { 'content-type': 'text/html' }],
	'/moved': () => ['', { location: '/plain' }, 302],
	'/refresh': () => [shell('<p>Moved</p>', '<meta http-equiv="refresh" content="0; url=/plain">')],
	'/refresh-header': () => [shell('<p>Moved</p>'), { refresh: '0; url=/plain' }],
	'/wall': ({ cookie }) =>
		cookie.includes('seen=1')
			? [PLAIN]
			: ['', { location: '/wall', 'set-cookie': 'seen=1; Path=/' }, 302],
	'/framed': () => [shell(`<p>${TEXT}</p><iframe src="/plain" width="600" height="400"></iframe>`)],
	'/report.pdf': () => [
		pdf([{ content: textLines([{ text: 'The fleet has twelve ships.' }]) }]),
		{ 'content-type': 'application/pdf' },
	],
	'/map.xml.gz': () => [
		gzipSync(
			`<urlset><url><loc>${site.url}/plain</loc><lastmod>2026-01-31</lastmod></url></urlset>`,
		),
		{ 'content-type': 'application/gzip' },
	],
	'/note.txt': () => [TEXT, { 'content-type': 'text/plain' }],
	'/gone': () => [shell(`<h1>Gone</h1><p>${TEXT}</p>`), {}, 404],
	'/guarded': ({ isBrowser }) => (isBrowser ? [PLAIN] : [shell('<p>No</p>'), {}, 403]),
};

beforeAll(async () => {
	site = await startPages((request, response) => {
		const { url: path = '', headers } = request;
		const isBrowser = headers['sec-ch-ua'] !== undefined;
		const { cookie } = headers;
		if (!path.includes('favicon')) asked.push({ path, cookie, isBrowser });
		if (path === '/cut') return void response.destroy();
		const page = WHOLE[path] ?? DRAWN[path] ?? SITES[path];
		const [body, more, status] = SPECIAL[path]?.({ cookie: cookie ?? '', isBrowser }) ?? [
			page ?? '',
			{},
			page === undefined ? 404 : 200,
		];
		response.writeHead(status ?? 200, { 'content-type': 'text/html; charset=utf-8', ...more });
		response.end(body);
	});
});

afterAll(async () => {
	await site.stop();
});

beforeEach(() => {
	asked = [];
});

async function scrape(path: string, fields: object = {}) {
	const submit = await callService(service, 'POST', '/scrape', {
		urls: [{ url: site.url + path }],
		...fields,
	});
	validateResponse('submitScrape', submit.status, submit.body);
	const { status, body } = await waitForEnd(service, `/scrape/${Object(submit.body).jobId}`);
	validateResponse('getScrapeJob', status, body);
	return Object(body);
}

const fast = (path: string, fields: object = {}) => scrape(path, { scrapeMode: 'fast', ...fields });
const byBrowser = (path: string) => expect.stringContaining(`${path} was read with the browser: `);

describe('a fast scrape', () => {
	it.each([
		...Object.keys(WHOLE),
		'/zipped',
		'/latin',
		'/unnamed',
		'/moved',
		'/refresh',
		'/refresh-header',
		'/wall',
		'/report.pdf',
		'/note.txt',
		'/map.xml.gz',
		'/gone',
	])('of %s gives what the browser gives, without one', async (path) => {
		const { result } = await fast(path);
		const requests = [...asked];
		const drawn = await scrape(path);

		expect(requests.filter(({ isBrowser }) => isBrowser)).toEqual([]);
		expect({ ...result, stats: undefined }).toEqual({ ...drawn.result, stats: undefined });
		expect(result.data[0].markdownContent.length).toBeGreaterThan(20);
	});

	it.each([...Object.keys(DRAWN), '/guarded', '/plain#/ships'])(
		'of %s is read with the browser, and says so',
		async (path) => {
			const { result } = await fast(path);
			const drawn = await scrape(path);

			expect(result.warnings).toEqual([byBrowser(path), ...(drawn.result.warnings ?? [])]);
			expect(result.data).toEqual(drawn.result.data);
		},
	);

	it('of an address that gives no answer fails as it does with the browser', async () => {
		const { error } = await fast('/cut');

		expect(error).toBe((await scrape('/cut')).error);
	});

	it('names frames that were not read', async () => {
		const { result } = await fast('/framed');

		expect(result.warnings).toEqual([expect.stringContaining(`${site.url}/plain`)]);
	});

	it('fills fields, reads main content, sends cookies', async () => {
		const fields = { schema: SCHEMA, extractContentOnly: true, cookies: 'user=7' };
		const { result } = await fast('/plain', fields);

		expect(result.content).toEqual({ name: 'Ship', price: 12.5 });
		expect(result.data[0].markdownContent).not.toContain('Imprint');
		expect(asked[0]?.cookie).toBe('user=7');
	});

	it('with actions or screenshots goes to the browser, and says so', async () => {
		const { result } = await fast('/plain', { screenshot: true });

		expect(result.warnings).toEqual([byBrowser('/plain')]);
		expect(result.screenshots).toHaveLength(1);
	});

	it('of a private address is refused as by the browser', async () => {
		const urls = [{ url: 'http://10.0.0.1/' }];
		const { body } = await callService(service, 'POST', '/scrape', { urls, scrapeMode: 'fast' });
		const ended = await waitForEnd(service, `/scrape/${Object(body).jobId}`);

		expect(Object(ended.body).error).toContain('a private address');
	});

	it('takes no other mode', async () => {
		const urls = [{ url: site.url }];
		const answer = await callService(service, 'POST', '/scrape', { urls, scrapeMode: 'quick' });

		expect(answer).toMatchObject({
			status: 400,
			body: { message: 'scrapeMode must be one of default, fast.' },
		});
	});
});

it('a fast batch says of each page how it was read', async () => {
	const urls = ['/plain', '/root'].map((path) => site.url + path);
	const { items } = await scrapeBatch(service, { urls, scrapeMode: 'fast' });

	expect(items).toMatchObject([
		{ status: 'completed', result: expect.stringContaining('# Harbour') },
		{
			status: 'completed',
			warnings: [byBrowser('/root')],
			result: expect.stringContaining('Twelve ships'),
		},
	]);
	expect(items[0]).not.toHaveProperty('warnings');
});

describe('a fast crawl', () => {
	const crawlFast = (path: string, fields: object = {}) =>
		crawl(service, {
			baseUrl: site.url + path,
			maxPages: 20,
			crawlEntireDomain: true,
			scrapeMode: 'fast',
			...fields,
		});
	const browsed = () => asked.filter(({ isBrowser }) => isBrowser).map(({ path }) => path);

	it('reads plain pages without a browser, as the browser reads them', async () => {
		const { result } = await crawlFast('/site');
		const paths = browsed();
		const drawn = await crawlFast('/site', { scrapeMode: 'default' });
		const dataOf = (pages: typeof result) => new Map(pages.map(({ url, data }) => [url, data]));

		expect(paths).toEqual([]);
		expect(result).toHaveLength(5);
		expect(dataOf(result)).toEqual(dataOf(drawn.result));
		expect(result.flatMap(({ warnings = [] }) => warnings)).toEqual([]);
	});

	it('chooses for each page, and compares the first one of each kind of scripts with the browser', async () => {
		const { result } = await crawlFast('/mixed');
		const pages = new Map(
			result.map(({ url, data, warnings }) => [new URL(url).pathname, { data, warnings }]),
		);

		for (const path of ['/added/1', '/added/2', '/root']) {
			expect(pages.get(path)).toEqual({
				data: expect.stringContaining('Twelve ships'),
				warnings: [byBrowser(path)],
			});
		}
		for (const path of ['/counted/1', '/counted/2', '/mixed']) {
			expect(pages.get(path)).toEqual({ data: expect.stringContaining('Ostrand') });
		}
		expect(browsed().filter((path) => path.startsWith('/counted'))).toHaveLength(1);
	});
});
