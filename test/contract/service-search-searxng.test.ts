import { eventually } from '../support/eventually';
import { callService, waitForEnd } from './support/callService';
import { startPages, type Pages } from './support/startPages';
import { startService, type RunningService } from './support/startService';
import { validateResponse } from './support/validateResponse';

/** Searches the service runs at a time; one more waits. */
const SEARCHES_AT_A_TIME = 16;

const requests: URLSearchParams[] = [];
/** How often a page was opened that is no answer of the endpoint. */
let openedCount = 0;
const failures = new Map<string, number>();
/** Answers to queries that say "held", which wait until they are let go. */
const held: Array<() => void> = [];
let isHolding = true;

function letGo(): void {
	isHolding = false;
	for (const answerNow of held.splice(0)) answerNow();
}

/** A stand-in that speaks SearXNG's documented JSON; the query says how it behaves. */
async function answer(query: URLSearchParams): Promise<{ status: number; body: unknown }> {
	requests.push(query);
	const text = query.get('q') ?? '';
	if (isHolding && text.includes('held')) await new Promise<void>((resolve) => held.push(resolve));
	const failing = /fail(\d+)/.exec(text)?.[1];
	if (failing !== undefined) {
		const count = (failures.get(text) ?? 0) + 1;
		failures.set(text, count);
		if (count <= Number(failing)) return { status: 500, body: {} };
	}
	const fixed = FIXED_ANSWERS.get(text);
	if (fixed !== undefined) return fixed;
	const page = Number(query.get('pageno'));
	if (text.includes('hostile')) return { status: 200, body: { results: HOSTILE() } };
	if (page > 3 || text.includes('nothing')) return { status: 200, body: { results: [] } };
	return { status: 200, body: { results: RESULTS[query.get('categories') ?? '']?.(page) ?? [] } };
}

/** What the endpoint answers to a query, whatever the rest. */
const FIXED_ANSWERS = new Map<string, { status: number; body: unknown }>([
	['refused', { status: 403, body: {} }],
	['a page', { status: 200, body: 'not SearXNG' }],
	['too long', { status: 200, body: 'x'.repeat(9_000_000) }],
	[
		'silent',
		{
			status: 200,
			body: {
				results: [],
				unresponsive_engines: [
					['google', 'CAPTCHA'],
					['bing', 'timeout'],
				],
			},
		},
	],
]);

/** What an endpoint of strangers may hand over. */
const HOSTILE = () =>
	[`${pages.url}/opened`, 'file:///etc/passwd', 'javascript:alert(1)'].map((url) => ({
		url,
		title: url,
	}));

const RESULTS: Readonly<Record<string, (page: number) => object[]>> = {
	general: (page) =>
		Array.from({ length: 5 }, (_entry, index) => ({
			url: `https://site${index}.example/p${page}`,
			title: `Hit ${page}.${index}`,
			content: `Snippet ${page}.${index}`,
			engine: 'stand-in',
			score: 1,
		})),
	news: () => [
		{
			url: 'https://news.example/a',
			title: 'News',
			content: 'What happened',
			publishedDate: '2026-11-20T10:00:00',
			thumbnail: 'https://news.example/a.jpg',
			source: 'The Example',
		},
	],
	images: () => [
		{
			url: 'https://images.example/page',
			title: 'Picture',
			img_src: 'https://images.example/full.jpg',
			thumbnail_src: 'https://images.example/small.jpg',
		},
	],
	videos: () => [
		{
			url: 'https://videos.example/watch',
			title: 'Video',
			length: '12:05',
			publishedDate: null,
			thumbnail: 'https://videos.example/t.jpg',
		},
	],
};

let service: RunningService;
let pages: Pages;

beforeAll(async () => {
	pages = await startPages((request, response) => {
		const url = new URL(request.url ?? '/', 'http://searxng');
		if (url.pathname === '/opened') openedCount += 1;
		if (url.searchParams.get('q') === 'elsewhere') {
			response.writeHead(302, { Location: `http://ann:pw@${url.host}/other` }).end();
			return;
		}
		void answer(url.searchParams).then(({ status, body }) => {
			response.writeHead(status, { 'Content-Type': 'application/json' });
			response.end(JSON.stringify(body));
		});
	});
	service = await startService({ environment: { SEARCH_URL: `${pages.url}/search` } });
});

afterAll(async () => {
	await Promise.all([service.stop(), pages.stop()]);
});

beforeEach(() => {
	requests.length = 0;
	isHolding = true;
});

async function submit(request: object): Promise<string> {
	const { status, body } = await callService(service, 'POST', '/search', request);
	expect(status).toBe(202);
	validateResponse('submitSearch', status, body);
	return Object(body).jobId;
}

async function search(request: object) {
	const { status, body } = await waitForEnd(service, `/search/${await submit(request)}`);
	validateResponse('getSearchJob', status, body);
	return Object(body);
}

const cancel = (jobId: string) => callService(service, 'DELETE', `/search/${jobId}`);

