import { untilMidnightIsOver } from '../support/midnight';
import { callService, waitForEnd } from './support/callService';
import { startService, type RunningService } from './support/startService';
import { startSite, type TestSite } from './support/startSite';

let service: RunningService;
let site: TestSite;

beforeAll(async () => {
	await untilMidnightIsOver();
	[service, site] = await Promise.all([startService(), startSite()]);
});

afterAll(async () => {
	await Promise.all([service.stop(), site.stop()]);
});

/** Where a page is read is no matter to what is counted of it. */
const PLAIN = { scrapeMode: 'fast' };

/** Submits a job, waits for its end, and returns its last status body. */
async function work(path: string, request: object): Promise<unknown> {
	const { body } = await callService(service, 'POST', path, request);
	const { jobId, batchId } = Object(body);
	return (await waitForEnd(service, `${path}/${jobId ?? batchId}`)).body;
}

const scrape = (...paths: string[]) =>
	work('/scrape', { ...PLAIN, urls: paths.map((path) => ({ url: `${site.url}${path}` })) });

const read = async (path: string) => Object((await callService(service, 'GET', path)).body).data;

const sumOf = (rows: Array<Record<string, unknown>>, name: string) =>
	rows.reduce((total, row) => total + Number(row[name] ?? 0), 0);

test('after work of every kind, logs, usage and account agree with each other and with what was done', async () => {
	const done = [
		// Two pages are two credits; a page that cannot be reached is free.
		await scrape('/article', '/layout'),
		await scrape('/article'),
		await work('/scrape', { ...PLAIN, urls: [{ url: 'http://127.0.0.1:1/' }] }),
		await work('/batch/scrape', {
			...PLAIN,
			urls: [`${site.url}/article`, `${site.url}/missing`],
			output: 'markdown',
		}),
		await work('/crawl', {
			...PLAIN,
			baseUrl: `${site.url}/article`,
			crawlInstruction: 'all pages',
			maxPages: 1,
		}),
		// One search with results is one credit, one without is free.
		await work('/search', { query: 'ships harbour museum' }),
		await work('/search', { query: 'xylophone' }),
		await work('/parse', { url: `${site.url}/prices.csv`, wait: false }),
		await work('/parse', { url: `${site.url}/missing`, wait: false }),
	];
	expect(done.map((body) => Object(body).status)).toEqual([
		'completed',
		'completed',
		'failed',
		'completed',
		'completed',
		'completed',
		'completed',
		'completed',
		'failed',
	]);

	const { logs: scrapeLogs, total } = await read('/scrape-logs?limit=100');
	expect(total).toBe(5);
	expect(scrapeLogs.map(({ status }: { status: string }) => status).sort()).toEqual([
		'error',
		'error',
		'success',
		'success',
		'success',
	]);
	const { logs: searchLogs } = await read('/search-logs?limit=100');
	expect(sumOf(scrapeLogs, 'credits_used')).toBe(4);
	expect(sumOf(searchLogs, 'credits_used')).toBe(1);

	const { body: history } = await callService(service, 'GET', '/crawl/history');
	const crawlCredits = sumOf(Object(history).jobs, 'credits_used');
	expect(crawlCredits).toBe(1);
	const parseCredits = sumOf(
		done.map((body) => Object(body)),
		'creditsUsed',
	);
	expect(parseCredits).toBe(1);

	const points = await read('/usage-stats?range=7d');
	const today = points.at(-1);
	expect(today).toMatchObject({ requests: 5, crawls: 1, tokens: 0, captchas: 0 });
	expect(today.credits).toBe(4 + 1 + crawlCredits + parseCredits);
	expect(today.latency).toBeGreaterThan(0);
	expect(sumOf(points, 'credits')).toBe(today.credits);
	const weeks = await read('/usage-stats?range=weekly');
	expect(weeks.at(-1).credits).toBe(today.credits);
	expect((await read('/account')).creditsUsed).toBe(today.credits);
});
