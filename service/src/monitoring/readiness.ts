import { setTimeout as sleep } from 'node:timers/promises';

/** What has to answer before requests can be served, by the name that is told when it does not. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<unknown>>>;

export interface Readiness {
	/** Jobs run from now on, or are run by others. */
	started(): void;
	/** No more requests are taken from now on. */
	stopping(): void;
	/** Why nothing should be sent here now, such as `starting` or `database`; empty when ready. */
	listObstacles(): Promise<string[]>;
}

const CHECK_LIMIT_MS = 3_000;
/** Asked more often than this, the last answer is given again. */
const GOOD_FOR_MS = 1_000;

/**
 * Knows whether this process can do its work.
 * @param limitMs a check that takes longer has failed
 */
export function createReadiness(checks: ReadinessChecks, limitMs = CHECK_LIMIT_MS): Readiness {
	let phase: 'starting' | 'started' | 'stopping' = 'starting';
	let last: { atMs: number; failing: Promise<string[]> } | undefined;

	const listFailing = async (): Promise<string[]> => {
		const answers = await Promise.all(
			Object.entries(checks).map(async ([name, check]) =>
				(await answersInTime(check, limitMs)) ? [] : [name],
			),
		);
		return answers.flat();
	};

	return {
		started() {
			if (phase === 'starting') phase = 'started';
		},
		stopping() {
			phase = 'stopping';
		},
		async listObstacles() {
			if (phase !== 'started') return [phase];
			if (last === undefined || last.atMs < Date.now() - GOOD_FOR_MS) {
				last = { atMs: Date.now(), failing: listFailing() };
			}
			return await last.failing;
		},
	};
}

async function answersInTime(check: () => Promise<unknown>, limitMs: number): Promise<boolean> {
	const limit = new AbortController();
	const tooLate = sleep(limitMs, false, { signal: limit.signal, ref: false });
	const answered = check().then(
		() => true,
		() => false,
	);
	try {
		return await Promise.race([answered, tooLate]);
	} finally {
		limit.abort();
	}
}
