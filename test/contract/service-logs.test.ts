import { randomUUID } from 'node:crypto';
import { eventually } from '../support/eventually';
import { untilMidnightIsOver } from '../support/midnight';
import { callService, waitForEnd } from './support/callService';
import { startService, type RunningService } from './support/startService';
import { startSite, type TestSite } from './support/startSite';
import { changeDatabase } from './support/testDatabase';
import { validateResponse } from './support/validateResponse';

const DEAD_URL = 'http://127.0.0.1:9/';

let service: RunningService;
let site: TestSite;
/** Oldest first: the article, a dead address, the guide and the article together. */
let jobIds: string[];

beforeAll(async () => {
	await untilMidnightIsOver();
	const environment = { LOG_LEVEL: 'debug' };
	[service, site] = await Promise.all([startService({ environment }), startSite()]);
	jobIds = [];
	for (const urls of [
		[`${site.url}/article`],
		[DEAD_URL],
		[`${site.url}/layout`, `${site.url}/article`],
	]) {
		const { body } = await callService(service, 'POST', '/scrape', {
			urls: urls.map((url) => ({ url })),
			scrapeMode: 'fast',
		});
		const { jobId } = Object(body);
		await waitForEnd(service, `/scrape/${jobId}`);
		jobIds.push(jobId);
	}
});

afterAll(async () => {
	await Promise.all([service.stop(), site.stop()]);
});

async function listLogs(query: string): Promise<{ logs: { uuid: string }[]; total: number }> {
	const { status, body } = await callService(service, 'GET', `/scrape-logs?${query}`);
	validateResponse('listScrapeLogs', status, body);
	return Object(body).data;
}

const toDay = (date: Date) => date.toLocaleDateString('sv-SE');
const today = () => toDay(new Date());

describe('GET /scrape-logs', () => {
	it('lists every scrape, newest first', async () => {
		const { logs, total } = await listLogs('');

		expect(logs.map(({ uuid }) => uuid)).toEqual(jobIds.toReversed());
		expect(total).toBe(3);
		expect(logs[0]).toEqual({
			uuid: jobIds[2],
			status: 'success',
			started_at: expect.stringMatching(/Z$/),
			finished_at: expect.stringMatching(/Z$/),
			error_message: null,
			urls: [{ url: `${site.url}/layout` }, { url: `${site.url}/article` }],
			extraction_prompt: null,
			tokens_used: 0,
			latency_ms: expect.any(Number),
			credits_used: 2,
		});
	});

	it.each([
		['status', () => 'status=error', [1]],
		['words of a URL in any case', () => 'searchTerm=LAYOUT', [2]],
		['a day', () => `dateStart=${today()}&dateEnd=${today()}`, [2, 1, 0]],
		['a later day', () => `dateStart=${toDay(new Date(Date.now() + 172_800_000))}`, []],
		['an earlier day', () => `dateEnd=${toDay(new Date(Date.now() - 172_800_000))}`, []],
		['wildcards, taken literally', () => 'searchTerm=%25', []],
	])('filters by %s', async (_label, query, expected) => {
		const { logs, total } = await listLogs(query());

		expect(logs.map(({ uuid }) => uuid)).toEqual(expected.map((index) => jobIds[index]));
		expect(total).toBe(expected.length);
	});

	it('pages through all of them without repeats', async () => {
		const first = await listLogs('page=1&limit=2');
		const second = await listLogs('page=2&limit=2');
		const third = await listLogs('page=3&limit=2');

		expect([...first.logs, ...second.logs].map(({ uuid }) => uuid)).toEqual(jobIds.toReversed());
		expect(third).toEqual({ logs: [], total: 3 });
	});

	it.each([
		['limit=0', 'limit must be 1 to 100.'],
		['limit=101', 'limit must be 1 to 100.'],
		['page=0', 'page must be at least 1.'],
		['status=done', 'status must be one of success, error, in_progress, failed.'],
		['dateStart=21.11.2026', 'dateStart must be a date of the form YYYY-MM-DD.'],
	])('answers 400 to %s', async (query, message) => {
		const { status, body } = await callService(service, 'GET', `/scrape-logs?${query}`);

		expect(status).toBe(400);
		expect(body).toEqual({ status: 'error', message });
		validateResponse('listScrapeLogs', status, body);
	});
});

