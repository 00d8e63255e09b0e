import { Readable } from 'node:stream';
import { crawlDownload } from '../../../../nodes/Crawl/operations/crawlDownload';
import { crawlExtract } from '../../../../nodes/Crawl/operations/crawlExtract';
import {
	crawlGet,
	crawlGetMany,
	crawlGetResult,
} from '../../../../nodes/Crawl/operations/earlierCrawl';
import { crawlRun } from '../../../../nodes/Crawl/operations/crawlRun';
import { pageGetMany } from '../../../../nodes/Crawl/operations/pageGetMany';
import type { ServiceClient } from '../../../../nodes/shared/transport/serviceClient';
import { ServiceError } from '../../../../nodes/shared/transport/serviceError';
import type { ParameterValues } from '../../../../nodes/shared/items/parameterValues';
import type { RequestOperation } from '../../../../nodes/shared/operations/operation';
import { allowUnknownFields } from '../../../support/heldToContract';
import {
	answerOf,
	bodyOf,
	jsonOf,
	prepareJob,
	prepareCalls,
	runCalls,
	refusalOf,
	requestOf,
	hintsOf,
} from '../../../support/prepareOperation';

const start = { baseUrl: 'site.test/blog', crawlInstruction: 'all pages' };

const pages = [
	{
		id: 'p-1',
		url: 'https://site.test/a',
		title: 'A',
		status: 'success',
		data: '{"price": 5}',
		html_url: 'https://site.test/files/a.html',
		markdown: 'https://site.test/files/a.md',
	},
	{
		id: 'p-2',
		url: 'https://site.test/b',
		title: null,
		status: 'failed',
		error_message: 'HTTP 404',
	},
	{ id: 'p-3', url: 'https://site.test/c', status: 'pending' },
];
const completed = { jobId: 'j-1', body: { status: 'completed', result: [] }, collected: { pages } };

