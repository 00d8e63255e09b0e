import type { IDataObject } from 'n8n-workflow';
import { FakeAccount } from '../../../support/fakeAccount';
import { PollBench } from '../../../support/pollBench';
import { connectionFailure } from '../../../support/scriptedService';
import { fc } from '../../../support/properties';

const URL = 'https://example.com/prices';

let account: FakeAccount;
let text: unknown;

beforeEach(() => {
	account = new FakeAccount();
	text = '# Prices\n\nLamp 10\n\nChair 20';
	account.page = () => ({ content: text });
});

function open(parameters: IDataObject = {}, options: IDataObject = {}): PollBench {
	return new PollBench({ event: 'pageChanged', urls: URL, options, ...parameters }, (request) =>
		account.answer(request),
	);
}

async function wait(bench: PollBench, seconds = 60) {
	await bench.clock.runUntil(bench.clock.elapsedSeconds + seconds);
}

/** A poll one minute later. */
async function pollLater(bench: PollBench) {
	await wait(bench);
	return await bench.poll();
}

test('tells a change once, with what was added and removed and when the last version was seen', async () => {
	const bench = open();
	expect(await bench.activate()).toEqual([]);
	expect(await pollLater(bench)).toEqual([]);
	text = '# Prices\n\nLamp 12\n\nChair 20\n\nTable 90';

	const [item] = await pollLater(bench);
	expect(item).toEqual({
		event: 'pageChanged',
		url: URL,
		title: 'Page',
		added: ['Lamp 12', 'Table 90'],
		removed: ['Lamp 10'],
		changedPercent: 40.74,
		content: text,
		previousAt: expect.stringMatching(/^2026-01-05T12:00:0/),
		checkedAt: expect.stringMatching(/^2026-01-05T12:02:0/),
		jobId: 'scrape-3',
	});
	expect(await pollLater(bench)).toEqual([]);
});

test('asks for the main content, with the options of Scrape', async () => {
	const actions = [{ type: 'click', selector: '#accept' }];
	const bench = open(
		{ get: 'answer', prompt: 'The price' },
		{ actionsJson: JSON.stringify(actions), proxyCountry: 'de', cookies: 'a=b' },
	);
	await bench.activate();

	expect(bench.service.sent('POST')).toMatchObject([
		{
			body: {
				urls: [{ url: URL, actions }],
				prompt: 'The price',
				extractContentOnly: true,
				useProxy: true,
				proxyCountry: 'de',
				cookies: 'a=b',
			},
		},
	]);
});

test('reads a list to its end after the other actions, so that a new entry on page 3 is seen', async () => {
	const click = { type: 'click', selector: '#accept' };
	const bench = open(
		{ get: 'rows', fieldsText: 'name, price' },
		{ actionsJson: JSON.stringify([click]), wholeList: true, maxListPages: 4 },
	);
	await bench.activate();
	const [sent] = bench.service.sent('POST');
	expect(sent?.body).toMatchObject({
		urls: [{ url: URL, actions: [click, { type: 'forEach', pagination: { maxPages: 3 } }] }],
	});
});

test('a login watches pages of its site, and no others', async () => {
	const watch = (urls: string) =>
		new PollBench(
			{ event: 'pageChanged', urls, options: { useLogin: true } },
			(request) => account.answer(request),
			{ site: 'example.com', cookieSecret: 'session=abcdef' },
		);
	const own = watch(URL);
	await own.activate();
	expect(own.service.sent('POST')).toMatchObject([{ body: { cookies: 'session=abcdef' } }]);

	const other = watch('https://evil.example/');
	await expect(other.activate()).rejects.toThrow("'URLs' contains evil.example");
	expect(other.service.requests).toEqual([]);
});

test('a page that takes long is read by the next poll, and no poll takes 30 s', async () => {
	account.page = () => ({ content: text, seconds: 70 });
	const bench = open();
	const started = bench.clock.elapsedSeconds;
	await bench.activate();
	expect(bench.clock.elapsedSeconds - started).toBeLessThan(30);
	await pollLater(bench);
	text = 'Sold out';
	const changes = [...(await pollLater(bench)), ...(await pollLater(bench))];

	expect(changes).toMatchObject([{ added: ['Sold out'] }]);
	expect(bench.service.sent('POST')).toHaveLength(2);
});

