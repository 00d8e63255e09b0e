import { scrapeBatch } from './support/callBatch';
import { crawl } from './support/callCrawl';
import { callService, waitForEnd, type CallTarget } from './support/callService';
import { startModel, type TestModel } from './support/startModel';
import { joinService } from './support/sharedService';
import { startService, type RunningService } from './support/startService';
import { startSite, type TestSite } from './support/startSite';
import { validateResponse } from './support/validateResponse';

const PRODUCT_SCHEMA = {
	type: 'object',
	properties: { name: { type: 'string' }, price: { type: 'number' }, colour: { type: 'string' } },
};

/** What is extracted from a page depends on its text alone. */
const PLAIN = { scrapeMode: 'fast' };

let site: TestSite;

beforeAll(async () => {
	site = await startSite();
});

afterAll(() => site.stop());

async function scrape(service: CallTarget, path: string, fields: object) {
	const submit = await callService(service, 'POST', '/scrape', {
		...PLAIN,
		urls: [{ url: `${site.url}${path}` }],
		...fields,
	});
	validateResponse('submitScrape', submit.status, submit.body);
	const { jobId, schema_warnings: submitWarnings } = Object(submit.body);
	const { status, body } = await waitForEnd(service, `/scrape/${jobId}`);
	validateResponse('getScrapeJob', status, body);
	const log = await callService(service, 'GET', `/scrape-logs/${jobId}`);
	return { job: Object(body), log: Object(log.body).data, submitWarnings };
}

describe('extraction without a model', () => {
	const service = joinService();

	it("fills a schema from what the page publishes for machines, null where it doesn't", async () => {
		const { job, log } = await scrape(service, '/product', { schema: PRODUCT_SCHEMA });

		expect(job.result.content).toEqual({ name: 'Cedar chair', price: 49.5, colour: null });
		expect(job.result.ai_extraction_failed).toBe(false);
		expect(job.result.data[0].markdownContent).toContain('# Cedar chair');
		expect(log).toMatchObject({
			status: 'success',
			result_data: job.result.content,
			tokens_used: 0,
			credits_used: 1,
		});
	});

	it('marks an answer in which every value is empty', async () => {
		const schema = { type: 'object', properties: { wingspan: { type: 'string' } } };
		const { job, log } = await scrape(service, '/product', { schema });

		expect(job.result).toMatchObject({ content: { wingspan: null }, extraction_empty: true });
		expect(log).toMatchObject({ extraction_empty: true });
	});

	it('gives the Markdown, marked, with the reason, when rules cannot follow a prompt', async () => {
		const prompt = 'Write a limerick about the mood of this page';
		const { job, log } = await scrape(service, '/article', { prompt, output: 'markdown' });

		expect(job.status).toBe('completed');
		expect(job.result.ai_extraction_failed).toBe(true);
		expect(job.result.content).toBe(job.result.data[0].markdownContent);
		expect(job.result.warnings).toEqual([expect.stringContaining('language model')]);
		expect(log).toMatchObject({
			extraction_prompt: prompt,
			ai_extraction_failed: true,
			warnings: job.result.warnings,
		});
		const list = await callService(service, 'GET', '/scrape-logs?limit=1');
		validateResponse('listScrapeLogs', list.status, list.body);
		expect(Object(list.body).data.logs[0]).toMatchObject({
			uuid: log.uuid,
			ai_extraction_failed: true,
			warnings: job.result.warnings,
		});
	});

	it('warns of schema keywords that it ignores, at the submit and with the job', async () => {
		const schema = { ...PRODUCT_SCHEMA, patternProperties: {} };
		const { job, submitWarnings } = await scrape(service, '/product', { schema });

		expect(submitWarnings).toEqual([expect.stringContaining('patternProperties')]);
		expect(job.schema_warnings).toEqual(submitWarnings);
	});
});

