import { checkPages } from '../../../../nodes/WebDataTrigger/pageChanged/checkPages';
import {
	unknownPage,
	type PageState,
} from '../../../../nodes/WebDataTrigger/pageChanged/pageState';
import {
	connectionFailure,
	ScriptedService,
	type ReceivedRequest,
	type Reply,
} from '../../../support/scriptedService';
import { SimulatedClock } from '../../../support/simulatedClock';

const BUDGET_MS = 28_000;

let clock: SimulatedClock;
let service: ScriptedService;

beforeEach(() => {
	clock = new SimulatedClock();
});

const ACCEPTED: Reply = { status: 202, body: { status: 'queued', jobId: 'job-1' } };

function ownError(status: number, message = 'Own words', code?: string): Reply {
	return { status, body: { status: 'error', message, ...(code !== undefined && { code }) } };
}

function completed(content: string | null = 'Text'): Reply {
	return {
		status: 200,
		body: { status: 'completed', result: { content, data: [{ success: true, content }] } },
	};
}

const RUNNING: Reply = { status: 200, body: { status: 'active' } };

interface Script {
	submit?: Reply | Error | ((request: ReceivedRequest) => Reply | Error);
	status?: Reply | Error | ((request: ReceivedRequest) => Reply | Error);
}

/** A round over pages with these states, at a service that answers so. */
async function check(
	states: readonly PageState[],
	{ submit = ACCEPTED, status = completed() }: Script,
	actions: Array<{ type: 'click'; selector: string }> = [],
) {
	service = new ScriptedService(clock, (request) => {
		const reply = request.method === 'POST' ? submit : status;
		return typeof reply === 'function' ? reply(request) : reply;
	});
	const client = await service.open();
	const pages = states.map((state, index) => ({ url: `https://example.com/${index}`, state }));
	const services = { client, clock, deadlineMs: clock.now() + BUDGET_MS, warn: () => undefined };
	const plan = { request: { output: 'markdown' as const }, actions, field: '' };
	return checked(await clock.run(checkPages(pages, plan, services)));
}

/** What came of a round, with the checks that ended. */
function checked({ pages, error }: Awaited<ReturnType<typeof checkPages>>) {
	return { pages, checks: pages.flatMap(({ check: ended }) => ended ?? []), error };
}

const fresh = unknownPage('s');
const accepted: PageState = { ...fresh, isAccepted: true };

function running(agoMs = 60_000): PageState {
	return { ...accepted, job: { id: 'job-0', submittedAtMs: clock.now() - agoMs } };
}

test('a page is submitted with the request, asked for, and read', async () => {
	const { pages, checks, error } = await check([fresh], {});
	expect(service.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
		'POST /scrape',
		'GET /scrape/job-1',
	]);
	expect(service.requests[0]?.body).toEqual({
		urls: [{ url: 'https://example.com/0' }],
		output: 'markdown',
	});
	expect(pages).toMatchObject([{ url: 'https://example.com/0' }]);
	expect(pages.map(({ state }) => state)).toEqual([accepted]);
	expect(checks).toEqual([
		{
			url: 'https://example.com/0',
			jobId: 'job-1',
			atMs: clock.now(),
			result: expect.objectContaining({ content: 'Text' }),
		},
	]);
	expect(error).toBeUndefined();
});

test('actions go with the address', async () => {
	const actions = [{ type: 'click' as const, selector: '#more' }];
	await check([fresh], {}, actions);
	expect(service.requests[0]?.body).toMatchObject({
		urls: [{ url: 'https://example.com/0', actions }],
	});
});

test('a check of an earlier poll is read first, and not submitted again', async () => {
	const { checks } = await check([running()], {});
	expect(service.requests.map(({ path }) => path)).toEqual(['/scrape/job-0']);
	expect(checks).toMatchObject([{ jobId: 'job-0' }]);
});

test('what an earlier poll sent is not shown of its check either', async () => {
	const secret = 'session=abc-123456';
	const failed = { status: 'failed', error: `No cookie in ${secret}; the value abc-123456` };
	service = new ScriptedService(clock, () => ({ status: 200, body: failed }));
	const client = await service.open();
	const services = { client, clock, deadlineMs: clock.now() + BUDGET_MS, warn: () => undefined };
	const plan = { request: { cookies: secret }, actions: [], field: '' };
	const page = { url: 'https://example.com/', state: running() };
	const { checks } = checked(await clock.run(checkPages([page], plan, services)));
	expect(checks).toMatchObject([{ result: { reason: 'No cookie in ***; the value ***' } }]);
});

