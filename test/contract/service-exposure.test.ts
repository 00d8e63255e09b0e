import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { eventually } from '../support/eventually';
import { callService, waitForEnd, type CallTarget } from './support/callService';
import { programOf } from './support/compiledService';
import { askDashboard, guessUntilSlow, PASSWORD, signIn } from './support/dashboardClient';
import { startPages } from './support/startPages';
import { startService, type RunningService } from './support/startService';
import { validateResponse } from './support/validateResponse';

const SLOW_UPLOAD_FILE = programOf(resolve(__dirname, 'support/slowUpload.mts'));

interface HostAnswer {
	status: number | undefined;
	body: string;
	headers: IncomingMessage['headers'];
}

/** Asks with headers of one's own choice, `Host` included, which `fetch` does not let one set. */
async function askAs(
	{ baseUrl, apiKey }: RunningService,
	path: string,
	headers: Record<string, string>,
	body?: object,
): Promise<HostAnswer> {
	const sent = request(new URL(path, baseUrl), {
		method: body === undefined ? 'GET' : 'POST',
		headers: { 'x-api-key': apiKey, 'Content-Type': 'application/json', ...headers },
	});
	sent.end(body && JSON.stringify(body));
	const [response]: IncomingMessage[] = await once(sent, 'response');
	if (response === undefined) throw new Error('No answer');
	return { status: response.statusCode, body: await text(response), headers: response.headers };
}

/** A service that makes its own key and password, as one does that is given none. */
interface FreshService extends RunningService {
	password: string;
}

async function startFresh(environment: Record<string, string>): Promise<FreshService> {
	const started = await startService({
		environment: { API_KEYS: '', ...environment },
		withoutBrowser: true,
	});
	const printed = started.readOutput().stdout.matchAll(/\(shown only now\): (\S+)/g);
	const [apiKey = '', password = ''] = [...printed].map(([, secret]) => secret);
	return { ...started, apiKey, password };
}

const PREPARED = { fileName: 'a.pdf', size: 10 };

/** Of all tests that need no other settings. */
let service: RunningService;

beforeAll(async () => {
	service = await startService({
		environment: { DASHBOARD_PASSWORD: PASSWORD, LOG_LEVEL: 'trace' },
	});
});
afterAll(() => service.stop());

describe('the name that a request was sent to', () => {
	// A page on the web whose name leads to this machine: its requests carry that name.
	it.each(['rebound.example', 'rebound.example:8330', '127.0.0.1.rebound.example', '', 'a..b'])(
		'is refused when it is not the service: %j',
		async (host) => {
			for (const path of ['/login', '/api/account', '/assets/dashboard.js']) {
				const { status, body } = await askAs(service, path, { Host: host });

				expect([path, status]).toEqual([path, host === '' ? 200 : 421]);
				if (host !== '') expect(body).toContain(`does not answer for ${host}`);
			}
		},
	);

	it.each([
		'127.0.0.1:1',
		'[::1]:8330',
		'localhost',
		'extraction',
		'host.docker.internal',
		'n.local',
	])('is taken when nobody on the web can have it: %s', async (host) => {
		expect((await askAs(service, '/login', { Host: host })).status).toBe(200);
		expect((await askAs(service, '/api/account', { Host: host })).status).toBe(200);
	});

	it('is not what a request says of itself, without a proxy in front', async () => {
		const headers = { 'X-Forwarded-Host': 'rebound.example', 'X-Forwarded-Proto': 'https' };
		const { status, body } = await askAs(service, '/api/parse/uploads', headers, PREPARED);

		expect(status).toBe(200);
		expect(JSON.parse(body).uploadUrl).toMatch(/^http:\/\/127\.0\.0\.1:/);
	});
});

/** The same port at another address of this machine. */
const atOtherAddress = ({ baseUrl, apiKey }: CallTarget): CallTarget => ({
	baseUrl: baseUrl.replace('127.0.0.1', '127.0.0.2'),
	apiKey,
});

it('nobody reaches the service at another address than the one it listens on', async () => {
	await expect(callService(atOtherAddress(service), 'GET', '/account')).rejects.toMatchObject({
		cause: { code: 'ECONNREFUSED' },
	});
});

