import { Readable } from 'node:stream';
import { openSignedLink } from '../../../../nodes/shared/transport/signedFiles';
import { WebDataError } from '../../../../nodes/shared/transport/webDataError';
import { FakeHelpers } from '../../../support/fakeHelpers';
import { SimulatedClock } from '../../../support/simulatedClock';

const LINK = 'https://files.test:8443/shot.png?signature=1';

async function open(answer: () => unknown, url = LINK, signal?: AbortSignal) {
	const n8n = new FakeHelpers(answer);
	const clock = new SimulatedClock();
	const outcome = await clock.run(
		openSignedLink(n8n.context, url, 'The screenshot', { clock, signal }).then(
			(file) => ({ file, error: undefined }),
			(error: unknown) => ({ file: undefined, error }),
		),
	);
	return { ...outcome, calls: n8n.calls, seconds: clock.elapsedSeconds };
}

/** An error as the user reads it. */
function told(error: unknown): string {
	if (!(error instanceof WebDataError)) throw new Error(`No WebDataError: ${String(error)}`);
	return `${error.message} | ${error.description}`;
}

test('a link is opened without the API key, as a stream', async () => {
	const body = Readable.from(['file']);
	const { signal } = new AbortController();
	const answer = { statusCode: 200, headers: { 'Content-Type': 'image/png' }, body };
	const { file, calls } = await open(() => answer, LINK, signal);
	expect(file).toEqual({ stream: body, headers: { 'content-type': 'image/png' } });
	expect(calls).toEqual([
		{
			options: {
				method: 'GET',
				url: LINK,
				encoding: 'stream',
				timeout: 120_000,
				disableFollowRedirect: true,
				ignoreHttpStatusErrors: true,
				returnFullResponse: true,
				abortSignal: expect.any(AbortSignal),
			},
		},
	]);
});

test('Stop ends a file that is still read', async () => {
	const stop = new AbortController();
	const answer = { statusCode: 200, headers: {}, body: Readable.from([]) };
	const { calls } = await open(() => answer, LINK, stop.signal);
	expect(calls[0]?.options.abortSignal).toMatchObject({ aborted: false });
	stop.abort();
	expect(calls[0]?.options.abortSignal).toMatchObject({ aborted: true });
});

test('a broken connection names the host', async () => {
	const { error } = await open(() => Promise.reject(new Error('reset')));
	expect(told(error)).toBe(
		`The screenshot could not be read: the connection to files.test:8443 broke | Read the job again by its ID to get a fresh link, and check the network.`,
	);
});

describe('a file is asked for three times in all', () => {
	const html = { 'Content-Type': 'text/html; charset=utf-8' };
	const failed = (statusCode: number, headers: object = {}) => ({ statusCode, headers });
	test.each<[string, object | Error]>([
		['a broken connection', new Error('reset')],
		['502 of a gateway', failed(502, html)],
		['503 of the store', failed(503, { 'Content-Type': 'application/xml' })],
		['404 of a proxy, while the service restarts', failed(404, { 'Content-Type': 'text/plain' })],
		['403 of a firewall', failed(403, html)],
		['429', failed(429)],
	])('after %s', async (_label, fault) => {
		const body = Readable.from(['file']);
		const pages: Readable[] = [];
		const answers = (faults: number) => {
			let asked = 0;
			return () => {
				asked += 1;
				if (asked > faults) return { statusCode: 200, headers: {}, body };
				if (fault instanceof Error) return Promise.reject(fault);
				pages.push(Readable.from([Buffer.from('page')]));
				return { ...fault, body: pages.at(-1) };
			};
		};
		expect((await open(answers(2))).file?.stream).toBe(body);
		const { error, calls, seconds } = await open(answers(Infinity));
		expect(told(error)).toContain('The screenshot could not be read');
		expect([calls.length, seconds]).toEqual([3, 3]);
		expect(pages.every((page) => page.destroyed)).toBe(true);
	});

	test('but not after what the store refuses', async () => {
		const refused = failed(403, { 'Content-Type': 'application/xml' });
		const { calls } = await open(() => ({ ...refused, body: Readable.from([]) }));
		expect(calls).toHaveLength(1);
	});

	test('nor after Stop', async () => {
		const stopped = new AbortController();
		const { calls, error } = await open(
			() => {
				stopped.abort();
				return Promise.reject(new Error('stopped'));
			},
			LINK,
			stopped.signal,
		);
		expect(calls).toHaveLength(1);
		expect(error).toBeInstanceOf(WebDataError);
	});
});

test('an answer without a file names the host', async () => {
	const { error } = await open(() => ({ statusCode: 200, headers: {}, body: 'text' }));
	expect(told(error)).toBe(
		'The screenshot could not be read from files.test:8443 | Read the job again by its ID.',
	);
});

test.each([199, 300, 403])(
	'status %i says how to get a fresh link, and ends the answer',
	async (statusCode) => {
		const body = Readable.from([Buffer.from('expired'), Buffer.from('more')]);
		const { error } = await open(() => ({ statusCode, headers: {}, body }));
		expect(told(error)).toBe(
			`The screenshot could not be read: files.test:8443 answered with HTTP status ${statusCode} | Signed links are valid for one hour. Read the job again by its ID to get a fresh link.`,
		);
		expect(body.destroyed).toBe(true);
	},
);

test('status 299 is a success', async () => {
	const { file } = await open(() => ({ statusCode: 299, headers: {}, body: Readable.from([]) }));
	expect(file?.headers).toEqual({});
});

test.each([
	'nonsense',
	'http://files.test/shot.png',
	'https://127.0.0.1/internal',
	'https://localhost:5678/rest/settings',
	'https://10.1.2.3/',
	'https://172.20.0.1/',
	'https://192.168.1.1/',
	'https://169.254.169.254/latest/meta-data',
	'https://[::1]/',
	'https://[fd00::1]/',
	'https://metadata.google.internal/',
	'file:///etc/passwd',
])('a service on the internet can not have n8n read %s', async (url) => {
	const { error, calls } = await open(() => ({ statusCode: 200, body: Readable.from([]) }), url);
	expect(told(error)).toContain('is not a host of its files');
	expect(calls).toEqual([]);
});

test('a redirect is followed, and no further than a link may lead', async () => {
	const body = Readable.from(['file']);
	const redirectTo = (location: string) => ({
		statusCode: 302,
		headers: { Location: location },
		body: Readable.from([]),
	});
	const answers = [redirectTo('/elsewhere'), { statusCode: 200, headers: {}, body }];
	const { file, calls } = await open(() => answers.shift());
	expect(file?.stream).toBe(body);
	expect(calls.map(({ options }) => options.url)).toEqual([
		LINK,
		'https://files.test:8443/elsewhere',
	]);
	const bad = await open(() => redirectTo('http://127.0.0.1:5678/rest'));
	expect(told(bad.error)).toContain('leads to 127.0.0.1:5678');
	expect(bad.calls).toHaveLength(1);
	const endless = await open(() => redirectTo('/again'));
	expect(told(endless.error)).toContain('HTTP status 302');
	expect(endless.calls).toHaveLength(4);
});
