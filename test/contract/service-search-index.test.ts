import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually';
import { callService, waitForEnd } from './support/callService';
import { startPages, type Pages } from './support/startPages';
import { startService, type RunningService } from './support/startService';
import { changeDatabase } from './support/testDatabase';
import { validateResponse } from './support/validateResponse';

const FILLER =
	'This sentence is here so that the page has enough text to be worth reading. '.repeat(6);

function toPage(title: string, head: string, body: string): string {
	return `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head>
		<body><main><h1>${title}</h1>${body}<p>${FILLER}</p></main></body></html>`;
}

const ARTICLE_DATA = {
	'@context': 'https://schema.org',
	'@type': 'NewsArticle',
	headline: 'Harbour bridge opens',
	datePublished: '2026-11-01T09:00:00Z',
};

const VIDEO_DATA = {
	'@context': 'https://schema.org',
	'@type': 'VideoObject',
	name: 'How to whet a chisel',
	contentUrl: 'https://media.example/chisel.mp4',
	thumbnailUrl: 'https://media.example/chisel.jpg',
	duration: 'PT4M5S',
	uploadDate: '2026-10-01',
};

const jsonLd = (data: object) =>
	`<script type="application/ld+json">${JSON.stringify(data)}</script>`;

const SITE_PAGES = new Map(
	Object.entries({
		'/desks': toPage(
			'Standing desks compared',
			'<meta name="description" content="Which standing desk is steady.">',
			'<p>A standing desk moves up and down. Standing desks differ in their motors.</p>',
		),
		'/chairs': toPage(
			'Office chairs',
			'',
			'<p>A chair beside a desk. Some people prefer standing.</p>',
		),
		'/bridge': toPage(
			'Harbour bridge opens',
			`<meta property="og:site_name" content="Harbour Gazette">${jsonLd(ARTICLE_DATA)}`,
			'<p>The new harbour bridge was opened to pedestrians.</p>',
		),
		'/language': toPage('Languages', '', '<p>C++ for beginners, a letter and two signs.</p>'),
		'/alphabet': toPage('Alphabet', '', '<p>The letter C comes after B, for beginners too.</p>'),
		'/weather': toPage('上海天气', '', '<p>太陽光発電の設置について。今天上海天气很好。</p>'),
		'/workshop': toPage(
			'Workshop',
			jsonLd(VIDEO_DATA),
			'<p>Tools.</p><img src="/plane.jpg" alt="Wooden jack plane" width="400" height="300">',
		),
	}),
);

const toWoods = (...names: string[]) => names.map((name) => `<p class="wood">${name}</p>`).join('');

/** A list on two pages, which is read as a list alone. */
const LIST_PAGES = new Map([
	[
		'/timber',
		toPage('Timber', '', `${toWoods('Oak', 'Ash')}<a class="next" href="/timber2">2</a>`),
	],
	['/timber2', toPage('Timber, page 2', '', toWoods('Zebrawood', 'Elm'))],
]);

/** Where a page is read is no matter to what is found of it. */
const PLAIN = { scrapeMode: 'fast' };

let service: RunningService;
let pages: Pages;
/** Paths that answer with a server's error from now on. */
const broken = new Set<string>();

beforeAll(async () => {
	pages = await startPages((request, response) => {
		const path = request.url ?? '';
		const body = SITE_PAGES.get(path) ?? LIST_PAGES.get(path);
		const status = broken.has(path) ? 500 : 200;
		response.writeHead(body === undefined ? 404 : status, {
			'Content-Type': 'text/html; charset=utf-8',
		});
		response.end(body);
	});
	service = await startService();
	await Promise.all([...SITE_PAGES.keys()].map((path) => scrape({ url: `${pages.url}${path}` })));
});

async function scrape(target: object): Promise<unknown> {
	const { body } = await callService(service, 'POST', '/scrape', { ...PLAIN, urls: [target] });
	return await waitForEnd(service, `/scrape/${Object(body).jobId}`);
}

afterAll(async () => {
	await Promise.all([service.stop(), pages.stop()]);
	await rm(service.dataDirectory, { recursive: true, force: true });
});