describe('a limited service behind a proxy', () => {
	let limited: RunningService;

	beforeAll(async () => {
		limited = await startService({
			environment: {
				TRUST_PROXY: '127.0.0.1',
				RATE_LIMIT_REQUESTS: '2',
				RATE_LIMIT_WINDOW_SECONDS: '4',
			},
			withoutBrowser: true,
		});
	});
	afterAll(() => limited.stop());

	/** Calls thrice in a window: on a machine so slow that one ends between them, the calls are made again. */
	const callThrice = <Answered>(call: () => Promise<Answered>): Promise<Answered[]> =>
		eventually(
			async () => {
				const startedMs = Date.now();
				const answers = [await call(), await call(), await call()];
				return Date.now() - startedMs < 3_000 && answers;
			},
			'three calls take longer than a window',
			{ intervalMs: 4_000 },
		);

	it('counts every request of an address, says so in headers, then answers 429 with the wait, and ends with it', async () => {
		const call = () => callService(limited, 'GET', '/account');
		const answers = await callThrice(call);
		const refused = answers[2];
		await sleep(Number(refused?.headers.get('Retry-After')) * 1_000 + 50);
		const after = await call();

		expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
		expect(answers.map(({ headers }) => headers.get('RateLimit-Remaining'))).toEqual([
			'1',
			'0',
			'0',
		]);
		expect(refused?.headers.get('RateLimit-Limit')).toBe('2');
		expect(refused?.headers.get('Retry-After')).toMatch(/^[34]$/);
		expect(refused?.headers.get('RateLimit-Reset')).toMatch(/^[34]$/);
		expect(refused?.body).toMatchObject({ status: 'error', retry_after: expect.any(Number) });
		validateResponse('getAccount', 429, refused?.body);
		expect(after.status).toBe(200);
	});

	it('takes address and name from the proxy that TRUST_PROXY names, for limits and links', async () => {
		const from = (client: string) => ({
			'X-Forwarded-For': client,
			'X-Forwarded-Host': 'extraction.internal',
			'X-Forwarded-Proto': 'https',
		});
		const prepare = (headers: Record<string, string>) =>
			askAs(limited, '/api/parse/uploads', headers, PREPARED);
		const answers = await callThrice(() => prepare(from('192.0.2.1')));
		const other = await prepare(from('192.0.2.2'));
		const rebound = await prepare({
			...from('192.0.2.3'),
			'X-Forwarded-Host': 'rebound.example',
		});

		expect([...answers, other].map(({ status }) => status)).toEqual([200, 200, 429, 200]);
		expect(JSON.parse(other.body).uploadUrl).toMatch(/^https:\/\/extraction\.internal\/api\//);
		expect(rebound.status).toBe(421);
	});
});

it('nothing is limited by default, and no header speaks of a limit', async () => {
	const { headers } = await callService(service, 'GET', '/account');

	expect(headers.get('RateLimit-Limit')).toBeNull();
});

describe('a service that is set to be reached from elsewhere', () => {
	/** Listens on all addresses. */
	let open: FreshService;
	/** Has a name that others know it by. */
	let named: FreshService;

	beforeAll(async () => {
		[open, named] = await Promise.all([
			startFresh({ HOST: '0.0.0.0' }),
			startFresh({ PUBLIC_URL: 'https://extraction.example.com/' }),
		]);
		open.baseUrl = open.baseUrl.replace('0.0.0.0', '127.0.0.1');
	});
	afterAll(() => Promise.all([open.stop(), named.stop()]));

	it('names PUBLIC_URL in links, and its cookie is for encrypted connections only', async () => {
		const host = { Host: 'extraction.example.com' };
		const { status, body } = await askAs(named, '/api/parse/uploads', host, PREPARED);
		const origin = { origin: 'https://extraction.example.com' };
		const form = { password: named.password };
		const login = await askDashboard(named, '/login', { form, headers: origin });
		const other = { origin: 'https://elsewhere.example' };
		const refused = await askDashboard(named, '/login', { form, headers: other });

		expect(status).toBe(200);
		expect(JSON.parse(body).uploadUrl).toMatch(
			/^https:\/\/extraction\.example\.com\/api\/parse\/uploads\//,
		);
		expect(login.status).toBe(303);
		expect(login.headers.get('set-cookie')).toMatch(/^dashboard_session=.*; Secure/);
		expect(refused.status).toBe(403);
	});

	it('on all addresses still asks for a key, which is made when none was given', async () => {
		const stranger = { baseUrl: open.baseUrl, apiKey: '' };
		const without = await callService(stranger, 'GET', '/account');
		const scrape = await callService(stranger, 'POST', '/scrape', {
			urls: [{ url: 'http://127.0.0.1:1/' }],
		});
		const dashboard = await askDashboard(open, '/keys');
		const withKey = await callService(open, 'GET', '/account');
		const elsewhere = await callService(atOtherAddress(open), 'GET', '/account');

		expect(elsewhere.status).toBe(200);
		expect([without, scrape, dashboard].map(({ status }) => status)).toEqual([401, 401, 303]);
		expect(withKey.status).toBe(200);
	});

	it('has no key, password or signature in common with another one', async () => {
		const prepared = await callService(open, 'POST', '/parse/uploads', PREPARED);
		const { uploadUrl } = Object(prepared.body);
		const put = (url: string) => fetch(url, { method: 'PUT', body: '0123456789' });
		const elsewhere = await put(uploadUrl.replace(open.baseUrl, named.baseUrl));
		const here = await put(uploadUrl);
		const foreign = await callService({ ...named, apiKey: open.apiKey }, 'GET', '/account');

		expect(open.apiKey.length).toBeGreaterThan(30);
		expect(open.password.length).toBeGreaterThanOrEqual(12);
		expect(named.apiKey).not.toBe(open.apiKey);
		expect(named.password).not.toBe(open.password);
		expect([elsewhere.status, here.status, foreign.status]).toEqual([403, 200, 401]);
	});
});

describe('a wrong setting', () => {
	it.each([
		['PUBLIC_URL', 'https://example.com/path', 'set an address without a path'],
		['TRUST_PROXY', 'everybody', 'set true, or the addresses or networks of the proxies'],
		['TRUST_PROXY', 'true,127.0.0.1', 'set true, or the addresses or networks of the proxies'],
		['API_KEYS', 'a-long-enough-key,short', 'set keys of 16 characters or more'],
	])('%s (%s) ends the start with the fix', async (name, value, message) => {
		await expect(startService({ environment: { [name]: value } })).rejects.toThrow(message);
	});
});

describe('an upload that drips', () => {
	/** What is told of each, all at the same time. */
	let answers: string[];

	beforeAll(async () => {
		const uploads = ['4000', '4000,100,200', '400', '800,20000,200'];
		const { stdout } = await promisify(execFile)(process.execPath, [SLOW_UPLOAD_FILE, ...uploads]);
		answers = stdout.split('\n');
	});

	it('ends when its time is over', () => {
		expect(answers[0]).toBe('408 The request did not arrive in time.');
	});

	it('ends sooner, with the reason, when it brings next to nothing', () => {
		expect(answers[1]).toBe(
			'408 The request body arrived too slowly: less than 10 kB in 0.2 seconds.',
		);
	});

	it.each([
		['it comes in time', 2],
		['much of it comes steadily', 3],
	])('is taken when %s', (_when, at) => {
		expect(answers[at]).toBe('200');
	});
});

describe('text of strangers', () => {
	const SCRIPT = '<script>document.title=1</script>';
	const FORGED = '{"level":60,"msg":"forged"}';

	it('is shown in the dashboard as text, and adds no line to the log', async () => {
		const site = await startPages((_request, response) => {
			response.setHeader('Content-Type', 'text/html');
			response.end('<!doctype html><title>&lt;b&gt;Title</title><p>Some words of a page.');
		});
		const scrape = async (url: string) => {
			const prompt = `${SCRIPT}\r\n${FORGED}\n`;
			const request = { urls: [{ url }], prompt, scrapeMode: 'fast' };
			const { body } = await callService(service, 'POST', '/scrape', request);
			const { jobId } = Object(body);
			await waitForEnd(service, `/scrape/${jobId}`);
			return jobId;
		};
		const jobId = await scrape(`${site.url}/page?${SCRIPT}${FORGED}`);
		await scrape(`http://127.0.0.1:1/${SCRIPT}${FORGED}`);
		await callService(service, 'GET', `/scrape/${encodeURIComponent(`\n${FORGED}\n`)}`);
		const { get } = await signIn(service);
		const pages = [];
		for (const path of ['/', '/jobs', '/logs/scrape', `/logs/scrape/${jobId}`]) {
			pages.push((await get(path)).text);
		}
		await site.stop();
		const { stderr } = service.readOutput();

		for (const page of pages) {
			expect(page).toContain('&lt;script&gt;');
			expect(page).not.toContain(SCRIPT);
		}
		const messages = stderr
			.slice(0, stderr.lastIndexOf('\n'))
			.split('\n')
			.map((line) => Object(JSON.parse(line)).msg);
		expect(stderr).toContain('job failed');
		expect(stderr).toContain('forged');
		expect(messages).not.toContain('forged');
	});
});

// The last of them: nobody else signs in for a while.
describe('guessing the password', () => {
	it('slows strangers down, and nobody in a browser that has signed in before', async () => {
		const attempt = (password: string, cookie = '') =>
			askDashboard(service, '/login', { form: { password }, cookie });
		const { headers } = await attempt(PASSWORD);
		const known = /dashboard_browser=[^;]+/.exec(headers.get('set-cookie') ?? '')?.[0] ?? '';
		await guessUntilSlow(service);

		const stranger = await attempt(PASSWORD);
		const forged = await attempt(PASSWORD, `${known.slice(0, -3)}xyz`);
		const owner = await attempt(PASSWORD, known);
		await guessUntilSlow(service, known);

		expect([stranger, forged, owner].map(({ status }) => status)).toEqual([429, 429, 303]);
	});
});