test('a submit whose answer is lost is sent again by the next poll, and its change told once', async () => {
	const bench = open();
	await bench.activate();
	text = 'New';
	account.onSubmit = () => connectionFailure('ECONNRESET');
	await expect(pollLater(bench)).rejects.toThrow();
	account.onSubmit = () => undefined;

	expect(await pollLater(bench)).toMatchObject([{ added: ['New'] }]);
	expect(await pollLater(bench)).toEqual([]);
});

test('a check under way when n8n dies is made again after its start, and told once', async () => {
	const bench = open();
	await bench.activate();
	await pollLater(bench);
	text = 'New';
	account.page = () => ({ content: text, seconds: 100 });
	await pollLater(bench);
	bench.kill();
	await wait(bench, 120);
	account.page = () => ({ content: text });

	expect(await bench.restart()).toMatchObject([{ event: 'pageChanged', added: ['New'] }]);
	expect(await pollLater(bench)).toEqual([]);
});

test('a slow poll is the only one: the next does not submit its checks again', async () => {
	const bench = open();
	await bench.activate();
	account.page = () => ({ content: text, seconds: 10 });
	const paid = account.jobs.length;
	await wait(bench);
	const [first, second] = await Promise.all([bench.poll(), bench.poll()]);

	expect([first, second]).toEqual([[], []]);
	expect(account.jobs.length - paid).toBe(1);
});

test('a page that only shows a bot check has not changed', async () => {
	const bench = open({}, { reportAfterFailures: 2 });
	await bench.activate();
	account.page = () => ({ content: 'Are you human?', isLow: true });

	expect(await pollLater(bench)).toEqual([]);
	expect(await pollLater(bench)).toMatchObject([
		{ event: 'pageUnreachable', errorMessage: expect.stringContaining('very little text') },
	]);
	account.page = () => ({ content: text });
	expect(await pollLater(bench)).toEqual([]);
});

test('the order of lines counts, as in a ranking', async () => {
	text = 'Ada\n\nBob';
	const bench = open();
	await bench.activate();
	text = 'Bob\n\nAda';
	expect(await pollLater(bench)).toMatchObject([
		{ removed: ['Ada', 'Bob'], added: ['Bob', 'Ada'] },
	]);
});

test('what is ignored counts as little beyond the part that is kept', async () => {
	const bench = open({}, { ignore: '# visitors' });
	const start = Array.from({ length: 30_000 }, (_line, index) => `Line ${index}`).join('\n');
	text = `${start}\n12 visitors`;
	await bench.activate();
	text = `${start}\n13 visitors`;
	expect(await pollLater(bench)).toEqual([]);
});

test('a page that cannot be read has not changed, and is told once', async () => {
	const bench = open({}, { reportAfterFailures: 3 });
	await bench.activate();
	account.page = () => ({ error: 'Failed to scrape: net::ERR_NAME_NOT_RESOLVED' });
	const told: IDataObject[] = [];
	for (let polls = 0; polls < 6; polls += 1) told.push(...(await pollLater(bench)));

	expect(told).toMatchObject([
		{
			event: 'pageUnreachable',
			url: URL,
			failedChecks: 3,
			errorMessage: expect.stringContaining('ERR_NAME_NOT_RESOLVED'),
		},
	]);
	account.page = () => ({ content: text });
	expect(await pollLater(bench)).toEqual([]);
});

test('what is ignored is no change, nor a difference below the share that was asked for', async () => {
	const bench = open({}, { ignore: '# visitors', ignoreDates: true, minChangePercent: 30 });
	const body = 'A long text that stays the same. '.repeat(4);
	text = `${body}\nOf 2026-01-05\n12 visitors\nLamp 10`;
	await bench.activate();
	text = `${body}\nOf 2026-01-06\n13 visitors\nLamp 10`;
	expect(await pollLater(bench)).toEqual([]);
	text = `${body}\nOf 2026-01-07\n14 visitors\nLamp 11`;
	expect(await pollLater(bench)).toEqual([]);
	text = `${body}\nOf 2026-01-08\n15 visitors\nLamp 12\n${'Much that is new. '.repeat(9)}`;
	expect(await pollLater(bench)).toMatchObject([
		{ removed: ['Lamp 10'], added: ['Lamp 12', expect.stringContaining('Much')] },
	]);
});