describe('searching through a SearXNG endpoint', () => {
	test('the four sources are asked in their categories, and their fields are kept', async () => {
		const { result } = await search({
			query: 'lamps',
			sources: ['web', 'news', 'images', 'videos'],
			limit: 1,
			country: 'de',
			timeRange: 'week',
		});
		expect(result.data).toEqual({
			web: [
				{
					title: 'Hit 1.0',
					url: 'https://site0.example/p1',
					position: 1,
					description: 'Snippet 1.0',
				},
			],
			news: [
				{
					title: 'News',
					url: 'https://news.example/a',
					position: 1,
					description: 'What happened',
					thumbnailUrl: 'https://news.example/a.jpg',
					source: 'The Example',
					date: '2026-11-20T10:00:00',
				},
			],
			images: [
				{
					title: 'Picture',
					url: 'https://images.example/page',
					position: 1,
					imageUrl: 'https://images.example/full.jpg',
					thumbnailUrl: 'https://images.example/small.jpg',
				},
			],
			videos: [
				{
					title: 'Video',
					url: 'https://videos.example/watch',
					position: 1,
					thumbnailUrl: 'https://videos.example/t.jpg',
					duration: '12:05',
				},
			],
		});
		expect(Object.fromEntries(requests[0] ?? [])).toEqual({
			q: 'lamps',
			format: 'json',
			categories: 'general',
			pageno: '1',
			language: 'de-DE',
			time_range: 'week',
		});
	});

	test('more hits than fit on one page are collected, and positions go on over pages', async () => {
		const { result } = await search({ query: 'lamps', limit: 7, page: 2 });
		expect(result.data.web.map(({ position }: { position: number }) => position)).toEqual([
			8, 9, 10, 11, 12, 13, 14,
		]);
		expect(result.data.web[0].url).toBe('https://site2.example/p2');
	});

	test('domain lists go into the query, and what slips through is left out', async () => {
		const { result } = await search({
			query: 'lamps',
			limit: 20,
			includeDomains: ['site1.example'],
		});
		expect(requests[0]?.get('q')).toBe('lamps site:site1.example');
		expect(result.data.web.map(({ url }: { url: string }) => url)).toEqual([
			'https://site1.example/p1',
			'https://site1.example/p2',
			'https://site1.example/p3',
		]);
	});

	test('an endpoint that fails twice is asked a third time', async () => {
		const { status, result } = await search({ query: 'fail2 lamps', limit: 1 });
		expect({ status, success: result.success }).toEqual({ status: 'completed', success: true });
	});

	test('when no source can be had after retrying, the search completes without success, unbilled', async () => {
		const jobId = await submit({ query: 'fail99', sources: ['web', 'news'] });
		const { body } = await waitForEnd(service, `/search/${jobId}`);
		expect(body).toMatchObject({
			status: 'completed',
			result: { success: false, data: {} },
			error: null,
			warnings: [
				'No hits of web: SEARCH_URL answered with HTTP status 500',
				'No hits of news: SEARCH_URL answered with HTTP status 500',
			],
		});
		const { body: log } = await callService(service, 'GET', `/search-logs/${jobId}`);
		expect(Object(log).data).toMatchObject({
			status: 'success',
			credits_used: 0,
			error_message: expect.stringContaining('No hits of web: SEARCH_URL answered with'),
		});
	});

	test.each([
		[
			'an endpoint that refuses JSON',
			{ query: 'refused' },
			[
				'No hits of web: SEARCH_URL answered with HTTP status 403; SearXNG needs "json" among its search.formats',
			],
		],
		[
			'an endpoint that is something else',
			{ query: 'a page' },
			['No hits of web: the answer of SEARCH_URL is not the JSON of SearXNG'],
		],
		[
			'an endpoint that sends without end',
			{ query: 'too long' },
			['No hits of web: the answer of SEARCH_URL could not be read: it is larger than 8 MB'],
		],
		[
			'an endpoint that leads elsewhere',
			{ query: 'elsewhere' },
			[
				'No hits of web: SEARCH_URL redirects to http://***@searxng/other: set it to where that leads',
			],
		],
		[
			'engines that did not answer',
			{ query: 'silent', sources: ['web', 'images'] },
			['Search engines that did not answer: google (CAPTCHA), bing (timeout)'],
		],
		[
			'a time and a country that it does not know',
			{ query: 'lamps', timeRange: 'hour', country: 'germany' },
			[
				'"country" had no effect: "germany" is not a two-letter country code.',
				'The last day was searched, because there is no shorter period.',
			],
		],
	])('%s: the warnings say so', async (_label, request, warnings) => {
		expect((await search(request)).warnings).toEqual(warnings);
	});

	test('hits on private hosts are not opened, though jobs may name them; other schemes are no hits', async () => {
		const request = { query: 'hostile', scrapeOptions: { formats: ['markdown'] } };
		const { body } = await waitForEnd(service, `/search/${await submit(request)}`);
		expect(Object(body).result.data.web).toEqual([
			expect.objectContaining({
				url: `${pages.url}/opened`,
				error: expect.stringContaining('opens only for jobs whose own address names it'),
			}),
		]);
		expect(openedCount).toBe(0);

		const urls = [{ url: `${pages.url}/opened` }];
		const { body: scrape } = await callService(service, 'POST', '/scrape', { urls });
		await waitForEnd(service, `/scrape/${Object(scrape).jobId}`);
		expect(openedCount).toBe(1);
	});

	test('credits are counted per ten hits begun and source', async () => {
		const jobId = await submit({ query: 'lamps', sources: ['web', 'news'], limit: 11 });
		await waitForEnd(service, `/search/${jobId}`);
		const { body } = await callService(service, 'GET', `/search-logs/${jobId}`);
		expect(Object(body).data.credits_used).toBe(3);
	});
});

