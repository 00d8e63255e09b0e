import { readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { entriesBelow } from '../support/entriesBelow';
import { eventually } from '../support/eventually';
import { waitForBatch } from './support/callBatch';
import { callService, waitForEnd } from './support/callService';
import { startPages, type Pages } from './support/startPages';
import { startService, type RunningService } from './support/startService';

const COOKIE = 'COOKIESECRET1';
const TYPED = 'TYPEDSECRET1';
const PASSWORD = 'PASSWORDSECRET1';
/** Also as browsers and programs send a name with its password. */
const SECRETS = [COOKIE, TYPED, PASSWORD, Buffer.from(`ann:${PASSWORD}`).toString('base64')];

let service: RunningService;
let pages: Pages;
let engine: Pages;
/** What pages were asked with: cookies and authorizations. */
const seen: string[] = [];
/** Answers that do not come, until the page breaks. */
const hanging = new Set<ServerResponse>();
let isBroken = false;
/** A page that answers when it is told to. */
const slowPage = {
	asked: Promise.withResolvers<void>(),
	released: Promise.withResolvers<void>(),
};

beforeAll(async () => {
	pages = await startPages((request, response) => {
		const { cookie = '', authorization = '' } = request.headers;
		seen.push(cookie, Buffer.from(authorization.replace('Basic ', ''), 'base64').toString());
		const { pathname } = new URL(request.url ?? '/', 'http://pages');
		if (pathname === '/hanging') {
			if (authorization === '') {
				response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="x"' }).end();
			} else if (isBroken) response.destroy();
			else hanging.add(response);
			return;
		}
		if (pathname === '/locked' && authorization === '') {
			response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="x"' }).end();
			return;
		}
		const answer = (): void => {
			response.writeHead(pathname === '/broken' ? 500 : 200, { 'Content-Type': 'text/html' });
			response.end(
				`<title>Page</title><input id="name"><p>${'Words of the page. '.repeat(30)}</p>`,
			);
		};
		if (pathname !== '/slow') return answer();
		slowPage.asked.resolve();
		void slowPage.released.promise.then(answer);
	});
	engine = await startPages(answerSearch);
	service = await startService({ environment: environment() });
});

afterAll(async () => {
	await Promise.all([service.stop(), pages.stop(), engine.stop()]);
	await rm(service.dataDirectory, { recursive: true, force: true });
});

/** The service logs everything. */
const environment = () => ({
	LOG_LEVEL: 'trace',
	SEARCH_URL: `${engine.url.replace('://', `://ann:${PASSWORD}@`)}/search`,
});

/** Starts the service again, after its process was killed. */
async function startAgain(): Promise<void> {
	const { dataDirectory } = service;
	service = await startService({ dataDirectory, environment: environment() });
}

/** Every byte that the service has on disk, as text. */
async function readDataFolder(): Promise<string> {
	const entries = await entriesBelow(service.dataDirectory);
	const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('-shm'));
	const texts = files.map((file) =>
		readFile(join(file.parentPath, file.name), 'latin1').catch(() => ''),
	);
	return (await Promise.all(texts)).join('\n');
}

async function run(path: string, request: object): Promise<string> {
	const { body } = await callService(service, 'POST', path, request);
	const { jobId } = Object(body);
	const ended = await waitForEnd(service, `${path}/${jobId}`);
	return JSON.stringify(ended.body);
}

const locked = () => `${pages.url.replace('://', `://ann:${PASSWORD}@`)}/locked`;

