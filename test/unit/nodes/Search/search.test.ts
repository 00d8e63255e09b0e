import { getResult, search } from '../../../../nodes/Search/operations/search';
import { searchJobType } from '../../../../nodes/shared/jobTypes/searchJob';
import { at } from '../../../support/contractDocument';
import { readJsonFile } from '../../../support/repositoryFiles';
import { bodyOf, jsonOf, prepareJob, refusalOf } from '../../../support/prepareOperation';

const query = 'lamps';
const hit = { title: 'A', url: 'https://a.test', position: 1, description: 'About A' };
const result = {
	success: true,
	data: { web: [hit], news: [{ ...hit, source: 'The Gazette' }] },
	logUuid: 'log-1',
};
const found = { jobId: 'j-1', body: { status: 'completed', result } };
const empty = {
	jobId: 'j-1',
	body: { status: 'completed', result: { success: false, data: {} } },
};

describe('a search request', () => {
	test('lets the service wait while the node waits', async () => {
		expect(await bodyOf(search, { query })).toEqual({
			query,
			sources: ['web'],
			limit: 10,
			wait: true,
		});
	});

	test('does not wait at the service when the node does not, or hits are scraped', async () => {
		expect(await bodyOf(search, { query, waitForCompletion: false })).not.toHaveProperty('wait');
		const options = { scrapeFormats: ['markdown'], scrapeMaxResults: 3 };
		expect(await bodyOf(search, { query, options })).toEqual({
			query,
			sources: ['web'],
			limit: 10,
			scrapeOptions: { formats: ['markdown'], maxResults: 3 },
		});
	});

	test('holds every option', async () => {
		const options = {
			country: 'DE',
			page: 2,
			timeRange: 'week',
			includeDomains: 'https://www.Example.com/page, b.test',
		};
		const sources = ['videos', 'web'];
		expect(await bodyOf(search, { query, sources, limit: 20, options })).toEqual({
			query,
			sources: ['web', 'videos'],
			limit: 20,
			country: 'de',
			timeRange: 'week',
			page: 2,
			includeDomains: ['www.example.com', 'b.test'],
			wait: true,
		});
	});

	test.each(['exam!ple.test', '(a.test', 'a.test)', '"', '@a.test'])(
		'a list of domains with %s is refused with it',
		async (domain) => {
			expect(
				await refusalOf(search, { query, options: { excludeDomains: `ok.test, ${domain}` } }),
			).toContain(`'Exclude Domains' contains '${domain}', which is not a domain`);
		},
	);

	test('leaves out what is not set, and the first page', async () => {
		const options = { page: 1, excludeDomains: 'a.test/page?x=1', includeDomains: ' ' };
		expect(await bodyOf(search, { query, limit: '', options })).toStrictEqual({
			query,
			sources: ['web'],
			excludeDomains: ['a.test'],
			wait: true,
		});
		const { task } = await prepareJob(search, { query });
		expect(task.start).toMatchObject({ submit: { method: 'POST', path: '/search' } });
	});

	test.each([
		['no query', { query: '' }, "'Query' is empty"],
		['no source', { query, sources: [] }, "'Sources' is empty"],
		[
			'an unknown source',
			{ query, sources: ['web', 'maps'] },
			'Choose from Web (web), News (news)',
		],
		['a list as query', { query: ['a', 'b'] }, "'Query' is a list"],
		['a word as toggle', { query, simplify: 'yes' }, "'Simplify' is"],
		[
			'an object as domains',
			{ query, options: { includeDomains: [{}] } },
			"'Include Domains' contains",
		],
		['too many results', { query, limit: 21 }, 'a whole number from 1 to 20'],
		['an unknown time range', { query, options: { timeRange: 'decade' } }, "'Time Range' is"],
		[
			'both lists of domains',
			{ query, options: { includeDomains: 'a.test', excludeDomains: 'b.test' } },
			"'Include Domains' is set together with 'Exclude Domains'",
		],
		[
			'an unknown form of scraping',
			{ query, options: { scrapeFormats: ['pdf'] } },
			"'Scrape Results'",
		],
	])('%s is refused by the name of the field', async (_label, set, words) => {
		expect(await refusalOf(search, set)).toContain(words);
	});
});

test.each([
	['per search', { splitInto: 'search' }],
	['raw', { simplify: false }],
])('the screenshots of all results come with the one item: %s', async (_label, set) => {
	const links = ['https://s.test/1.png', 'https://s.test/2.png'];
	const web = links.map((screenshotUrl) => ({ ...hit, screenshotUrl }));
	const body = { status: 'completed', result: { success: true, data: { web, news: [hit] } } };
	const options = { downloadScreenshots: true };
	const { toItems } = await prepareJob(search, { query, ...set, options });
	const [item, ...others] = toItems({ jobId: 'j-1', body });
	expect(others).toEqual([]);
	expect(item?.files).toMatchObject([
		{ field: 'screenshot', url: links[0] },
		{ field: 'screenshot_2', url: links[1] },
	]);
});

