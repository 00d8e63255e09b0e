import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { crawl, listPaths, WITH_BROWSER } from './support/callCrawl';
import { callService } from './support/callService';
import { startPages, type Pages } from './support/startPages';
import { startService, type RunningService } from './support/startService';

let pages: Pages;
let proxy: Pages;
let service: RunningService;
let requests: string[] = [];
/** Hosts to which the proxy was asked to connect, and paths that were asked for through it. */
const tunnels: string[] = [];
const proxied = new Set<string>();

interface Answer {
	status?: number;
	type?: string;
	headers?: Record<string, string>;
	body?: string | Buffer;
}

const html = (title: string, body = '', head = ''): Answer => ({
	body:
		`<!doctype html><html><head><title>${title}</title>${head}</head><body><h1>${title}</h1>` +
		`<p>This page is about ${title} and about nothing else in the world.</p>${body}</body></html>`,
});

const list = (links: string[]): string =>
	`<ul>${links.map((link) => `<li>${link}</li>`).join('')}</ul>`;

const link = (href: string, text = 'More'): string => `<a href="${href}">${text}</a>`;

const sitemap = (port: string, paths: string[]): Answer => ({
	type: 'application/xml',
	body: `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
		.map((path) => `<url><loc>http://127.0.0.1:${port}${path}</loc></url>`)
		.join('')}</urlset>`,
});

const redirect = (location: string): Answer => ({ status: 302, headers: { Location: location } });

/** What people's sites are made of, by path; every folder is a site of its own. */
const SITE: Readonly<Record<string, (port: string) => Answer>> = {
	'/forms/': (port) =>
		html(
			'Forms',
			list([
				link('a#first'),
				link('a#second'),
				link('./a'),
				link('../forms/b'),
				link(`//127.0.0.1:${port}/forms/c`),
				link(`HTTP://127.0.0.1:${port}/forms/d`),
				link(' /forms/e\n'),
				link('/forms/caf%C3%A9'),
				link('/forms/café'),
				link('/forms/f?b=2&amp;a=1'),
				link('/forms/f?a=1&amp;b=2'),
				link('/forms/based'),
				link('/forms/moved'),
				link('#'),
				link(''),
				link('tel:123'),
				'<a>No link</a>',
				'<article><a href="/forms/card" class="overlay"></a>Card</article>',
				'<map name="m"><area href="/forms/area" alt="Region"></map><img usemap="#m" src="/x.png">',
			]),
		),
	'/forms/a': () => html('A'),
	'/forms/b': () => html('B'),
	'/forms/c': () => html('C'),
	'/forms/d': () => html('D'),
	'/forms/e': () => html('E'),
	'/forms/f': () => html('F'),
	'/forms/caf%C3%A9': () => html('Café'),
	'/forms/card': () => html('Card'),
	'/forms/area': () => html('Area'),
	'/forms/based': () => html('Based', link('g'), '<base href="/forms/folder/">'),
	'/forms/folder/g': () => html('G'),
	'/forms/moved': () => html('Moved', '', '<meta http-equiv="refresh" content="0; url=/forms/h">'),
	'/forms/h': () => ({ ...html('H'), headers: { Link: '<i>; rel="next"' } }),
	'/forms/i': () => html('I'),

	'/shy/': () =>
		html(
			'Shy',
			list([
				'<a rel="nofollow" href="/shy/no">No</a>',
				'<a rel="nofollow" href="/shy/both">Both</a>',
				link('/shy/both', 'Both'),
				link('/shy/meta'),
				link('/shy/bot'),
				link('/shy/index'),
			]),
		),
	'/shy/no': () => html('No'),
	'/shy/both': () => html('Both'),
	'/shy/meta': () =>
		html('Meta', link('/shy/behind'), '<meta name="ROBOTS" content="noindex, NoFollow">'),
	'/shy/bot': () => html('Bot', link('/shy/behind'), '<meta name="robots" content="none">'),
	'/shy/index': () =>
		html('Index', link('/shy/deep'), '<meta name="robots" content="index,follow">'),
	'/shy/behind': () => html('Behind'),
	'/shy/deep': () => html('Deep'),

	'/heads/': () => ({
		...html(
			'Heads',
			link('/heads/shy') +
				'<form action="/heads/list"><input type="hidden" name="page" value="2"><button>Next</button></form>',
			'<link rel="alternate" hreflang="de" href="/heads/de">',
		),
		headers: { Link: '<2>; rel="next", </heads/fr>; rel="alternate"; hreflang="fr"' },
	}),
	'/heads/2': () => ({ ...html('Second'), headers: { Link: '</heads/3>; rel=next' } }),
	'/heads/3': () => ({ ...html('Third'), headers: { 'X-Robots-Tag': 'otherbot: nofollow' } }),
	'/heads/de': () => html('German'),
	'/heads/fr': () => html('French'),
	'/heads/list': () => html('List'),
	'/heads/shy': () => ({
		...html('Shy', link('/heads/behind')),
		headers: { 'X-Robots-Tag': 'noindex, nofollow', Link: '</heads/behind-too>; rel=next' },
	}),

	'/types/': () =>
		html(
			'Types',
			list(
				['text', 'json', 'photo', 'feed', 'blob', 'sheet', 'sound'].map((name) =>
					link(`/types/${name}`),
				),
			),
		),
	'/types/text': () => ({
		type: 'text/plain',
		body: 'Plain words, long enough to be a page of text.',
	}),
	'/types/json': () => ({
		type: 'application/json',
		body: '{"words": "of a machine, for machines"}',
	}),
	'/types/photo': () => ({ type: 'image/gif', body: 'GIF89a' }),
	'/types/sound': () => ({ type: 'audio/mpeg', body: 'ID3' }),
	'/types/feed': () => ({
		type: 'application/rss+xml',
		body: '<?xml version="1.0"?><rss version="2.0"><channel><title>Feed</title></channel></rss>',
	}),
	'/types/blob': () => ({ type: 'application/octet-stream', body: '\0\x01\x02' }),
	'/types/sheet': () => ({ type: 'text/csv', body: 'name,price\nOak,120\n' }),

	'/map/sitemap.xml': (port) => sitemap(port, ['/map/a', '/map/b', '/name/a']),
	'/map/page.xml': (port) => ({ ...sitemap(port, ['/map/a', '/map/b']), type: 'text/html' }),
	'/map/sorry-sitemap.xml': () => html('Sorry'),
	'/map/pictures.xml': (port) => sitemap(port, ['/map/a.png', '/map/b.jpg']),
	'/maps/sitemap_index.xml': (port) => ({
		type: 'text/xml',
		body: `<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${[
			'/maps/posts-sitemap.xml',
			'/maps/packed.xml.gz',
			'/maps/inner.xml',
			'/maps/sitemap.php',
		]
			.map((path) => `<sitemap><loc>http://127.0.0.1:${port}${path}</loc></sitemap>`)
			.join('')}</sitemapindex>`,
	}),
	'/maps/posts-sitemap.xml': (port) =>
		sitemap(port, ['/maps/post/a', '/maps/post/b', '/maps/gone']),
	'/maps/packed.xml.gz': (port) => ({
		type: 'application/x-gzip',
		body: gzipSync(String(sitemap(port, ['/maps/post/c', '/maps/post/a']).body)),
	}),
	'/maps/inner.xml': (port) => ({
		type: 'application/xml',
		body: `<sitemapindex><sitemap><loc>http://127.0.0.1:${port}/maps/innermost.xml</loc></sitemap></sitemapindex>`,
	}),
	'/maps/innermost.xml': (port) => sitemap(port, ['/maps/post/d']),
	'/maps/sitemap.php': (port) => sitemap(port, ['/maps/post/e']),
	'/maps/sitemap.txt': (port) => ({
		type: 'text/plain',
		body: ['a', 'b'].map((name) => `http://127.0.0.1:${port}/maps/post/${name}\n`).join(''),
	}),
	...Object.fromEntries('abcde'.split('').map((name) => [`/maps/post/${name}`, () => html(name)])),

	'/hidden/': () =>
		html(
			'Hidden',
			`<nav><button aria-expanded="false">Menu</button><ul hidden><li>${link('a')}</li></ul></nav>
			<nav><ul><li>Products<ul style="display:none"><li>${link('b')}</li><li>${link('c')}</li></ul></li></ul></nav>
			<p>Welcome.</p><div id="drawer" hidden><nav>${link('d')}</nav></div>
			<style>.sub { display: none } li:hover .sub { display: block }</style>
			<ul><li>More<ul class="sub"><li>${link('e')}</li></ul></li></ul>
			<a href="trap" style="display:none">Trap</a>
			<iframe src="/frames/inner.html" width="300" height="200"></iframe>
			<div id="host"></div><script>
				host.attachShadow({ mode: 'open' }).innerHTML = '<a href="f">F</a><div id="in"></div>';
				host.shadowRoot.getElementById('in').attachShadow({ mode: 'open' }).innerHTML = '<a href="g">G</a>';
			</script>`,
		),
	...Object.fromEntries('abcdefg'.split('').map((name) => [`/hidden/${name}`, () => html(name)])),
	'/hidden/trap': () => html('Trap'),
	'/frames/inner.html': () => html('Inner', link('../hidden/framed') + link('next.html')),
	'/hidden/framed': () => html('Framed'),

	'/map/a': () => html('Map A'),
	'/map/b': () => html('Map B'),

	'/chain/': () =>
		html('Chain', list([link('/chain/in1'), link('/chain/out1'), link('/chain/end')])),
	'/chain/in1': () => redirect('/chain/in2'),
	'/chain/in2': () => redirect('/chain/inside'),
	'/chain/inside': () => html('Inside'),
	'/chain/out1': () => redirect('/chain/out2'),
	'/chain/out2': () => redirect('/types/text'),
	'/chain/end': () => html('End'),

	'/to-name': (port) => redirect(`http://localhost:${port}/name/`),
	'/name/': () => html('Name', list([link('/name/a'), link('/forms/a')])),
	'/name/a': () => html('Name A'),
	'/to-closed': () => redirect('/closed/page'),
	'/closed/page': () => html('Closed'),
	'/robots.txt': () => ({ type: 'text/plain', body: 'User-agent: *\nDisallow: /closed\n' }),
};

