import { eventually } from '../../support/eventually';
import type { RunningService } from './startService';

/** The password that the tests give the dashboard. */
export const PASSWORD = 'password-of-the-tests';

export interface PageAnswer {
	status: number;
	headers: Headers;
	/** Path that the answer leads on to. */
	location: string | null;
	text: string;
}

export interface RequestSettings {
	method?: 'GET' | 'POST';
	/** Fields of a form. */
	form?: Record<string, string>;
	headers?: Record<string, string>;
	/** Session cookie as `name=value`. */
	cookie?: string;
}

/** Asks the dashboard for a page, or sends it a form; redirects are not followed. */
export async function askDashboard(
	{ baseUrl }: Pick<RunningService, 'baseUrl'>,
	path: string,
	{ form, cookie, ...settings }: RequestSettings = {},
): Promise<PageAnswer> {
	const response = await fetch(new URL(path, baseUrl), {
		method: settings.method ?? (form === undefined ? 'GET' : 'POST'),
		redirect: 'manual',
		headers: { ...(cookie !== undefined && { cookie }), ...settings.headers },
		...(form !== undefined && { body: new URLSearchParams(form) }),
	});
	const { status, headers } = response;
	return { status, headers, location: headers.get('location'), text: await response.text() };
}

/** Long enough for what a test does during a wait, on a slow machine, too. */
const SLOW_SECONDS = 4;

/** Guesses passwords until the service takes no more for some seconds. */
export async function guessUntilSlow(
	service: Pick<RunningService, 'baseUrl'>,
	cookie = '',
): Promise<void> {
	const form = { password: 'a wrong one' };
	await eventually(
		async () => {
			const { status, headers } = await askDashboard(service, '/login', { form, cookie });
			return status === 429 && Number(headers.get('retry-after')) >= SLOW_SECONDS;
		},
		'Passwords can be guessed',
		{ intervalMs: 200 },
	);
}

/** A person who is signed in. */
export interface DashboardClient {
	/** Session cookie as `name=value`. */
	cookie: string;
	get(path: string): Promise<PageAnswer>;
	/** Sends a form with the token of this session and returns the page that it leads to. */
	send(path: string, form?: Record<string, string>): Promise<PageAnswer>;
}

/** Signs in. */
export async function signIn(
	service: Pick<RunningService, 'baseUrl'>,
	password = PASSWORD,
): Promise<DashboardClient> {
	const { status, headers } = await askDashboard(service, '/login', { form: { password } });
	const cookie = headers.get('set-cookie')?.split(';')[0];
	if (cookie === undefined) throw new Error(`Signing in was answered with ${status}`);
	const get = (path: string) => askDashboard(service, path, { cookie });
	return {
		cookie,
		get,
		async send(path, form = {}) {
			const formToken = readFormToken((await get('/keys')).text);
			const answer = await askDashboard(service, path, { form: { ...form, formToken }, cookie });
			return answer.location === null ? answer : await get(answer.location);
		},
	};
}

/** The token in the forms of a page. */
export function readFormToken(page: string): string {
	const token = /name="formToken" value="([^"]+)"/.exec(page)?.[1];
	if (token === undefined) throw new Error('The page has no form with a token');
	return token;
}
