import {
	KETTLE,
	KETTLE_SCHEMA,
	KETTLE_TEXT,
	type EndpointCase,
	USAGE,
} from '../support/endpointCatalogue';
import { eventually } from '../support/eventually';
import { scrapeBatch } from './support/callBatch';
import { crawl } from './support/callCrawl';
import { submitParse } from './support/callParse';
import { callService, waitForEnd } from './support/callService';
import { PASSWORD, signIn } from './support/dashboardClient';
import { CASES, expectedFlags, KINDS, noticed } from './support/endpointCases';
import { startEndpoint, type TestEndpoint } from './support/startEndpoint';
import { startPages, type Pages } from './support/startPages';
import { startService, type RunningService } from './support/startService';
import { validateResponse } from './support/validateResponse';

/** What the endpoint knew before the tests: it is in the tests of the extraction alone. */
const NAMES = CASES.map(([name]) => name);
/** A batch has them all. */
const KIND_NAMES = KINDS.map(([name]) => name);
const LIMITED_PAGES = 12;
/** What a model answers about a page depends on its text alone. */
const PLAIN = { scrapeMode: 'fast' };

let site: Pages;
let endpoint: TestEndpoint;
let service: RunningService;

const pageOf = (body: string) => `<!doctype html><title>Kettle</title><main>${body}</main>`;
const linkTo = (path: string) => `<a href="${path}">${path}</a>`;
const PAGES: Readonly<Record<string, string>> = {
	'/all': pageOf(`<p>Each kind.</p>${KIND_NAMES.map((name) => linkTo(`/all/${name}`)).join(' ')}`),
	'/shop': pageOf(
		`<p>A shop.</p>${Array.from({ length: LIMITED_PAGES }, (_page, at) => linkTo(`/shop/limit-${at}`)).join(' ')}`,
	),
};

beforeAll(async () => {
	site = await startPages((request, response) => {
		const path = request.url ?? '';
		if (path.endsWith('.txt')) {
			response.setHeader('Content-Type', 'text/plain; charset=utf-8');
			return void response.end(KETTLE_TEXT);
		}
		response.setHeader('Content-Type', 'text/html; charset=utf-8');
		response.end(PAGES[path] ?? pageOf(`<p>${KETTLE_TEXT}</p><p>It is page ${path}.</p>`));
	});
	endpoint = await startEndpoint();
	service = await startService({
		environment: {
			LLM_BASE_URL: `${endpoint.url}/v1/chat/completions`,
			LLM_MODEL: 'kettle',
			LLM_TIMEOUT_SECONDS: '120',
			LLM_EXTRA_BODY: '{"temperature":0}',
			DASHBOARD_PASSWORD: PASSWORD,
		},
		withoutBrowser: true,
	});
});

afterAll(async () => {
	await service.stop();
	await Promise.all([site.stop(), endpoint.stop()]);
});

const creditsOf = ({ answers = 0 }: EndpointCase) =>
	1 + Math.ceil((answers * USAGE.total_tokens) / 1000);

it('says at its start what it found at the endpoint', async () => {
	const readLog = () => Object.values(service.readOutput()).join('');

	const found = 'language model: the endpoint answers and has the model';
	expect(await eventually(async () => readLog().includes(found), readLog)).toBe(true);
});

it('answers a batch page by page, whatever the endpoint does, and charges what was counted', async () => {
	const urls = NAMES.map((name) => `${site.url}/p/${name}`);
	const { items } = await scrapeBatch(service, { ...PLAIN, urls, schema: KETTLE_SCHEMA });
	const found = items.map((item) => ({
		url: item.url,
		content: typeof item.result === 'string' ? 'Markdown' : item.result,
		credits: item.creditsUsed,
		...noticed(item),
	}));

	expect(found).toEqual(
		CASES.map(([name, expected]) => ({
			url: `${site.url}/p/${name}`,
			content: expected.content ?? 'Markdown',
			credits: creditsOf(expected),
			...expectedFlags(expected),
		})),
	);
	expect(endpoint.bodies.every(({ temperature, stream }) => temperature === 0 && !stream)).toBe(
		true,
	);
});

it('answers a crawl page by page in the same way', async () => {
	const ended = await crawl(service, {
		baseUrl: `${site.url}/all`,
		crawlInstruction: 'all pages',
		maxPages: KIND_NAMES.length + 1,
		schema: KETTLE_SCHEMA,
	});
	const pages = await callService(service, 'GET', `/crawl/${ended.jobId}/pages`);
	validateResponse('listCrawlPages', pages.status, pages.body);
	const found = ended.result.filter(({ url }) => !url.endsWith('/all'));
	const byName = new Map(found.map((page) => [page.url.split('/').at(-1), page]));

	for (const [name, expected] of KINDS) {
		const page = byName.get(name);
		const content = typeof page?.data === 'string' ? 'Markdown' : page?.data;
		expect({ name, content, ...noticed(page ?? {}) }).toEqual({
			name,
			content: expected.content ?? 'Markdown',
			...expectedFlags(expected),
		});
	}
});

