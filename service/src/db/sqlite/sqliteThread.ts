import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { assertNotNewer, readMigrations } from '../migrations.ts';

/** Which file the thread opens, and for which access. */
export interface SqliteThreadData {
	path: string;
	access: 'read' | 'write';
}

export interface Statement {
	sql: string;
	parameters: readonly SQLInputValue[];
}

/**
 * Statements to run, in this order until one fails; messages are handled in the order received, those of one
 * moment together. A transaction that a message begins does not outlive its failure.
 */
export interface StatementsMessage {
	id: number;
	statements: readonly Statement[];
	/**
	 * `FULL` waits for the disk; `NORMAL` leaves it to the next write that does. The first statement of a
	 * transaction decides for all of it.
	 */
	synchronous: 'FULL' | 'NORMAL';
}

/** The result of a statement. */
export interface StatementResult {
	rows: Record<string, unknown>[];
	/** Number of rows changed; of a statement that returns rows, the number returned. */
	changes: number;
}

/** The parts of an error that are sent between threads, which would drop its own properties. */
export interface StatementFailure {
	message: string;
	code: string | undefined;
	/** SQLite's result code. */
	errcode: number | undefined;
}

/** The thread's answers, sent together as the messages were; the first one reports whether the file could be opened. */
export type ThreadAnswer =
	{ id: number; results: StatementResult[] } | { id: number; failure: StatementFailure };

/** The ID of answers about the opening of the file. */
export const OPENING = 0;
/** Sent instead of statements, to end the thread cleanly. */
export const CLOSE = 'close';
export const BEGIN: Statement = { sql: 'BEGIN IMMEDIATE', parameters: [] };
export const COMMIT: Statement = { sql: 'COMMIT', parameters: [] };
/** Does nothing if the transaction has already ended: a full disk ends it. */
export const ROLLBACK: Statement = { sql: 'ROLLBACK', parameters: [] };

const MAX_PREPARED = 200;

const MIGRATIONS = new URL('./migrations/', import.meta.url);
/** In the names of migrations that only data of 0.1.0 needs, where results were stored beside their jobs. */
const FIRST_VERSION = '0.1.0';
/** Waiting for another writer, such as the key tool, delays every other statement. */
const BUSY_TIMEOUT_MS = 1000;
/** Maximum size of the write-ahead log file when it is empty. */
const MAX_IDLE_LOG_BYTES = 16 * 1024 * 1024;
/** `PRAGMA auto_vacuum`: deleted pages are freed a few at a time. */
const INCREMENTAL = 2;

/** Opens a database file; for writing, a missing one is created, and it is migrated to the latest schema. */
function open({ path, access }: SqliteThreadData): DatabaseSync {
	if (access === 'read') {
		return new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, readOnly: true });
	}
	const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
	// Before anything is written, because a database with tables is rewritten for it.
	const { auto_vacuum: vacuum } = database.prepare('PRAGMA auto_vacuum').get() ?? {};
	if (vacuum !== INCREMENTAL) database.exec(`PRAGMA auto_vacuum = ${INCREMENTAL}; VACUUM`);
	database.exec('PRAGMA journal_mode = WAL');
	database.exec(`PRAGMA journal_size_limit = ${MAX_IDLE_LOG_BYTES}`);
	// Deleted values, such as the secrets of an ended job, are overwritten; those on separate pages when
	// these are freed.
	database.exec('PRAGMA secure_delete = FAST');
	// FULL, because a job is answered with 202 once its row is written: it must survive a power cut.
	database.exec('PRAGMA synchronous = FULL');
	migrate(database);
	return database;
}

function migrate(database: DatabaseSync): void {
	const results = database.prepare(
		`SELECT name FROM pragma_table_info('jobs') WHERE name = 'result'`,
	);
	const isOfFirstVersion = results.get() !== undefined;
	database.exec('CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY) STRICT');
	const insert = database.prepare('INSERT INTO migrations (name) VALUES (?)');
	const migrations = readMigrations(MIGRATIONS);
	const rows = database.prepare('SELECT name FROM migrations').all();
	const applied = rows.map(({ name }) => String(name));
	assertNotNewer(applied, migrations);
	for (const { name, sql } of migrations) {
		if (applied.includes(name) || (name.includes(FIRST_VERSION) && !isOfFirstVersion)) continue;
		database.exec(BEGIN.sql);
		try {
			insert.run(name);
			database.exec(sql);
			database.exec(COMMIT.sql);
		} catch (error) {
			if (database.isTransaction) database.exec(ROLLBACK.sql);
			throw error;
		}
	}
}

/** Runs statements; each is prepared once and kept while it is among the most recently used. */
function createRunner(database: DatabaseSync) {
	const prepared = new Map<string, StatementSync>();
	let synchronous = 'FULL';

	const prepare = (sql: string): StatementSync => {
		const statement = prepared.get(sql) ?? database.prepare(sql);
		prepared.delete(sql);
		prepared.set(sql, statement);
		const [oldest] = prepared.keys();
		if (prepared.size > MAX_PREPARED && oldest !== undefined) prepared.delete(oldest);
		return statement;
	};

	const run = ({ sql, parameters }: Statement): StatementResult => {
		if (sql === ROLLBACK.sql && !database.isTransaction) return { rows: [], changes: 0 };
		const statement = prepare(sql);
		// A pragma may have to be run to its end without returning anything.
		if (statement.columns().length > 0 || sql.startsWith('PRAGMA')) {
			const rows = statement.all(...parameters);
			return { rows, changes: rows.length };
		}
		return { rows: [], changes: Number(statement.run(...parameters).changes) };
	};

	return ({ statements, synchronous: wanted }: StatementsMessage): StatementResult[] => {
		const isWithin = database.isTransaction;
		// SQLite ignores it within a transaction.
		if (wanted !== synchronous && !isWithin) {
			database.exec(`PRAGMA synchronous = ${wanted}`);
			synchronous = wanted;
		}
		try {
			return statements.map(run);
		} catch (error) {
			if (!isWithin) run(ROLLBACK);
			throw error;
		}
	};
}

function serve(port: NonNullable<typeof parentPort>, data: SqliteThreadData): void {
	const answer = (...messages: ThreadAnswer[]): void => port.postMessage(messages);
	const failureOf = (id: number, error: unknown): ThreadAnswer => {
		const { message, code, errcode } = Object(error);
		return { id, failure: { message: String(message), code, errcode } };
	};
	let database: DatabaseSync;
	try {
		database = open(data);
	} catch (error) {
		answer(failureOf(OPENING, error));
		return;
	}
	const run = createRunner(database);
	const settle = (message: StatementsMessage): ThreadAnswer => {
		try {
			return { id: message.id, results: run(message) };
		} catch (error) {
			return failureOf(message.id, error);
		}
	};
	answer({ id: OPENING, results: [] });
	port.on('message', (messages: readonly StatementsMessage[] | typeof CLOSE) => {
		if (messages !== CLOSE) {
			answer(...messages.map(settle));
			return;
		}
		database.close();
		port.close();
	});
}

if (parentPort !== null) serve(parentPort, workerData);
