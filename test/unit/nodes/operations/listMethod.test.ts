import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { listBatches } from '../../../../nodes/shared/jobTypes/batchJob';
import { listCrawls } from '../../../../nodes/shared/jobTypes/crawlJob';
import { listSearchLogs } from '../../../../nodes/shared/jobTypes/logRows';
import { packageNodes } from '../../../support/packageNodes';
import { sendJson, startFakeService, type LoopbackServer } from '../../../support/loopbackServer';
import { inNode } from '../../../support/nodeProbe';

const batch = (index: number) => ({
	uuid: `b-${index}`,
	status: 'completed',
	totalUrls: 50,
	completedCount: 48,
	failedCount: 2,
	// By the size, so that one of them can be looked for.
	createdAt: index === 91 ? '2026-11-20T23:30:00+02:00' : '2026-11-21T13:05:09.000Z',
});
const crawl = { id: 'c-1', base_url: 'https://site.test/blog', status: 'active', pages_crawled: 1 };

let service: LoopbackServer;

beforeEach(async () => {
	service = await startFakeService(({ path }, response) => {
		if (path.startsWith('/api/batch')) {
			const page = Number(new URL(path, 'http://service.test').searchParams.get('page'));
			const rest = Math.max(0, Math.min(50, 120 - (page - 1) * 50));
			const jobs = Array.from({ length: rest }, (_job, index) => batch((page - 1) * 50 + index));
			sendJson(response, 200, { jobs, pagination: { total: 120 } });
		} else if (path.startsWith('/api/crawl')) {
			sendJson(response, 200, { jobs: [crawl, { status: 'without an ID' }], total: 2 });
		} else {
			sendJson(response, 401, { status: 'error', message: 'Access token invalid or expired' });
		}
	});
});

type ListMethod = (
	this: ILoadOptionsFunctions,
	filter?: string,
	token?: string,
) => Promise<INodeListSearchResult>;

async function list(method: ListMethod, ...choice: string[]): Promise<INodeListSearchResult> {
	return await inNode({ baseUrl: service.baseUrl }, async (context) =>
		// A list method uses nothing of its context but what every context has.
		method.call(context as unknown as ILoadOptionsFunctions, ...choice),
	);
}

test('batches are shown by their size, how they went and when, after the latest', async () => {
	const { results, paginationToken } = await list(listBatches);
	expect(results[0]).toEqual({ name: 'Latest', value: 'latest' });
	expect(results[1]).toEqual({
		name: 'Batch of 50 pages (completed, 50 of 50 (2 failed), 2026-11-21 13:05 UTC)',
		value: 'b-0',
	});
	expect(paginationToken).toBe('2');
	expect((await list(listBatches, '', '2')).results[0]?.value).toBe('b-50');
});

test('crawls are shown by their address, and what is typed is looked for in the labels', async () => {
	const name = 'site.test/blog (active, 1 page, unknown time)';
	expect((await list(listCrawls)).results.slice(1)).toEqual([{ name, value: 'c-1' }]);
	expect((await list(listCrawls, 'BLOG')).results).toEqual([{ name, value: 'c-1' }]);
	expect((await list(listCrawls, 'shop')).results).toEqual([]);
});

test('what is typed is looked for beyond the first page, and times are those of UTC', async () => {
	expect((await list(listBatches, '2026-11-20 21:30')).results).toEqual([
		{ name: expect.stringContaining('2026-11-20 21:30 UTC'), value: 'b-91' },
	]);
	expect(await list(listBatches, 'nothing like it')).toEqual({ results: [] });
});

test('what goes wrong is said, not shown as an empty list', async () => {
	await expect(list(listSearchLogs)).rejects.toThrow('Access token invalid or expired');
});

test.each(packageNodes)(
	'$name has the list methods that its fields name',
	({ type, description }) => {
		const named = description.properties
			.flatMap(({ modes }) => modes ?? [])
			.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []);
		expect([...new Set(named)].sort()).toEqual(Object.keys(type.methods?.listSearch ?? {}).sort());
	},
);
