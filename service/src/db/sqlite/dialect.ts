import type { SQLInputValue } from 'node:sqlite';
import {
	type CompiledQuery,
	type DatabaseConnection,
	type Dialect,
	type Driver,
	type QueryResult,
	SqliteAdapter,
	SqliteIntrospector,
	SqliteQueryCompiler,
} from 'kysely';
import type { SqliteClient } from './sqliteClient.ts';
import { ROLLBACK, type StatementMessage, type StatementResult } from './sqliteThread.ts';

/**
 * Who may send statements over the one connection of a client: in the order of asking, and nobody else
 * while a transaction is open. Outside of transactions statements follow one another without waiting
 * for answers. Every dialect over the same client shares its turns.
 */
export interface SqliteTurns {
	client: SqliteClient;
	/** Waits for its turn, if need be. */
	take(): Promise<void>;
	leave(): void;
	isFree(): boolean;
}

/** Makes the turns of a client. */
export function createTurns(client: SqliteClient): SqliteTurns {
	const waiting: (() => void)[] = [];
	let isTaken = false;
	return {
		client,
		async take() {
			if (isTaken) await new Promise<void>((resolve) => waiting.push(resolve));
			isTaken = true;
		},
		leave() {
			const next = waiting.shift();
			// Still taken when there is a next one: nobody may come in between.
			if (next === undefined) isTaken = false;
			else next();
		},
		isFree: () => !isTaken,
	};
}

type Synchronous = StatementMessage['synchronous'];

/**
 * Kysely over `node:sqlite` in a thread.
 * @param synchronous whether writes wait for the disk
 */
export function createSqliteDialect(turns: SqliteTurns, synchronous: Synchronous): Dialect {
	return {
		createAdapter: () => new SqliteAdapter(),
		createDriver: () => createDriver(turns, synchronous),
		createIntrospector: (database) => new SqliteIntrospector(database),
		createQueryCompiler: () => new SqliteQueryCompiler(),
	};
}

function isInput(value: unknown): value is SQLInputValue {
	if (value === null || value instanceof Uint8Array) return true;
	return ['string', 'number', 'bigint'].includes(typeof value);
}

class SqliteConnection implements DatabaseConnection {
	readonly #turns: SqliteTurns;
	readonly #synchronous: Synchronous;
	#isInTransaction = false;

	constructor(turns: SqliteTurns, synchronous: Synchronous) {
		this.#turns = turns;
		this.#synchronous = synchronous;
	}

	async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
		const inputs = parameters.filter(isInput);
		if (inputs.length < parameters.length)
			throw new TypeError(`SQLite cannot take a value of: ${sql}`);
		const { rows, changes } = await this.#send(sql, inputs);
		// What the columns hold is promised by the schema, as with every dialect.
		return { rows: rows as Row[], numAffectedRows: BigInt(changes) };
	}

	/** All rows at once: whoever wants few at a time asks for few. */
	async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
		yield await this.executeQuery<Row>(query);
	}

	async begin(): Promise<void> {
		await this.#turns.take();
		this.#isInTransaction = true;
		try {
			await this.#run('BEGIN IMMEDIATE');
		} catch (error) {
			this.#end();
			throw error;
		}
	}

	/** When it throws, the transaction is still to be rolled back. */
	async commit(): Promise<void> {
		await this.#run('COMMIT');
		this.#end();
	}

	async rollback(): Promise<void> {
		try {
			await this.#run(ROLLBACK);
		} finally {
			this.#end();
		}
	}

	#end(): void {
		this.#isInTransaction = false;
		this.#turns.leave();
	}

	async #send(sql: string, parameters: SQLInputValue[]): Promise<StatementResult> {
		if (this.#isInTransaction || this.#turns.isFree()) return this.#run(sql, parameters);
		await this.#turns.take();
		const answer = this.#run(sql, parameters);
		// Sent is enough: the thread keeps the order.
		this.#turns.leave();
		return answer;
	}

	#run(sql: string, parameters: SQLInputValue[] = []): Promise<StatementResult> {
		return this.#turns.client.run({ sql, parameters, synchronous: this.#synchronous });
	}
}

function createDriver(
	turns: SqliteTurns,
	synchronous: Synchronous,
): Driver & {
	acquireConnection(): Promise<SqliteConnection>;
} {
	return {
		init: async () => undefined,
		acquireConnection: async () => new SqliteConnection(turns, synchronous),
		releaseConnection: async () => undefined,
		beginTransaction: (connection: SqliteConnection) => connection.begin(),
		commitTransaction: (connection: SqliteConnection) => connection.commit(),
		rollbackTransaction: (connection: SqliteConnection) => connection.rollback(),
		// The client belongs to whoever opened it.
		destroy: async () => undefined,
	};
}
