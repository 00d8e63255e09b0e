import { sql } from 'kysely';
import type { Database } from './database.ts';

/** How many requests an address has made in its window, the present one included. */
export interface RateWindow {
	requests: number;
	endsAtMs: number;
}

/** Counts a request of an address; a window that is over is followed by a new one. */
export type CountRequest = (address: string, windowMs: number) => Promise<RateWindow>;

/** Windows over which a table is swept of those that are over. */
const SWEEP_EVERY = 1000;

/** Counts for all processes that share a Postgres. */
export function createSharedRateWindows({ relaxed }: Database): CountRequest {
	let counted = 0;
	return async (address, windowMs) => {
		const nowMs = Date.now();
		counted += 1;
		if (counted % SWEEP_EVERY === 0) {
			await relaxed.deleteFrom('rateWindows').where('endsAtMs', '<=', nowMs).execute();
		}
		const isOver = sql<boolean>`rate_windows.ends_at_ms <= ${nowMs}`;
		return relaxed
			.insertInto('rateWindows')
			.values({ address, requests: 1, endsAtMs: nowMs + windowMs })
			.onConflict((conflict) =>
				conflict.column('address').doUpdateSet((eb) => ({
					requests: eb
						.case()
						.when(isOver)
						.then(1)
						.else(eb('rateWindows.requests', '+', 1))
						.end(),
					endsAtMs: eb
						.case()
						.when(isOver)
						.then(eb.ref('excluded.endsAtMs'))
						.else(eb.ref('rateWindows.endsAtMs'))
						.end(),
				})),
			)
			.returning(['requests', 'endsAtMs'])
			.executeTakeFirstOrThrow();
	};
}