describe('starting a crawl', () => {
	test('sends what is set, and nothing else', async () => {
		expect(await bodyOf(crawlRun, { ...start, options: { pageContent: 'whole' } })).toEqual({
			baseUrl: 'https://site.test/blog',
			crawlInstruction: 'all pages',
			maxPages: 5,
		});
	});

	test('reads the main content for Markdown, and whole pages for data', async () => {
		expect(await bodyOf(crawlRun, start)).toMatchObject({ extractContentOnly: true });
		const wish = { ...start, get: 'answer', prompt: 'Title and date' };
		expect(await bodyOf(crawlRun, wish)).not.toHaveProperty('extractContentOnly');
		const rows = { ...start, get: 'rows', fieldsText: 'name' };
		expect(await bodyOf(crawlRun, rows)).not.toHaveProperty('extractContentOnly');
	});

	test.each<[string, RequestOperation]>([
		['archive', crawlDownload],
		['record', crawlGet],
		['list of pages', pageGetMany],
	])('items with the same crawl get one %s', async (_label, operation) => {
		const keyOf = async (set: ParameterValues) =>
			(await prepareCalls(operation, set)).sharedBy ?? 'none';
		expect(await keyOf({ jobId: 'j-1' })).not.toBe('none');
		expect(await keyOf({ jobId: 'j-1' })).toBe(await keyOf({ jobId: 'j-1' }));
		expect(await keyOf({ jobId: 'j-1' })).not.toBe(await keyOf({ jobId: 'j-2' }));
	});

	test('items with the same crawl and wish pay for one new extraction', async () => {
		const keyOf = async (prompt: string) =>
			(await prepareJob(crawlExtract, { jobId: 'j-1', prompt })).sharedBy;
		expect(await keyOf('Titles')).toEqual(expect.any(String));
		expect(await keyOf('Titles')).toBe(await keyOf('Titles'));
		expect(await keyOf('Titles')).not.toBe(await keyOf('Dates'));
	});

	test('sends main content, fetch mode and additional fields', async () => {
		allowUnknownFields('x');
		const options = { pageContent: 'main', fetchMode: 'fast', additionalFields: '{"x": 1}' };
		expect(await bodyOf(crawlRun, { ...start, options })).toMatchObject({
			extractContentOnly: true,
			scrapeMode: 'fast',
			x: 1,
		});
		const other = { additionalFields: '{"baseUrl": "https://evil.test"}' };
		expect(await refusalOf(crawlRun, { ...start, options: other })).toContain("contains 'baseUrl'");
	});

	test('asks for the sources of values, in a new extraction too', async () => {
		const options = { includeSources: true };
		const run = { ...start, get: 'answer', prompt: 'Titles', options };
		expect(await bodyOf(crawlRun, run)).toMatchObject(options);
		expect(await bodyOf(crawlRun, { ...start, options })).not.toHaveProperty('includeSources');
		const again = { jobId: 'j-1', prompt: 'Titles', options };
		expect(await bodyOf(crawlExtract, again)).toMatchObject(options);
	});

	test('sends scope, schema, proxy and cookies', async () => {
		const options = {
			maxDepth: 2,
			includePaths: '/blog/*, /news/*',
			excludePaths: ['/tag/*'],
			allowSubdomains: true,
			crawlEntireDomain: true,
			ignoreQueryParams: true,
			proxyCountry: 'DE',
			cookies: 'a=1',
		};
		const set = {
			...start,
			...{ get: 'record', fieldsText: 'title', instructions: 'Title and date' },
			maxPages: 50,
			options,
		};
		expect(await bodyOf(crawlRun, set)).toEqual({
			baseUrl: 'https://site.test/blog',
			crawlInstruction: 'all pages',
			transformInstruction: 'Title and date',
			schema: { type: 'object', properties: { title: { type: ['string', 'null'] } } },
			maxPages: 50,
			maxDepth: 2,
			includePaths: ['/blog/*', '/news/*'],
			excludePaths: ['/tag/*'],
			allowSubdomains: true,
			crawlEntireDomain: true,
			ignoreQueryParams: true,
			useProxy: true,
			proxyCountry: 'de',
			cookies: 'a=1',
		});
	});

	test('takes as many and as long paths as the service does, and starts at the crawls', async () => {
		const options = { includePaths: Array(1_000).fill('/a'), excludePaths: 'x'.repeat(2_000) };
		const body = Object(await bodyOf(crawlRun, { ...start, maxPages: '', options }));
		expect(body).toMatchObject({ includePaths: options.includePaths });
		expect(Object.keys(body)).not.toContain('maxPages');
		expect(Object.keys(body)).not.toContain('maxDepth');
		const { task } = await prepareJob(crawlRun, start);
		expect(task.start).toMatchObject({ submit: { method: 'POST', path: '/crawl' } });
	});

	test.each([
		[
			'too many paths',
			{ ...start, options: { includePaths: Array(1_001).fill('/a') } },
			"'Include Paths' has 1001 paths",
		],
		[
			'too long a path',
			{ ...start, options: { includePaths: 'x'.repeat(2_001) } },
			`'Include Paths' contains '${'x'.repeat(100)}', which has 2001 characters`,
		],
		[
			'a path in an address without encryption',
			{ ...start, options: { includePaths: 'http://site.test/b' } },
			'which is an address, not a path',
		],
		['no start URL', { ...start, baseUrl: '' }, "'Start URL' is empty"],
		['two start URLs', { ...start, baseUrl: 'a.test\nb.test' }, "'Start URL' has 2 addresses"],
		['another protocol', { ...start, baseUrl: 'ftp://a.test' }, 'not a web address'],
		['a blank instruction', { ...start, crawlInstruction: ' ' }, "'Crawl Instruction' is empty"],
		['half a page', { ...start, maxPages: 1.5 }, "'Max Pages' is 1.5"],
		['no pages', { ...start, maxPages: 0 }, "'Max Pages' is 0"],
		[
			'an address among the paths',
			{ ...start, options: { excludePaths: ['/a', 'HTTPS://site.test/b'] } },
			"'Exclude Paths' contains 'HTTPS://site.test/b', which is an address, not a path",
		],
		['half a level', { ...start, options: { maxDepth: 0.5 } }, "'Max Depth' is 0.5"],
		[
			'a long instruction',
			{ ...start, get: 'answer', prompt: 'x'.repeat(5001) },
			"'Prompt' has 5001 characters",
		],
		[
			'an unknown wish',
			{ ...start, get: 'site' },
			'Choose one of Page as Markdown (markdown), Rows of a List (rows), One Record (record), Answer',
		],
	])('%s is refused by the name of the field', async (_label, set, words) => {
		expect(await refusalOf(crawlRun, set)).toContain(words);
	});

	test('extracting again needs an instruction, and starts a job over the old one', async () => {
		expect(await refusalOf(crawlExtract, { jobId: 'j-1' })).toContain("'Prompt' is empty");
		const set = { jobId: 'j/1', prompt: 'Prices' };
		const { task } = await prepareJob(crawlExtract, set);
		expect(task.start).toEqual({
			submit: {
				method: 'POST',
				path: '/crawl/j%2F1/extract',
				id: 'j/1',
				body: { transformInstruction: 'Prices' },
			},
		});
	});
});