beforeAll(async () => {
	pages = await startPages((request, response) => {
		const path = request.url ?? '/';
		requests.push(path);
		const port = new URL(pages.url).port;
		const answer = SITE[path.replace(/\?.*/, '')]?.(port) ?? { status: 404, ...html('Missing') };
		const headers = {
			'Content-Type': answer.type ?? 'text/html; charset=utf-8',
			...answer.headers,
		};
		response.writeHead(answer.status ?? 200, headers).end(answer.body);
	});
	proxy = await startPages(
		createServer().on('connect', (request, client: Socket) => {
			tunnels.push(request.url ?? '');
			const { hostname, port } = new URL(`http://${request.url}`);
			const target = connect(Number(port), hostname, () => {
				client.write('HTTP/1.1 200 Connected\r\n\r\n');
				client.on('data', (bytes) => proxied.add(/^GET (\S+)/.exec(bytes.toString())?.[1] ?? ''));
				client.pipe(target).pipe(client);
			});
			target.on('error', () => client.destroy());
			client.on('error', () => target.destroy());
		}),
	);
	service = await startService({
		environment: { ALLOW_PRIVATE_ADDRESSES: 'true', PROXY_URL: proxy.url },
	});
});

afterAll(async () => {
	await service?.stop();
	await Promise.all([proxy?.stop(), pages?.stop()]);
});

