import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callService, waitForEnd } from './support/callService';
import { signIn } from './support/dashboardClient';
import { manageKeys } from './support/manageKeys';
import { startModel, type TestModel } from './support/startModel';
import { startService, type RunningService, type ServiceOptions } from './support/startService';
import { startSite, type TestSite } from './support/startSite';
import { validateResponse } from './support/validateResponse';

describe('the first start on a data folder', () => {
	let options: ServiceOptions & { dataDirectory: string };
	let first: RunningService;
	let apiKey: string;
	let password: string;

	beforeAll(async () => {
		const dataDirectory = await mkdtemp(join(tmpdir(), 'extraction-core-'));
		options = { dataDirectory, environment: { API_KEYS: '' }, withoutBrowser: true };
		first = await startService(options);
		const { stdout } = first.readOutput();
		apiKey = /^API key \(shown only now\): (\S+)$/m.exec(stdout)?.[1] ?? '';
		password = /^Dashboard password \(shown only now\): (\S+)$/m.exec(stdout)?.[1] ?? '';
	});

	afterAll(() => rm(options.dataDirectory, { recursive: true, force: true }));

	it('prints its address, a first key and a first password, which work', async () => {
		const answer = await callService({ ...first, apiKey }, 'GET', '/account');
		const { cookie } = await signIn(first, password);

		expect(first.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api$/);
		expect(answer.status).toBe(200);
		expect(cookie).toMatch(/^dashboard_session=.{40}/);
	});

	it('makes a key that is not lost as the last one, which its page says before anything is clicked', async () => {
		const visitor = await signIn(first, password);
		const { text } = await visitor.get('/keys');
		const ids = [...text.matchAll(/\/keys\/([^/]+)\/active/g)].map(([, id]) => id);
		const refused = await visitor.send(`/keys/${ids[0]}/delete`);

		expect(ids).toHaveLength(1);
		expect(text).toContain('The last key cannot be deleted');
		expect(text).not.toContain(`/keys/${ids[0]}/delete`);
		expect(refused.text).toContain('is the last key and cannot be deleted.');
	});

	it('is the only one that prints them, and what is stored of the password is a hash', async () => {
		await first.stop();
		const second = await startService(options);
		const answer = await callService({ ...second, apiKey }, 'GET', '/account');
		const page = await (await signIn(second, password)).get('/keys');
		await second.stop();
		const database = await readFile(join(options.dataDirectory, 'service.db'), 'latin1');

		expect(second.readOutput().stdout).not.toMatch(/API key|password/);
		expect([answer.status, page.status]).toEqual([200, 200]);
		expect(database).toContain('scrypt$');
		expect(database).not.toContain(password);
	});
});

describe('the service at start', () => {
	let dataDirectory: string;

	beforeEach(async () => {
		dataDirectory = await mkdtemp(join(tmpdir(), 'extraction-core-'));
	});

	afterEach(() => rm(dataDirectory, { recursive: true, force: true }));

	it.each([
		['PORT', 'eighty', 'PORT is wrong: set a whole number from 0 to 65535'],
		['LLM_BASE_URL', 'http://127.0.0.1:1/v1', 'LLM_MODEL is wrong: set the name of the model'],
		['PROXY_URL', 'proxy.example', 'PROXY_URL is wrong: set an address such as'],
		['COST_PER_PAGE', '-1', 'COST_PER_PAGE is wrong: set a number of credits'],
		['LOG_LEVEL', 'loud', 'LOG_LEVEL is wrong: set one of trace, debug'],
	])('does not start with a wrong %s and says the fix', async (name, value, message) => {
		const start = startService({ dataDirectory, environment: { [name]: value } });

		await expect(start).rejects.toThrow(message);
	});

	it('names the port when another program has taken it', async () => {
		const other = createServer().listen(0, '127.0.0.1');
		await once(other, 'listening');
		const { port } = Object(other.address());
		const message = await startService({
			dataDirectory,
			environment: { PORT: String(port) },
			withoutBrowser: true,
		}).catch(({ message }: Error) => message);
		other.close();

		expect(message).toContain(
			`Port ${port} is taken by another program. Stop that program, or set PORT to another port`,
		);
	});
});