async function search(request: object) {
	const answer = await callService(service, 'POST', '/search', { wait: true, ...request });
	validateResponse('submitSearch', answer.status, answer.body);
	return Object(answer.body);
}

describe('searching what the service has scraped', () => {
	test('the page about the query comes first, with its description and its rank', async () => {
		const { status, result } = await search({ query: 'standing desk' });
		expect(status).toBe('completed');
		expect(result.success).toBe(true);
		expect(result.data.web[0]).toEqual({
			title: 'Standing desks compared',
			url: `${pages.url}/desks`,
			position: 1,
			description: 'Which standing desk is steady.',
		});
		expect(result.data.web[1]).toMatchObject({ url: `${pages.url}/chairs`, position: 2 });
	});

	test('what was collected over several pages of a list is found as no page', async () => {
		const list = {
			...{ type: 'forEach', observe: '.wood', mode: 'inline' },
			pagination: { nextSelector: 'a.next' },
		};
		const read = await scrape({ url: `${pages.url}/timber`, actions: [list] });
		expect(JSON.stringify(read)).toContain('Zebrawood');
		expect((await search({ query: 'zebrawood' })).result.success).toBe(false);
	});

	test('a page without a description gets a snippet around the words', async () => {
		const { result } = await search({ query: 'pedestrians' });
		expect(result.data.web[0].description).toContain('opened to pedestrians');
	});

	test.each(['上海', '天气', '太陽光', '設置', '上海天气', '太陽光の設置'])(
		'words of Chinese and Japanese are found: %s',
		async (query) => {
			const { result } = await search({ query });
			expect(result.data.web).toEqual([
				expect.objectContaining({ title: '上海天气', url: `${pages.url}/weather` }),
			]);
			expect(result.data.web[0].description).not.toContain('\u200B');
		},
	);

	test('a longer query needs two thirds of its words', async () => {
		const most = await search({ query: 'harbour bridge opened yesterday' });
		expect(most.result.data.web).toMatchObject([{ url: `${pages.url}/bridge` }]);
		expect(most.warnings).toContain('Nothing has all 4 words; these hits have at least 3 of them.');
		const one = await search({ query: 'bridge of purple elephants' });
		expect(one.result.data.web ?? []).toEqual([]);
	});

	test('every source is filled from what pages say of themselves', async () => {
		const news = await search({ query: 'harbour bridge', sources: ['news'] });
		expect(news.result.data.news).toEqual([
			expect.objectContaining({
				url: `${pages.url}/bridge`,
				source: 'Harbour Gazette',
				date: '2026-11-01T09:00:00.000Z',
			}),
		]);
		const images = await search({ query: 'jack plane', sources: ['images'] });
		expect(images.result.data.images[0]).toMatchObject({
			title: 'Wooden jack plane',
			imageUrl: `${pages.url}/plane.jpg`,
			url: `${pages.url}/workshop`,
			position: 1,
		});
		const videos = await search({ query: 'whet chisel', sources: ['videos'] });
		expect(videos.result.data.videos[0]).toMatchObject({
			title: 'How to whet a chisel',
			duration: '4:05',
			thumbnailUrl: 'https://media.example/chisel.jpg',
		});
	});

	test('the position goes on over pages', async () => {
		const { result } = await search({ query: 'desk', limit: 1, page: 2 });
		expect(result.data.web).toEqual([expect.objectContaining({ position: 2 })]);
	});

	test('domains are kept to, and kept out', async () => {
		const within = await search({ query: 'desk', includeDomains: ['127.0.0.1'] });
		expect(within.result.data.web.length).toBeGreaterThan(0);
		const without = await search({ query: 'desk', excludeDomains: ['127.0.0.1'] });
		expect(without.result).toMatchObject({ success: false, data: {} });
	});

	test('words with a meaning in query languages are only words', async () => {
		const { status } = await search({ query: 'desk" OR NEAR( * : -' });
		expect(status).toBe('completed');
	});

	test.each<[query: string, paths: string[]]>([
		['"moves up and down"', ['/desks']],
		['"desk standing"', []],
		['"standing desk" -motors', []],
		['desk -motors', ['/chairs']],
		['desk -"prefer standing"', ['/desks']],
		['C++ beginners', ['/language']],
		['letter C', ['/alphabet', '/language']],
		['-C++ letter', ['/alphabet']],
	])('quotes, minus and signs are taken as they are meant: %s', async (query, paths) => {
		const { result } = await search({ query });
		const urls = (result.data.web ?? []).map(({ url }: { url: string }) => url);
		expect(urls.sort()).toEqual(paths.map((path) => pages.url + path));
	});

	test('an address finds its page', async () => {
		const { result } = await search({ query: `${pages.url}/chairs?from=mail#top` });
		expect(result.data.web[0].url).toBe(`${pages.url}/chairs`);
	});

	test('a page with one of two words is no hit', async () => {
		const { result } = await search({ query: 'pedestrians xylophone' });
		expect(result).toMatchObject({ success: false, data: {} });
	});

	test('every search says that it knows only these pages, and how many they are', async () => {
		const told = `This service searches only the pages it has scraped or crawled (${SITE_PAGES.size} pages). To search the web, set SEARCH_URL at the service.`;
		const found = await search({ query: 'desk', colour: 'red' });
		expect(found.warnings).toEqual([expect.stringContaining('colour'), told]);
		const { jobId, warnings } = await search({ query: 'xylophone' });
		expect(warnings).toEqual([told]);
		const { status, body } = await callService(service, 'GET', `/search/${jobId}`);
		validateResponse('getSearchJob', status, body);
		expect(Object(body).warnings).toEqual([told]);
	});

	test('what of a query plays no part is said', async () => {
		const words = ['desk', ...Array.from({ length: 49 }, (_entry, index) => `word${index}`)];
		const { warnings } = await search({ query: words.join(' '), country: 'de' });
		expect(warnings).toEqual(
			expect.arrayContaining([
				'Only the first 40 of the 50 words were looked for.',
				'"country" had no effect without SEARCH_URL.',
			]),
		);
		const signs = await search({ query: '!?' });
		expect(signs.warnings[0]).toContain('"!?" has nothing to search for');
	});

	test('after the last page of hits with all words there are none with fewer', async () => {
		const query = 'harbour bridge opened';
		expect((await search({ query })).result.data.web).toHaveLength(1);
		expect((await search({ query, page: 2, limit: 1 })).result.data).toEqual({});
	});

	test('no results are a completed search that costs nothing', async () => {
		const { jobId, status, result, error } = await search({ query: 'xylophone' });
		expect({ status, error }).toEqual({ status: 'completed', error: null });
		expect(result).toMatchObject({ success: false, data: {} });
		const log = await callService(service, 'GET', `/search-logs/${jobId}`);
		validateResponse('getSearchLog', log.status, log.body);
		expect(Object(log.body).data.credits_used).toBe(0);
	});

	test('hits are scraped along when asked for', async () => {
		const submitted = await callService(service, 'POST', '/search', {
			query: 'pedestrians',
			scrapeOptions: { formats: ['markdown', 'screenshot'] },
		});
		expect(submitted.status).toBe(202);
		const answer = await waitForEnd(service, `/search/${Object(submitted.body).jobId}`);
		validateResponse('getSearchJob', answer.status, answer.body);
		const [hit] = Object(answer.body).result.data.web;
		expect(hit.markdown).toContain('opened to pedestrians');
		const image = await fetch(hit.screenshotUrl);
		expect(image.headers.get('content-type')).toBe('image/png');
	});

	test('a hit whose page answers with an error says so, and only the hits are charged', async () => {
		broken.add('/workshop');
		const { body: submitted } = await callService(service, 'POST', '/search', {
			query: 'tools',
			scrapeOptions: { formats: ['markdown'] },
		});
		const { jobId } = Object(submitted);
		const { body } = await waitForEnd(service, `/search/${jobId}`);
		const { body: log } = await callService(service, 'GET', `/search-logs/${jobId}`);
		expect(Object(body).result.data.web).toEqual([
			expect.objectContaining({
				title: 'Workshop',
				error: expect.stringContaining('HTTP status 500'),
			}),
		]);
		expect(Object(body).result.data.web[0]).not.toHaveProperty('markdown');
		expect(Object(log).data.credits_used).toBe(1);
	});

	test('pages read with cookies or a login are found by nobody', async () => {
		const secret = 'ledgerofwilhelmina';
		SITE_PAGES.set('/account', toPage('Account', '', `<p>${secret}</p>`));
		const url = `${pages.url}/account`;
		const requests: Array<[path: string, request: object]> = [
			['/scrape', { ...PLAIN, urls: [{ url }], cookies: 'sid=1' }],
			['/scrape', { ...PLAIN, urls: [{ url: url.replace('://', '://ann:pw@') }] }],
			['/crawl', { ...PLAIN, baseUrl: url, maxPages: 1, cookies: 'sid=1' }],
		];
		for (const [path, request] of requests) {
			const { body } = await callService(service, 'POST', path, request);
			await waitForEnd(service, `${path}/${Object(body).jobId}`);
		}
		expect((await search({ query: secret })).result.success).toBe(false);

		await scrape({ url });
		expect((await search({ query: secret })).result.success).toBe(true);
	});

	test('logs list what was searched, filtered and paged', async () => {
		await search({ query: 'standing desk', sources: ['web', 'news'], limit: 3 });
		const answer = await callService(
			service,
			'GET',
			'/search-logs?limit=1&searchTerm=STANDING&status=success',
		);
		validateResponse('listSearchLogs', answer.status, answer.body);
		const { logs, total } = Object(answer.body).data;
		expect(logs).toEqual([
			expect.objectContaining({
				query: 'standing desk',
				sources: 'web,news',
				result_limit: 3,
				status: 'success',
			}),
		]);
		expect(total).toBeGreaterThanOrEqual(2);
		const unknown = await callService(service, 'GET', '/search-logs/none');
		expect(unknown).toMatchObject({
			status: 404,
			body: { status: 'error', message: 'Search log not found' },
		});
	});
});

