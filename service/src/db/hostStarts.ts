import { sql } from 'kysely';
import type { Database } from './database.ts';

/** The pace at which crawls of all processes together come to a host. */
export interface SharedPace {
	/**
	 * Takes the host's next place.
	 * @param delayMs between two requests to the host
	 * @returns how long to wait for it, in milliseconds
	 */
	reserve(host: string, delayMs: number): Promise<number>;
	/** The host asked for rest: no request in the next so many milliseconds. */
	pause(host: string, restMs: number): Promise<void>;
}

/** Kept by the clock of the database, which all processes share. */
const NOW = sql<number>`(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;

/** Past moments are deleted when this many places were taken. */
const SWEEP_EVERY = 1000;

/** The pace of the processes that share a Postgres. */
export function createSharedPace({ relaxed }: Database): SharedPace {
	let reserved = 0;
	return {
		async reserve(host, delayMs) {
			reserved += 1;
			if (reserved % SWEEP_EVERY === 0) {
				await relaxed.deleteFrom('hostStarts').where('nextStartMs', '<', NOW).execute();
			}
			const { waitMs } = await relaxed
				.insertInto('hostStarts')
				.values({ host, nextStartMs: sql<number>`${NOW} + ${delayMs}::bigint` })
				.onConflict((conflict) =>
					conflict.column('host').doUpdateSet({
						nextStartMs: sql`greatest(host_starts.next_start_ms, ${NOW}) + ${delayMs}::bigint`,
					}),
				)
				.returning(sql<number>`next_start_ms - ${delayMs}::bigint - ${NOW}`.as('waitMs'))
				.executeTakeFirstOrThrow();
			return Math.max(0, waitMs);
		},

		async pause(host, restMs) {
			await relaxed
				.insertInto('hostStarts')
				.values({ host, nextStartMs: sql<number>`${NOW} + ${restMs}::bigint` })
				.onConflict((conflict) =>
					conflict.column('host').doUpdateSet({
						nextStartMs: sql`greatest(host_starts.next_start_ms, ${NOW} + ${restMs}::bigint)`,
					}),
				)
				.execute();
		},
	};
}