describe('the pages of a crawl', () => {
	test('have names for their files, each its own', async () => {
		const urls = [
			'https://site.test/',
			'https://site.test/docs/Start?x=1',
			'site.test/docs/start/',
		];
		const records = urls.map((url) => ({ url, status: 'success', data: '# Text' }));
		const answer = { ...completed, collected: { pages: records } };
		expect(await jsonOf(crawlRun, start, answer)).toMatchObject([
			{ fileName: 'site.test.md' },
			{ fileName: 'site.test_docs_Start.md' },
			{ fileName: 'site.test_docs_start_2.md' },
		]);
	});

	test('are an item each, JSON as JSON, failed ones with their reason, pending ones left out', async () => {
		const priced = { ...start, get: 'answer', prompt: 'Prices' };
		expect(await jsonOf(crawlRun, priced, completed)).toEqual([
			{
				jobId: 'j-1',
				url: 'https://site.test/a',
				title: 'A',
				content: { price: 5 },
				success: true,
				markdownUrl: 'https://site.test/files/a.md',
				htmlUrl: 'https://site.test/files/a.html',
				fileName: 'site.test_a.json',
			},
			{
				jobId: 'j-1',
				url: 'https://site.test/b',
				title: null,
				content: null,
				success: false,
				markdownUrl: null,
				htmlUrl: null,
				errorMessage: 'HTTP 404',
			},
		]);
	});

	test('that could not be read have null for empty texts, no file, and their reason', async () => {
		const failed = { url: 'https://site.test/c', status: 'failed', title: '', data: '' };
		const answer = { ...completed, collected: { pages: [{ ...failed, error: 'HTTP 500' }] } };
		const [page] = await jsonOf(crawlRun, start, answer);
		const shown = { success: false, title: null, content: null, errorMessage: 'HTTP 500' };
		expect(page).toMatchObject(shown);
		expect(page).not.toHaveProperty('fileName');
	});

	test('leave out failed ones when that is wanted', async () => {
		const set = { ...start, options: { onFailedPage: 'leaveOut' } };
		expect(await jsonOf(crawlRun, set, completed)).toHaveLength(1);
	});

	test('that failed fail the node when that is wanted', async () => {
		const { toItems } = await prepareJob(crawlRun, { ...start, options: { onFailedPage: 'fail' } });
		const failures = toItems(completed).flatMap(({ failure }) => failure ?? []);
		expect(failures).toMatchObject([{ isReturned: false, error: { message: 'HTTP 404' } }]);
		expect(failures[0]?.error.details).toMatchObject({ jobId: 'j-1' });
	});

	test('can be split into the rows of their answers, failed ones apart', async () => {
		const set = { ...start, get: 'rows', fieldsText: 'price' };
		expect(await jsonOf(crawlRun, set, completed)).toEqual([
			{ price: 5, pageUrl: 'https://site.test/a' },
			expect.objectContaining({ pageUrl: 'https://site.test/b', success: false }),
		]);
		expect(hintsOf(await prepareJob(crawlRun, set), completed)).toContainEqual(
			"No list with 'price' was found: there is one item instead of rows.",
		);
	});

	test('still to come are listed with their status', async () => {
		const { items } = await runCalls(pageGetMany, { jobId: 'j-1' }, answerOf({ pages }));
		expect(items[2]?.json).toMatchObject({ status: 'pending' });
	});

	test('come from the status body when the page records cannot be had', async () => {
		const body = {
			status: 'completed',
			result: [{ url: 'u', title: 't', status: 'success', data: 'x' }],
		};
		expect(await jsonOf(crawlGetResult, { jobId: 'j-1' }, { jobId: 'j-1', body })).toEqual([
			expect.objectContaining({ url: 'u', content: 'x' }),
		]);
	});

	test('so far are returned when time is over, marked as such', async () => {
		const { toUnfinishedItems } = await prepareJob(crawlRun, start);
		const items = toUnfinishedItems?.({ ...completed, body: { status: 'active' } });
		expect(items?.map(({ json }) => json.timedOut)).toEqual([true, true]);
	});

	test('so far are an item with the job ID while there are none', async () => {
		const { toUnfinishedItems } = await prepareJob(crawlRun, start);
		const progress = { message: 'Crawled 0 of 5 pages', pagesCrawled: 0, maxPages: 5 };
		const items = toUnfinishedItems?.({ jobId: 'j-1', body: { status: 'active', progress } });
		expect(items?.map(({ json }) => json)).toEqual([
			{ jobId: 'j-1', jobStatus: 'active', progress: 'Crawled 0 of 5 pages', timedOut: true },
		]);
	});

	test('that are Markdown stay text, also where a page is JSON', async () => {
		const body = { status: 'completed', result: [{ url: 'u', status: 'success', data: '[1]' }] };
		const contentWith = async (set: object) =>
			(await jsonOf(crawlRun, { ...start, ...set }, { jobId: 'j', body }))[0];
		expect(await contentWith({})).toMatchObject({ content: '[1]' });
		expect(await contentWith({ get: 'answer', prompt: 'Numbers' })).toMatchObject({ content: [1] });
	});

	test('must be had of a crawl whose status body holds none', async () => {
		const { collect } = await prepareJob(crawlGetResult, { jobId: 'j-1' });
		expect(collect?.isOptional({ status: 'cancelled', result: null })).toBe(false);
		expect(collect?.isOptional({ status: 'completed', result: [] })).toBe(true);
	});

	test('of a cancelled crawl are a result for those who take it up, and for nobody else', async () => {
		const body = { status: 'cancelled', result: null, error: null };
		const { task: takenUp, report } = await prepareJob(crawlGetResult, { jobId: 'j-1' });
		const { task: waitedFor } = await prepareJob(crawlRun, start);
		expect(takenUp.jobType.readState(body)).toEqual({ name: 'completed', status: 'cancelled' });
		expect(waitedFor.jobType.readState(body)).toEqual({ name: 'cancelled', status: 'cancelled' });
		expect(report?.({ jobId: 'j-1', body }).hints).toEqual([
			'The crawl was cancelled before any page was finished',
		]);
	});

	test('that failed, and crawls without pages, are told in a hint', async () => {
		const job = await prepareJob(crawlRun, start);
		expect(hintsOf(job, completed)).toEqual(['Could not read https://site.test/b: HTTP 404']);
		expect(hintsOf(job, { jobId: 'j', body: { result: [] } })[0]).toContain('found no pages');
	});
});

