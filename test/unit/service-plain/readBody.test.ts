import { readBody } from '../../../service/src/plain/readBody';

const bytes = (text: string) => new TextEncoder().encode(text);

/** Sends its parts, and then nothing more until it is aborted. */
async function* endless(parts: string[], limit: AbortSignal) {
	yield* parts.map(bytes);
	await new Promise((_resolve, reject) => {
		limit.addEventListener('abort', () => reject(limit.reason));
	});
}

async function* broken() {
	yield bytes('One');
	throw new Error('the connection broke');
}

describe('the body of an answer', () => {
	it('is read as far as it came when it never ends', async () => {
		const limit = new AbortController();
		const reading = readBody(endless(['One', ' two'], limit.signal), limit.signal);
		setTimeout(() => limit.abort(), 10);
		expect(await reading).toEqual({ bytes: Buffer.from('One two'), ending: 'never' });
	});

	it('fails when it breaks off before the limit', async () => {
		await expect(readBody(broken(), new AbortController().signal)).rejects.toThrow('broke');
	});

	it('is left to others when it is larger than any page may be', async () => {
		const limit = new AbortController();
		const parts = Array.from({ length: 21 }, () => 'x'.repeat(1_000_000));
		expect(await readBody(endless(parts, limit.signal), limit.signal)).toBeUndefined();
	});
});
