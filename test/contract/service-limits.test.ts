import { callService, waitForEnd } from './support/callService';
import { startService } from './support/startService';
import { startSite, type TestSite } from './support/startSite';
import { validateResponse } from './support/validateResponse';

jest.setTimeout(90_000);

let site: TestSite;

beforeAll(async () => {
	site = await startSite();
});

afterAll(() => site.stop());

const request = (path: string) => ({ urls: [{ url: `${site.url}${path}` }] });

describe('the monthly limit', () => {
	it('refuses further scrapes in the words of the reference', async () => {
		const service = await startService({ environment: { MONTHLY_SCRAPE_LIMIT: '1' } });
		const first = await callService(service, 'POST', '/scrape', request('/article'));
		const second = await callService(service, 'POST', '/scrape', request('/article'));
		await waitForEnd(service, `/scrape/${Object(first.body).jobId}`);
		const account = await callService(service, 'GET', '/account');
		await service.stop();

		expect(first.status).toBe(202);
		expect(second.status).toBe(403);
		expect(second.body).toEqual({
			status: 'error',
			message: 'Monthly scrape limit exceeded for your plan.',
		});
		validateResponse('submitScrape', 403, second.body);
		expect(Object(account.body).data).toMatchObject({ scrapesUsed: 1, scrapesRemaining: 0 });
	});
});

describe('the cap on pending scrapes', () => {
	const submitTimes = async (count: number, environment: Record<string, string>) => {
		const service = await startService({
			environment: { MAX_CONCURRENT_PAGES: '1', ...environment },
		});
		const answers = [];
		for (let index = 0; index < count; index += 1) {
			answers.push(await callService(service, 'POST', '/scrape', request('/slow?ms=20000')));
		}
		await service.stop();
		return answers;
	};

	it('lets ten wait and answers 429 to the eleventh while rate limits are on', async () => {
		const answers = await submitTimes(11, { RATE_LIMIT_REQUESTS: '300' });
		const refused = answers[10];

		expect(answers.slice(0, 10).every(({ status }) => status === 202)).toBe(true);
		expect(refused?.status).toBe(429);
		expect(refused?.body).toMatchObject({ status: 'error', code: 'TOO_MANY_PENDING_JOBS' });
		expect(refused?.headers.get('Retry-After')).toBe('5');
		validateResponse('submitScrape', 429, refused?.body);
	});

	it('is off by default', async () => {
		const answers = await submitTimes(11, {});

		expect(answers.every(({ status }) => status === 202)).toBe(true);
	});
});