test('with a schema the value of a field is compared', async () => {
	text = { product: 'Lamp', price: 10, stock: 3 };
	const schema = '{"type":"object","properties":{"product":{},"price":{},"stock":{}}}';
	const bench = open(
		{ get: 'record', fieldsAs: 'schema', fieldsSchema: schema },
		{ field: 'price' },
	);
	await bench.activate();
	text = { product: 'Lamp', price: 10, stock: 2 };
	expect(await pollLater(bench)).toEqual([]);
	text = { stock: 2, price: 9.5, product: 'Lamp' };
	expect(await pollLater(bench)).toMatchObject([
		{ removed: ['price: 10'], added: ['price: 9.5'], content: { price: 9.5, stock: 2 } },
	]);
});

test('other settings begin anew, without a word', async () => {
	const bench = open();
	await bench.activate();
	text = 'New';
	bench.parameters.prompt = 'In short';
	bench.parameters.get = 'answer';
	expect(await bench.activate()).toEqual([]);
	expect(await pollLater(bench)).toEqual([]);
	text = 'Newer';
	expect(await pollLater(bench)).toMatchObject([{ removed: ['New'], added: ['Newer'] }]);
});

test.each([
	[{ urls: '' }, {}, "'URLs' is empty"],
	[{ urls: 'not an address' }, {}, "'URLs' contains"],
	[{}, { ignore: '*' }, "'Ignore' contains '*'"],
	[{}, { minChangePercent: 120 }, "'Minimum Change (%)' is 120"],
	[{}, { field: 'price' }, "'Compare Field' is 'price', but the content is text"],
	[{}, { reportAfterFailures: -1 }, "'Report After Failed Checks' is -1"],
])('activation is refused for %j %j', async (parameters, options, message) => {
	const bench = open(parameters, options);
	const error: unknown = await bench.activate().catch((reason: unknown) => reason);

	expect(error).toMatchObject({ message: expect.stringContaining(message) });
	// n8n shows the message alone: it also says what to do.
	expect(error).toMatchObject({ message: expect.stringMatching(/\. (Enter|Write|Choose) .+\.$/) });
	expect(bench.service.requests).toEqual([]);
});

test('activation is refused for an address that the service does not take', async () => {
	account.onSubmit = () => ({
		status: 400,
		body: { status: 'error', message: 'Private addresses are not allowed' },
	});
	await expect(open().activate()).rejects.toThrow('Private addresses are not allowed');
});

test('an address that is refused later does not keep others from being checked', async () => {
	const bench = open({ urls: `${URL}\nhttps://example.com/other` });
	await bench.activate();
	account.onSubmit = ({ url }) =>
		url?.startsWith(URL)
			? { status: 400, body: { status: 'error', message: 'Not allowed' } }
			: undefined;
	text = 'New';
	expect(await pollLater(bench)).toMatchObject([{ url: 'https://example.com/other' }]);
});

test('a wrong key is an error of every poll; the start of n8n goes on without one', async () => {
	const bench = open();
	await bench.activate();
	const answer = account.answer.bind(account);
	jest.spyOn(account, 'answer').mockReturnValue({
		status: 401,
		body: { status: 'error', message: 'Access token invalid or expired' },
	});
	await expect(pollLater(bench)).rejects.toThrow('Access token invalid or expired');
	expect(await bench.restart()).toEqual([]);
	expect(bench.log).toEqual([expect.stringContaining('Access token invalid or expired')]);
	await expect(pollLater(bench)).rejects.toThrow('Access token invalid or expired');
	jest.mocked(account.answer).mockImplementation(answer);
	text = 'New';
	expect(await pollLater(bench)).toHaveLength(1);
});

test('a test event is the page itself, scraped now', async () => {
	expect(await open().fetchTestEvent()).toMatchObject([
		{
			event: 'pageChanged',
			url: URL,
			content: text,
			added: ['# Prices', 'Lamp 10', 'Chair 20'],
			previousAt: null,
		},
	]);
});

