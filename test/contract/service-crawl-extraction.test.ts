import { crawl, waitForCrawl, WITH_BROWSER, type EndedCrawl } from './support/callCrawl';
import { callService, type CallTarget } from './support/callService';
import { startCrawlSite, type CrawlSite } from './support/crawlSite';
import { readZip } from './support/readZip';
import { startModel, type TestModel } from './support/startModel';
import { startPages } from './support/startPages';
import { joinService } from './support/sharedService';
import { startService, type RunningService } from './support/startService';
import { validateResponse } from './support/validateResponse';

let site: CrawlSite;
const service = joinService();

beforeAll(async () => {
	site = await startCrawlSite();
});

afterAll(async () => {
	await site.stop();
});

const SCHEMA = {
	type: 'object',
	properties: { name: { type: 'string' }, price: { type: 'number' } },
};

const crawlShop = (target: CallTarget, request: object) =>
	crawl(target, {
		baseUrl: `${site.url}/shop`,
		crawlInstruction: 'chairs',
		maxPages: 3,
		...request,
	});

const dataOf = ({ result }: EndedCrawl, path: string) =>
	result.find(({ url }) => url.endsWith(path))?.data;

const downloadData = async (target: CallTarget, jobId: string, include: string) => {
	const response = await fetch(`${target.baseUrl}/crawl/${jobId}/download?include=${include}`, {
		headers: { 'x-api-key': target.apiKey },
	});
	return readZip(Buffer.from(await response.arrayBuffer()));
};

