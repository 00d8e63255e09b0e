import {
	at,
	contract,
	isRecord,
	objectsIn,
	operation,
	operations,
	record,
	responseExamples,
} from '../support/contractDocument';
import { errorsOf } from '../support/contractRules';

const operationIds = [
	...['submitScrape', 'getScrapeJob', 'listScrapeLogs', 'getScrapeLog'],
	...['submitBatchScrape', 'getBatchScrape', 'listBatchScrapes', 'cancelBatchScrape'],
	...[
		'retryBatchScrape',
		'retryCrawlPage',
		'submitCrawl',
		'getCrawlJob',
		'getCrawlRecord',
		'cancelCrawl',
	],
	...['listCrawlPages', 'extractCrawl', 'downloadCrawl', 'listCrawlHistory', 'getCrawlStats'],
	...['submitSearch', 'getSearchJob', 'cancelSearch', 'listSearchLogs', 'getSearchLog'],
	...['getUsageStats', 'getAccount', 'submitParse', 'submitParseBatch', 'getParseBatch'],
	...['getParseJob', 'prepareUpload', 'putUpload', 'deleteParseFile'],
];

describe('operations of the contract', () => {
	it('are exactly those of the nine parts of the service', () => {
		expect(operations.map(({ id }) => id).sort()).toEqual([...operationIds].sort());
	});

	it('take either form of the API key, except the upload to a signed address', () => {
		expect(contract.security).toEqual([{ bearerKey: [] }, { headerKey: [] }]);
		const withOwnSecurity = operations.filter(({ fields }) => fields.security !== undefined);
		expect(withOwnSecurity.map(({ id, fields }) => [id, fields.security])).toEqual([
			['putUpload', []],
		]);
	});

	it.each(operationIds)('%s says what a bad key, the rate limit and a fault answer', (id) => {
		const codes = Object.keys(record(operation(id).responses));
		const expected = id === 'putUpload' ? ['403', '429', '500'] : ['401', '429', '500'];
		expect(codes).toEqual(expect.arrayContaining([...expected, '502', '503', '504']));
	});

	it.each(['submitScrape', 'submitBatchScrape', 'submitCrawl', 'submitSearch', 'submitParseBatch'])(
		'%s answers 202 when the work is queued',
		(id) => {
			expect(responseExamples(id, '202')[0]).toBeDefined();
		},
	);
});

describe('examples of the contract', () => {
	const bodies = [...objectsIn(contract)].filter(
		([keys, node]) => keys.at(-2) === 'content' && isRecord(node.examples),
	);
	const bodyExamples = bodies.flatMap(([keys, node]) =>
		Object.entries(record(node.examples)).map(([name, example]) => ({
			title: `${keys.join(' ')} ${name}`,
			schema: record(node.schema),
			value: record(example).value,
		})),
	);
	const schemaExamples = [...objectsIn(contract)]
		.filter(([keys]) => keys[1] === 'schemas' && !keys.includes('examples'))
		.flatMap(([keys, node]) =>
			(Array.isArray(node.examples) ? node.examples : []).map((value: unknown) => ({
				title: keys.join(' '),
				schema: node,
				value,
			})),
		);
	const fieldExamples = [...objectsIn(contract)]
		.filter(([, node]) => node.example !== undefined && isRecord(node.schema))
		.map(([keys, node]) => ({
			title: keys.join(' '),
			schema: record(node.schema),
			value: node.example,
		}));

	it.each([...bodyExamples, ...schemaExamples, ...fieldExamples])(
		'$title is valid by its schema',
		({ schema, value }) => {
			expect(errorsOf(schema, value)).toBe('');
		},
	);

	it('exist for every JSON answer', () => {
		const answers = [...objectsIn(contract)].filter(
			([keys]) => keys.at(-1) === 'application/json' && !keys.includes('requestBody'),
		);
		const without = answers.filter(([, node]) => !isRecord(node.examples));
		expect(answers.length).toBeGreaterThan(operationIds.length);
		expect(without.map(([keys]) => keys.join(' '))).toEqual([]);
	});

	const errors = bodyExamples.filter(({ schema }) => schema.$ref === '#/components/schemas/Error');

	it('show an error body for every refusal that has a body', () => {
		const refusals = bodies.filter(
			([keys]) => /^[45]\d\d$/.test(keys.at(-3) ?? '') || keys[1] === 'responses',
		);
		const refs = refusals.map(([, node]) => record(node.schema).$ref);
		expect(new Set(refs)).toEqual(new Set(['#/components/schemas/Error']));
	});

	it.each(errors)('$title has status error and a message', ({ value }) => {
		expect(value).toMatchObject({ status: 'error', message: expect.stringMatching(/\S/) });
	});
});

describe('error messages of the reference', () => {
	it.each([
		['submitScrape', '400', 'You must pass 1 to 3 URLs with actions.'],
		['submitScrape', '403', 'Monthly scrape limit exceeded for your plan.'],
		['getCrawlJob', '403', 'You do not have permission to access this job'],
		['getCrawlJob', '404', 'Crawl job not found'],
		['cancelCrawl', '400', 'Cannot cancel a job with status cancelled'],
		['extractCrawl', '404', 'Source crawl job not found'],
		['downloadCrawl', '404', 'Unauthorized access or job not found'],
		['downloadCrawl', '404', 'No successful pages found for this crawl'],
		['cancelSearch', '400', 'Cannot cancel a job that has already completed.'],
		['cancelSearch', '403', 'You do not have permission to access this job.'],
		['getSearchJob', '404', 'Search job not found'],
		['getScrapeLog', '404', 'Log not found'],
		['getSearchLog', '404', 'Search log not found'],
		['getUsageStats', '400', 'Invalid or missing range'],
		['listScrapeLogs', '401', 'Access token invalid or expired'],
	])('%s answers %s with "%s"', (id, code, message) => {
		expect(responseExamples(id, code).map((body) => body.message)).toContain(message);
	});

	it.each([
		['getSearchJob', '404', 'JOB_NOT_FOUND'],
		['cancelBatchScrape', '409', 'ALREADY_TERMINAL'],
		['submitCrawl', '402', 'PAYMENT_OVERDUE'],
		['submitCrawl', '429', 'TOO_MANY_PENDING_JOBS'],
		['submitCrawl', '503', 'SERVICE_BUSY'],
	])('%s answers %s with code %s', (id, code, errorCode) => {
		expect(responseExamples(id, code).map((body) => body.code)).toContain(errorCode);
	});

	it.each(['submitScrape', 'getUsageStats'])('%s has its own words for a broken rule', (id) => {
		const words = Object.values(record(operation(id)['x-validation-messages']));
		expect(responseExamples(id, '400').map((body) => body.message)).toEqual(
			expect.arrayContaining(words),
		);
	});
});

describe('names that saved workflows depend on', () => {
	it.each([
		['CrawlRequest', ['baseUrl', 'crawlInstruction', 'transformInstruction', 'maxPages']],
		['SearchRequest', ['query', 'sources', 'limit']],
		['ParseRequest', ['url', 'fileId', 'prompt']],
		['ScrapeRequest', ['urls', 'prompt']],
		['BatchScrapeRequest', ['urls', 'prompt']],
		['Queued', ['jobId']],
		['BatchScrapeQueued', ['batchId']],
		['ParseBatchQueued', ['batchId']],
	])('%s has the fields %j', (schema, fields) => {
		const { properties } = at('components', 'schemas', schema);
		expect(Object.keys(record(properties))).toEqual(expect.arrayContaining(fields));
	});
});
