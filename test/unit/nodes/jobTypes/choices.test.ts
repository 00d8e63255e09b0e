import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { listBatches } from '../../../../nodes/shared/jobTypes/batchJob';
import { listCrawls } from '../../../../nodes/shared/jobTypes/crawlJob';
import { listScrapeLogs, listSearchLogs } from '../../../../nodes/shared/jobTypes/logRows';
import { ScriptedService } from '../../../support/scriptedService';
import { SimulatedClock } from '../../../support/simulatedClock';

type ListMethod = typeof listBatches;

const AT = '2026-01-05T12:30:00.000Z';

/** What a list offers to pick from when the service answers so. */
async function choices(method: ListMethod, body: object): Promise<string[]> {
	const service = new ScriptedService(new SimulatedClock(), () => ({ status: 200, body }));
	service.latencyMs = 0;
	const context = service.context() as unknown as ILoadOptionsFunctions;
	const { results }: INodeListSearchResult = await method.call(context);
	return results.map(({ name, value }) => `${String(value)}: ${name}`);
}

test('batches are offered with their size, how far they are and when they began', async () => {
	const jobs = [
		{
			uuid: 'b-1',
			totalUrls: 50,
			completedCount: 12,
			failedCount: 2,
			status: 'running',
			createdAt: AT,
		},
		{ uuid: 'b-2', totalUrls: 1, status: 'completed', createdAt: AT },
		{ uuid: 'b-3' },
		{ status: 'completed' },
	];
	expect(await choices(listBatches, { jobs })).toEqual([
		expect.stringMatching(/^latest: /),
		'b-1: Batch of 50 pages (running, 14 of 50 (2 failed), 2026-01-05 12:30 UTC)',
		'b-2: Batch of 1 page (completed, 2026-01-05 12:30 UTC)',
		'b-3: Batch of unknown pages (unknown, unknown time)',
	]);
});

test('crawls are offered with their address, their pages and when they began', async () => {
	const jobs = [
		{
			id: 'c-1',
			base_url: 'https://a.test/docs',
			status: 'completed',
			pages_crawled: 7,
			created_at: AT,
		},
		{ id: 'c-2', base_url: 'http://b.test/', status: 'active', pages_crawled: 1, created_at: AT },
		{ id: 'c-3' },
		{ base_url: 'https://a.test/' },
	];
	expect(await choices(listCrawls, { jobs })).toEqual([
		expect.stringMatching(/^latest: /),
		'c-1: a.test/docs (completed, 7 pages, 2026-01-05 12:30 UTC)',
		'c-2: b.test/ (active, 1 page, 2026-01-05 12:30 UTC)',
		'c-3: Unknown address (unknown, unknown time)',
	]);
});

test('logs are offered with their addresses or query; there is no latest', async () => {
	const urls = [{ url: 'https://a.test/' }, {}, { url: 'https://b.test/' }];
	const logs = [
		{ uuid: 's-1', urls, status: 'success', started_at: AT },
		{ uuid: 's-2', urls: 'odd' },
		{ uuid: 's-3', query: 'ferries', status: 'error', started_at: AT },
		{ urls },
		'odd',
	];
	for (const method of [listScrapeLogs, listSearchLogs]) {
		expect(await choices(method, { data: { logs } })).toEqual([
			's-1: https://a.test/, https://b.test/ (success, 2026-01-05 12:30 UTC)',
			's-2: Unknown address (unknown, unknown time)',
			's-3: ferries (error, 2026-01-05 12:30 UTC)',
		]);
	}
});

test('an empty listing offers no job', async () => {
	const body = { jobs: [], data: { logs: [] } };
	expect(await choices(listScrapeLogs, body)).toEqual([]);
	expect(await choices(listCrawls, body)).toEqual([]);
});

test.each([[{}], [{ jobs: 'none', data: { logs: 'none' } }]])(
	'%j is no listing, and is not shown as an empty one',
	async (body) => {
		await expect(choices(listScrapeLogs, body)).rejects.toThrow('could not be read');
		await expect(choices(listCrawls, body)).rejects.toThrow('could not be read');
	},
);
