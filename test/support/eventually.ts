import { waitUntil } from '../../scripts/lib/waitUntil.mjs';

/**
 * How long a test waits for what has to happen. Far beyond what it takes anywhere, as a machine that is
 * ten times as slow proves nothing wrong: only what never happens fails by it.
 */
export const PATIENCE_MS = 240_000;

/** What takes long is asked for less often: each question takes processor time from what is waited for. */
const untilNextQuestion = (waitedMs: number) => Math.max(50, waitedMs / 20);

/**
 * Waits until something outside the test has happened.
 *
 * @param ask answers with something other than `undefined` and `false` once it has
 * @param complaint what to say if it never does
 * @returns the first such answer
 */
export async function eventually<T>(
	ask: () => T | undefined | false | Promise<T | undefined | false>,
	complaint: string | (() => string),
	{ intervalMs = untilNextQuestion }: { intervalMs?: number | ((waitedMs: number) => number) } = {},
): Promise<T> {
	const complain = () => new Error(typeof complaint === 'string' ? complaint : complaint());
	const askAgain = async () => {
		const answer = await ask();
		return answer === false ? undefined : answer;
	};
	return await waitUntil(askAgain, {
		timeoutMs: PATIENCE_MS,
		intervalMs,
		onTimeout: complain,
	});
}