describe('a submit that is answered by', () => {
	test.each<[string, Reply | Error, string]>([
		['a wrong key', ownError(401), 'Own words'],
		['no credits', ownError(402), 'Own words'],
		['a failure of the service', ownError(500), 'Own words'],
		['a proxy with 404', { status: 404, body: '404 page not found' }, '404'],
		['a web page', { status: 200, body: '<html>' }, 'web page'],
		['JSON of something between', { status: 200, body: { message: 'Welcome' } }, 'ID'],
		['nothing', connectionFailure('ECONNRESET'), 'connection'],
	])(
		'%s is the error of the round, is sent once, and leaves pages as they are',
		async (_label, submit, words) => {
			const { pages, checks, error } = await check([accepted, accepted], { submit });
			expect(service.sent('POST')).toHaveLength(1);
			expect(checks).toEqual([]);
			expect(pages.map(({ state }) => state)).toEqual([accepted, accepted]);
			expect(`${error?.message}`.toLowerCase()).toContain(words.toLowerCase());
		},
	);

	test('too many requests is sent again, which was not accepted, until the poll has to end', async () => {
		const { pages, error } = await check([accepted], { submit: ownError(429) });
		expect(error?.message).toContain('Own words');
		expect(pages[0]?.state).toEqual(accepted);
		expect(service.sent('POST').length).toBeGreaterThan(1);
		expect(clock.elapsedSeconds).toBeLessThanOrEqual(28);
	});

	test.each([400, 422])(
		'a refusal of the address (%d) is an error at first, and a failed check later',
		async (status) => {
			const refused = (request: ReceivedRequest) =>
				JSON.stringify(request.body).includes('/0') ? ownError(status, 'Not allowed') : ACCEPTED;
			const atFirst = await check([fresh, fresh], { submit: refused });
			expect(atFirst.error?.message).toContain('Not allowed');
			expect(service.sent('POST')).toHaveLength(1);

			const later = await check([accepted, accepted], { submit: refused });
			expect(later.error).toBeUndefined();
			expect(later.checks).toMatchObject([
				{
					url: 'https://example.com/0',
					result: { reason: expect.stringContaining('Not allowed') },
				},
				{ url: 'https://example.com/1', result: { content: 'Text' } },
			]);
			expect(later.checks[0]).not.toHaveProperty('jobId');
		},
	);

	test('another refusal of an accepted address is an error all the same', async () => {
		expect((await check([accepted], { submit: ownError(403) })).error).toBeDefined();
	});

	test('no free slot waits until a check has ended', async () => {
		let open = 0;
		const { checks, error } = await check([accepted, accepted], {
			submit: () => {
				open += 1;
				return open === 2 ? ownError(429, 'Too many', 'TOO_MANY_PENDING_JOBS') : ACCEPTED;
			},
		});
		expect(error).toBeUndefined();
		expect(checks).toHaveLength(2);
		expect(service.sent('POST')).toHaveLength(3);
	});

	test('an acceptance without an ID may cost a credit, so only the next poll submits again', async () => {
		const { pages, checks, error } = await check([fresh], { submit: { status: 202, body: {} } });
		expect(service.sent('POST')).toHaveLength(1);
		expect(checks).toEqual([]);
		expect(error?.message).toContain('https://example.com/0 has no job ID');
		expect((await check([pages[0]?.state ?? fresh], {})).checks).toHaveLength(1);
	});
});

