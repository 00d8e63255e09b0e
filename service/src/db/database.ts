import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/** What runs queries: the database, or a transaction in it. */
export type Queries = Kysely<Tables>;

/** The database, with one door for each kind of work. All see what was written before. */
export interface Database {
	/** Writes are on disk when they are answered: a power cut afterwards does not take them. */
	durable: Queries;
	/**
	 * Writes are kept should the process end, but wait for no disk: a power cut may take the last of
	 * them. For what can be had again.
	 */
	relaxed: Queries;
	/** Reads that may take long, such as listings: nothing else waits for them. */
	listings: Queries;
	/** Gives the space of deleted rows back to the system, a little at a time, until aborted. */
	giveSpaceBack(signal: AbortSignal): Promise<void>;
	/** Ends everything when what was asked for before has been done. */
	close(): Promise<void>;
}

/**
 * Runs `work` in one transaction: all of its writes stay, or none when it throws, and what it has read
 * is true until then, as if nothing else ran beside it. `work` asks through the transaction alone: any
 * other door would wait for it to end.
 */
export function inTransaction<Result>(
	queries: Queries,
	work: (transaction: Queries) => Promise<Result>,
): Promise<Result> {
	return queries.transaction().setIsolationLevel('serializable').execute(work);
}

/** The JSON in a column; undefined where there is none. */
export function readJson(text: string | null | undefined): unknown {
	return typeof text === 'string' ? JSON.parse(text) : undefined;
}
