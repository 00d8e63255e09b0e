import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import {
	inTransaction,
	DatabaseUnavailableError,
	type Database,
	type Queries,
} from '../database.ts';
import { assertNotNewer, NewerDatabaseError, readMigrations } from '../migrations.ts';
import type { Tables } from '../schema.ts';
import { createPool, type Pool, type PoolOptions, untilReachable } from './pool.ts';
import { createPostgresWordSearch } from './wordSearch.ts';

/** Maximum number of connections of a process, by purpose. */
const DURABLE_CONNECTIONS = 8;
const RELAXED_CONNECTIONS = 4;
const LISTING_CONNECTIONS = 4;

export interface PostgresOptions {
	/** `DATABASE_URL`. */
	url: string;
	log: Pick<FastifyBaseLogger, 'warn'>;
}

/**
 * Opens the database at an address and migrates it to the latest schema; processes that start together do so
 * one after the other. The caller closes it.
 * @throws DatabaseUnavailableError
 */
export async function openPostgresDatabase({ url, log }: PostgresOptions): Promise<Database> {
	const onError = ({ message }: Error): void => {
		log.warn({ reason: message }, 'a connection to the database was lost');
	};
	const onWait = (error: unknown): void => {
		const { message, code } = Object(error);
		log.warn({ reason: message || code }, 'waiting for the database');
	};
	const open = (size: number, synchronousCommit: PoolOptions['synchronousCommit']) =>
		createPool({ url, size, synchronousCommit, onError, onWait });
	const pool = open(DURABLE_CONNECTIONS, 'on');
	const [durable, relaxed, listings] = [
		createQueries(pool),
		createQueries(open(RELAXED_CONNECTIONS, 'off')),
		createQueries(open(LISTING_CONNECTIONS, 'on')),
	];
	const close = async (): Promise<void> => {
		await Promise.all([durable.destroy(), relaxed.destroy(), listings.destroy()]);
	};
	const lock: Database['lock'] = async (subject, transaction) => {
		await sql`SELECT pg_advisory_xact_lock(hashtextextended(${subject}, 0))`.execute(transaction);
	};
	/** The lock ends with the connection, even if the process dies. */
	const inTurn = <Result>(
		name: string,
		work: (client: pg.Client) => Promise<Result>,
	): Promise<Result> =>
		pool.withClient(async (client) => {
			await client.query('SELECT pg_advisory_lock(hashtextextended($1, 1))', [name]);
			return work(client);
		});
	try {
		await untilReachable(() => inTurn('migrations', migrate));
	} catch (error) {
		await close();
		throw error instanceof NewerDatabaseError ? error : new DatabaseUnavailableError(url, error);
	}
	return {
		durable,
		relaxed,
		listings,
		words: createPostgresWordSearch(listings),
		writeTogether: (door, statements, subject) =>
			inTransaction(door === 'durable' ? durable : relaxed, async (transaction) => {
				if (subject !== undefined) await lock(subject, transaction);
				const changes: number[] = [];
				for (const statement of statements) {
					const { numAffectedRows = 0n } = await transaction.executeQuery(statement.compile());
					changes.push(Number(numAffectedRows));
				}
				return changes;
			}),
		lock,
		inTurn: (name, work) => inTurn(name, work),
		unlessDoneElsewhere: (name, work) =>
			pool.withClient(async (client) => {
				const { rows } = await client.query<{ isFree: boolean }>(
					'SELECT pg_try_advisory_lock(hashtextextended($1, 1)) AS "isFree"',
					[name],
				);
				// Released with the connection.
				if (rows[0]?.isFree === true) await work();
			}),
		// Postgres does it automatically.
		giveSpaceBack: async () => undefined,
		eraseDeleted: async () => undefined,
		close,
	};
}

function createQueries(pool: Pool): Queries {
	return new Kysely<Tables>({
		dialect: new PostgresDialect({ pool }),
		plugins: [new CamelCasePlugin()],
	});
}

/** Brings the database to the newest form, one file after the other, each completely or not at all. */
async function migrate(client: pg.Client): Promise<void> {
	await client.query('CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY)');
	const migrations = readMigrations(new URL('./migrations/', import.meta.url));
	const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations');
	const applied = rows.map(({ name }) => name);
	assertNotNewer(applied, migrations);
	for (const { name, sql } of migrations) {
		if (applied.includes(name)) continue;
		await client.query('BEGIN');
		try {
			await client.query('INSERT INTO migrations (name) VALUES ($1)', [name]);
			await client.query(sql);
			await client.query('COMMIT');
		} catch (error) {
			await client.query('ROLLBACK');
			throw error;
		}
	}
}