describe('a check whose status is', () => {
	test.each<[string, Reply, string]>([
		[
			'failed with a reason',
			{ status: 200, body: { status: 'failed', error: 'Blocked' } },
			'Blocked',
		],
		[
			'failed without one',
			{ status: 200, body: { status: 'failed' } },
			'https://example.com/0 could not be scraped',
		],
		[
			'cancelled',
			{ status: 200, body: { status: 'cancelled' } },
			'https://example.com/0 could not be scraped',
		],
		['completed without content', completed(null), 'The page gave no content'],
		['unknown to the service', ownError(404, 'No such job'), 'No such job'],
	])('%s is a failed check', async (_label, status, reason) => {
		const { pages, checks, error } = await check([running()], { status });
		expect(error).toBeUndefined();
		expect(checks).toMatchObject([
			{ jobId: 'job-0', result: { reason: expect.stringContaining(reason) } },
		]);
		expect(pages[0]?.state).not.toHaveProperty('job');
	});

	test.each<[string, Reply | Error]>([
		['a wrong key', ownError(401)],
		['a failure of the service', ownError(500)],
		['404 of a proxy', { status: 404, body: '404 page not found' }],
		['a broken connection', connectionFailure('ECONNRESET')],
	])('answered by %s is read by the next poll', async (_label, status) => {
		const state = running();
		const { pages, checks, error } = await check([state], { status });
		expect(error).toBeDefined();
		expect(checks).toEqual([]);
		expect(pages[0]?.state).toEqual(state);
		expect(service.sent('POST')).toEqual([]);
		expect(service.sent('GET').length).toBeLessThanOrEqual(2);
	});

	test('running is asked for with growing pauses, until the poll has to end', async () => {
		const { pages, checks, error } = await check([fresh], { status: RUNNING });
		expect(error).toBeUndefined();
		expect(checks).toEqual([]);
		expect(pages[0]?.state.job?.id).toBe('job-1');
		const times = service.sent('GET').map(({ atSeconds }) => Math.round(atSeconds));
		expect(times).toEqual([2, 5, 9, 14, 22]);
		expect(clock.elapsedSeconds).toBeLessThan(28);
	});

	test('running for more than an hour is given up, and the page is checked anew', async () => {
		const hourMs = 60 * 60_000;
		const { checks } = await check([running(hourMs + 1)], { status: RUNNING });
		expect(checks).toMatchObject([
			{ result: { reason: 'Scrape job job-0 did not finish within an hour' } },
		]);
		expect(service.requests).toEqual([]);
		await check([running(hourMs - 60_000)], { status: RUNNING });
		expect(service.sent('GET').length).toBeGreaterThan(1);
	});
});

test('checks come in the order of the pages, whichever ends first', async () => {
	let submits = 0;
	const { checks } = await check([fresh, fresh], {
		submit: () => {
			submits += 1;
			return { status: 202, body: { jobId: `job-${submits}` } };
		},
		status: ({ path, atSeconds }) =>
			path.endsWith('job-1') && atSeconds < 4 ? RUNNING : completed(),
	});
	expect(checks.map(({ jobId }) => jobId)).toEqual(['job-1', 'job-2']);
	// What has ended is not asked for again.
	expect(service.sent('GET', '/scrape/job-2')).toHaveLength(1);
});

test('a submit without an answer is given up after 15 s, and sent once', async () => {
	service = new ScriptedService(clock, () => ACCEPTED);
	service.latencyMs = 60_000;
	const client = await service.open();
	const services = { client, clock, deadlineMs: clock.now() + BUDGET_MS, warn: () => undefined };
	const pages = [{ url: 'https://example.com/', state: accepted }];
	const plan = { request: {}, actions: [], field: '' };
	const { error } = await clock.run(checkPages(pages, plan, services));
	expect(error).toBeDefined();
	// With the pause before what runs is asked for.
	expect(clock.elapsedSeconds).toBe(17);
	expect(service.sent('POST')).toHaveLength(1);
});

test('submits stop when the poll has to end, and the rest comes with the next', async () => {
	const states = Array.from({ length: 20 }, () => fresh);
	service = new ScriptedService(clock, () => ACCEPTED);
	service.latencyMs = 4_000;
	const client = await service.open();
	const pages = states.map((state, index) => ({ url: `https://example.com/${index}`, state }));
	const services = { client, clock, deadlineMs: clock.now() + BUDGET_MS, warn: () => undefined };
	const round = await clock.run(
		checkPages(pages, { request: {}, actions: [], field: '' }, services),
	);
	expect(service.sent('POST')).toHaveLength(7);
	expect(round.pages.filter(({ state }) => state.job)).toHaveLength(7);
	expect(clock.elapsedSeconds).toBeLessThanOrEqual(28);
});
