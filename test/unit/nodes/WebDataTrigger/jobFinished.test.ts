import type { IDataObject } from 'n8n-workflow';
import { FakeAccount, type AccountJob } from '../../../support/fakeAccount';
import { PollBench } from '../../../support/pollBench';
import { fc } from '../../../support/properties';

const ALL_KINDS = ['batch', 'crawl', 'scrape', 'search'];

let account: FakeAccount;

beforeEach(() => {
	account = new FakeAccount();
});

function open(parameters: IDataObject = {}): PollBench {
	return new PollBench(
		{
			event: 'jobFinished',
			kinds: ALL_KINDS,
			outcomes: ['finished', 'failed', 'cancelled'],
			jobOutput: 'record',
			simplify: true,
			...parameters,
		},
		(request) => account.answer(request),
	);
}

function add(job: Partial<AccountJob> & Pick<AccountJob, 'start' | 'end'>): AccountJob {
	const whole = { id: `job-${account.jobs.length + 1}`, kind: 'crawl' as const, ...job };
	account.jobs.push(whole);
	return whole;
}

const idOf = ({ jobId, batchId }: IDataObject) => batchId ?? jobId;

test('tells the jobs that end after activation, those that ran then, too, and no other', async () => {
	add({ id: 'over', start: -100, end: -50 });
	add({ id: 'under-way', start: -100, end: 30 });
	add({ id: 'later', start: 10, end: 20 });
	const bench = open();

	expect(await bench.activate()).toEqual([]);
	await bench.clock.runUntil(60);
	expect((await bench.poll()).map(idOf)).toEqual(['under-way', 'later']);
	expect(await bench.poll()).toEqual([]);
});

test('gives of every kind what Get Result gives, with its kind and outcome', async () => {
	const bench = open({ jobOutput: 'result' });
	await bench.activate();
	for (const kind of ALL_KINDS) {
		const url = 'https://example.com/a';
		add({ id: kind, kind: kind as AccountJob['kind'], start: 1, end: 2, url, content: '# A' });
	}
	await bench.clock.runUntil(60);

	expect(await bench.poll()).toMatchObject([
		{ kind: 'batch', outcome: 'finished', batchId: 'batch', content: '# A' },
		{ kind: 'crawl', outcome: 'finished', jobId: 'crawl', content: 'Text' },
		{ kind: 'scrape', outcome: 'finished', jobId: 'scrape', content: '# A' },
		{ kind: 'search', outcome: 'finished', jobId: 'search', title: 'Hit' },
	]);
});

test('a job that shows up late, with an earlier start than one that was told, arrives', async () => {
	const bench = open({ kinds: ['crawl'] });
	await bench.activate();
	add({ id: 'first', start: 1_000, end: 1_010 });
	await bench.clock.runUntil(1_100);
	expect((await bench.poll()).map(idOf)).toEqual(['first']);
	// Nine minutes earlier, by the clock of another machine.
	add({ id: 'late', start: 460, end: 1_020 });
	await bench.clock.runUntil(1_200);
	expect((await bench.poll()).map(idOf)).toEqual(['late']);
	expect(await bench.poll()).toEqual([]);
});

test('a failed or cancelled job gives its record with the reason', async () => {
	const bench = open({ jobOutput: 'result' });
	await bench.activate();
	add({ id: 'crawl', start: 1, end: 2, status: 'failed', content: 'The site is closed' });
	add({ id: 'search', kind: 'search', start: 1, end: 2, status: 'cancelled' });
	await bench.clock.runUntil(60);

	expect(await bench.poll()).toMatchObject([
		{ jobId: 'crawl', outcome: 'failed', errorMessage: 'The site is closed', credits_used: 1.5 },
		{ jobId: 'search', outcome: 'cancelled', errorMessage: 'Search cancelled' },
	]);
});

test('chooses by outcome, and by the text of an address or query', async () => {
	const bench = open({
		jobOutput: 'result',
		outcomes: ['finished'],
		options: { address: 'SHOP, ferries' },
	});
	await bench.activate();
	const url = 'https://example.com/shop/1';
	add({ id: 'shop', start: 1, end: 2, url });
	add({ id: 'shop-batch', kind: 'batch', start: 1, end: 2, url });
	add({ id: 'shop-failed', start: 1, end: 2, url, status: 'failed' });
	add({ id: 'blog', start: 1, end: 2, url: 'https://example.com/blog' });
	add({ id: 'blog-batch', kind: 'batch', start: 1, end: 2 });
	add({ id: 'query', kind: 'search', start: 1, end: 2, url: 'Ferries at night' });
	await bench.clock.runUntil(60);

	expect((await bench.poll()).map(idOf)).toEqual(['shop-batch', 'shop', 'query']);
});

test('200 jobs that ended within a second while n8n was off all arrive, each once', async () => {
	const bench = open({ jobOutput: 'result', kinds: ['scrape'] });
	await bench.activate();
	for (let index = 0; index < 200; index += 1) {
		add({
			id: `job-${index}`,
			kind: 'scrape',
			start: 3_600,
			end: 3_601,
			url: 'https://a.example/',
		});
	}
	bench.kill();
	await bench.clock.runUntil(86_400);
	const told = [await bench.restart(), await bench.poll(), await bench.poll(), await bench.poll()];

	const ids = told.flat().map(idOf);
	expect(ids).toHaveLength(200);
	expect(new Set(ids).size).toBe(200);
	expect(told.map((items) => items.length)).toEqual([100, 100, 0, 0]);
});

