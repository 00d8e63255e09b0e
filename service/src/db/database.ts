import type { Compilable, Kysely, SelectQueryBuilder } from 'kysely';
import type { Tables } from './schema.ts';
import type { WordSearch } from './wordSearch.ts';

/** What runs queries: the database, or a transaction in it. */
export type Queries = Kysely<Tables>;

/** What transactions that accept jobs lock: limits are counted in them, and batches put together. */
export const ACCEPTING = 'accepting jobs';

/** The database, with one connection for each kind of work. All see what was written before. */
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
	/**
	 * Runs statements of which none needs what another gives: all of them happen, or none. It costs no more
	 * messages than a single one where the database is in a thread.
	 * @param subject locked for them, as by {@link Database.lock}
	 * @returns how many rows each changed
	 */
	writeTogether(
		door: 'durable' | 'relaxed',
		statements: readonly Compilable[],
		subject?: string,
	): Promise<number[]>;
	/** Looks for words in what was read. */
	words: WordSearch;
	/**
	 * From here to the end of the transaction nobody else is in a transaction that has asked for the
	 * same, in any process: what it reads of that subject stays true.
	 */
	lock(subject: string, transaction: Queries): Promise<void>;
	/** Does work that one process at a time may do; the others wait for their turn. */
	inTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
	/** Does work unless another process is doing it at this moment. */
	unlessDoneElsewhere(name: string, work: () => Promise<void>): Promise<void>;
	/**
	 * Takes deleted rows off the disk and gives their space back to the system, a little at a time, until
	 * aborted.
	 */
	giveSpaceBack(signal: AbortSignal): Promise<void>;
	/**
	 * Takes what was deleted or overwritten off the disk, as far as the database can. It may take long, and
	 * space for a second copy.
	 */
	eraseDeleted(): Promise<void>;
	/** Ends everything when what was asked for before has been done. */
	close(): Promise<void>;
}

/**
 * Runs `work` in one transaction: all of its writes stay, or none when it throws. What it has read may
 * change beside it, unless it has asked for the subject ({@link Database.lock}). `work` asks through
 * the transaction alone: any other connection would wait for it to end.
 */
export function inTransaction<Result>(
	queries: Queries,
	work: (transaction: Queries) => Promise<Result>,
): Promise<Result> {
	return queries.transaction().execute(work);
}

/** The JSON in a column; undefined where there is none. */
export function readJson(text: string | null | undefined): unknown {
	return typeof text === 'string' ? JSON.parse(text) : undefined;
}

/** How many rows a query without a selection finds. */
export async function countRows<From extends keyof Tables>(
	query: SelectQueryBuilder<Tables, From, object>,
): Promise<number> {
	const { total } = await query
		.select((eb) => eb.fn.countAll().as('total'))
		.executeTakeFirstOrThrow();
	return Number(total);
}

/** How many rows come before a page of a listing; pages count from 1. */
export function offsetOf(page: number, limit: number): number {
	return Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER);
}

/** Makes sure that the database answers; rejects when it does not. */
export async function checkDatabase({ durable }: Pick<Database, 'durable'>): Promise<void> {
	await durable.selectFrom('settings').select('name').limit(1).execute();
}

/** The database cannot be reached or used; the message says why and holds no password. */
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
