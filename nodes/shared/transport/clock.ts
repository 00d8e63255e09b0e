import { sleep } from 'n8n-workflow';

/** Time as the package sees it, so that schedules can be tested without waiting. */
export interface Clock {
	/** Milliseconds since the Unix epoch. */
	now(): number;
	/** Waits, or returns at once when the signal aborts. Never rejects. */
	sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/**
 * n8n before 2.31 ignores the signal given to `sleep`: short slices let an abort be noticed there
 * too, within this time.
 */
const SLICE_MS = 1_000;

export const systemClock: Clock = {
	now: () => Date.now(),
	async sleep(milliseconds, signal) {
		const endMs = Date.now() + milliseconds;
		let leftMs = milliseconds;
		while (leftMs > 0 && signal?.aborted !== true) {
			await sleep(Math.min(leftMs, SLICE_MS), signal).catch(() => undefined);
			leftMs = endMs - Date.now();
		}
	},
};

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
