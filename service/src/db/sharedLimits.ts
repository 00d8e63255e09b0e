import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';

/** Expired rows are deleted after this many requests were counted, or slots reserved. */
const SWEEP_EVERY = 1000;

/** Number of requests of an address in its window, including the current one. */
export interface RateWindow {
	requests: number;
	endsAtMs: number;
}

/** Counts a request of an address; an expired window is followed by a new one. */
export type CountRequest = (address: string, windowMs: number) => Promise<RateWindow>;

/** Counts for all processes that share a Postgres. */
export function createSharedRateWindows({ relaxed }: Database): CountRequest {
	let counted = 0;
	return async (address, windowMs) => {
		const nowMs = Date.now();
		counted += 1;
		if (counted % SWEEP_EVERY === 0) {
			await relaxed.deleteFrom('rateWindows').where('endsAtMs', '<=', nowMs).execute();
		}
		const isOver = sql`rate_windows.ends_at_ms <= ${nowMs}`;
		return relaxed
			.insertInto('rateWindows')
			.values({ address, requests: 1, endsAtMs: nowMs + windowMs })
			.onConflict((conflict) =>
				conflict.column('address').doUpdateSet({
					requests: sql`CASE WHEN ${isOver} THEN 1 ELSE rate_windows.requests + 1 END`,
					endsAtMs: sql`CASE WHEN ${isOver} THEN excluded.ends_at_ms ELSE rate_windows.ends_at_ms END`,
				}),
			)
			.returning(['requests', 'endsAtMs'])
			.executeTakeFirstOrThrow();
	};
}

/** The rate at which all crawls together send requests to a host. */
export interface Pace {
	/**
	 * Reserves the next request to the host.
	 * @param delayMs between two requests to the host
	 * @returns how long to wait for it, in milliseconds
	 */
	reserve(host: string, delayMs: number): Promise<number>;
	/** The host asked for a pause: no request for `restMs` milliseconds. */
	pause(host: string, restMs: number): Promise<void>;
}

/** By the clock of the database, which all processes share. */
const NOW = sql<number>`(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;

/** The rate limit shared by the processes of a Postgres. */
export function createSharedPace({ relaxed }: Database): Pace {
	let reserved = 0;
	/** Sets when the host gets its next request, computed from the stored moment. */
	const store = (host: string, inMs: number, next: RawBuilder<number>) =>
		relaxed
			.insertInto('hostStarts')
			.values({ host, nextStartMs: sql<number>`${NOW} + ${inMs}::bigint` })
			.onConflict((conflict) => conflict.column('host').doUpdateSet({ nextStartMs: next }));

	return {
		async reserve(host, delayMs) {
			reserved += 1;
			if (reserved % SWEEP_EVERY === 0) {
				await relaxed.deleteFrom('hostStarts').where('nextStartMs', '<', NOW).execute();
			}
			const next = sql<number>`greatest(host_starts.next_start_ms, ${NOW}) + ${delayMs}::bigint`;
			const { waitMs } = await store(host, delayMs, next)
				.returning(sql<number>`next_start_ms - ${delayMs}::bigint - ${NOW}`.as('waitMs'))
				.executeTakeFirstOrThrow();
			return Math.max(0, waitMs);
		},

		async pause(host, restMs) {
			const next = sql<number>`greatest(host_starts.next_start_ms, ${NOW} + ${restMs}::bigint)`;
			await store(host, restMs, next).execute();
		},
	};
}