describe('pages that an earlier version has indexed', () => {
	const PAGE_COUNT = 120;
	const FORGET = "DELETE FROM settings WHERE name = 'wordsOfPagesAreCut'";

	/** Every fourth page has its Chinese words in its description alone, another in its picture alone. */
	function insertPage(id: number): string {
		const words = '明天北京有雨。'.repeat(50);
		const [text, description] = id % 4 === 0 ? ['weather', words] : [words, ''];
		const inPicture = id % 4 === 1;
		const page = `'https://weather.example/${id}', 'weather.example', 'No. ${id}', '${inPicture ? '' : description}', 'weather example', '${inPicture ? 'weather' : text}', 0, ${Date.now()}`;
		return `INSERT INTO indexed_pages (url, host, title, description, url_words, text, is_article, indexed_at_ms) VALUES (${page});
			INSERT INTO indexed_media (page_id, kind, media_url, title) SELECT id, 'image', 'https://weather.example/${id}.png', '北京有雨 ${id}' FROM indexed_pages WHERE url = 'https://weather.example/${id}';`;
	}

	async function countHits(source: 'web' | 'images'): Promise<number> {
		let total = 0;
		for (let page = 1; ; page += 1) {
			const request = { query: '北京', sources: [source], limit: 20, page, wait: true };
			const { body } = await callService(service, 'POST', '/search', request);
			const hits = Object(body).result.data[source] ?? [];
			total += hits.length;
			if (hits.length === 0) return total;
		}
	}

	test('are found by their words, also when the work was interrupted again and again', async () => {
		const { dataDirectory } = service;
		const options = { dataDirectory, withoutBrowser: true };
		await service.signal('SIGTERM');
		const inserts = Array.from({ length: PAGE_COUNT }, (_, at) => insertPage(at + 1));
		await changeDatabase(dataDirectory, `${FORGET}; ${inserts.join('')}`);
		for (const delayMs of [0, 100]) {
			const interrupted = await startService(options);
			await sleep(delayMs);
			await interrupted.kill();
		}
		service = await startService(options);
		await eventually(
			async () =>
				(await countHits('images')) === PAGE_COUNT &&
				(await countHits('web')) === (PAGE_COUNT * 3) / 4,
			'some pages were never found',
			{ intervalMs: 1_000 },
		);
		expect(service.readOutput().stderr).not.toContain('could not be indexed');
	});
});
