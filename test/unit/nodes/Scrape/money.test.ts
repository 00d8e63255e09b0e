import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { Scrape } from '../../../../nodes/Scrape/Scrape.node';
import { bodyField } from '../../../../nodes/shared/transport/serviceBody';
import { speedUpSystemClock } from '../../../support/fastClock';
import { sendJson, startServer, type LoopbackServer } from '../../../support/loopbackServer';
import { runWorkflow, type NodeOutcome } from '../../../support/n8nWorkflow';

let service: LoopbackServer;

/** What the service has logged, newest first. */
let logs: IDataObject[];

/** A service that scrapes at once, and tells of its logs page by page. */
async function startLoggingService(): Promise<LoopbackServer> {
	return await startServer(({ method, path, body }, response) => {
		const [pathname = '', query] = path.split('?', 2);
		const id = decodeURIComponent(pathname.split('/').at(-1) ?? '');
		if (pathname === '/api/scrape-logs') {
			const page = Number(new URLSearchParams(query).get('page'));
			const rows = logs.slice((page - 1) * 100, page * 100);
			const listed = rows.map(({ result_data: _data, ...row }) => row);
			sendJson(response, 200, { status: 'success', data: { logs: listed, total: logs.length } });
		} else if (pathname.startsWith('/api/scrape-logs/')) {
			const data = logs.find(({ uuid }) => uuid === id);
			sendJson(response, data ? 200 : 404, { status: 'success', data });
		} else if (method === 'POST') {
			const [entry]: unknown[] = Object(bodyField(body, 'urls'));
			const url = String(bodyField(entry, 'url') ?? entry);
			const data = [{ url, title: 'New', markdownContent: '# New', success: true }];
			const result = { content: '# New', data };
			sendJson(response, 202, { status: 'completed', jobId: 'j-1', batchId: 'b-1', result });
		}
	});
}

function hoursAgo(hours: number): string {
	return new Date(Date.now() - hours * 3_600_000).toISOString();
}

function log(url: string, more: IDataObject = {}): IDataObject {
	return {
		uuid: `log of ${url}`,
		status: 'success',
		urls: [{ url }],
		started_at: hoursAgo(2),
		finished_at: hoursAgo(2),
		extraction_prompt: null,
		tokens_used: 0,
		result_data: `# Old ${url}`,
		...more,
	};
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
	logs = [];
	service = await startLoggingService();
});

describe('Max Credits', () => {
	const urls = ['a', 'b', 'c'].map((name) => `https://${name}.test/`);

	test('refuses what would cost more, before anything is sent', async () => {
		const { error } = await scrape(urls, { options: { maxCredits: 2 } });
		expect(error?.message).toBe("'Max Credits' is 2, and the input would cost at least 3 credits");
		expect(error).toMatchObject({ description: expect.stringContaining('Nothing was started') });
		expect(service.requests).toEqual([]);
	});

	test.each([3, 0])('lets pass what costs no more: %s', async (maxCredits) => {
		const { outputs } = await scrape(urls, { options: { maxCredits } });
		expect(outputs[0]).toHaveLength(3);
	});
});

describe('Estimate Only', () => {
	const many = Array.from({ length: 120 }, (_item, index) => `https://a.test/${index}`);

	test('says what a run would come to, and sends nothing', async () => {
		const { outputs } = await scrape([...many, 'https://a.test/1'], {
			options: { estimateOnly: true },
		});
		expect(outputs[0]?.map(({ json }) => json)).toEqual([
			{ addresses: 120, reused: 0, sentAs: 'batches', jobs: 3, leastCredits: 120 },
		]);
		expect(service.sent('POST')).toEqual([]);
	});

	test('counts what would be reused', async () => {
		logs = [log('https://a.test/1')];
		const { outputs } = await scrape(['https://a.test/1', 'https://a.test/2'], {
			options: { estimateOnly: true, reuseHours: 24 },
		});
		expect(outputs[0]?.map(({ json }) => json)).toEqual([
			{ addresses: 2, reused: 1, sentAs: 'jobs', jobs: 1, leastCredits: 1 },
		]);
		expect(service.sent('POST')).toEqual([]);
	});
});