/** Unlike the defaults and each other, so that a sum tells which of them it is made of. */
const PRICES = {
	COST_PER_PAGE: '0.5',
	COST_PER_1000_TOKENS: '20',
	COST_PER_10_RESULTS: '300',
	COST_PER_DOCUMENT_PAGE: '4000',
};

/** Of all tests that need no settings of their own; it logs everything. */
let service: RunningService;
let model: TestModel;
let site: TestSite;

beforeAll(async () => {
	[model, site] = await Promise.all([startModel(), startSite()]);
	service = await startService({
		environment: {
			...PRICES,
			LOG_LEVEL: 'trace',
			LLM_BASE_URL: model.baseUrl,
			LLM_MODEL: 'stand-in',
		},
		withoutBrowser: true,
	});
});

afterAll(async () => {
	await service.stop();
	await Promise.all([model.stop(), site.stop()]);
});

it('refuses a data folder that another service works on', async () => {
	const { dataDirectory } = service;
	const second = startService({ dataDirectory });

	await expect(second).rejects.toThrow(`Another service is using the data folder ${dataDirectory}`);
});

describe('authentication', () => {
	const callWith = async (headers: Record<string, string>) => {
		const response = await fetch(`${service.baseUrl}/usage-stats?range=7d`, { headers });
		return { status: response.status, body: await response.json() };
	};

	it.each([
		['Authorization', 'Bearer key-of-the-tests'],
		['authorization', 'bearer key-of-the-tests'],
		['x-api-key', 'key-of-the-tests'],
	])('accepts the key in %s: %s', async (name, value) => {
		expect((await callWith({ [name]: value })).status).toBe(200);
	});

	it.each([
		['no key', {}],
		['an unknown key', { 'x-api-key': 'wrong' }],
		['a key without Bearer', { Authorization: 'key-of-the-tests' }],
		['an empty key', { Authorization: 'Bearer ', 'x-api-key': '' }],
	])('answers 401 to %s', async (_label, headers) => {
		const { status, body } = await callWith(headers);

		expect(status).toBe(401);
		expect(body).toEqual({ status: 'error', message: 'Access token invalid or expired' });
		validateResponse('getUsageStats', status, body);
	});

	it('checks the key before the request, so a stranger learns nothing about it', async () => {
		const response = await fetch(`${service.baseUrl}/scrape`, { method: 'POST', body: '{' });

		expect(response.status).toBe(401);
	});

	it('accepts keys made beside the running service, refuses them once disabled or deleted', async () => {
		const { dataDirectory } = service;
		const apiKey = (await manageKeys(dataDirectory, 'make', 'n8n')).output.split('\n')[0] ?? '';
		const call = async () => (await callService({ ...service, apiKey }, 'GET', '/account')).status;
		const whenMade = await call();
		await manageKeys(dataDirectory, 'disable', 'n8n');
		const whenDisabled = await call();
		await manageKeys(dataDirectory, 'enable', 'n8n');
		const whenEnabled = await call();
		await manageKeys(dataDirectory, 'make', 'other');
		await manageKeys(dataDirectory, 'delete', 'n8n');
		const whenDeleted = await call();

		expect([whenMade, whenDisabled, whenEnabled, whenDeleted]).toEqual([200, 401, 200, 401]);
	});
});

