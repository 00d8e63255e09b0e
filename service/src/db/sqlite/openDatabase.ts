import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { CamelCasePlugin, type Dialect, Kysely, sql } from 'kysely';
import type { Database, Queries } from '../database.ts';
import type { Tables } from '../schema.ts';
import { createSqliteDialect, runTogether } from './dialect.ts';
import { openSqliteClient } from './sqliteClient.ts';
import { createSqliteWordSearch } from './wordSearch.ts';

/** Name of the database in the data folder. */
export const DATABASE_FILE = 'service.db';

/** Pages freed at a time; one has 4 KB. */
const PAGES_PER_STEP = 256;

/**
 * Opens the database in a data folder and migrates it to the latest schema. A missing folder is created,
 * readable by its owner only: requests in it may contain cookies. The caller closes it.
 *
 * It is opened twice, each time in a separate thread: once for everything, in order, and once for reads
 * that may take long.
 */
export async function openSqliteDatabase(dataDirectory: string): Promise<Database> {
	mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
	const path = join(dataDirectory, DATABASE_FILE);
	const writer = await openSqliteClient({ path, access: 'write' });
	const reader = await openSqliteClient({ path, access: 'read' }).catch(async (error: unknown) => {
		// Its thread would keep the process running.
		await writer.close();
		throw error;
	});
	const relaxed = createQueries(createSqliteDialect(writer, 'NORMAL'));
	const listings = createQueries(createSqliteDialect(reader, 'FULL'));
	return {
		durable: createQueries(createSqliteDialect(writer, 'FULL')),
		relaxed,
		listings,
		words: createSqliteWordSearch(listings),
		writeTogether: (door, statements) => {
			const compiled = statements.map((statement) => statement.compile());
			return runTogether(writer, compiled, door === 'durable' ? 'FULL' : 'NORMAL');
		},
		// Only one transaction writes at a time, and the data folder belongs to one process.
		lock: async () => undefined,
		inTurn: (_, work) => work(),
		unlessDoneElsewhere: (_, work) => work(),
		giveSpaceBack: (signal) => giveSpaceBack(relaxed, signal),
		async eraseDeleted() {
			await sql`VACUUM`.execute(relaxed);
			await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(relaxed);
		},
		async close() {
			await reader.close();
			await writer.close();
		},
	};
}

function createQueries(dialect: Dialect): Queries {
	return new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
}

async function giveSpaceBack(database: Queries, signal: AbortSignal): Promise<void> {
	const hasFree = async (): Promise<boolean> => {
		const { rows } = await sql<{ freelistCount: number }>`PRAGMA freelist_count`.execute(database);
		return Number(rows[0]?.freelistCount) > 0;
	};
	while (!signal.aborted && (await hasFree())) {
		await sql.raw(`PRAGMA incremental_vacuum(${PAGES_PER_STEP})`).execute(database);
	}
	// Only then does the file itself become shorter, and the log no longer contains what was overwritten.
	if (!signal.aborted) await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(database);
}