describe('the results of a search', () => {
	test('say why the page of one could not be read, as all nodes do', async () => {
		const web = [{ ...hit, markdown: null, error: 'net::ERR_NAME_NOT_RESOLVED' }];
		const body = { status: 'completed', result: { success: true, data: { web } } };
		const [item] = await jsonOf(search, { query }, { jobId: 'j-1', body });
		expect(item).not.toHaveProperty('error');
		expect(item?.errorMessage).toMatch(/^there is no site with this host name/);
	});

	test.each(['search', 'getResult'])(
		'have all fields of the contract in the schema of %s',
		(name) => {
			const { properties } = readJsonFile(`nodes/Search/__schema__/v1.0.0/${name}.json`);
			const kinds = ['WebHit', 'NewsHit', 'ImageHit', 'VideoHit'];
			const fields = kinds.flatMap((kind) =>
				Object.keys(at('components', 'schemas', kind, 'properties')),
			);
			const shown = fields.map((field) => (field === 'error' ? 'errorMessage' : field));
			expect(Object.keys(Object(properties))).toEqual(expect.arrayContaining(shown));
		},
	);

	test('are an item each, with source and rank', async () => {
		expect(await jsonOf(search, { query }, found)).toEqual([
			{ jobId: 'j-1', sourceType: 'web', ...hit },
			{ jobId: 'j-1', sourceType: 'news', ...hit, source: 'The Gazette' },
		]);
	});

	test('are one item when that is wanted', async () => {
		expect(await jsonOf(search, { query, splitInto: 'search' }, found)).toEqual([
			{ jobId: 'j-1', hitCount: 2, results: result.data, logUuid: 'log-1' },
		]);
	});

	test('are the whole answer in raw form', async () => {
		expect(await jsonOf(getResult, { jobId: 'j-1', simplify: false }, found)).toEqual([
			{ ...found.body, jobId: 'j-1' },
		]);
	});

	test('that are none give no items and a hint, never a failure', async () => {
		expect(await jsonOf(search, { query }, empty)).toEqual([]);
		const { report } = await prepareJob(search, { query });
		expect(report?.(empty).hints).toEqual([
			'No results; not charged. Use other words, more sources or a wider time range.',
		]);
		expect(report?.(found).hints).toEqual([]);
		const warnings = ['This service searches only its pages.'];
		const warned = ({ body, jobId }: typeof empty | typeof found) => {
			return report?.({ jobId, body: { ...body, warnings } }).hints;
		};
		expect(warned(empty)).toEqual(['No results; not charged.', ...warnings]);
		expect(warned(found)).toEqual(warnings);
	});

	test('that are none fail the item only when asked to', async () => {
		const { toItems } = await prepareJob(search, { query, options: { failOnNoResults: true } });
		expect(toItems(empty)[0]?.failure?.error.message).toBe('The search found nothing');
		expect(toItems(empty)[0]?.failure?.error.details).toEqual({ jobId: 'j-1' });
		expect(toItems(empty)[0]?.failure?.error.description).toContain('Use other words');

		const unanswered = {
			...empty,
			body: { ...empty.body, warnings: ['SEARCH_URL did not answer'] },
		};
		expect(toItems(unanswered)[0]?.failure?.error.description).toBe(
			"SEARCH_URL did not answer. Turn off 'Fail on No Results' to continue without results.",
		);
	});

	test('bring their screenshots as files when asked to', async () => {
		const screenshotUrl = 'https://s.test/1.png';
		const body = { result: { success: true, data: { web: [{ ...hit, screenshotUrl }] } } };
		const { toItems } = await prepareJob(search, { query, options: { downloadScreenshots: true } });
		expect(toItems({ jobId: 'j-1', body })[0]?.files).toEqual([
			{
				field: 'screenshot',
				url: screenshotUrl,
				fileName: 'screenshot.png',
				mimeType: 'image/png',
			},
		]);
	});
});

test('a search is polled every 1.5 seconds and can be cancelled', async () => {
	expect(searchJobType.schedule).toEqual({ minDelayMs: 1_500, maxDelayMs: 1_500 });
	expect(searchJobType.cancelRequest('j/1')).toEqual({
		method: 'DELETE',
		path: '/search/j%2F1',
		id: 'j/1',
	});
});
