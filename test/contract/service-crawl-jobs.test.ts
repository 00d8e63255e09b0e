import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually';
import { crawl, listPaths, submitCrawl, waitForCrawl, WITH_BROWSER } from './support/callCrawl';
import { callService, type Answer, type CallTarget } from './support/callService';
import { startCrawlSite, type CrawlSite } from './support/crawlSite';
import { readZip } from './support/readZip';
import { startService, type RunningService } from './support/startService';
import { validateResponse } from './support/validateResponse';

let site: CrawlSite;
let service: RunningService;
let dataDirectory: string;

beforeAll(async () => {
	dataDirectory = await mkdtemp(join(tmpdir(), 'extraction-crawl-'));
	site = await startCrawlSite();
	service = await startService({ dataDirectory });
});

afterAll(async () => {
	await service.stop();
	await site.stop();
	await rm(dataDirectory, { recursive: true, force: true });
});

/** Of a crawl that may end. */
const PAGES = 10;

const slowCrawl = () => ({
	baseUrl: `${site.url}/slow`,
	crawlInstruction: 'all pages',
	maxPages: 50,
});

interface ListedPage {
	url: string;
	status: string;
	data: unknown;
	markdown: string | null;
}

async function listPages(target: CallTarget, jobId: string): Promise<ListedPage[]> {
	const { body } = await callService(target, 'GET', `/crawl/${jobId}/pages`);
	return Object(body).pages;
}

const fetchArchive = (jobId: string) =>
	fetch(`${service.baseUrl}/crawl/${jobId}/download`, {
		headers: { 'x-api-key': service.apiKey },
	});

/** Waits until the crawl has processed this many pages, and returns its status of that moment. */
async function waitForPages(target: CallTarget, jobId: string, count: number): Promise<Answer> {
	return await eventually(
		async () => {
			const answer = await callService(target, 'GET', `/crawl/${jobId}`);
			const { progress, status } = Object(answer.body);
			return (progress?.pagesCrawled >= count || status === 'completed') && answer;
		},
		() => `Fewer than ${count} pages`,
		{ intervalMs: 30 },
	);
}