describe('cookies, typed texts and passwords', () => {
	it('reach the page they are meant for', async () => {
		const actions = [{ type: 'type', selector: '#name', value: TYPED }];
		await run('/scrape', { urls: [{ url: `${pages.url}/`, actions }], cookies: `sid=${COOKIE}` });
		const answer = await run('/scrape', { urls: [{ url: locked() }] });

		expect(seen).toContain(`sid=${COOKIE}`);
		expect(seen).toContain(`ann:${PASSWORD}`);
		expect(answer).toContain('Words of the page.');
	});

	it('are not on disk while their job runs, nor afterwards', async () => {
		const actions = [{ type: 'type', selector: '#name', value: TYPED }];
		const running = run('/scrape', {
			urls: [{ url: `${pages.url}/slow`, actions }],
			cookies: `sid=${COOKIE}`,
		});
		await slowPage.asked.promise;
		const meanwhile = await readDataFolder();
		slowPage.released.resolve();
		await running;
		await run('/crawl', { baseUrl: locked(), maxPages: 1, cookies: `sid=${COOKIE}` });
		await run('/parse', { url: locked(), wait: false });
		const afterwards = await readDataFolder();

		for (const dump of [meanwhile, afterwards]) {
			expect(dump).toContain('/slow');
			for (const secret of SECRETS) expect(dump).not.toContain(secret);
		}
	});

	it('are in no answer: not of jobs, their errors, batches, logs or records', async () => {
		const dead = `http://ann:${PASSWORD}@127.0.0.1:9/`;
		const actions = [{ type: 'type', selector: '#missing', value: TYPED }];
		const answers = await Promise.all([
			run('/scrape', { urls: [{ url: dead }] }),
			run('/scrape', { urls: [{ url: `${pages.url}/`, actions }] }),
			run('/crawl', { baseUrl: dead, maxPages: 1 }),
			run('/parse', { url: dead, wait: false }),
		]);
		const { body } = await callService(service, 'POST', '/batch/scrape', {
			urls: [dead, locked()],
		});
		const batch = await waitForBatch(service, Object(body).batchId);
		const listings = ['/scrape-logs?limit=100', '/crawl/history'];
		for (const path of listings) {
			answers.push(JSON.stringify((await callService(service, 'GET', path)).body));
		}
		answers.push(JSON.stringify(batch));

		for (const answer of answers) {
			expect(answer).not.toContain(PASSWORD);
			expect(answer).not.toContain(TYPED);
		}
		expect(answers[0]).toContain('127.0.0.1:9');
	});

	it('are asked for again when a batch that was read with them is retried', async () => {
		const urls = [`${pages.url}/broken`];
		const { body } = await callService(service, 'POST', '/batch/scrape', {
			urls,
			cookies: `sid=${COOKIE}`,
		});
		const { batchId } = Object(body);
		await waitForBatch(service, batchId);
		const answer = await callService(service, 'POST', `/batch/scrape/${batchId}/retry`);

		expect(answer).toMatchObject({
			status: 400,
			body: { message: expect.stringContaining('Submit the failed addresses again.') },
		});
	});
});

/** What the search engine was asked with. */
const asked: string[] = [];
let hang = Promise.withResolvers<ServerResponse>();
let isDown = false;

function answerSearch(request: IncomingMessage, response: ServerResponse): void {
	if (isDown) return void response.destroy();
	const { authorization = '' } = request.headers;
	asked.push(Buffer.from(authorization.replace('Basic ', ''), 'base64').toString());
	const query = new URL(request.url ?? '/', 'http://engine').searchParams.get('q') ?? '';
	if (query.startsWith('hang')) return hang.resolve(response);
	const results = query === 'none' ? 'no list' : [{ url: `${pages.url}/`, title: query }];
	response.writeHead(query === 'broken' ? 500 : 200, { 'Content-Type': 'application/json' });
	response.end(JSON.stringify({ results }));
}

async function submitSearch(query: string, more = {}): Promise<string> {
	const { body } = await callService(service, 'POST', '/search', { query, ...more });
	return `/search/${Object(body).jobId}`;
}

