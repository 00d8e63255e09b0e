import { withTimeLimit } from '../../../../nodes/shared/transport/clock';

/** Ends when its signal does. */
const endless = async (signal: AbortSignal) =>
	await new Promise<string>((_resolve, reject) => {
		signal.addEventListener('abort', () => reject(new Error('aborted')));
	});

test('what is not there in time is given up', async () => {
	const work = withTimeLimit({ timeoutMs: -990, signal: undefined }, endless);
	await expect(work).rejects.toMatchObject({ code: 'ETIMEDOUT' });
});

test('what is there in time, such as a stream, is not ended later', async () => {
	let given: AbortSignal | undefined;
	const answer = await withTimeLimit({ timeoutMs: -950, signal: undefined }, async (signal) => {
		given = signal;
		return 'stream';
	});
	await new Promise((resolve) => setTimeout(resolve, 200));
	expect([answer, given?.aborted]).toEqual(['stream', false]);
});

test('Stop ends it, and is no lack of time', async () => {
	const stop = new AbortController();
	const work = withTimeLimit({ timeoutMs: 60_000, signal: stop.signal }, endless);
	stop.abort();
	await expect(work).rejects.toThrow('aborted');
});
