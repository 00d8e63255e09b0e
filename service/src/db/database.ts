import { setTimeout as sleep } from 'node:timers/promises';
import { type Compilable, type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Tables } from './schema.ts';
import type { WordSearch } from './wordSearch.ts';

/** Where queries run: the database, or a transaction in it. */
export type Queries = Kysely<Tables>;

/** What transactions that accept jobs lock: limits are counted and batches assembled in them. */
export const ACCEPTING = 'accepting jobs';

/** The database, with one connection for each kind of work. All of them see earlier writes. */
export interface Database {
	/** Writes are on disk when they return: a later power cut does not lose them. */
	durable: Queries;
	/**
	 * Writes survive the end of the process, but do not wait for the disk: a power cut may lose the last
	 * of them. For what can be produced again.
	 */
	relaxed: Queries;
	/** Reads that may take long, such as listings: they delay nothing else. */
	listings: Queries;
	/**
	 * Runs statements that do not depend on one another's results: all of them, or none. It costs only as many
	 * messages as a single statement if the database is in a thread.
	 * @param subject is locked for them, as by {@link Database.lock}
	 * @returns how many rows each changed
	 */
	writeTogether(
		door: 'durable' | 'relaxed',
		statements: readonly Compilable[],
		subject?: string,
	): Promise<number[]>;
	/** Searches for words in what was read. */
	words: WordSearch;
	/**
	 * Until the end of the transaction, no other transaction that locks the same subject runs in any
	 * process: what it reads of that subject stays true.
	 */
	lock(subject: string, transaction: Queries): Promise<void>;
	/** Does work that only one process may do at a time; the others wait for their turn. */
	inTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
	/** Does work unless another process is doing it at the moment. */
	unlessDoneElsewhere(name: string, work: () => Promise<void>): Promise<void>;
	/**
	 * Erases deleted rows from the disk and returns their space to the system, a little at a time, until
	 * aborted.
	 */
	giveSpaceBack(signal: AbortSignal): Promise<void>;
	/**
	 * Erases what was deleted or overwritten from the disk, as far as the database can. It may take long, and
	 * need space for a second copy.
	 */
	eraseDeleted(): Promise<void>;
	/** Closes everything once earlier requests are done. */
	close(): Promise<void>;
}

/**
 * Runs `work` in one transaction: all of its writes are kept, or none if it throws. What it has read may
 * change meanwhile, unless it has locked the subject ({@link Database.lock}). `work` must only use the
 * transaction: any other connection would wait for it to end.
 */
export function inTransaction<Result>(
	queries: Queries,
	work: (transaction: Queries) => Promise<Result>,
): Promise<Result> {
	return queries.transaction().execute(work);
}

/** The JSON in a column; undefined if it is empty. */
export function readJson(text: string | null | undefined): unknown {
	return typeof text === 'string' ? JSON.parse(text) : undefined;
}

/** The number of rows that a query without a selection finds. */
export async function countRows<From extends keyof Tables>(
	query: SelectQueryBuilder<Tables, From, object>,
): Promise<number> {
	const { total } = await query
		.select((eb) => eb.fn.countAll().as('total'))
		.executeTakeFirstOrThrow();
	return Number(total);
}

/** The number of rows before a page of a listing; pages count from 1. */
export function offsetOf(page: number, limit: number): number {
	return Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER);
}

/** The setting that is written to wait for the disk. */
const SYNCED = 'synced';

/**
 * Waits until all that was written before survives a power cut.
 * @param value differs from that of the last time: SQLite skips a write that changes nothing
 */
export async function syncWrites(durable: Queries, value: string): Promise<void> {
	await durable
		.insertInto('settings')
		.values({ name: SYNCED, value })
		.onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
		.execute();
}

/** Longest wait for a write that changes nothing. */
const WRITE_LIMIT_MS = 2_000;

/** The database answers, and accepts no writes: it is locked by another program, or read-only. */
const WRITES_REFUSED = 'database: writes are refused';

/**
 * Checks that the database answers, and takes writes.
 * @returns why it does not take them; undefined if it does
 * @throws Error when it does not answer
 */
export async function checkDatabase(
	database: Pick<Database, 'durable' | 'listings'>,
): Promise<string | undefined> {
	await database.listings.selectFrom('settings').select('name').limit(1).execute();
	const written = sql`UPDATE settings SET name = name WHERE 1 = 0`.execute(database.durable).then(
		() => undefined,
		() => WRITES_REFUSED,
	);
	return await Promise.race([written, sleep(WRITE_LIMIT_MS, WRITES_REFUSED, { ref: false })]);
}

/** The database cannot be reached or used; the message gives the reason and contains no password. */
export class DatabaseUnavailableError extends Error {
	override name = 'DatabaseUnavailableError' as const;

	constructor(url: string, cause: unknown) {
		const { message, code } = Object(cause);
		const { hostname, port, pathname } = new URL(url);
		const place = `${hostname}${port && `:${port}`}${pathname}`;
		super(
			`The database at ${place} cannot be used: ${message || code}. Check DATABASE_URL, and that Postgres 14 or newer runs there.`,
			{ cause },
		);
	}
}