test.each<[string, ReturnType<FakeAccount['page']>, string, string]>([
	['fails', { error: 'Blocked' }, 'Blocked', `Check the address ${URL}`],
	[
		'takes long',
		{ seconds: 90 },
		`${URL} takes longer than a test run allows`,
		'scrape-1 keeps running',
	],
])('a test event of a page that %s says what to do', async (_label, page, message, advice) => {
	account.page = () => page;
	await expect(open().fetchTestEvent()).rejects.toMatchObject({
		message,
		description: expect.stringContaining(advice),
	});
});

test('a test event that the service refuses gives its reason', async () => {
	account.onSubmit = () => ({ status: 402, body: { status: 'error', message: 'No credits left' } });
	await expect(open().fetchTestEvent()).rejects.toThrow('No credits left');
});

test('a field to compare must be one of the schema, or be found in JSON', async () => {
	const schema = {
		type: 'object',
		properties: { price: { type: 'number' }, name: { type: 'string' } },
	};
	const parameters = { get: 'record', fieldsAs: 'schema', fieldsSchema: JSON.stringify(schema) };
	await expect(open(parameters, { field: 'cost' }).activate()).rejects.toThrow(
		"'Compare Field' is 'cost', which is not one of the fields asked for. Choose one of its fields: price, name.",
	);
	expect(await open(parameters, { field: 'price[0].net' }).activate()).toEqual([]);
	expect(await open({ get: 'answer', prompt: 'The price' }, { field: 'cost' }).activate()).toEqual(
		[],
	);
});

test('long pages are kept in part: a change beyond is told without its lines', async () => {
	const bench = open();
	const start = Array.from({ length: 30_000 }, (_line, index) => `Line ${index}`).join('\n');
	text = `${start}\nThe end`;
	await bench.activate();
	expect(bench.savedSize).toBeLessThan(250_000);
	expect(await pollLater(bench)).toEqual([]);
	text = `${start}\nAnother end`;
	expect(await pollLater(bench)).toMatchObject([{ added: [], linesArePartial: true }]);
	expect(await pollLater(bench)).toEqual([]);
});

const someStep = fc.record({
	pause: fc.integer({ min: 20, max: 900 }),
	what: fc.constantFrom('poll', 'poll', 'restart', 'change', 'fail'),
	seconds: fc.constantFrom(1, 5, 40, 200),
	isAnswerLost: fc.boolean(),
});

test('whenever pages change, answers are lost and n8n restarts: told in order, at one scrape per poll', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(someStep, { minLength: 5, maxLength: 25 }), async (steps) => {
			account = new FakeAccount();
			let version = 0;
			account.page = () => ({ content: `Version ${version}` });
			const bench = open({}, { reportAfterFailures: 0 });
			await bench.activate();
			const told: unknown[] = [];
			const poll = async (work: Promise<IDataObject[]>) => {
				const items = await work.catch(() => []);
				told.push(...items.map(({ content }) => content));
			};
			let polls = 1;
			for (const { pause, what, seconds, isAnswerLost } of steps) {
				await wait(bench, pause);
				if (what === 'change') version += 1;
				const isDown = what === 'fail';
				account.page = () => ({
					content: `Version ${version}`,
					seconds,
					...(isDown && { error: 'Down' }),
				});
				account.onSubmit = () => (isAnswerLost ? connectionFailure('ECONNRESET') : undefined);
				await poll(what === 'restart' ? bench.restart() : bench.poll());
				polls += 1;
			}
			account.onSubmit = () => undefined;
			account.page = () => ({ content: `Version ${version}` });
			for (let last = 0; last < 3; last += 1) {
				await wait(bench, 300);
				await poll(bench.poll());
				polls += 1;
			}
			expect(new Set(told).size).toBe(told.length);
			expect(told).toEqual([...told].sort(byNumber));
			expect(told.at(-1)).toBe(version === 0 ? undefined : `Version ${version}`);
			expect(account.jobs.length).toBeLessThanOrEqual(polls);
		}),
		{ numRuns: 80 },
	);
});

function byNumber(a: unknown, b: unknown): number {
	return Number(String(a).split(' ')[1]) - Number(String(b).split(' ')[1]);
}
