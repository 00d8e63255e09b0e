import { sleep } from 'n8n-workflow';

/** n8n's own limit comes first: it says more of why. */
const MARGIN_MS = 1_000;

/**
 * Gives up a request whose answer is not there in time; a stream is there when it can be read. n8n's
 * limit (n8n-core 2.41, axios) is one of silence: it does not end an answer of which a byte comes now and
 * then, nor one whose connection was handed over to another protocol.
 * @param request makes it; the signal ends it
 * @throws an error with the code ETIMEDOUT, or what the request throws
 */
export async function withTimeLimit<Answer>(
	{ timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal | undefined },
	request: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
	const limit = new AbortController();
	const done = new AbortController();
	const end = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
	const isOver = () => {
		if (!done.signal.aborted) limit.abort();
	};
	void sleep(timeoutMs + MARGIN_MS, done.signal).then(isOver, () => undefined);
	const tooLate = Object.assign(new Error('No answer in time'), { code: 'ETIMEDOUT' });
	return await request(end)
		.catch(async (error: unknown) => Promise.reject(limit.signal.aborted ? tooLate : error))
		.finally(() => done.abort());
}