it('answers scrapes in the same way', async () => {
	const found = await Promise.all(
		KIND_NAMES.map(async (name) => {
			const urls = [{ url: `${site.url}/scrape/${name}` }];
			const body = { ...PLAIN, urls, schema: KETTLE_SCHEMA };
			const { jobId } = Object((await callService(service, 'POST', '/scrape', body)).body);
			const { result } = Object((await waitForEnd(service, `/scrape/${jobId}`)).body);
			const content = typeof result.content === 'string' ? 'Markdown' : result.content;
			return { name, content, ...noticed(result) };
		}),
	);

	expect(found).toEqual(
		KINDS.map(([name, expected]) => ({
			name,
			content: expected.content ?? 'Markdown',
			...expectedFlags(expected),
		})),
	);
});

it('answers documents in the same way', async () => {
	const found = await Promise.all(
		KIND_NAMES.map(async (name) => {
			const url = `${site.url}/doc/${name}.txt`;
			const { jobId } = (await submitParse(service, { url, schema: KETTLE_SCHEMA })).body;
			const job = Object((await waitForEnd(service, `/parse/${jobId}`)).body);
			return { name, content: job.json ?? job.result?.json ?? 'Markdown' };
		}),
	);

	expect(found).toEqual(
		KINDS.map(([name, { content }]) => ({ name, content: content ?? 'Markdown' })),
	);
});

it('loses nothing of a crawl at an endpoint that takes three questions a second', async () => {
	endpoint.limit = { questions: 3, seconds: 1 };
	const ended = await crawl(service, {
		baseUrl: `${site.url}/shop`,
		crawlInstruction: 'all pages',
		maxPages: LIMITED_PAGES + 1,
		schema: KETTLE_SCHEMA,
	});
	const record = await callService(service, 'GET', `/crawl/job/${ended.jobId}`);
	endpoint.limit = undefined;
	const tokens = (LIMITED_PAGES + 1) * USAGE.total_tokens;

	expect(ended.result.map(({ data }) => data)).toEqual(ended.result.map(() => KETTLE));
	expect(ended.result).toHaveLength(LIMITED_PAGES + 1);
	expect(record.body).toMatchObject({ credits_used: LIMITED_PAGES + 1 + Math.ceil(tokens / 1000) });
});

it('says at once in /readyz and in the dashboard what the check at start found, without the key', async () => {
	const key = 'sk-of-nobody-else';
	const other = await startService({
		environment: {
			LLM_BASE_URL: `${endpoint.url}/v1`,
			LLM_MODEL: 'toaster',
			LLM_API_KEY: key,
			DASHBOARD_PASSWORD: PASSWORD,
		},
		withoutBrowser: true,
	});
	try {
		const found =
			/at start: the endpoint does not list the model that LLM_MODEL names; it has: kettle/;
		const readReady = async () => (await fetch(other.baseUrl.replace('/api', '/readyz'))).text();
		await eventually(async () => found.test(await readReady()), 'No notice of the check at start.');
		const dashboard = await (await signIn(other)).get('/');

		expect(dashboard.text).toMatch(found);
		expect((await readReady()) + dashboard.text).not.toContain(key);

		await scrapeBatch(other, { ...PLAIN, urls: [`${site.url}/plain`], schema: KETTLE_SCHEMA });
		expect(await readReady()).toBe('{"status":"ready"}');
	} finally {
		await other.stop();
	}
});

// The last one: after it nothing is asked for a minute.
it('asks an endpoint without credits once, and says so in the log, in /readyz, in the dashboard and in each answer', async () => {
	endpoint.isOutOfCredits = true;
	const before = endpoint.bodies.length;
	const urls = ['a', 'b', 'c'].map((name) => `${site.url}/late/${name}`);
	const { items } = await scrapeBatch(service, { ...PLAIN, urls, schema: KETTLE_SCHEMA });
	const ready = await fetch(service.baseUrl.replace('/api', '/readyz'));
	const dashboard = await (await signIn(service)).get('/');
	const output = service.readOutput();
	const lines = (output.stdout + output.stderr).split('\n');

	expect(items.map(noticed)).toEqual(
		items.map(() => ({
			ai_extraction_failed: true,
			warnings: [expect.stringContaining('402 Insufficient credits')],
		})),
	);
	expect(endpoint.bodies.length - before).toBeLessThanOrEqual(urls.length);
	expect(lines.filter((line) => line.includes('402 Insufficient credits'))).toHaveLength(1);
	expect(await ready.json()).toEqual({
		status: 'ready',
		notices: [expect.stringContaining('402 Insufficient credits')],
	});
	expect(dashboard.text).toMatch(/role="status">[^<]*402 Insufficient credits/);
});