describe('a crawl job', () => {
	it('answers at once, tells its progress, and ends with one entry per page', async () => {
		const submitted = await callService(service, 'POST', '/crawl', {
			...slowCrawl(),
			scrapeMode: 'fast',
			maxPages: PAGES,
		});
		validateResponse('submitCrawl', submitted.status, submitted.body);
		const { jobId } = Object(submitted.body);
		const running = await waitForPages(service, jobId, 1);
		const { body, result } = await waitForCrawl(service, jobId);

		expect(submitted.status).toBe(202);
		expect(submitted.body).toMatchObject({ status: 'queued', jobId: expect.any(String) });
		validateResponse('getCrawlJob', running.status, running.body);
		expect(running.body).toMatchObject({
			status: 'active',
			progress: {
				message: expect.stringMatching(/^Crawled [1-9]\d? of 10 pages$/),
				pagesCrawled: expect.any(Number),
				maxPages: PAGES,
			},
			result: null,
			error: null,
		});
		validateResponse('getCrawlJob', 200, body);
		expect(body).not.toHaveProperty('progress');
		expect(result).toHaveLength(PAGES);
		expect(result[0]).toMatchObject({ title: 'Slow part', status: 'success' });
	});

	it('gives raw Markdown as data without instruction and schema, and links to both files', async () => {
		const { result } = await crawl(service, {
			baseUrl: `${site.url}/single`,
			crawlInstruction: 'all pages',
		});
		const [page] = result;
		const [html, markdown] = await Promise.all(
			[page?.html, page?.markdown].map((link) => fetch(link ?? '')),
		);

		expect(page?.data).toMatch(/^# Single\n\nThis page is about Single/);
		expect(html?.headers.get('content-type')).toBe('text/html; charset=utf-8');
		expect(await html?.text()).toContain('<title>Single</title>');
		expect(await markdown?.text()).toBe(page?.data);
	});

	it('signs its links for one hour, and only those', async () => {
		const { result } = await crawl(service, {
			baseUrl: `${site.url}/single`,
			crawlInstruction: 'all pages',
		});
		const link = new URL(result[0]?.html ?? '');
		const lifetimeSeconds = Number(link.searchParams.get('expires')) - Date.now() / 1000;
		link.searchParams.set('expires', '9999999999');

		expect(lifetimeSeconds).toBeGreaterThan(3500);
		expect(lifetimeSeconds).toBeLessThanOrEqual(3600);
		expect((await fetch(link)).status).toBe(403);
	});

	it('turns documents into Markdown, too; of those there is no HTML', async () => {
		const { jobId, result } = await crawl(service, {
			baseUrl: `${site.url}/files`,
			crawlInstruction: 'all pages',
		});
		const document = result.find(({ url }) => url.endsWith('.csv'));
		const response = await fetchArchive(jobId);
		const names = [...readZip(Buffer.from(await response.arrayBuffer())).keys()];

		expect(result).toHaveLength(2);
		expect(document).toMatchObject({ title: 'prices.csv', html: null });
		expect(document?.data).toMatch(/\| Oak \| 120 \|/);
		expect(await (await fetch(document?.markdown ?? '')).text()).toBe(document?.data);
		expect(names.filter((name) => name.includes('prices'))).toEqual([
			expect.stringMatching(/prices\.csv\/markdown\.md$/),
			expect.stringMatching(/prices\.csv\/data\.json$/),
		]);
	});

	it('is found by searches of the service afterwards', async () => {
		await crawl(service, { baseUrl: `${site.url}/shop`, crawlInstruction: 'only this page' });
		const { body } = await callService(service, 'POST', '/search', {
			query: 'Chair 77',
			wait: true,
		});

		expect(Object(body).result.data.web).toEqual(
			expect.arrayContaining([expect.objectContaining({ url: `${site.url}/shop` })]),
		);
	});

	it('fails with the reason when its base address cannot be loaded, and costs nothing', async () => {
		const baseUrl = `${site.url}/missing`;
		const ended = await crawl(service, { baseUrl, crawlInstruction: 'all pages' });
		const { body } = await callService(service, 'GET', `/crawl/job/${ended.jobId}`);

		validateResponse('getCrawlJob', 200, ended.body);
		expect(ended.body).toMatchObject({
			status: 'failed',
			result: null,
			error: expect.stringContaining(`Failed to scrape ${baseUrl}: HTTP status 404`),
		});
		expect(body).toMatchObject({ status: 'failed', credits_used: 0, pages_crawled: 0 });
	});

	it('fails with the browser’s reason when nobody answers at its base address', async () => {
		const { error } = await crawl(service, {
			...WITH_BROWSER,
			baseUrl: 'http://127.0.0.1:9/',
		});

		expect(error).toBe(
			'Failed to scrape http://127.0.0.1:9/: browsers do not open this port (net::ERR_UNSAFE_PORT)',
		);
	});

	it('does not open addresses of this machine’s network', async () => {
		const { status, error } = await crawl(service, {
			...WITH_BROWSER,
			baseUrl: 'http://10.11.12.13/',
		});

		expect(status).toBe('failed');
		expect(error).toContain('is a private address, which this service does not open');
	});
});

describe('a large archive', () => {
	it('is whole, also after somebody left its end unread', async () => {
		const { jobId, result } = await crawl(service, {
			baseUrl: `${site.url}/large`,
			crawlInstruction: 'all pages',
			maxPages: 6,
		});
		const abandoned = await fetchArchive(jobId);
		await abandoned.body?.cancel();
		const response = await fetchArchive(jobId);
		const files = readZip(Buffer.from(await response.arrayBuffer()));

		expect(listPaths(result)).toHaveLength(6);
		expect(response.status).toBe(200);
		expect(files.size).toBe(18);
		expect(service.readOutput().stderr).not.toContain('"level":50');
	});
});

/** Until the pages that were under way when the crawl was cancelled have ended. */
async function waitUntilNothingRuns(jobId: string): Promise<void> {
	await eventually(
		async () => (await listPages(service, jobId)).every(({ status }) => status !== 'pending'),
		'A page stays pending',
	);
}

describe('cancelling a crawl', () => {
	it('stops it, and keeps and serves what was done', async () => {
		const jobId = await submitCrawl(service, slowCrawl());
		await waitForPages(service, jobId, 5);
		const cancelled = await callService(service, 'DELETE', `/crawl/${jobId}`);
		const ended = await waitForCrawl(service, jobId);
		await waitUntilNothingRuns(jobId);
		site.takeRequests();
		// Three pages could be loaded meanwhile.
		await sleep(3 * 400);
		const requestsAfterwards = site.takeRequests();
		const pages = await listPages(service, jobId);

		validateResponse('cancelCrawl', cancelled.status, cancelled.body);
		expect(cancelled.body).toEqual({ status: 'cancelled', jobId });
		expect(ended).toMatchObject({ status: 'cancelled', error: null });
		expect(requestsAfterwards).toEqual([]);
		expect(pages.length).toBeGreaterThanOrEqual(5);
		expect(pages.every(({ status, data }) => status === 'success' && data !== null)).toBe(true);
		expect(await (await fetch(pages[0]?.markdown ?? '')).text()).toBe(pages[0]?.data);
	});

	it('charges the pages that were done', async () => {
		const jobId = await submitCrawl(service, slowCrawl());
		await waitForPages(service, jobId, 3);
		await callService(service, 'DELETE', `/crawl/${jobId}`);
		// It is charged when the pages that were under way have ended.
		const body = await eventually(async () => {
			const record = await callService(service, 'GET', `/crawl/job/${jobId}`);
			return Object(record.body).credits_used > 0 && record.body;
		}, 'Nothing is charged');
		const { pages_crawled: pagesCrawled, credits_used: creditsUsed, status } = Object(body);

		expect(status).toBe('cancelled');
		expect(pagesCrawled).toBeGreaterThanOrEqual(3);
		expect(creditsUsed).toBe(pagesCrawled);
	});

	it('stops a crawl that still waits, which then has no pages', async () => {
		// Ten run at a time; the start page of these takes longer than the test.
		const stuck = { baseUrl: `${site.url}/stuck` };
		const running = await Promise.all(
			Array.from({ length: 10 }, () => submitCrawl(service, stuck)),
		);
		const waiting = await submitCrawl(service, slowCrawl());
		const before = await callService(service, 'GET', `/crawl/${waiting}`);
		await callService(service, 'DELETE', `/crawl/${waiting}`);
		const { body } = await callService(service, 'GET', `/crawl/${waiting}`);
		for (const jobId of running) await callService(service, 'DELETE', `/crawl/${jobId}`);

		validateResponse('getCrawlJob', 200, before.body);
		expect(before.body).toMatchObject({ status: 'waiting', progress: { pagesCrawled: 0 } });
		expect(body).toMatchObject({ status: 'cancelled', result: null });
		expect(await listPages(service, waiting)).toEqual([]);
	});

	it.each([
		['completed', '/single'],
		['failed', '/missing'],
	])('answers 400 when the job is %s', async (state, path) => {
		const { jobId } = await crawl(service, {
			baseUrl: `${site.url}${path}`,
			crawlInstruction: 'all pages',
		});
		const { status, body } = await callService(service, 'DELETE', `/crawl/${jobId}`);

		validateResponse('cancelCrawl', status, body);
		expect(status).toBe(400);
		expect(body).toEqual({
			status: 'error',
			message: `Cannot cancel a job with status ${state}`,
		});
	});

	it('leaves no page pending', async () => {
		const jobId = await submitCrawl(service, slowCrawl());
		const before = await eventually(
			async () => {
				const answer = await callService(service, 'GET', `/crawl/${jobId}/pages`);
				return Object(answer.body).pages.at(-1)?.status === 'pending' ? answer : undefined;
			},
			'No page is pending',
			{ intervalMs: 0 },
		);
		await callService(service, 'DELETE', `/crawl/${jobId}`);
		await waitUntilNothingRuns(jobId);

		validateResponse('listCrawlPages', before.status, before.body);
		expect(Object(before.body).pages.at(-1)).toMatchObject({ status: 'pending', data: null });
	});

	it('answers 400 when the job is cancelled', async () => {
		const jobId = await submitCrawl(service, slowCrawl());
		await callService(service, 'DELETE', `/crawl/${jobId}`);
		const { status, body } = await callService(service, 'DELETE', `/crawl/${jobId}`);

		expect(status).toBe(400);
		expect(body).toEqual({
			status: 'error',
			message: 'Cannot cancel a job with status cancelled',
		});
	});
});

describe('a crawl that is interrupted', () => {
	const interruptedCrawl = () => ({ ...slowCrawl(), maxPages: PAGES });

	it('goes on after the process was killed: no page is lost, none that was done is loaded again', async () => {
		const request = { ...interruptedCrawl(), excludePaths: ['/slow/4*'] };
		const jobId = await submitCrawl(service, request);
		await waitForPages(service, jobId, 5);
		await service.kill();
		site.takeRequests();

		service = await startService({ dataDirectory });
		const before = (await listPages(service, jobId)).filter(({ status }) => status === 'success');
		const { result, status } = await waitForCrawl(service, jobId);
		const requests = new Set(site.takeRequests());
		const { body } = await callService(service, 'GET', `/crawl/job/${jobId}`);
		const { body: job } = await callService(service, 'GET', `/crawl/${jobId}`);

		expect(status).toBe('completed');
		expect(Object(job).warnings).toEqual([
			'Stopped at Max Pages (10); 29 more addresses were found.',
			'31 of 41 addresses were not opened: 2 by includePaths or excludePaths, 29 by Max Pages (10).',
		]);
		expect(new Set(listPaths(result)).size).toBe(PAGES);
		expect(result).toHaveLength(PAGES);
		expect(before.length).toBeGreaterThanOrEqual(5);
		expect(listPaths(before).filter((path) => requests.has(path))).toEqual([]);
		expect(body).toMatchObject({
			pages_crawled: PAGES,
			credits_used: PAGES,
			warnings: Object(job).warnings,
		});
	});

	it('goes on after the service was stopped and started again', async () => {
		const jobId = await submitCrawl(service, interruptedCrawl());
		await waitForPages(service, jobId, 4);
		const exitCode = await service.stop();

		service = await startService({ dataDirectory });
		const { result, status } = await waitForCrawl(service, jobId);

		expect(exitCode).toBe(0);
		expect(status).toBe('completed');
		expect(new Set(listPaths(result)).size).toBe(PAGES);
	});

	it('survives the death of its browser', async () => {
		const request = { ...interruptedCrawl(), ...WITH_BROWSER, maxPages: 6 };
		const jobId = await submitCrawl(service, request);
		await waitForPages(service, jobId, 3);
		const killedCount = await service.killBrowser();
		const { result, status } = await waitForCrawl(service, jobId);

		expect(killedCount).toBeGreaterThan(0);
		expect(status).toBe('completed');
		expect(new Set(listPaths(result)).size).toBe(6);
	});
});