describe('the other operations', () => {
	test('ask for what they are named after', async () => {
		const jobId = 'j 1';
		expect(await requestOf(crawlGet, { jobId })).toMatchObject({
			method: 'GET',
			path: '/crawl/job/j%201',
		});
		expect(await requestOf(crawlGetMany, { returnAll: true })).toMatchObject({
			method: 'GET',
			path: '/crawl/history',
			query: { page: 1, limit: 100 },
		});
	});

	test.each(['12.5', 12.5])('credits %p of a record are a number', async (credits) => {
		const record = { id: 'j-1', base_url: 'https://site.test', credits_used: credits };
		const { items } = await runCalls(crawlGet, { jobId: 'j-1' }, answerOf(record));
		expect(items[0]?.json).toEqual({
			jobId: 'j-1',
			base_url: 'https://site.test',
			credits_used: 12.5,
		});
	});

	test('a download asks for the chosen content, as a stream', async () => {
		expect(await requestOf(crawlDownload, { jobId: 'j-1' })).toEqual({
			method: 'GET',
			path: '/crawl/j-1/download',
			id: 'j-1',
			answer: 'stream',
		});
		const include = ['html', 'data'];
		expect((await requestOf(crawlDownload, { jobId: 'j-1', include })).query).toEqual({
			include: 'data,html',
		});
		expect(await refusalOf(crawlDownload, { jobId: 'j-1', include: [] })).toContain(
			"'Content' is empty",
		);
		expect(await refusalOf(crawlDownload, { jobId: 'j-1', include: ['pdf'] })).toContain("'pdf'");
	});

	test('a download is named as the service names it', async () => {
		const headers = { 'content-disposition': 'attachment; filename="crawl-j-1.zip"' };
		const { items } = await runCalls(crawlDownload, { jobId: 'j-1' }, answerOf({}, headers));
		expect(items[0]?.json).toMatchObject({ fileName: 'crawl-j-1.zip' });
		const own = await runCalls(crawlDownload, { jobId: 'j-2' }, answerOf({}, {}));
		expect(own.items).toEqual([
			{
				json: { jobId: 'j-2', fileName: 'crawl-j-2.zip', include: ['data', 'html', 'markdown'] },
				files: [],
			},
		]);
	});

	test.each([
		[{}, 'data'],
		[{ binaryPropertyName: '' }, 'data'],
		[{ binaryPropertyName: 'archive' }, 'archive'],
	])('a download with %j is the file %s', async (set, field) => {
		const stream = Readable.from(['PK']);
		const { items } = await runCalls(
			crawlDownload,
			{ jobId: 'j-1', ...set },
			{ ...answerOf({}, {}), body: stream },
		);
		expect(items[0]?.files).toEqual([
			{ field, fileName: 'crawl-j-1.zip', mimeType: 'application/zip', stream },
		]);
	});

	test('a crawl without an archive says where to see why', async () => {
		const refuse = (endedAt: 'service' | 'gateway') => {
			const outcome = endedAt === 'service' ? 'missing' : 'retry';
			const error = { message: 'Not found', description: 'Check the ID.' };
			return new ServiceError({ ...error, outcome, endedAt, status: 404 });
		};
		const described = async (error: ServiceError) => {
			const { run } = await prepareCalls(crawlDownload, { jobId: 'j-1' });
			const send = async () => await Promise.reject(error);
			return await run({ send } as unknown as ServiceClient, undefined).catch(
				(caught: ServiceError) => `${caught.message}: ${caught.description}`,
			);
		};
		expect(await described(refuse('service'))).toMatch(/^Not found: .*shows why pages failed\.$/);
		expect(await described(refuse('gateway'))).toBe('Not found: Check the ID.');
	});

	test('files of pages are fetched by their links, with a readable name', async () => {
		const set = { jobId: 'j-1', downloadFiles: ['html', 'markdown'], limit: 1 };
		const { items } = await runCalls(pageGetMany, set, answerOf({ pages }));
		expect(items).toEqual([
			expect.objectContaining({
				files: [
					{
						field: 'html',
						url: 'https://site.test/files/a.html',
						fileName: 'site.test_a.html',
						mimeType: 'text/html',
					},
					{
						field: 'markdown',
						url: 'https://site.test/files/a.md',
						fileName: 'site.test_a.md',
						mimeType: 'text/markdown',
					},
				],
			}),
		]);
	});
});

