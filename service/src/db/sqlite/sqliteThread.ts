import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { openForReading, openForWriting } from './openFile.ts';

/** Which file the thread opens, and what for. */
export interface SqliteThreadData {
	path: string;
	access: 'read' | 'write';
}

/** One statement to run; the thread runs them in the order they come. */
export interface StatementMessage {
	id: number;
	sql: string;
	parameters: readonly SQLInputValue[];
	/**
	 * `FULL` waits for the disk; `NORMAL` leaves it to the next write that does. Decided by the first
	 * statement of a transaction for all of it.
	 */
	synchronous: 'FULL' | 'NORMAL';
}

/** What a statement gave. */
export interface StatementResult {
	rows: Record<string, unknown>[];
	/** Rows changed; of a statement that returns rows, how many it returned. */
	changes: number;
}

/** What crosses threads of an error: its own properties would not. */
export interface StatementFailure {
	message: string;
	code: string | undefined;
	/** SQLite's result code. */
	errcode: number | undefined;
}

/** What the thread answers; the first answer says whether the file could be opened. */
export type ThreadAnswer =
	{ id: number; result: StatementResult } | { id: number; failure: StatementFailure };

/** Answers to this are about the opening of the file. */
export const OPENING = 0;
/** Sent in place of a statement, to end the thread in good order. */
export const CLOSE = 'close';
/** Does nothing when the transaction has ended already: a full disk ends it. */
export const ROLLBACK = 'ROLLBACK';

const MAX_PREPARED = 200;

function toFailure(error: unknown): StatementFailure {
	const { message, code, errcode } = Object(error);
	return { message: String(message), code, errcode };
}

/** Runs statements, prepared once and kept as long as they are among the last ones used. */
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

	return ({ sql, parameters, synchronous: wanted }: StatementMessage): StatementResult => {
		// Within a transaction SQLite ignores it.
		if (wanted !== synchronous && !database.isTransaction) {
			database.exec(`PRAGMA synchronous = ${wanted}`);
			synchronous = wanted;
		}
		if (sql === ROLLBACK && !database.isTransaction) return { rows: [], changes: 0 };
		const statement = prepare(sql);
		// A pragma may have to be run to its end without giving anything.
		if (statement.columns().length > 0 || sql.startsWith('PRAGMA')) {
			const rows = statement.all(...parameters);
			return { rows, changes: rows.length };
		}
		return { rows: [], changes: Number(statement.run(...parameters).changes) };
	};
}

function serve(port: NonNullable<typeof parentPort>, { path, access }: SqliteThreadData): void {
	const answer = (message: ThreadAnswer): void => port.postMessage(message);
	const attempt = <Result>(id: number, work: () => Result): Result | undefined => {
		try {
			return work();
		} catch (error) {
			answer({ id, failure: toFailure(error) });
			return undefined;
		}
	};
	const database = attempt(OPENING, () =>
		access === 'write' ? openForWriting(path) : openForReading(path),
	);
	if (database === undefined) return;
	const run = createRunner(database);
	answer({ id: OPENING, result: { rows: [], changes: 0 } });
	port.on('message', (message: StatementMessage | typeof CLOSE) => {
		if (message === CLOSE) {
			database.close();
			port.close();
			return;
		}
		const result = attempt(message.id, () => run(message));
		if (result !== undefined) answer({ id: message.id, result });
	});
}

if (parentPort !== null) serve(parentPort, workerData);
