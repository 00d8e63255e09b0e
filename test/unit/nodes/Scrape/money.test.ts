import type { INodeParameters } from 'n8n-workflow';
import { Scrape } from '../../../../nodes/Scrape/Scrape.node';
import { bodyField } from '../../../../nodes/shared/transport/serviceBody';
import { speedUpSystemClock } from '../../../support/fastClock';
import { sendJson, startFakeService, type LoopbackServer } from '../../../support/loopbackServer';
import { runWorkflow, type NodeOutcome } from '../../../support/n8nWorkflow';

let service: LoopbackServer;

/** What the service states; undefined for one that states no prices. */
let prices: { page: number } | undefined;

async function startScrapingService(): Promise<LoopbackServer> {
	return await startFakeService(({ body, path }, response) => {
		if (path.endsWith('/account')) {
			sendJson(response, 200, { status: 'success', data: { plan: 'local', prices } });
			return;
		}
		const [entry]: unknown[] = Object(bodyField(body, 'urls'));
		const url = String(bodyField(entry, 'url') ?? entry);
		const data = [{ url, title: 'New', markdownContent: '# New', success: true }];
		const result = { content: '# New', data };
		sendJson(response, 202, { status: 'completed', jobId: 'j-1', batchId: 'b-1', result });
	});
}

async function scrape(urls: string[], parameters: INodeParameters): Promise<NodeOutcome> {
	return await runWorkflow({
		nodeType: new Scrape(),
		parameters: { resource: 'page', operation: 'scrape', urls: urls.join('\n'), ...parameters },
		items: [{}],
		baseUrl: service.baseUrl,
	});
}

beforeEach(async () => {
	speedUpSystemClock();
	prices = { page: 1 };
	service = await startScrapingService();
});

describe('Max Credits', () => {
	const urls = ['a', 'b', 'c'].map((name) => `https://${name}.test/`);

	test('refuses what would cost more, before anything is sent', async () => {
		const { error } = await scrape(urls, { options: { maxCredits: 2 } });
		expect(error?.message).toBe("'Max Credits' is 2, but the input would cost at least 3 credits");
		expect(error).toMatchObject({ description: expect.stringContaining('Nothing was started') });
		expect(service.sent('POST')).toEqual([]);
	});

	test('lets pass what costs no more', async () => {
		const { outputs } = await scrape(urls, { options: { maxCredits: 3 } });
		expect(outputs[0]).toHaveLength(3);
	});

	test.each([
		['the price that the service states', { page: 3 }, 9],
		["the hosted service's, where it states none", undefined, 6],
	])('reckons with %s', async (_label, stated, credits) => {
		prices = stated;
		const { error } = await scrape(urls, { options: { maxCredits: credits - 1 } });
		expect(error?.message).toContain(`would cost at least ${credits} credits`);
		const { outputs } = await scrape(urls, { options: { maxCredits: credits } });
		expect(outputs[0]).toHaveLength(3);
	});

	test.each(['={{ $json.none }}', '', 0, null])('fails closed when it is %j', async (given) => {
		const { error } = await scrape(urls, { options: { maxCredits: given as string } });
		expect(error?.message).toMatch(/^'Max Credits' is/);
		expect(service.requests).toEqual([]);
	});

	test('asks for no price while it is not set', async () => {
		await scrape(urls, {});
		expect(service.sent('GET')).toEqual([]);
	});
});

describe('Estimate Only', () => {
	const many = Array.from({ length: 120 }, (_item, index) => `https://a.test/${index}`);

	test('says what a run would come to, and sends nothing', async () => {
		const { outputs } = await scrape([...many, 'https://a.test/1'], {
			options: { estimateOnly: true },
		});
		expect(outputs[0]?.map(({ json }) => json)).toEqual([
			{
				addresses: 120,
				sentAs: 'batches',
				jobs: 3,
				minCredits: 120,
				creditsPerPage: 1,
				priceFrom: 'service',
			},
		]);
		expect(service.sent('POST')).toEqual([]);
	});
});

test('nothing is read from the logs to spend less: they may hold pages of a login', async () => {
	await scrape(['a.test'], { options: { reuseHours: 5 } });
	expect(service.requests.map(({ path }) => path)).toEqual(['/api/scrape']);
});
