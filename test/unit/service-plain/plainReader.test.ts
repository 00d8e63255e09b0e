import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Response } from 'undici';
import { createAddressPolicy } from '../../../service/src/net/addressGuard.ts';
import { PlainReader } from '../../../service/src/plain/plainReader.ts';
import { inTurnOf } from '../../../service/src/turns/turn.ts';

const PAGES = 60;

let documentDirectory: string;

beforeEach(async () => {
	documentDirectory = await mkdtemp(join(tmpdir(), 'plain-'));
	jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
});

afterEach(async () => {
	jest.useRealTimers();
	await rm(documentDirectory, { recursive: true });
});

/** A reader whose connections bring what `answer` gives, and which notes what was asked for. */
function createReader(
	answer: (path: string, signal: AbortSignal) => Response,
	convertStatic: () => Promise<unknown> = () => Promise.reject(new Error('converted')),
) {
	const asked: string[] = [];
	const reader = new PlainReader({
		policy: createAddressPolicy({ allowPrivateAddresses: [] }),
		nameDocument: ({ url }) => (url.endsWith('.pdf') ? 'slow.pdf' : undefined),
		content: { convertStatic: convertStatic as never },
	});
	const client = {
		get: async (address: string, signal: AbortSignal) => {
			const url = new URL(address);
			asked.push(url.pathname);
			const response = answer(url.pathname, signal);
			return { url, response, body: response.body };
		},
	};
	const load = (path: string, isBulk = false) =>
		inTurnOf({ asker: '', group: String(isBulk), isBulk }, () =>
			reader.load(
				client as never,
				{ url: `http://site.example${path}`, documentDirectory, contentOnly: false },
				new AbortController().signal,
			),
		);
	return { load, asked };
}

/** A body that brings its first byte and then nothing, until it is given up. */
const dripping = (_path: string, signal: AbortSignal) => {
	const stream = new ReadableStream({
		start: (body) => {
			body.enqueue(Buffer.from(' '));
			signal.addEventListener('abort', () => body.error(signal.reason));
		},
	});
	return new Response(stream as never, { headers: { 'content-type': 'text/html' } });
};

it('lets a single page in while many of one job are read, and gives the places of slow ones away', async () => {
	const { load, asked } = createReader(dripping);
	for (let page = 0; page < PAGES; page += 1) void load(`/bulk/${page}`, true).catch(() => {});
	await jest.advanceTimersByTimeAsync(0);
	const begun = asked.length;
	void load('/single').catch(() => {});
	await jest.advanceTimersByTimeAsync(0);

	expect(begun).toBeLessThan(PAGES);
	expect(asked).toContain('/single');
	await jest.advanceTimersByTimeAsync(10_000);
	expect(asked).toHaveLength(PAGES + 1);
});

it('ends a document that comes too slowly, and leaves nothing of it', async () => {
	const { load } = createReader(dripping);
	const loading = load('/slow.pdf');
	await jest.advanceTimersByTimeAsync(60_000);

	const reason = 'the document arrived more slowly than 30 kB in 30 seconds';
	expect(await loading).toEqual({ kind: 'failed', reason });
	expect(await readdir(documentDirectory)).toEqual([]);
});

describe('a page of whose answer nothing to read has come at the limit', () => {
	const blank = { text: ' ', frames: [], scriptKind: '', refresh: undefined };
	const loadBlank = async (more: object) => {
		const { load, asked } = createReader(dripping, () => Promise.resolve({ ...blank, ...more }));
		const loading = load('/blank');
		await jest.advanceTimersByTimeAsync(30_000);
		expect(asked).toEqual(['/blank']);
		return await loading;
	};

	it('fails if nothing in it could draw more', async () => {
		const reason = 'the answer did not end in time, and nothing that can be read had arrived';
		expect(await loadBlank({})).toEqual({ kind: 'failed', reason });
	});

	it.each([
		['scripts', { scriptKind: '/draw.js' }],
		['frames', { frames: ['http://site.example/frame'] }],
	])('is left to the browser if it has %s', async (_what, more) => {
		const reason = 'its response did not end';
		expect(await loadBlank(more)).toEqual({ kind: 'browser', reason });
	});
});
