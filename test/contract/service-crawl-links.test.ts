import { crawl, listPaths } from './support/callCrawl';
import { callService } from './support/callService';
import { startPages, type Pages } from './support/startPages';
import { startService, type RunningService } from './support/startService';

let pages: Pages;
let service: RunningService;
let requests: Array<{ path: string; atMs: number }> = [];

interface Answer {
	status?: number;
	type?: string;
	headers?: Record<string, string>;
	body?: string;
}

const html = (title: string, body = '', head = ''): Answer => ({
	body:
		`<!doctype html><html><head><title>${title}</title>${head}</head><body><h1>${title}</h1>` +
		`<p>This page is about ${title} and about nothing else in the world.</p>${body}</body></html>`,
});

const list = (links: string[]): string =>
	`<ul>${links.map((link) => `<li>${link}</li>`).join('')}</ul>`;

const link = (href: string, text = 'More'): string => `<a href="${href}">${text}</a>`;

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
	'/forms/h': () => html('H'),

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
	'/types/blob': () => ({ type: 'application/octet-stream', body: 'abc' }),
	'/types/sheet': () => ({ type: 'text/csv', body: 'name,price\nOak,120\n' }),

	'/map/sitemap.xml': (port) => ({
		type: 'application/xml',
		body: `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${[
			'/map/a',
			'/map/b',
			'/name/a',
		]
			.map((path) => `<url><loc>http://127.0.0.1:${port}${path}</loc></url>`)
			.join('')}</urlset>`,
	}),
	'/map/index.xml': (port) => ({
		type: 'application/xml',
		body: `<?xml version="1.0"?><sitemapindex><sitemap><loc>http://127.0.0.1:${port}/map/sitemap.xml</loc></sitemap></sitemapindex>`,
	}),
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
		requests.push({ path, atMs: Date.now() });
		const port = new URL(pages.url).port;
		const answer = SITE[path.replace(/\?.*/, '')]?.(port) ?? { status: 404, ...html('Missing') };
		const headers = {
			'Content-Type': answer.type ?? 'text/html; charset=utf-8',
			...answer.headers,
		};
		response.writeHead(answer.status ?? 200, headers).end(answer.body);
	});
	service = await startService({ environment: { ALLOW_PRIVATE_ADDRESSES: 'true' } });
});

afterAll(async () => {
	await service?.stop();
	await pages?.stop();
});

beforeEach(() => void (requests = []));

async function crawlSite(path: string, host = '127.0.0.1') {
	const { port } = new URL(pages.url);
	const ended = await crawl(service, {
		baseUrl: `http://${host}:${port}${path}`,
		crawlInstruction: 'all pages',
		maxPages: 50,
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
	]);
});

test('links that programs are asked not to follow are not, unless another asks nothing', async () => {
	const { paths } = await crawlSite('/shy/');

	expect(paths).toEqual(['/shy/', '/shy/bot', '/shy/both', '/shy/deep', '/shy/index', '/shy/meta']);
});

test('what is neither page nor document is left out, also when its address does not tell', async () => {
	const { paths, failed } = await crawlSite('/types/');

	expect(paths).toEqual(['/types/', '/types/sheet', '/types/text']);
	expect(failed).toEqual([
		['/types/blob', expect.stringContaining('application/octet-stream, which is neither')],
	]);
});

test('a sitemap may be the start: its addresses are followed', async () => {
	const { paths, failed, warnings } = await crawlSite('/map/sitemap.xml');

	expect(paths).toEqual(['/map/a', '/map/b', '/map/sitemap.xml']);
	expect({ failed, warnings }).toEqual({ failed: [], warnings: [] });
});

test('a start that lists sitemaps alone says where to start instead', async () => {
	const { paths, warnings } = await crawlSite('/map/index.xml');

	expect(paths).toEqual(['/map/index.xml']);
	expect(warnings).toEqual([expect.stringContaining('other sitemaps. Start at one of these')]);
});

test('redirects bring pages of the scope once, and none from outside of it', async () => {
	const { paths, failed } = await crawlSite('/chain/');

	expect(paths).toEqual(['/chain/', '/chain/end', '/chain/inside']);
	expect(failed).toEqual([]);
});

test('a start address that moved to another host takes its scope there', async () => {
	const { result } = await crawlSite('/to-name');
	const { port } = new URL(pages.url);

	expect(result.map(({ url }) => url)).toEqual([
		`http://localhost:${port}/name/`,
		`http://localhost:${port}/name/a`,
	]);
	expect(requests.filter(({ path }) => path === '/robots.txt')).toHaveLength(2);
});

test('a host in capitals is the same host', async () => {
	expect((await crawlSite('/chain/', 'LOCALHOST')).paths).toHaveLength(3);
});

test('a start address that leads to what robots.txt forbids fails, naming both', async () => {
	const { status, error } = await crawlSite('/to-closed');

	expect(status).toBe('failed');
	expect(error).toBe(
		`Failed to scrape ${pages.url}/to-closed: ${pages.url}/robots.txt does not allow ` +
			`${pages.url}/closed/page to be crawled`,
	);
});

test('several crawls of one host are together as polite to it as one', async () => {
	const delayMs = 200;
	const polite = await startService({ environment: { CRAWL_DELAY_MS: String(delayMs) } });
	const crawlPolitely = (path: string) =>
		crawl(polite, { baseUrl: pages.url + path, crawlInstruction: 'all pages', maxPages: 4 });
	const ended = await Promise.all([crawlPolitely('/forms/'), crawlPolitely('/shy/')]);
	await polite.stop();
	const loads = requests.filter(({ path }) => /^\/(?:forms|shy)\//.test(path));
	const spanMs = (loads.at(-1)?.atMs ?? 0) - (loads[0]?.atMs ?? 0);

	expect(ended.map(({ result }) => result.length)).toEqual([4, 4]);
	// The starts are spaced; the browser may send a request some milliseconds later.
	expect(spanMs).toBeGreaterThan((loads.length - 1) * delayMs - 100);
});