test.each([
	[
		'the service is',
		{ status: 500, body: { status: 'error', message: 'Out of order' } },
		'Out of order',
	],
	['a proxy says 404', { status: 404, body: '404 page not found' }, 'HTTP status 404'],
	['a proxy says 403', { status: 403, body: '<html>' }, 'HTTP status 403'],
	['a captive portal answers', { status: 200, body: '<html>' }, 'A web page came back'],
])(
	'a result that cannot be read while %s is read by the next poll',
	async (_label, reply, words) => {
		const bench = open({ jobOutput: 'result', kinds: ['crawl'] });
		await bench.activate();
		add({ id: 'first', start: 1, end: 2 });
		add({ id: 'second', start: 2, end: 3 });
		await bench.clock.runUntil(60);
		const answer = account.answer.bind(account);
		jest.spyOn(account, 'answer').mockImplementation((request) => {
			if (request.path !== '/crawl/second') return answer(request);
			return reply;
		});

		expect((await bench.poll()).map(idOf)).toEqual(['first']);
		expect(bench.log).toEqual([expect.stringContaining(words)]);
		await expect(bench.poll()).rejects.toThrow(words);
		jest.mocked(account.answer).mockImplementation(answer);
		expect((await bench.poll()).map(idOf)).toEqual(['second']);
	},
);

test('a job that the service has forgotten is let go', async () => {
	add({ id: 'search', kind: 'search', start: -10, end: 1_000 });
	const bench = open();
	await bench.activate();
	account.jobs.pop();
	await bench.clock.runUntil(60);

	expect(await bench.poll()).toEqual([]);
	bench.service.requests.length = 0;
	expect(await bench.poll()).toEqual([]);
	expect(bench.service.sent('GET', '/search-logs/')).toEqual([]);
});

test('shows the newest job that fits when a test event is fetched, and changes nothing', async () => {
	add({ id: 'old', start: -200, end: -150 });
	add({ id: 'new', start: -100, end: -50 });
	add({ id: 'running', start: -10, end: 1_000 });
	const bench = open({ jobOutput: 'result' });

	expect(await bench.fetchTestEvent()).toMatchObject([
		{ jobId: 'new', content: 'Text', jobStatus: 'completed' },
	]);
	expect(bench.savedSize).toBe(2);
});

test('says what to do when there is no job to show', async () => {
	await expect(open().fetchTestEvent()).rejects.toMatchObject({
		message: 'There is no such job yet',
		description: expect.stringContaining('Let a job'),
	});
});

/** A job that starts within two hours and takes up to one, often within the same seconds as others. */
const someJob = fc.record({
	kind: fc.constantFrom('batch', 'crawl', 'scrape', 'search'),
	start: fc.nat(1_200).map((step) => step * 6),
	duration: fc.oneof(fc.constant(0), fc.nat(120), fc.nat(3_600)),
	status: fc.constantFrom('completed', 'failed', 'cancelled'),
});

/** What happens to n8n: regular polls, or none for a while, with or without a restart. */
const someStep = fc.record({ pause: fc.integer({ min: 1, max: 1_800 }), isRestart: fc.boolean() });

test('whatever order jobs start and end in, and whenever n8n restarts, each is told once', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(someJob, { maxLength: 150 }),
			fc.array(someStep, { minLength: 1, maxLength: 12 }),
			fc.constantFrom('record', 'result'),
			async (jobs, steps, output) => {
				account = new FakeAccount();
				for (const [index, { duration, ...job }] of jobs.entries()) {
					account.jobs.push({
						...job,
						id: `job-${index}`,
						end: job.start + duration,
					} as AccountJob);
				}
				const bench = open({ jobOutput: output });
				await bench.clock.runUntil(600);
				await bench.activate();
				const activatedAt = bench.clock.elapsedSeconds;
				const told: unknown[] = [];
				for (const { pause, isRestart } of steps) {
					await bench.clock.runUntil(bench.clock.elapsedSeconds + pause);
					const items = isRestart ? await bench.restart() : await bench.poll();
					told.push(...items.map(idOf));
				}
				await bench.clock.runUntil(Math.max(12_000, bench.clock.elapsedSeconds));
				for (let polls = 0; polls < 4; polls += 1) told.push(...(await bench.poll()).map(idOf));
				const due = account.jobs.filter(({ end }) => end > activatedAt).map(({ id }) => id);
				expect([...told].sort()).toEqual(due.sort());
				expect(bench.savedSize).toBeLessThan(40_000);
			},
		),
		{ numRuns: 60 },
	);
});

test.each([500, 404])(
	'one job whose result answers %i for ever stops no other, and is given up once',
	async (status) => {
		const bench = open({ kinds: ['batch'], jobOutput: 'result' });
		await bench.activate();
		for (const [index, id] of ['bad', 'good', 'fine'].entries()) {
			add({ id, kind: 'batch', start: index + 1, end: index + 2, url: 'https://a.test/' });
		}
		const answer = account.answer.bind(account);
		jest
			.spyOn(account, 'answer')
			.mockImplementation((request) =>
				request.path === '/batch/scrape/bad' ? { status, body: '<html>' } : answer(request),
			);
		await bench.clock.runUntil(60);
		expect((await bench.poll()).map(idOf)).toEqual(['good', 'fine']);
		for (let poll = 0; poll < 3; poll += 1) await bench.poll().catch(() => undefined);
		expect(await bench.poll()).toMatchObject([
			{ batchId: 'bad', errorMessage: expect.any(String) },
		]);
		expect(await bench.poll()).toEqual([]);
	},
);