describe('cancelling a search', () => {
	const untilHeld = async (count: number) =>
		await eventually(() => held.length >= count, `fewer than ${count} requests arrived`);

	test('one that has not started is removed', async () => {
		const running = await Promise.all(
			Array.from({ length: SEARCHES_AT_A_TIME }, (_entry, index) =>
				submit({ query: `held ${index}` }),
			),
		);
		await untilHeld(SEARCHES_AT_A_TIME);
		const waiting = await submit({ query: 'waits' });
		const cancelled = await cancel(waiting);
		validateResponse('cancelSearch', cancelled.status, cancelled.body);
		expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled', jobId: waiting } });
		expect(await callService(service, 'GET', `/search/${waiting}`)).toMatchObject({
			status: 404,
			body: { status: 'error', message: 'Search job not found', code: 'JOB_NOT_FOUND' },
		});
		letGo();
		await Promise.all(running.map((jobId) => waitForEnd(service, `/search/${jobId}`)));
		expect(requests.some((query) => query.get('q') === 'waits')).toBe(false);
	});

	test('a running one stays active until its next checkpoint, then fails', async () => {
		const jobId = await submit({ query: 'held', sources: ['web', 'news'], limit: 1 });
		await untilHeld(1);
		expect(await cancel(jobId)).toMatchObject({ status: 200, body: { status: 'cancelled' } });
		const { body: meanwhile } = await callService(service, 'GET', `/search/${jobId}`);
		expect(meanwhile).toMatchObject({ status: 'active' });
		letGo();
		const { body } = await waitForEnd(service, `/search/${jobId}`);
		expect(body).toMatchObject({ status: 'failed', error: 'Search cancelled', result: null });
		expect(requests.map((query) => query.get('categories'))).toEqual(['general']);
	});

	test('one with a single source in flight fails, too, and costs nothing', async () => {
		const jobId = await submit({ query: 'held' });
		await untilHeld(1);
		expect(await cancel(jobId)).toMatchObject({ status: 200 });
		letGo();
		const { body } = await waitForEnd(service, `/search/${jobId}`);
		expect(body).toMatchObject({ status: 'failed', error: 'Search cancelled', result: null });
		const { body: log } = await callService(service, 'GET', `/search-logs/${jobId}`);
		expect(Object(log).data.credits_used).toBe(0);
	});

	test('an ended one is refused, whether completed or failed', async () => {
		const completed = await submit({ query: 'lamps' });
		await waitForEnd(service, `/search/${completed}`);
		const refusal = {
			status: 400,
			body: { status: 'error', message: 'Cannot cancel a job that has already completed.' },
		};
		expect(await cancel(completed)).toMatchObject(refusal);

		const failed = await submit({ query: 'held', sources: ['web', 'news'] });
		await untilHeld(1);
		await cancel(failed);
		letGo();
		await waitForEnd(service, `/search/${failed}`);
		expect(await cancel(failed)).toMatchObject(refusal);
	});

	test('an unknown one is not found', async () => {
		expect(await cancel('none')).toMatchObject({
			status: 404,
			body: { message: 'Search job not found' },
		});
	});
});

describe('POST /search', () => {
	test('with wait the answer holds the result', async () => {
		const { status, body } = await callService(service, 'POST', '/search', {
			query: 'lamps',
			wait: true,
		});
		expect(status).toBe(200);
		validateResponse('submitSearch', status, body);
		expect(body).toMatchObject({ status: 'completed', result: { success: true } });
	});

	test.each([
		['no query', {}, 'query'],
		['an unknown source', { query: 'a', sources: ['maps'] }, 'sources'],
		['a limit that is too high', { query: 'a', limit: 21 }, 'limit'],
		[
			'both domain lists',
			{ query: 'a', includeDomains: ['a.example'], excludeDomains: ['b.example'] },
			'cannot be used together',
		],
	])('%s is refused with 400', async (_label, request, words) => {
		const { status, body } = await callService(service, 'POST', '/search', request);
		validateResponse('submitSearch', status, body);
		expect(status).toBe(400);
		expect(Object(body).message).toContain(words);
	});
});