describe('the name and password of SEARCH_URL', () => {
	it('open it, and are nowhere else: not after a failure, a cancel or without an answer', async () => {
		const scrapeOptions = { formats: ['markdown'] };
		const answers = await Promise.all([
			submitSearch('good', { scrapeOptions }).then((path) => waitForEnd(service, path)),
			...['broken', 'none'].map(async (query) => waitForEnd(service, await submitSearch(query))),
		]);
		expect(new Set(asked)).toEqual(new Set([`ann:${PASSWORD}`]));
		expect(answers[0]?.body).toMatchObject({ result: { data: { web: [{ title: 'good' }] } } });
		const cancelled = await submitSearch('hang 1');
		const unanswered = await hang.promise;
		answers.push(await callService(service, 'DELETE', cancelled));
		// A search ends between two questions to its endpoint.
		unanswered.destroy();
		answers.push(await waitForEnd(service, cancelled));

		const dump = JSON.stringify([answers, service.readOutput()]) + (await readDataFolder());
		expect(dump).toContain('hang 1');
		for (const secret of SECRETS) expect(dump).not.toContain(secret);
	});
});

describe('secrets of jobs that do not end by themselves', () => {
	const request = () => ({
		urls: [
			{
				url: `${pages.url.replace('://', `://ann:${PASSWORD}@`)}/hanging`,
				actions: [{ type: 'type', selector: '#name', value: TYPED }],
			},
		],
		cookies: `sid\t${COOKIE}\t127.0.0.1\t/`,
	});

	/** Waits until the page was asked for with all that opens it. */
	async function untilAsked(): Promise<void> {
		await eventually(
			() => seen.includes(`ann:${PASSWORD}`) && seen.includes(`sid=${COOKIE}`),
			() => `The page was asked for with ${JSON.stringify(seen)}`,
		);
		seen.length = 0;
	}

	/** @param held what the data folder has of the jobs */
	async function expectNoSecrets(...held: string[]): Promise<void> {
		const { stdout, stderr } = service.readOutput();
		const dump = (await readDataFolder()) + stdout + stderr;
		for (const text of held) expect(dump).toContain(text);
		for (const secret of SECRETS) expect(dump).not.toContain(secret);
	}

	it('are not on disk when a crawl was cancelled', async () => {
		seen.length = 0;
		const { urls, cookies } = request();
		const { body } = await callService(service, 'POST', '/crawl', {
			baseUrl: urls[0]?.url,
			cookies,
		});
		const path = `/crawl/${Object(body).jobId}`;
		await untilAsked();
		expect((await callService(service, 'DELETE', path)).status).toBe(200);
		await waitForEnd(service, path);
		await expectNoSecrets('/hanging');
	});

	it('are not on disk when the service was killed, nor are those of SEARCH_URL, and open the page again at the next start', async () => {
		const { urls, cookies } = request();
		const scrape = await callService(service, 'POST', '/scrape', request());
		const batch = await callService(service, 'POST', '/batch/scrape', {
			urls: urls.map(({ url }) => url),
			cookies,
		});
		hang = Promise.withResolvers();
		const search = await submitSearch('hang 2');
		await Promise.all([untilAsked(), hang.promise]);
		await service.kill();
		await expectNoSecrets('/hanging', 'hang 2');

		isDown = true;
		await startAgain();
		await untilAsked();
		isBroken = true;
		for (const response of hanging) response.destroy();
		const ended = await waitForEnd(service, `/scrape/${Object(scrape.body).jobId}`);
		const failed = await waitForBatch(service, Object(batch.body).batchId);
		const retry = await callService(
			service,
			'POST',
			`/batch/scrape/${Object(batch.body).batchId}/retry`,
		);
		const searched = await waitForEnd(service, search);
		expect(ended.body).toMatchObject({ status: 'failed' });
		expect(failed).toMatchObject({ failedCount: 1 });
		expect(retry.status).toBe(400);
		expect(JSON.stringify(searched)).toContain('SEARCH_URL did not answer');
		const answers = JSON.stringify([ended.body, failed, retry.body, searched]);
		for (const secret of SECRETS) expect(answers).not.toContain(secret);
		await expectNoSecrets('/hanging', 'hang 2');
	});
});