describe('GET /scrape-logs/{uuid}', () => {
	it('shows a log with the whole result', async () => {
		const { status, body } = await callService(service, 'GET', `/scrape-logs/${jobIds[0]}`);

		validateResponse('getScrapeLog', status, body);
		expect(Object(body).data).toMatchObject({
			uuid: jobIds[0],
			status: 'success',
			input_tokens: 0,
			output_tokens: 0,
			captcha_solved_count: 0,
			scraped_sites_count: 1,
			result_data: expect.stringContaining('# The harbour of Ostrand'),
		});
	});

	it('answers 404 to an unknown log', async () => {
		const { status, body } = await callService(service, 'GET', '/scrape-logs/unknown');

		expect(status).toBe(404);
		expect(body).toEqual({ status: 'error', message: 'Log not found' });
		validateResponse('getScrapeLog', status, body);
	});
});

describe('GET /usage-stats', () => {
	it.each([
		['7d', 7, /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)$/],
		['30d', 30, /^[A-Z][a-z]{2} \d{1,2}$/],
		['weekly', 7, /^Week \d{1,2}$/],
	])('gives one point per period for %s, the last one now', async (range, count, label) => {
		const { status, body } = await callService(service, 'GET', `/usage-stats?range=${range}`);
		validateResponse('getUsageStats', status, body);
		const { data } = Object(body);
		const last = data.at(-1);

		expect(data).toHaveLength(count);
		expect(last).toMatchObject({ requests: 3, crawls: 0, tokens: 0, captchas: 0, credits: 3 });
		expect(last.label).toMatch(label);
		expect(last.latency).toBeGreaterThan(0);
		expect(data.slice(0, -1).every(({ requests }: { requests: number }) => requests === 0)).toBe(
			true,
		);
	});

	it.each(['', '?range=1y'])('answers 400 to %p', async (query) => {
		const { status, body } = await callService(service, 'GET', `/usage-stats${query}`);

		expect(status).toBe(400);
		expect(body).toEqual({ status: 'error', message: 'Invalid or missing range' });
		validateResponse('getUsageStats', status, body);
	});
});

describe('GET /account', () => {
	it('agrees with the logs about the credits used', async () => {
		const { status, body } = await callService(service, 'GET', '/account');

		validateResponse('getAccount', status, body);
		expect(Object(body).data).toMatchObject({
			plan: 'local',
			creditsUsed: 3,
			creditsRemaining: null,
			scrapesUsed: 3,
		});
	});
});

// Last, as it adds to the lists above.
describe('many logs', () => {
	const COUNT = 20_000;
	const SEARCHES = 60;
	const WARM = 4;

	/** Puts ended searches into the service's records. */
	async function addSearches(): Promise<void> {
		const indices = Array.from({ length: COUNT }, (_entry, index) => index);
		const rows = indices.map((index) => {
			const query = `what is said of the place with the number ${index} in the books about it`;
			const request = JSON.stringify({ query });
			return `('${randomUUID()}', 'search', 'completed', '${request}', '${query}', ${index}, ${index})`;
		});
		await changeDatabase(
			service.dataDirectory,
			`INSERT INTO jobs (id, kind, state, request, search_text, created_at_ms, finished_at_ms)
			VALUES ${rows.join(',')}`,
		);
	}

	it('are searched without holding up other requests', async () => {
		await addSearches();
		const ask = async (path: string): Promise<unknown> =>
			(await callService(service, 'GET', path)).body;
		// Connections to the database are made once; what is compared is who waits for whom.
		await Promise.all(Array.from({ length: WARM }, () => ask('/usage-stats?range=7d')));
		const searches = Array.from({ length: SEARCHES }, (_, index) =>
			ask(`/search-logs?searchTerm=nobody+${index}+said+this`),
		);
		await ask('/account');
		for (const body of await Promise.all(searches)) {
			expect(body).toMatchObject({ data: { logs: [], total: 0 } });
		}

		// In the order in which the service has answered, however late the test comes to read it:
		// most searches still waited for their turn when another request had been answered.
		const routes = await eventually(() => {
			const answers = service.readOutput().stderr.matchAll(/"route":"([^"]+)".*"answered"/g);
			const found = [...answers].map(([, route]) => route).slice(-SEARCHES - 1);
			return found.filter((route) => route === '/api/search-logs').length === SEARCHES && found;
		}, 'not all answers are in the log');
		expect(routes.indexOf('/api/account')).toBeGreaterThanOrEqual(0);
		expect(routes.indexOf('/api/account')).toBeLessThan(SEARCHES / 2);
		expect(await ask('/search-logs?searchTerm=the+number+77')).toMatchObject({
			data: { total: 111 },
		});
	});
});