beforeEach(() => void (requests = []));

async function crawlSite(path: string, host = '127.0.0.1', request: object = {}) {
	const { port } = new URL(pages.url);
	const ended = await crawl(service, {
		baseUrl: `http://${host}:${port}${path}`,
		crawlInstruction: 'all pages',
		maxPages: 50,
		...request,
	});
	const { body } = await callService(service, 'GET', `/crawl/${ended.jobId}/pages`);
	const listed: Array<{ url: string; status: string; error_message: string | null }> =
		Object(body).pages;
	const failed = listed.filter((page) => page.status === 'failed');
	return {
		...ended,
		paths: listPaths(ended.result),
		warnings: Object(ended.body).warnings ?? [],
		failed: failed.map(({ url, error_message: reason }) => [new URL(url).pathname, reason]),
	};
}

test('links in all their forms lead to each page once', async () => {
	const { paths, failed } = await crawlSite('/forms/');

	expect(failed).toEqual([]);
	expect(paths).toEqual([
		'/forms/',
		'/forms/a',
		'/forms/area',
		'/forms/b',
		'/forms/based',
		'/forms/c',
		'/forms/caf%C3%A9',
		'/forms/card',
		'/forms/d',
		'/forms/e',
		'/forms/f?b=2&a=1',
		'/forms/folder/g',
		'/forms/h',
		'/forms/i',
	]);
});