describe('the key tool', () => {
	let dataDirectory: string;

	beforeEach(async () => {
		dataDirectory = await mkdtemp(join(tmpdir(), 'extraction-keys-'));
	});

	afterEach(() => rm(dataDirectory, { recursive: true, force: true }));

	it('lists keys masked, with their state, keeps the last one, makes five and refuses a sixth', async () => {
		const made = await manageKeys(dataDirectory, 'make', 'n8n');
		const key = made.output.split('\n')[0] ?? '';
		const kept = await manageKeys(dataDirectory, 'delete', 'n8n');
		await manageKeys(dataDirectory, 'disable', 'n8n');
		const { output } = await manageKeys(dataDirectory, 'list');
		for (const name of ['a', 'b', 'c', 'd']) await manageKeys(dataDirectory, 'make', name);
		const sixth = await manageKeys(dataDirectory, 'make', 'e');

		expect(made.output).toContain(`for the service with the data folder ${dataDirectory}.`);
		expect(kept.exitCode).toBe(1);
		expect(kept.output).toContain('"n8n" is the last key and cannot be deleted');
		expect(output).toContain('disabled');
		expect(output).toContain(`…${key.slice(-4)}`);
		expect(output).not.toContain(key);
		expect(sixth).toEqual({
			exitCode: 1,
			output: 'There are 5 keys already. Delete one that is not used.\n',
		});
	});

	it.each([
		['a name that is not there', ['disable', 'ghost'], 'There is no key "ghost"'],
		['a key without a name', ['make'], 'A key needs a name'],
		['an unknown command', ['rename'], 'Usage: keys <command>'],
	])('says what is wrong with %s', async (_label, args, message) => {
		const { exitCode, output } = await manageKeys(dataDirectory, ...args);

		expect(exitCode).toBe(1);
		expect(output).toContain(message);
	});
});

describe('bad requests', () => {
	const url = 'http://127.0.0.1:1/';

	it.each([
		['no URLs', {}, 'You must pass 1 to 3 URLs with actions.'],
		['an empty list', { urls: [] }, 'You must pass 1 to 3 URLs with actions.'],
		['four URLs', { urls: Array(4).fill({ url }) }, 'You must pass 1 to 3 URLs with actions.'],
		['a URL without an object', { urls: [url] }, 'urls[0] must be of type object.'],
		['an entry without URL', { urls: [{}] }, 'urls[0].url is missing.'],
		[
			'another protocol',
			{ urls: [{ url: 'ftp://example.com/' }] },
			'urls[0].url does not fit. Expected: An absolute http or https address.',
		],
		[
			'half an address',
			{ urls: [{ url: 'http://:80/' }] },
			'urls[0].url is not a valid web address: http://:80/',
		],
		['a wrong type', { urls: [{ url }], prompt: 5 }, 'prompt must be of type string.'],
		[
			'an unknown output',
			{ urls: [{ url }], output: 'xml' },
			'output must be one of json, markdown.',
		],
		[
			'a country without proxy',
			{ urls: [{ url }], proxyCountry: 'us' },
			'proxyCountry requires useProxy true.',
		],
		[
			'a full page without screenshot',
			{ urls: [{ url }], fullPageScreenshot: true },
			'fullPageScreenshot requires screenshot true.',
		],
		[
			'an unknown action',
			{ urls: [{ url, actions: [{ type: 'jump' }] }] },
			'urls[0].actions[0] has an unknown type: "jump".',
		],
		[
			'a proxy that is not set up',
			{ urls: [{ url }], useProxy: true },
			'useProxy needs a proxy, and this service has none: set PROXY_URL and start it again',
		],
		[
			'cookies that may be meant for either of two hosts',
			{ urls: [{ url }, { url: 'http://localhost:1/' }], cookies: 'session=abc' },
			'cookies given as name=value pairs belong to one host, and urls has 2: send one request for each host, or give the cookies with their domains, as the cookie table of a browser’s developer tools has them.',
		],
	])('answers 400 to %s and names it', async (_label, body, message) => {
		const answer = await callService(service, 'POST', '/scrape', body);

		expect(answer.status).toBe(400);
		expect(answer.body).toEqual({ status: 'error', message });
		validateResponse('submitScrape', answer.status, answer.body);
	});

	it('takes cookies for several hosts when they name theirs', async () => {
		const urls = [{ url }, { url: 'http://localhost:1/' }];
		const cookies = 'session\tabc\t127.0.0.1\t/\ntheme\tdark\tlocalhost\t/';

		expect((await callService(service, 'POST', '/scrape', { urls, cookies })).status).toBe(202);
	});

	const post = async (init: RequestInit) => {
		const headers = { 'x-api-key': service.apiKey, ...init.headers };
		const response = await fetch(`${service.baseUrl}/scrape`, { ...init, method: 'POST', headers });
		return { status: response.status, body: await response.json() };
	};

	it.each([
		[
			'broken JSON',
			{ body: '{', headers: { 'Content-Type': 'application/json' } },
			400,
			'not valid JSON',
		],
		[
			'an empty JSON body',
			{ headers: { 'Content-Type': 'application/json' } },
			400,
			'body is empty',
		],
		['no body', {}, 400, 'body is empty'],
		['plain text', { body: 'hello' }, 415, 'Content-Type application/json'],
	])('answers %s in the error format', async (_label, init, status, message) => {
		expect(await post(init)).toEqual({
			status,
			body: { status: 'error', message: expect.stringContaining(message) },
		});
	});

	it('answers 404 to a path it does not have', async () => {
		const { status, body } = await callService(service, 'GET', '/nothing');

		expect(status).toBe(404);
		expect(body).toEqual({ status: 'error', message: 'There is no GET /api/nothing in this API.' });
	});
});