describe('a result that is young enough', () => {
	const URL_A = 'https://a.test/page';
	const reuse = { options: { reuseHours: 3 } };

	test('is taken from the logs, and nothing is paid for', async () => {
		logs = [log(URL_A)];
		const { outputs, hints } = await scrape([URL_A], reuse);
		expect(service.sent('POST')).toEqual([]);
		expect(outputs[0]).toEqual([
			{
				json: {
					url: URL_A,
					success: true,
					content: `# Old ${URL_A}`,
					isReused: true,
					scrapedAt: logs[0]?.finished_at,
					logId: `log of ${URL_A}`,
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(hints.map(({ message }) => message)).toEqual(['1 address, 1 reused, 0 credits']);
	});

	test('stands in its place among those that are scraped', async () => {
		logs = [log('https://b.test/')];
		const { outputs, hints } = await scrape(['a.test', 'b.test', 'c.test'], reuse);
		expect(outputs[0]?.map(({ json }) => json.content)).toEqual([
			'# New',
			'# Old https://b.test/',
			'# New',
		]);
		expect(hints.map(({ message }) => message)).toEqual(['3 addresses, 1 reused, 2 scrape jobs']);
	});

	test('does not count for Max Credits', async () => {
		logs = [log('https://b.test/')];
		const options = { ...reuse.options, maxCredits: 1 };
		expect((await scrape(['a.test', 'b.test'], { options })).outputs[0]).toHaveLength(2);
	});

	test('of the same prompt is taken, as rows where they are wanted', async () => {
		const result_data = { products: [{ name: 'Lamp' }, { name: 'Chair' }] };
		logs = [log(URL_A, { extraction_prompt: 'Names', tokens_used: 9, result_data })];
		const { outputs } = await scrape([URL_A], { prompt: 'Names', splitInto: 'row', ...reuse });
		expect(outputs[0]?.map(({ json }) => json.name)).toEqual(['Lamp', 'Chair']);
		expect(service.sent('POST')).toEqual([]);
	});

	test('is found on a later page of the list', async () => {
		const others = Array.from({ length: 130 }, (_value, index) => log(`https://x.test/${index}`));
		logs = [...others, log(URL_A)];
		await scrape([URL_A], reuse);
		expect(service.sent('POST')).toEqual([]);
	});

	test.each<[string, IDataObject, INodeParameters]>([
		['is too old', { finished_at: hoursAgo(4) }, {}],
		['failed', { status: 'error' }, {}],
		['was asked for with another prompt', { extraction_prompt: 'Names' }, {}],
		['used AI without a prompt', { tokens_used: 12 }, {}],
		['gave fields without a prompt', { result_data: { name: 'x' } }, {}],
		['is one answer over several pages', { urls: [{ url: URL_A }, { url: 'https://b.test' }] }, {}],
		['had browser actions', { urls: [{ url: URL_A, actions: [] }] }, {}],
		['cannot have the fields that are asked for', {}, { schemaMode: 'preset' }],
		['may be in another format', {}, { output: 'json' }],
		['may show too much', {}, { options: { ...reuse.options, extractContentOnly: true } }],
		['may show another login', {}, { options: { ...reuse.options, cookies: 'a=1' } }],
		['has no screenshot', {}, { options: { ...reuse.options, screenshot: 'viewport' } }],
	])('is scraped anew when the one before %s', async (_label, more, parameters) => {
		logs = [log(URL_A, more)];
		const { outputs } = await scrape([URL_A], { ...reuse, ...parameters });
		expect(outputs[0]?.[0]?.json).not.toHaveProperty('isReused');
		expect(service.sent('POST')).toHaveLength(1);
	});
});

test('nothing is looked for in the logs without the wish', async () => {
	logs = [log('https://a.test/')];
	await scrape(['a.test'], {});
	expect(service.requests.map(({ path }) => path)).toEqual(['/api/scrape']);
});
