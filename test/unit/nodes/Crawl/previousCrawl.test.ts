import { crawlRun } from '../../../../nodes/Crawl/operations/crawlRun';
import type { JobAnswer } from '../../../../nodes/shared/operations/operation';
import type { ServiceRequest } from '../../../../nodes/shared/transport/serviceRequest';
import { prepareJob } from '../../../support/prepareOperation';

const site = { baseUrl: 'https://site.test/', crawlInstruction: 'all pages' };

const page = (path: string, data: string) => ({
	url: `https://site.test/${path}`,
	status: 'success',
	data,
});

const finished = { status: 'completed', base_url: 'https://site.test/' };
const newest = { ...finished, id: 'c-3' };
const others = [
	{ ...finished, id: 'other-site', base_url: 'https://other.test/' },
	{ ...finished, id: 'other-prompt', transform_instruction: 'Prices' },
	{ ...finished, id: 'cancelled', status: 'cancelled' },
];
const earlier = { ...finished, id: 'c-1' };

const now = [page('a', 'Old text'), page('b', 'New text'), page('c', 'First text')];
const before = [page('a', 'Old text'), page('b', 'Old words'), page('d', 'Last text')];

/** The crawl c-3 as its items show it, with what is said about it. */
async function run(
	jobs: object[],
	options: object = {},
	{ maxPages = 5, status = 'completed' } = {},
): Promise<{ changes: unknown[]; notes: unknown; hints: unknown; sent: string[] }> {
	const set = { ...site, maxPages, options: { compareWith: 'previousCrawl', ...options } };
	const { collect, toItems, report } = await prepareJob(crawlRun, set);
	const sent: string[] = [];
	const send = async ({ path }: ServiceRequest): Promise<unknown> => {
		sent.push(path);
		return path === '/crawl/history' ? { jobs, total: jobs.length } : { pages: before };
	};
	const answer: JobAnswer = { jobId: 'c-3', body: { status }, collected: { pages: now } };
	const compared = (await collect?.extend?.(answer, send)) ?? answer;
	const { notes, hints } = report?.(compared) ?? {};
	const changes = toItems(compared).map(({ json }) => [json.url, json.change]);
	return { changes, notes, hints, sent };
}

test('a crawl is compared with the latest one of the same start that was completed before it', async () => {
	const { changes, notes, hints, sent } = await run([
		{ ...finished, id: 'later' },
		newest,
		...others,
		earlier,
		{ ...finished, id: 'c-0' },
	]);
	expect(sent).toEqual(['/crawl/history', '/crawl/c-1/pages']);
	expect(changes).toEqual([
		['https://site.test/a', 'same'],
		['https://site.test/b', 'changed'],
		['https://site.test/c', 'new'],
		['https://site.test/d', 'removed'],
	]);
	expect(notes).toEqual(['Compared with crawl c-1: 1 new, 1 changed, 1 the same, 1 removed']);
	expect(hints).toEqual([]);
});

test('only the changes are returned if that is wanted', async () => {
	const { changes } = await run([newest, earlier], { onlyChanges: true });
	expect(changes.map((entry) => String(entry))).toEqual([
		'https://site.test/b,changed',
		'https://site.test/c,new',
		'https://site.test/d,removed',
	]);
});

test.each([
	['was cancelled', 5, 'cancelled'],
	['has as many pages as it may have', 3, 'completed'],
])('of a crawl that %s, no page counts as removed', async (_why, maxPages, status) => {
	const { changes, notes } = await run([newest, earlier], {}, { maxPages, status });
	expect(changes).toHaveLength(3);
	expect(String(notes)).toContain('removed ones are unknown');
});

test.each([[[]], [[newest]], [[newest, ...others]]])(
	'without an earlier crawl every page is new (%j)',
	async (jobs) => {
		const { changes, notes } = await run(jobs);
		expect(changes.map((entry) => String(entry))).toEqual([
			'https://site.test/a,new',
			'https://site.test/b,new',
			'https://site.test/c,new',
		]);
		expect(notes).toEqual([
			'There is no earlier crawl of this start URL and prompt, so every page is new',
		]);
	},
);
