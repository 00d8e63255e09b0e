import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	askDashboard,
	guessUntilSlow,
	PASSWORD,
	readFormToken,
	signIn,
	type DashboardClient,
} from './support/dashboardClient';
import { startService, type RunningService } from './support/startService';

const PAGES = ['/', '/keys', '/jobs', '/logs', '/logs/scrape', '/logs/search', '/usage'];

let dataDirectory: string;
let service: RunningService;
/** Signed in once: each time costs what makes passwords hard to guess. */
let visitor: DashboardClient;

const start = (password: string) =>
	startService({
		dataDirectory,
		environment: { DASHBOARD_PASSWORD: password },
		withoutBrowser: true,
	});

beforeAll(async () => {
	dataDirectory = await mkdtemp(join(tmpdir(), 'dashboard-login-'));
	service = await start(PASSWORD);
	visitor = await signIn(service);
});

afterAll(async () => {
	await service.stop();
	await rm(dataDirectory, { recursive: true, force: true });
});

describe('the login', () => {
	it.each(PAGES)('stands before %s', async (path) => {
		const { status, location } = await askDashboard(service, path);

		expect(status).toBe(303);
		expect(location).toBe(path === '/' ? '/login' : `/login?next=${encodeURIComponent(path)}`);
	});

	it('stands before the endpoint of the script, which gets an error in JSON', async () => {
		const headers = { accept: 'application/json' };
		const { status, text } = await askDashboard(service, '/jobs/progress', { headers });

		expect(status).toBe(401);
		expect(JSON.parse(text)).toMatchObject({ status: 'error' });
	});

	it('stands before forms', async () => {
		const { status, location } = await askDashboard(service, '/keys', { form: { name: 'x' } });

		expect([status, location]).toEqual([303, '/login']);
	});

	it('leads on to the page that was asked for', async () => {
		const form = { password: PASSWORD, next: '/usage?range=30d' };
		const { status, location } = await askDashboard(service, '/login', { form });

		expect([status, location]).toEqual([303, '/usage?range=30d']);
	});

	it.each(['//elsewhere.example/', '/\\elsewhere.example', 'https://elsewhere.example/', ''])(
		'never leads to another site: %j',
		async (next) => {
			const { location } = await askDashboard(service, '/login', {
				form: { password: PASSWORD, next },
			});

			expect(location).toBe('/');
		},
	);

	it('keeps the session in a cookie that scripts and other sites cannot use', async () => {
		const { headers } = await askDashboard(service, '/login', { form: { password: PASSWORD } });

		const attributes = headers.get('set-cookie')?.split('; ').slice(1);
		expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Strict', 'Path=/']));
	});

	it('lets nobody in with a made-up session', async () => {
		const cookie = 'dashboard_session=made-up';

		expect((await askDashboard(service, '/keys', { cookie })).status).toBe(303);
	});

	it('is over after signing out, for good', async () => {
		const { send, get } = await signIn(service);
		await send('/logout');

		expect((await get('/keys')).status).toBe(303);
	});
});

describe('forms', () => {
	it.each([
		['without a token', {}],
		['with a wrong token', { formToken: 'wrong' }],
	])('are refused %s', async (_label, form) => {
		const answer = await askDashboard(service, '/keys', {
			form: { name: 'sneaked in', ...form },
			cookie: visitor.cookie,
		});

		expect(answer.status).toBe(403);
		expect((await visitor.get('/keys')).text).not.toContain('sneaked in');
	});

	it('are refused with the token of another session', async () => {
		const other = await signIn(service);
		const formToken = readFormToken((await other.get('/keys')).text);
		const form = { name: 'sneaked in', formToken };

		const { status } = await askDashboard(service, '/keys', { form, cookie: visitor.cookie });
		expect(status).toBe(403);
	});

	it.each(['/login', '/keys', '/logout'])('are refused from another site: %s', async (path) => {
		const formToken = readFormToken((await visitor.get('/keys')).text);
		const { status } = await askDashboard(service, path, {
			form: { formToken, password: PASSWORD, name: 'sneaked in' },
			headers: { origin: 'https://elsewhere.example' },
			cookie: visitor.cookie,
		});

		expect(status).toBe(403);
		expect((await visitor.get('/keys')).status).toBe(200);
	});
});

describe('every page', () => {
	it.each([...PAGES.filter((path) => path !== '/logs'), '/login'])(
		'%s forbids scripts and styles from anywhere else, in the page included',
		async (path) => {
			const { headers, text } = await askDashboard(service, path, {
				cookie: path === '/login' ? '' : visitor.cookie,
			});

			const policy = headers.get('content-security-policy');
			expect(policy).toMatch(/^default-src 'none'; *style-src 'self'; *script-src 'self';/);
			expect(policy).toContain("frame-ancestors 'none'");
			expect(headers.get('cache-control')).toBe('no-store');
			expect(text).toMatch(/^<!doctype html>/);
			expect(text).not.toMatch(
				/ style="|<style|<script(?! type="module" src="\/assets\/)|\son\w+="/,
			);
		},
	);
});

// Last, as it starts the service again.
describe('the password', () => {
	it('cannot be guessed: wrong ones cost a wait, during which the right one is refused, too', async () => {
		const attempt = (password: string) => askDashboard(service, '/login', { form: { password } });

		const guesses = Array.from({ length: 12 }, (_guess, at) => attempt(String(at)));
		const answers = await Promise.all(guesses);
		await guessUntilSlow(service);
		const right = await attempt(PASSWORD);

		// Three at once, and on a slow machine those after a wait of one and of two seconds.
		const checked = answers.filter(({ status }) => status === 401);
		expect(checked.length).toBeGreaterThanOrEqual(3);
		expect(checked.length).toBeLessThan(6);
		expect(answers.every(({ headers }) => headers.get('set-cookie') === null)).toBe(true);
		expect(right.status).toBe(429);
		const wait = right.headers.get('retry-after');
		expect(wait).toMatch(/^[1-9]\d?$/);
		expect(right.text).toContain(`Too many wrong passwords. Try again in ${wait} s.`);
	});

	it('can be set by the environment, which signs everybody out when it is a new one', async () => {
		const { cookie } = visitor;
		expect(service.readOutput().stdout).not.toContain('assword');
		expect((await askDashboard(service, '/keys', { cookie })).status).toBe(200);
		await service.stop();

		service = await start(PASSWORD);
		expect((await askDashboard(service, '/keys', { cookie })).status).toBe(200);
		await service.stop();

		service = await start('the second one');
		expect((await askDashboard(service, '/keys', { cookie })).status).toBe(303);
		await expect(signIn(service, PASSWORD)).rejects.toThrow('401');
		expect((await (await signIn(service, 'the second one')).get('/keys')).status).toBe(200);
	});
});