test('links that programs are asked not to follow are not, unless another asks nothing', async () => {
	const { paths } = await crawlSite('/shy/');

	expect(paths).toEqual(['/shy/', '/shy/bot', '/shy/both', '/shy/deep', '/shy/index', '/shy/meta']);
});

test.each(['default', 'fast'])(
	'what headers, heads and forms say of further pages counts, read with %s',
	async (scrapeMode) => {
		const { paths, warnings, failed } = await crawlSite('/heads/', undefined, { scrapeMode });

		expect(failed).toEqual([]);
		expect(paths).toEqual(
			['', '2', '3', 'de', 'fr', 'list?page=2', 'shy'].map((path) => `/heads/${path}`),
		);
		expect(warnings).toEqual([
			'2 of 9 addresses were not opened: 2 marked nofollow by their pages.',
		]);
	},
);

test('what is neither page nor document is left out, also when its address does not tell', async () => {
	const { paths, failed } = await crawlSite('/types/', undefined, WITH_BROWSER);

	expect(paths).toEqual(['/types/', '/types/sheet', '/types/text']);
	expect(failed).toEqual([
		['/types/blob', expect.stringContaining('format of the file is not supported')],
	]);
});

test('a sitemap may be the start: its addresses are followed', async () => {
	const { paths, failed, warnings } = await crawlSite('/map/sitemap.xml');

	expect(paths).toEqual(['/map/a', '/map/b', '/map/sitemap.xml']);
	expect({ failed, warnings }).toEqual({ failed: [], warnings: [] });
});

test('a sitemap that its server calls a page is one', async () => {
	const { paths } = await crawlSite('/map/page.xml', undefined, WITH_BROWSER);

	expect(paths).toEqual(['/map/a', '/map/b', '/map/page.xml']);
});

test('a sitemap that is a page without addresses says so', async () => {
	const { result } = await crawlSite('/map/sorry-sitemap.xml');

	expect(result.map(({ warnings }) => warnings)).toEqual([
		[expect.stringContaining('is that of a sitemap, but the response is a web page')],
	]);
});

test('a start that lists no pages says so', async () => {
	const { paths, warnings } = await crawlSite('/map/pictures.xml');

	expect(paths).toEqual(['/map/pictures.xml']);
	expect(warnings).toEqual([expect.stringContaining('only files of other kinds')]);
});

const posts = (names: string) => names.split('').map((name) => `/maps/post/${name}`);

test('a sitemap index leads to the pages of its sitemaps, packed and nested ones too', async () => {
	const { paths, warnings, body } = await crawlSite('/maps/sitemap_index.xml');

	expect(paths).toEqual([...posts('abcde'), '/maps/sitemap_index.xml']);
	expect(warnings).toEqual(['Skipped 5 lists of addresses.']);
	expect(body).toMatchObject({ error: null, expectedWarnings: warnings });
});

test('sitemaps are read for what is to be included, and are not counted as links on the way', async () => {
	const bounds = { includePaths: ['/maps/post/*'], maxDepth: 1, crawlInstruction: '"post"' };
	const { paths } = await crawlSite('/maps/sitemap_index.xml', '127.0.0.1', bounds);

	expect(paths).toEqual([...posts('abcd'), '/maps/sitemap_index.xml']);
});

test.each([
	['/maps/packed.xml.gz', 'ac'],
	['/maps/sitemap.txt', 'ab'],
])('a start at %s leads to its pages', async (path, names) => {
	const { paths } = await crawlSite(path);

	expect(paths).toEqual([path, ...posts(names)].toSorted());
});