describe('the data of pages without a model', () => {
	it('is what each page publishes for machines, in the form of the schema', async () => {
		const ended = await crawlShop(service, { schema: SCHEMA });

		validateResponse('getCrawlJob', 200, ended.body);
		expect(dataOf(ended, '/product/1')).toEqual({ name: 'Chair 1', price: 1.5 });
		expect(dataOf(ended, '/product/2')).toEqual({ name: 'Chair 2', price: 2.5 });
	});

	it('is the raw Markdown, marked, when the instruction cannot be followed by rules', async () => {
		const ended = await crawlShop(service, { transformInstruction: 'Is this chair any good?' });
		const { body } = await callService(service, 'GET', `/crawl/${ended.jobId}/pages`);
		const [page] = ended.result;

		validateResponse('listCrawlPages', 200, body);
		expect(ended.status).toBe('completed');
		expect(page).toMatchObject({ ai_extraction_failed: true, status: 'success' });
		expect(page?.data).toMatch(/^# Shop/);
		expect(Object(body).pages[0]).toMatchObject({
			status: 'success',
			ai_extraction_failed: true,
			error_message: expect.stringContaining('Without a language model'),
		});
	});

	it.each([
		['as JSON', 'name and price', 'json', (text: string) => JSON.parse(text)],
		['as CSV', 'Extract name and price as CSV', 'csv', (text: string) => text.split('\n')],
	])('is written to archives %s when the instruction asks so', async (_label, ...rest) => {
		const [transformInstruction, extension, parse] = rest;
		const ended = await crawlShop(service, { transformInstruction });
		const alone = await downloadData(service, ended.jobId, 'data');
		const folders = await downloadData(service, ended.jobId, 'data,html');
		const name = `${new URL(site.url).host.replace(':', '-')}_shop_product_1`;
		const content = alone.get(`${name}.${extension}`)?.toString('utf8') ?? '';

		expect([...alone.keys()].every((file) => file.endsWith(`.${extension}`))).toBe(true);
		expect(folders.get(`${name}/data.json`)?.toString('utf8')).toBe(content);
		expect(parse(content)).toEqual(
			extension === 'json' ? { name: 'Chair 1', price: 1.5 } : ['name,price', 'Chair 1,1.5'],
		);
	});

	it('is the Markdown without a mark when the instruction is blank', async () => {
		const ended = await crawlShop(service, { transformInstruction: '  ', maxPages: 1 });
		const record = await callService(service, 'GET', `/crawl/job/${ended.jobId}`);

		expect(ended.result[0]?.data).toMatch(/^# Shop/);
		expect(ended.result[0]).not.toHaveProperty('ai_extraction_failed');
		expect(record.body).toMatchObject({ transform_instruction: null });
	});

	it('comes with warnings about the schema, at submit and in the status', async () => {
		const schema = { ...SCHEMA, pattern: 'x' };
		const submitted = await callService(service, 'POST', '/crawl', {
			baseUrl: `${site.url}/single`,
			scrapeMode: 'fast',
			schema,
		});
		const { jobId, schema_warnings: warnings } = Object(submitted.body);
		const { body } = await waitForCrawl(service, jobId);

		validateResponse('submitCrawl', 202, submitted.body);
		validateResponse('getCrawlJob', 200, body);
		expect(warnings).toEqual([expect.stringContaining('"pattern"')]);
		expect(body).toMatchObject({ schema_warnings: warnings });
	});
});

describe('a new extraction over a crawl', () => {
	it('makes a new job over the stored pages, and loads nothing', async () => {
		const source = await crawlShop(service, {});
		site.takeRequests();
		const submitted = await callService(service, 'POST', `/crawl/${source.jobId}/extract`, {
			transformInstruction: 'name and price',
		});
		const { jobId, message } = Object(submitted.body);
		const ended = await waitForCrawl(service, jobId);
		const record = await callService(service, 'GET', `/crawl/job/${jobId}`);
		const before = await waitForCrawl(service, source.jobId);

		validateResponse('extractCrawl', submitted.status, submitted.body);
		expect(submitted.status).toBe(202);
		expect(message).toBe(`Extraction queued. Poll /crawl/${jobId} for the result.`);
		expect(jobId).not.toBe(source.jobId);
		expect(ended.status).toBe('completed');
		expect(ended.result.map(({ url }) => url).sort()).toEqual(
			source.result.map(({ url }) => url).sort(),
		);
		expect(dataOf(ended, '/product/1')).toEqual({ name: 'Chair 1', price: 1.5 });
		expect(await (await fetch(ended.result[0]?.html ?? '')).text()).toContain('<title>');
		expect(site.takeRequests()).toEqual([]);
		expect(dataOf(before, '/product/1')).toMatch(/^# Chair 1/);
		expect(record.body).toMatchObject({
			base_url: `${site.url}/shop`,
			crawl_instruction: 'chairs',
			transform_instruction: 'name and price',
			max_pages: 3,
			pages_crawled: 3,
			credits_used: 3,
		});
	});

	it('can itself be extracted from again', async () => {
		const source = await crawlShop(service, { schema: SCHEMA });
		const extract = async (jobId: string, transformInstruction: string) => {
			const request = { transformInstruction };
			const { body } = await callService(service, 'POST', `/crawl/${jobId}/extract`, request);
			return waitForCrawl(service, Object(body).jobId);
		};
		const second = await extract(source.jobId, 'price');
		const third = await extract(second.jobId, 'name');

		expect(dataOf(second, '/product/2')).toEqual({ price: 2.5 });
		expect(dataOf(third, '/product/2')).toEqual({ name: 'Chair 2' });
	});
});

describe('a crawl with a model', () => {
	let model: TestModel;
	let withModel: RunningService;

	beforeAll(async () => {
		model = await startModel();
		withModel = await startService({
			environment: { LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'stand-in' },
		});
	});

	afterAll(async () => {
		await withModel.stop();
		await model.stop();
	});

	it('lets the model choose the links and extract the data, and charges its tokens', async () => {
		// One reply for both questions: each reads its own field.
		model.reply = {
			text: '{"follow": [2], "verdict": "solid"}',
			inputTokens: 600,
			outputTokens: 30,
		};
		const ended = await crawlShop(withModel, {
			crawlInstruction: 'the second best chair',
			transformInstruction: 'a verdict as JSON',
		});
		const record = await callService(withModel, 'GET', `/crawl/job/${ended.jobId}`);
		const { input_tokens: inputTokens, output_tokens: outputTokens } = Object(record.body);
		const tokens = inputTokens + outputTokens;

		expect(ended.result.map(({ url }) => url.replace(site.url, ''))).toEqual([
			'/shop',
			'/shop/product/2',
		]);
		expect(ended.result[0]?.data).toMatchObject({ verdict: 'solid' });
		expect(inputTokens / outputTokens).toBe(20);
		// Two pages and at least one choice of links.
		expect(tokens).toBeGreaterThanOrEqual(3 * 630);
		expect(record.body).toMatchObject({ credits_used: 2 + Math.ceil(tokens / 1000) });
	});

	it('goes by the words and says so when the model fails', async () => {
		model.reply = undefined;
		const ended = await crawlShop(withModel, { crawlInstruction: 'chairs', maxPages: 2 });

		expect(ended).toMatchObject({ status: 'completed' });
		expect(ended.result).toHaveLength(2);
		expect(Object(ended.body).warnings).toEqual([
			expect.stringContaining('chosen by the words of the crawl instruction instead'),
			'Stopped at Max Pages (2); 119 more addresses were found.',
			expect.stringMatching(/^139 of 141 addresses were not opened: .* by the crawl instruction/),
		]);
	});

	describe('extracts one page again', () => {
		const retry = async (jobId: string, pageId: string) => {
			const answer = await callService(withModel, 'POST', `/crawl/${jobId}/retry/${pageId}`);
			validateResponse('retryCrawlPage', answer.status, answer.body);
			return { status: answer.status, body: Object(answer.body) };
		};
		const listPages = async (jobId: string) =>
			Object((await callService(withModel, 'GET', `/crawl/${jobId}/pages`)).body).pages;
		const crawlPage = (request: object) =>
			crawl(withModel, { baseUrl: `${site.url}/single`, maxPages: 1, ...request });

		it('whose answer failed, and counts what it took', async () => {
			model.reply = undefined;
			const { jobId } = await crawlPage({ transformInstruction: 'a verdict as JSON' });
			const [before] = await listPages(jobId);
			const failed = await retry(jobId, before.id);
			model.reply = { text: '{"verdict":"solid"}', inputTokens: 1900, outputTokens: 200 };
			const mended = await retry(jobId, before.id);
			const [after] = await listPages(jobId);

			expect(before).toMatchObject({ ai_extraction_failed: true });
			expect(failed).toMatchObject({
				status: 422,
				body: { status: 'error', error: expect.stringContaining('out of memory') },
			});
			expect(mended).toMatchObject({
				status: 200,
				body: { success: true, data: { verdict: 'solid' }, tokensUsed: 2100, creditsUsed: 3 },
			});
			expect(after).toMatchObject({ data: { verdict: 'solid' }, error_message: null });
			expect(after).not.toHaveProperty('ai_extraction_failed');
			expect(after).not.toHaveProperty('warnings');
		});

		it('unless there is nothing to extract, or nothing to extract from', async () => {
			const { jobId } = await crawlPage({});
			const [page] = await listPages(jobId);

			expect(await retry(jobId, page.id)).toMatchObject({
				status: 400,
				body: { message: expect.stringContaining('no transformInstruction and no schema') },
			});
			expect(await retry(jobId, 'unknown')).toMatchObject({ status: 404 });
			expect(await retry('unknown', page.id)).toMatchObject({ status: 404 });
		});
	});
});

test('pages of a crawl come without what stands around their content, and its links are followed', async () => {
	const pages = await startPages((request, response) => {
		const name = request.url === '/' ? 'first' : 'second';
		response.writeHead(200, { 'Content-Type': 'text/html' });
		response.end(`<title>${name}</title><header><nav><a href="/two">All the menu</a></nav></header>
			<main><h1>The ${name} page</h1><p>What the ${name} page says is short.</p></main>
			<footer>Imprint of the shop</footer>`);
	});
	const baseUrl = `${pages.url}/`;
	const request = { ...WITH_BROWSER, baseUrl, maxPages: 2, extractContentOnly: true };
	const { result } = await crawl(service, request);
	await pages.stop();

	expect(result.map(({ data }) => data)).toEqual([
		expect.stringContaining('What the first page says'),
		expect.stringContaining('What the second page says'),
	]);
	for (const { data } of result) expect(data).not.toMatch(/menu|Imprint/);
});
