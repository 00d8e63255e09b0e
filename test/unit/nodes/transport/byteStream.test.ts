import { Readable } from 'node:stream';
import {
	isByteStream,
	readTextStart,
	withMinRate,
} from '../../../../nodes/shared/transport/httpExchange';

test.each([
	[undefined],
	[null],
	['text'],
	[Buffer.from('file')],
	[{}],
	[{ pipe: true }],
	[() => 1],
])('%j is no stream', (value) => {
	expect(isByteStream(value)).toBe(false);
});

test('a stream is one', () => {
	expect(isByteStream(Readable.from(['file']))).toBe(true);
});

describe('the start of a stream', () => {
	test('is all of a short one', async () => {
		const stream = Readable.from([Buffer.from('short '), Buffer.from('täxt')]);
		expect(await readTextStart(stream, 100)).toBe('short täxt');
	});

	test('ends where it should, also within a piece', async () => {
		const stream = Readable.from([Buffer.from('abc'), Buffer.from('def')]);
		expect(await readTextStart(stream, 5)).toBe('abcde');
	});

	test('leaves the rest unread, and closes the stream', async () => {
		let pieces = 0;
		async function* endless() {
			for (;;) {
				pieces += 1;
				yield Buffer.from('abc');
			}
		}
		const stream = Readable.from(endless(), { objectMode: false, highWaterMark: 1 });
		expect(await readTextStart(stream, 6)).toBe('abcabc');
		expect(stream.destroyed).toBe(true);
		expect(pieces).toBeLessThan(6);
	});
});

describe('a file', () => {
	beforeEach(() => {
		jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
	});
	afterEach(() => jest.useRealTimers());

	/** Reads a file of which a chunk comes every 100 seconds, for as long as told. */
	async function read(chunkBytes: number, chunks: number): Promise<number | string> {
		const stream = new Readable({ read: () => undefined });
		let sent = 0;
		const sending = setInterval(() => {
			sent += 1;
			stream.push(sent > chunks ? null : Buffer.alloc(chunkBytes));
		}, 100_000);
		const reading = withMinRate(stream, async () => {
			let bytes = 0;
			for await (const chunk of stream) bytes += (chunk as Buffer).length;
			return bytes;
		}).catch((error: Error) => error.message);
		await jest.advanceTimersByTimeAsync(3_600_000);
		clearInterval(sending);
		return await reading;
	}

	test('that keeps coming may take any time, and is read whole', async () => {
		expect(await read(16_384, 30)).toBe(30 * 16_384);
	});

	test.each([
		['of which nothing comes', 0],
		['of which a byte comes now and then', 1],
		['that is slower than the least rate', 16_383],
	])('%s is broken off', async (_label, bytes) => {
		expect(await read(bytes, 30)).toBe('Too slow');
	});

	test('that is small is read whole', async () => {
		expect(await read(5, 0)).toBe(0);
		expect(await read(16_384, 1)).toBe(16_384);
	});
});