test('links in closed menus, in frames and in shadow roots are followed, hidden ones are not', async () => {
	const { paths, failed } = await crawlSite('/hidden/', undefined, WITH_BROWSER);

	expect(paths).toEqual([
		'/hidden/',
		...'abcdef'.split('').map((name) => `/hidden/${name}`),
		'/hidden/framed',
		'/hidden/g',
	]);
	expect(failed).toEqual([]);
});

test('redirects bring pages of the scope once, and none from outside of it', async () => {
	const { paths, failed } = await crawlSite('/chain/');

	expect(paths).toEqual(['/chain/', '/chain/end', '/chain/inside']);
	expect(failed).toEqual([]);
});

test('a start address that moved to another host takes its scope there', async () => {
	const { result } = await crawlSite('/to-name', undefined, WITH_BROWSER);
	const { port } = new URL(pages.url);

	expect(result.map(({ url }) => url)).toEqual([
		`http://localhost:${port}/name/`,
		`http://localhost:${port}/name/a`,
	]);
	expect(requests.filter((path) => path === '/robots.txt')).toHaveLength(2);
});

test('a host in capitals is the same host', async () => {
	expect((await crawlSite('/chain/', 'LOCALHOST')).paths).toHaveLength(3);
});

test('a start address that leads to what robots.txt forbids fails, naming both', async () => {
	const { status, error } = await crawlSite('/to-closed', undefined, WITH_BROWSER);

	expect(status).toBe('failed');
	expect(error).toBe(
		`Failed to scrape ${pages.url}/to-closed: ${pages.url}/robots.txt does not allow ` +
			`${pages.url}/closed/page to be crawled`,
	);
});

test.each(['default', 'fast'])(
	'a robots.txt that never ends is obeyed as far as it came, whatever it is called, read with %s',
	async (scrapeMode) => {
		const endless = await startPages((request, response) => {
			if (request.url !== '/robots.txt') {
				response.setHeader('content-type', 'text/html');
				return void response.end(
					'<h1>Start</h1><a href="/open">Open</a><a href="/closed">Closed</a>',
				);
			}
			response.writeHead(200, { 'content-type': 'application/octet-stream' });
			response.write('User-agent: *\nDisallow: /closed\n');
			const write = (): void => {
				while (!response.destroyed && response.write('# comment\n'.repeat(10_000)));
			};
			response.on('drain', write);
			write();
		});
		const baseUrl = `${endless.url}/`;
		const { result, body } = await crawl(service, { baseUrl, maxPages: 5, scrapeMode });
		await endless.stop();

		expect(listPaths(result)).not.toContain('/closed');
		expect(Object(body).warnings).toEqual(
			expect.arrayContaining([
				expect.stringContaining(`${baseUrl}robots.txt could not be read completely`),
				'1 of 3 addresses was not opened: 1 by robots.txt.',
			]),
		);
	},
);

test('a start address whose host is not found fails with that, and not because of its robots.txt', async () => {
	const request = { ...WITH_BROWSER, baseUrl: 'http://nothing.invalid/' };
	const { status, error } = await crawl(service, request);

	expect(status).toBe('failed');
	expect(error).toMatch(/NAME_NOT_RESOLVED|not found/);
	expect(error).not.toContain('robots.txt');
});

test('the proxy is used for every page and for robots.txt of a crawl that asks for it, and for no other', async () => {
	const { port, host } = new URL(pages.url);
	const request = { ...WITH_BROWSER, baseUrl: `http://127.0.0.1:${port}/name/` };
	const before = tunnels.length;
	const { result } = await crawl(service, { ...request, useProxy: true });
	const after = tunnels.length;
	await crawl(service, { ...request, maxPages: 1 });

	expect(listPaths(result)).toEqual(['/name/', '/name/a']);
	expect(before).toBe(0);
	expect(new Set(tunnels)).toEqual(new Set([host]));
	expect([...proxied]).toEqual(expect.arrayContaining(['/robots.txt', '/name/', '/name/a']));
	expect(tunnels).toHaveLength(after);
});
