import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
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

const unread = (): Promise<never> => Promise.reject(new Error('converted'));

/** A reader whose connections bring what `answer` gives, and which notes what was asked for. */
function createReader(answer: (path: string) => Response, convertStatic: () => unknown = unread) {
	const asked: string[] = [];
	const reader = new PlainReader({
		policy: createAddressPolicy({ allowPrivateAddresses: [] }),
		nameDocument: ({ url }) => (url.endsWith('.pdf') ? 'slow.pdf' : undefined),
		content: { convertStatic } as never,
	});
	const client = {
		get: async (address: string) => {
			const url = new URL(address);
			asked.push(url.pathname);
			return { url, response: answer(url.pathname) };
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

describe('a page of whose answer nothing to read had come at the limit', () => {
	const blank = { text: ' ', frames: [], scriptKind: '', refreshUrl: undefined };

	it('fails at once when nothing in it could draw more', async () => {
		const { load } = createReader(dripping, () => Promise.resolve(blank));
		const loading = load('/blank');
		await jest.advanceTimersByTimeAsync(30_000);

		const reason = 'the answer did not end in time, and nothing that can be read had arrived';
		expect(await loading).toEqual({ kind: 'failed', reason });
	});

	it.each([
		['scripts', { scriptKind: '/draw.js' }],
		['frames', { frames: ['http://site.example/frame'] }],
	])('is left to the browser when it has %s', async (_what, more) => {
		const { load } = createReader(dripping, () => Promise.resolve({ ...blank, ...more }));
		const loading = load('/blank');
		await jest.advanceTimersByTimeAsync(30_000);

		expect(await loading).toEqual({ kind: 'browser', reason: 'its answer did not end' });
	});
});

describe('what is served as a page', () => {
	const page = '<!doctype html><p>Ferries</p>';
	const read: string[] = [];
	const convertStatic = ({ html }: { html: string }): Promise<never> => {
		read.push(html);
		return Promise.reject(new Error('converted'));
	};
	const serve = (body: Buffer) => () =>
		new Response(new Uint8Array(body), { headers: { 'content-type': 'text/html' } });

	it('is unpacked when it was packed once more than its server says', async () => {
		const { load } = createReader(serve(gzipSync(page)), convertStatic as never);

		await expect(load('/packed')).rejects.toThrow('converted');
		expect(read).toEqual([page]);
	});

	it.each([
		['packed twice more', gzipSync(gzipSync(page))],
		['packed and cut off', gzipSync(page.repeat(99)).subarray(0, -30)],
		[
			'packed in another way',
			brotliCompressSync(Array.from({ length: 500 }, (_, at) => `Ferry ${at * 7919}`).join()),
		],
		['no text', Buffer.from(Array.from({ length: 999 }, (_, at) => (at * at * 31) % 256))],
	])('is left to the browser when it is %s', async (_what, body) => {
		const { load } = createReader(serve(body));

		expect(await load('/soup')).toEqual({ kind: 'browser', reason: 'it is no text' });
	});
});