describe('a page from which nothing was extracted', () => {
	const flagged = {
		url: 'https://site.test/a',
		status: 'success',
		data: '# A',
		ai_extraction_failed: true,
		warnings: ['The model is away'],
	};
	const empty = { url: 'https://site.test/b', status: 'success', data: {}, extraction_empty: true };
	const good = { url: 'https://site.test/c', status: 'success', data: { price: 5 } };
	const answer = { ...completed, collected: { pages: [flagged, empty, good] } };
	const itemsOf = async (onFailedExtraction: string, get = 'answer') => {
		const set = { jobId: 'j-1', get, options: { onFailedExtraction } };
		return (await prepareJob(crawlGetResult, set)).toItems(answer);
	};

	test('is returned with its flags and warnings, as a row too', async () => {
		const flags = { aiExtractionFailed: true, warnings: ['The model is away'] };
		expect((await itemsOf('return'))[0]?.json).toMatchObject(flags);
		expect((await itemsOf('return', 'rows'))[0]?.json).toMatchObject(flags);
	});

	test('is left out on request', async () => {
		expect((await itemsOf('leaveOut')).map(({ json }) => json.url)).toEqual([good.url]);
	});

	test('is a failure on request', async () => {
		const failures = (await itemsOf('fail')).map(({ failure }) => failure?.error.message);
		expect(failures).toEqual(['The model is away', 'No value was found for any field', undefined]);
	});
});

test.each([
	['Get', crawlGet],
	['Download', crawlDownload],
	['Get Many of pages', pageGetMany],
])('%s of one crawl is done once for all items that ask for the same', async (_name, operation) => {
	const shared = async (jobId: string) => (await prepareCalls(operation, { jobId })).sharedBy;
	expect(await shared('j-1')).toBe(await shared('j-1'));
	expect(await shared('j-1')).toBeDefined();
	expect(await shared('j-1')).not.toBe(await shared('j-2'));
});
