import { untilMidnightIsOver } from '../support/midnight';
import { callService, waitForEnd } from './support/callService';
import { TEST_KEY } from './support/serviceSettings';
import { startService } from './support/startService';
import { startSite, type TestSite } from './support/startSite';
import { validateResponse } from './support/validateResponse';

let site: TestSite;

beforeAll(async () => {
	await untilMidnightIsOver();
	site = await startSite();
});

afterAll(() => site.stop());

const request = (path: string) => ({ urls: [{ url: `${site.url}${path}` }] });
const fast = (path: string) => ({ ...request(path), scrapeMode: 'fast' });

describe('the cap on pending scrapes and the monthly limit', () => {
	it.concurrent(
		'let ten wait and answer 429 to the eleventh while rate limits are on, and 403 once the month is used up, in the words of the reference',
		async () => {
			const service = await startService({
				environment: {
					MAX_CONCURRENT_PAGES: '1',
					RATE_LIMIT_REQUESTS: '300',
					MONTHLY_SCRAPE_LIMIT: '11',
				},
				withoutBrowser: true,
			});
			const answers = [];
			for (let index = 0; index < 11; index += 1) {
				answers.push(await callService(service, 'POST', '/scrape', fast('/held?by=cap')));
			}
			site.release('cap');
			const waiting = answers.slice(0, 10);
			for (const { body } of waiting) {
				await waitForEnd(service, `/scrape/${Object(body).jobId}`);
			}
			const last = await callService(service, 'POST', '/scrape', fast('/article'));
			const beyond = await callService(service, 'POST', '/scrape', fast('/article'));
			await waitForEnd(service, `/scrape/${Object(last.body).jobId}`);
			const account = await callService(service, 'GET', '/account');
			await service.stop();

			expect([...waiting, last].map(({ status }) => status)).toEqual(Array(11).fill(202));
			const refused = answers[10];
			expect(refused?.status).toBe(429);
			expect(refused?.body).toMatchObject({ status: 'error', code: 'TOO_MANY_PENDING_JOBS' });
			expect(refused?.headers.get('Retry-After')).toBe('5');
			validateResponse('submitScrape', 429, refused?.body);
			expect(beyond.status).toBe(403);
			expect(beyond.body).toEqual({
				status: 'error',
				message: 'Monthly scrape limit exceeded for your plan.',
			});
			validateResponse('submitScrape', 403, beyond.body);
			expect(Object(account.body).data).toMatchObject({ scrapesUsed: 11, scrapesRemaining: 0 });
		},
	);
});

describe('without rate limits', () => {
	it.concurrent(
		'more than ten may wait, slow pages of one key keep no other waiting, and the bound on unfinished jobs counts those of all kinds, refuses a batch as a whole, and takes jobs again when some have ended',
		async () => {
			const otherKey = 'another-key-of-the-tests';
			const service = await startService({
				environment: {
					MAX_CONCURRENT_PAGES: '1',
					API_KEYS: `${TEST_KEY},${otherKey}`,
					MAX_UNFINISHED_JOBS: '13',
				},
			});
			const slow = await Promise.all(
				Array.from({ length: 11 }, () =>
					callService(service, 'POST', '/scrape', request('/held?by=nobody')),
				),
			);
			const other = { ...service, apiKey: otherKey };
			const single = await callService(other, 'POST', '/scrape', request('/article'));
			const ended = await waitForEnd(other, `/scrape/${Object(single.body).jobId}`);
			const states = await Promise.all(
				slow.map(({ body }) => callService(service, 'GET', `/scrape/${Object(body).jobId}`)),
			);

			const short = fast('/held?by=all');
			const first = await callService(other, 'POST', '/scrape', short);
			const urls = [`${site.url}/article`, `${site.url}/layout`];
			const batch = await callService(service, 'POST', '/batch/scrape', { urls });
			const second = await callService(other, 'POST', '/scrape', short);
			const refused = [
				await callService(other, 'POST', '/scrape', short),
				await callService(service, 'POST', '/search', { query: 'lamps' }),
				await callService(service, 'POST', '/parse', {
					url: `${site.url}/prices.csv`,
					wait: false,
				}),
				await callService(service, 'POST', '/crawl', {
					baseUrl: `${site.url}/article`,
					crawlInstruction: 'all pages',
				}),
			];
			const listed = await callService(service, 'GET', '/batch/scrape');
			site.release('all');
			for (const { body } of [first, second]) {
				await waitForEnd(other, `/scrape/${Object(body).jobId}`);
			}
			const later = await callService(service, 'POST', '/batch/scrape', { urls });
			await service.stop();

			expect(slow.every(({ status }) => status === 202)).toBe(true);
			expect(ended.body).toMatchObject({ status: 'completed' });
			expect(states.map(({ body }) => Object(body).status)).not.toContain('completed');
			expect([first, second, later].map(({ status }) => status)).toEqual([202, 202, 202]);
			const asked = [[1, 2], ...refused.map(() => [0, 1])];
			for (const [at, { status, body, headers }] of [batch, ...refused].entries()) {
				const [room, added] = asked[at] ?? [];
				expect(status).toBe(429);
				expect(body).toEqual({
					status: 'error',
					message: `At most 13 jobs may be waiting or running (MAX_UNFINISHED_JOBS). There is room for ${room}, and this request adds ${added}. Wait until some of them have finished.`,
					code: 'TOO_MANY_PENDING_JOBS',
					retry_after: 5,
				});
				expect(headers.get('Retry-After')).toBe('5');
				validateResponse('submitScrape', 429, body);
			}
			expect(listed.body).toMatchObject({ jobs: [], pagination: { total: 0 } });
		},
	);
});
