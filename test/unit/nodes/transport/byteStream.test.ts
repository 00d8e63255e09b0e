import { Readable } from 'node:stream';
import { isByteStream, readTextStart } from '../../../../nodes/shared/transport/httpExchange';

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
