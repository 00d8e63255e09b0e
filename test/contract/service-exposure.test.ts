import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { callService, waitForEnd, type CallTarget } from './support/callService';
import { programOf } from './support/compiledService';
import { askDashboard, guessUntilSlow, PASSWORD, signIn } from './support/dashboardClient';
import { startPages } from './support/startPages';
import { startService, type RunningService } from './support/startService';

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

describe('behind a proxy', () => {
	it('links name PUBLIC_URL, and the cookie is for encrypted connections only', async () => {
		const service = await startService({
			environment: {
				PUBLIC_URL: 'https://extraction.example.com/',
				DASHBOARD_PASSWORD: PASSWORD,
			},
			withoutBrowser: true,
		});
		const host = { Host: 'extraction.example.com' };
		const { status, body } = await askAs(service, '/api/parse/uploads', host, PREPARED);
		const origin = { origin: 'https://extraction.example.com' };
		const form = { password: PASSWORD };
		const login = await askDashboard(service, '/login', { form, headers: origin });
		const other = { origin: 'https://elsewhere.example' };
		const refused = await askDashboard(service, '/login', { form, headers: other });
		await service.stop();

		expect(status).toBe(200);
		expect(JSON.parse(body).uploadUrl).toMatch(
			/^https:\/\/extraction\.example\.com\/api\/parse\/uploads\//,
		);
		expect(login.status).toBe(303);
		expect(login.headers.get('set-cookie')).toMatch(/^dashboard_session=.*; Secure/);
		expect(refused.status).toBe(403);
	});

	it('TRUST_PROXY takes address and name from the proxy, for limits and links', async () => {
		const service = await startService({
			environment: { TRUST_PROXY: '127.0.0.1', RATE_LIMIT_REQUESTS: '1' },
			withoutBrowser: true,
		});
		const from = (client: string) => ({
			'X-Forwarded-For': client,
			'X-Forwarded-Host': 'extraction.internal',
			'X-Forwarded-Proto': 'https',
		});
		const first = await askAs(service, '/api/parse/uploads', from('192.0.2.1'), PREPARED);
		const again = await askAs(service, '/api/parse/uploads', from('192.0.2.1'), PREPARED);
		const other = await askAs(service, '/api/parse/uploads', from('192.0.2.2'), PREPARED);
		const foreign = { ...from('192.0.2.3'), 'X-Forwarded-Host': 'rebound.example' };
		const rebound = await askAs(service, '/api/parse/uploads', foreign, PREPARED);
		await service.stop();

		expect([first, again, other].map(({ status }) => status)).toEqual([200, 429, 200]);
		expect(JSON.parse(first.body).uploadUrl).toMatch(/^https:\/\/extraction\.internal\/api\//);
		expect(rebound.status).toBe(421);
	});

	it.each([
		['PUBLIC_URL', 'https://example.com/path', 'set an address without a path'],
		['TRUST_PROXY', 'everybody', 'set true, or the addresses or networks of the proxies'],
		['TRUST_PROXY', 'true,127.0.0.1', 'set true, or the addresses or networks of the proxies'],
		['API_KEYS', 'a-long-enough-key,short', 'set keys of 16 characters or more'],
	])('a wrong %s (%s) ends the start with the fix', async (name, value, message) => {
		await expect(startService({ environment: { [name]: value } })).rejects.toThrow(message);
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

describe('listening on all addresses', () => {
	it('still asks for a key, which is made when none was given', async () => {
		const environment = { HOST: '0.0.0.0', API_KEYS: '' };
		const service = await startService({ environment, withoutBrowser: true });
		const apiKey = /API key \(shown only now\): (\S+)/.exec(service.readOutput().stdout)?.[1] ?? '';
		const baseUrl = service.baseUrl.replace('0.0.0.0', '127.0.0.1');
		const without = await callService({ baseUrl, apiKey: '' }, 'GET', '/account');
		const scrape = await callService({ baseUrl, apiKey: '' }, 'POST', '/scrape', {
			urls: [{ url: 'http://127.0.0.1:1/' }],
		});
		const dashboard = await askDashboard({ baseUrl }, '/keys');
		const withKey = await callService({ baseUrl, apiKey }, 'GET', '/account');
		const elsewhere = await callService(atOtherAddress({ baseUrl, apiKey }), 'GET', '/account');
		await service.stop();

		expect(elsewhere.status).toBe(200);
		expect([without, scrape, dashboard].map(({ status }) => status)).toEqual([401, 401, 303]);
		expect(withKey.status).toBe(200);
	});
});

describe('two services', () => {
	it('have no key, password or signature in common', async () => {
		const options = { environment: { API_KEYS: '' }, withoutBrowser: true };
		const [one, other] = await Promise.all([startService(options), startService(options)]);
		const secretsOf = ({ readOutput }: RunningService) =>
			[...readOutput().stdout.matchAll(/\(shown only now\): (\S+)/g)].map(([, secret]) => secret);
		const [key = '', password = ''] = secretsOf(one);
		const [otherKey = '', otherPassword = ''] = secretsOf(other);
		const prepared = await callService({ ...one, apiKey: key }, 'POST', '/parse/uploads', PREPARED);
		const { uploadUrl } = Object(prepared.body);
		const put = (url: string) => fetch(url, { method: 'PUT', body: '0123456789' });
		const elsewhere = await put(uploadUrl.replace(one.baseUrl, other.baseUrl));
		const here = await put(uploadUrl);
		const foreign = await callService({ ...other, apiKey: key }, 'GET', '/account');
		await Promise.all([one.stop(), other.stop()]);

		expect(key.length).toBeGreaterThan(30);
		expect(password.length).toBeGreaterThanOrEqual(12);
		expect([otherKey, otherPassword]).not.toEqual(expect.arrayContaining([key]));
		expect(otherPassword).not.toBe(password);
		expect([elsewhere.status, here.status, foreign.status]).toEqual([403, 200, 401]);
	});
});

describe('an upload that drips', () => {
	const upload = async (...settings: readonly number[]) =>
		(await promisify(execFile)(process.execPath, [SLOW_UPLOAD_FILE, ...settings.map(String)]))
			.stdout;

	it('ends when its time is over', async () => {
		expect(await upload(4000)).toBe('408 The request did not arrive in time.\n');
	});

	it('ends sooner, with the reason, when it brings next to nothing', async () => {
		expect(await upload(4000, 100, 200)).toBe(
			'408 The request body arrived too slowly: less than 10 kB in 0.2 seconds.\n',
		);
	});

	it.each([
		['it comes in time', [400]],
		['much of it comes steadily', [800, 20_000, 200]],
	])('is taken when %s', async (_when, settings) => {
		expect(await upload(...settings)).toBe('200\n');
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
			const { body } = await callService(service, 'POST', '/scrape', { urls: [{ url }], prompt });
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