describe('prices', () => {
	const work = async (path: string, request: object) => {
		const { body } = await callService(service, 'POST', path, request);
		const { jobId } = Object(body);
		const ended = await waitForEnd(service, `${path}/${jobId}`);
		expect(Object(ended.body).status).toBe('completed');
		return { jobId, body: Object(ended.body) };
	};

	const read = async (path: string) => Object((await callService(service, 'GET', path)).body);

	it('are those that the settings say, for each kind of job and in the account', async () => {
		const plain = { scrapeMode: 'fast' };
		const { creditsUsed: before } = (await read('/account')).data;
		const urls = [{ url: `${site.url}/article` }, { url: `${site.url}/layout` }];
		model.reply = { text: '{"year":1874}', inputTokens: 1900, outputTokens: 200 };
		const prompt = 'When was the harbour dug?';
		const scrape = await work('/scrape', { ...plain, urls, prompt, output: 'json' });
		const crawl = await work('/crawl', {
			...plain,
			baseUrl: `${site.url}/article`,
			maxPages: 1,
		});
		const search = await work('/search', { query: 'ships harbour museum' });
		const parse = await work('/parse', { url: `${site.url}/prices.csv`, wait: false });

		// Two pages, and three thousands of tokens begun.
		expect(await read(`/scrape-logs/${scrape.jobId}`)).toMatchObject({
			data: { tokens_used: 2100, credits_used: 2 * 0.5 + 3 * 20 },
		});
		const record = await read(`/crawl/job/${crawl.jobId}`);
		const tokens = record.input_tokens + record.output_tokens;
		expect(record.credits_used).toBe(0.5 + Math.ceil(tokens / 1000) * 20);
		expect(await read(`/search-logs/${search.jobId}`)).toMatchObject({
			data: { credits_used: 300 },
		});
		expect(parse.body.creditsUsed).toBe(4000);
		expect((await read('/account')).data.creditsUsed - before).toBe(
			61 + record.credits_used + 300 + 4000,
		);
	});
});

describe('the log', () => {
	it('holds no key, neither of those that were right nor of those that were wrong', async () => {
		await callService(service, 'GET', '/account');
		await callService({ ...service, apiKey: 'wrong-secret' }, 'GET', '/account');
		const file = new FormData();
		file.append('file', new Blob(['Some words.']), 'a.txt');
		const headers = { 'x-api-key': service.apiKey, Cookie: 'session=wrong-secret' };
		await fetch(`${service.baseUrl}/parse`, { method: 'POST', headers, body: file });
		await service.stop();
		const { stdout, stderr } = service.readOutput();

		expect(stderr).toContain('/api/account');
		expect(stderr).toContain('multipart/form-data');
		expect(stdout + stderr).not.toMatch(/key-of-the-tests|wrong-secret/);
	});
});