describe('extraction with a model', () => {
	let model: TestModel;
	let service: RunningService;

	beforeAll(async () => {
		model = await startModel();
		service = await startService({
			environment: { LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'stand-in' },
			withoutBrowser: true,
		});
	});

	afterAll(async () => {
		await service.stop();
		await model.stop();
	});

	it('returns its answer, counts its tokens and charges them', async () => {
		model.reply = { text: '{"year":1874}', inputTokens: 1900, outputTokens: 200 };
		const { job, log } = await scrape(service, '/article', {
			prompt: 'When was the harbour dug?',
			output: 'json',
		});

		expect(model.questions.at(-1)).toContain('When was the harbour dug?');
		expect(model.questions.at(-1)).toContain('The harbour of Ostrand was dug in 1874');
		expect(job.result.content).toEqual({ year: 1874 });
		expect(job.result.stats).toMatchObject({
			inputTokens: 1900,
			outputTokens: 200,
			totalTokens: 2100,
		});
		// One page, and three thousands of tokens begun.
		expect(log).toMatchObject({
			input_tokens: 1900,
			output_tokens: 200,
			tokens_used: 2100,
			credits_used: 4,
		});
	});

	it('leaves it alone when neither prompt, output nor schema asks for it', async () => {
		model.reply = { text: '{"wrong":true}', inputTokens: 10, outputTokens: 10 };
		const { job } = await scrape(service, '/article', {});

		expect(job.result.content).toContain('# The harbour of Ostrand');
		expect(job.result.stats.totalTokens).toBe(0);
	});

	it('gives the Markdown, marked, when the model is out of order', async () => {
		model.reply = undefined;
		const { job } = await scrape(service, '/article', { prompt: 'When was the harbour dug?' });

		expect(job.status).toBe('completed');
		expect(job.result.ai_extraction_failed).toBe(true);
		expect(job.result.content).toContain('# The harbour of Ostrand');
		expect(job.result.warnings[0]).toMatch(/500|model/i);
	});

	it('that failed marks the pages of batches and crawls, with the reason', async () => {
		model.reply = undefined;
		const prompt = 'When was the harbour dug?';
		const { items } = await scrapeBatch(service, {
			...PLAIN,
			urls: [`${site.url}/article`],
			prompt,
		});
		const request = { baseUrl: `${site.url}/article`, crawlInstruction: 'only this page' };
		const ended = await crawl(service, { ...request, transformInstruction: prompt, maxPages: 1 });
		const pages = await callService(service, 'GET', `/crawl/${ended.jobId}/pages`);
		validateResponse('listCrawlPages', pages.status, pages.body);

		const marked = {
			ai_extraction_failed: true,
			warnings: [expect.stringContaining('out of memory')],
		};
		expect(items[0]).toMatchObject({ status: 'completed', error: null, ...marked });
		expect(items[0]?.result).toContain('# The harbour of Ostrand');
		expect(ended.result[0]).toMatchObject(marked);
		expect(Object(pages.body).pages[0]).toMatchObject(marked);
	});

	it('that found nothing marks the item of a batch as empty', async () => {
		model.reply = { text: '{"name":null,"price":null}', inputTokens: 10, outputTokens: 10 };
		const schema = { ...PRODUCT_SCHEMA };
		const { items } = await scrapeBatch(service, {
			...PLAIN,
			urls: [`${site.url}/article`],
			schema,
		});

		expect(items[0]).toMatchObject({ status: 'completed', extraction_empty: true });
		expect(items[0]).not.toHaveProperty('ai_extraction_failed');
	});

	it.each([
		['as texts', '100', '20'],
		['below zero or in parts', -5, 1.5],
	])('whose tokens come %s is charged for the page alone', async (_how, input, output) => {
		model.reply = { text: '{"year":1874}', inputTokens: input, outputTokens: output };
		const request = { prompt: 'When was the harbour dug?', output: 'json' };
		const { job, log } = await scrape(service, '/article', request);

		expect(job.result.content).toEqual({ year: 1874 });
		expect(job.result.stats).toMatchObject({ inputTokens: 0, outputTokens: 0, totalTokens: 0 });
		expect(log).toMatchObject({ tokens_used: 0, credits_used: 1 });
	});
});
