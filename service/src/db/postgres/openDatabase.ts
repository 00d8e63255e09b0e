import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import {
	inTransaction,
	DatabaseUnavailableError,
	type Database,
	type Queries,
} from '../database.ts';
import { readMigrations } from '../migrations.ts';
import type { Tables } from '../schema.ts';
import { createPool, type Pool, type PoolOptions } from './pool.ts';
import { createPostgresWordSearch } from './wordSearch.ts';

/** Connections that a process holds at most, by what they are for. */
const DURABLE_CONNECTIONS = 8;
const RELAXED_CONNECTIONS = 4;
const LISTING_CONNECTIONS = 4;

/** A Postgres and what only it can do. */
export interface PostgresDatabase extends Database {
	/** A connection of its own, to listen on say. Whoever asks for it ends it. */
	connectApart(): Promise<pg.Client>;
	/** Tells everybody who listens on a channel; the text takes 8,000 bytes at most. */
	notify(channel: string, text: string): Promise<void>;
}

export interface PostgresOptions {
	/** `DATABASE_URL`. */
	url: string;
	log: Pick<FastifyBaseLogger, 'warn'>;
}

/**
 * Opens the database at an address and brings it to the newest form; processes that start together do
 * so one after the other. Whoever opens it closes it.
 * @throws DatabaseUnavailableError
 */
export async function openPostgresDatabase({
	url,
	log,
}: PostgresOptions): Promise<PostgresDatabase> {
	const onError = ({ message }: Error): void => {
		log.warn({ reason: message }, 'a connection to the database was lost');
	};
	const open = (size: number, synchronousCommit: PoolOptions['synchronousCommit']) =>
		createPool({ url, size, synchronousCommit, onError });
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
	try {
		await withClient(pool, (client) => inTurn(client, 'migrations', () => migrate(client)));
	} catch (error) {
		await close();
		throw new DatabaseUnavailableError(url, error);
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
		inTurn: (name, work) => withClient(pool, (client) => inTurn(client, name, work)),
		unlessDoneElsewhere: (name, work) =>
			withClient(pool, async (client) => {
				const { rows } = await client.query<{ isFree: boolean }>(
					'SELECT pg_try_advisory_lock(hashtextextended($1, 1)) AS "isFree"',
					[name],
				);
				// Ended with the connection.
				if (rows[0]?.isFree === true) await work();
			}),
		// Postgres does it by itself.
		giveSpaceBack: async () => undefined,
		connectApart: () => pool.connectApart(),
		async notify(channel, text) {
			await sql`SELECT pg_notify(${channel}, ${text})`.execute(relaxed);
		},
		close,
	};
}

function createQueries(pool: Pool): Queries {
	return new Kysely<Tables>({
		dialect: new PostgresDialect({ pool }),
		plugins: [new CamelCasePlugin()],
	});
}

async function withClient<Result>(
	pool: Pool,
	use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
	const client = await pool.connectApart();
	try {
		return await use(client);
	} finally {
		await client.end();
	}
}

/** The lock ends with the connection, be it by the end of the process. */
async function inTurn<Result>(
	client: pg.Client,
	name: string,
	work: () => Promise<Result>,
): Promise<Result> {
	await client.query('SELECT pg_advisory_lock(hashtextextended($1, 1))', [name]);
	return work();
}

const MIGRATIONS = new URL('./migrations/', import.meta.url);

/** Brings the database to the newest form, one file after the other, each whole or not at all. */
async function migrate(client: pg.Client): Promise<void> {
	await client.query('CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY)');
	for (const { name, sql } of readMigrations(MIGRATIONS)) {
		await client.query('BEGIN');
		try {
			const { rowCount } = await client.query(
				'INSERT INTO migrations (name) VALUES ($1) ON CONFLICT DO NOTHING',
				[name],
			);
			if (rowCount === 1) await client.query(sql);
			await client.query('COMMIT');
		} catch (error) {
			await client.query('ROLLBACK');
			throw error;
		}
	}
}
