import { setImmediate as settle } from 'node:timers/promises';
import { bounded, readBounded, StreamWatch } from '../../../service/src/net/streamWatch.ts';

const MEGABYTE = 1_048_576;
const LIMITS = { maxBytes: 2 * MEGABYTE, totalMs: 100_000 };

/** A stream that brings what it is told to, and knows whether it was ended. */
function createStream() {
	const facts = { isEnded: false };
	const waiting: Array<(part: IteratorResult<Uint8Array, undefined>) => void> = [];
	const stream: AsyncIterable<Uint8Array> = {
		[Symbol.asyncIterator]: () => ({
			next: () => new Promise((resolve) => waiting.push(resolve)),
			return: async () => {
				facts.isEnded = true;
				return { done: true, value: undefined };
			},
		}),
	};
	const send = (bytes: number) => waiting.shift()?.({ done: false, value: new Uint8Array(bytes) });
	const end = () => waiting.shift()?.({ done: true, value: undefined });
	return { stream, send, end, facts };
}

/** Reads a stream on simulated time. */
async function read(stream: AsyncIterable<Uint8Array>) {
	const outcome = { bytes: 0, end: '' };
	void (async () => {
		try {
			for await (const part of bounded(stream, new StreamWatch(LIMITS)))
				outcome.bytes += part.length;
			outcome.end = 'whole';
		} catch (error) {
			outcome.end = String(error);
		}
	})();
	await settle();
	return outcome;
}

beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] }));
afterEach(() => jest.useRealTimers());

async function pass(ms: number) {
	jest.advanceTimersByTime(ms);
	for (let turn = 0; turn < 5; turn += 1) await settle();
}

test('a stream that sends byte by byte is ended, and one that sends enough is not', async () => {
	const [slow, fast] = [createStream(), createStream()];
	const [slowEnd, fastEnd] = [await read(slow.stream), await read(fast.stream)];
	for (let second = 0; second < 60; second += 1) {
		slow.send(1);
		fast.send(2000);
		await pass(1000);
	}
	fast.end();
	await pass(0);
	expect(slowEnd.end).toContain('it arrived more slowly than 30 kB in 30 seconds');
	expect(slow.facts.isEnded).toBe(true);
	expect(fastEnd).toEqual({ bytes: 120_000, end: 'whole' });
});

test('a stream has an end in time, however much it brings', async () => {
	const { stream, send, facts } = createStream();
	const outcome = await read(stream);
	for (let second = 0; second <= 100; second += 1) {
		send(10_000);
		await pass(1000);
	}
	expect(outcome.end).toContain('it took more than 100 seconds');
	expect(facts.isEnded).toBe(true);
});

test('a stream has an end in size', async () => {
	const { stream, send, facts } = createStream();
	const outcome = await read(stream);
	send(2 * MEGABYTE);
	await pass(0);
	send(1);
	await pass(0);
	expect(outcome.end).toContain('it is larger than 2 MB');
	expect(facts.isEnded).toBe(true);
});

test('text is read whole, and none is empty', async () => {
	jest.useRealTimers();
	const parts = async function* () {
		yield Buffer.from('Grü').subarray(0, 3);
		yield Buffer.from('Grüße').subarray(3);
	};
	expect(await readBounded(parts(), LIMITS)).toBe('Grüße');
	expect(await readBounded(null, LIMITS)).toBe('');
});
