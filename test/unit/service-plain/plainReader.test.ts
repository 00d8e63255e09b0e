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
function createReader(answer: (path: string) => Response) {
	const asked: string[] = [];
	const reader = new PlainReader({
		policy: createAddressPolicy({ allowPrivateAddresses: [] }),
		nameDocument: ({ url }) => (url.endsWith('.pdf') ? 'slow.pdf' : undefined),
		content: { convertStatic: () => Promise.reject(new Error('converted')) },
	});
	const client = {
		get: async (address: string) => {
			const url = new URL(address);
			asked.push(url.pathname);
			const response = answer(url.pathname);
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

/** A body that brings its first byte and then nothing. */
const dripping = () =>
	new Response(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(1)) }) as never, {
		headers: { 'content-type': 'text/html' },
	});

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

	const reason = 'the document came more slowly than 30 kB in 30 seconds';
	expect(await loading).toEqual({ kind: 'failed', reason });
	expect(await readdir(documentDirectory)).toEqual([]);
});
