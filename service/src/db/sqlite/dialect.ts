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
import {
	BEGIN,
	COMMIT,
	ROLLBACK,
	type Statement,
	type StatementResult,
	type StatementsMessage,
} from './sqliteThread.ts';

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

type Synchronous = StatementsMessage['synchronous'];

/** The turns keep the order: Kysely would have each statement wait for the answer to the one before. */
class TurnsAdapter extends SqliteAdapter {
	override get supportsMultipleConnections(): boolean {
		return true;
	}
}

/**
 * Kysely over `node:sqlite` in a thread.
 * @param synchronous whether writes wait for the disk
 */
export function createSqliteDialect(turns: SqliteTurns, synchronous: Synchronous): Dialect {
	return {
		createAdapter: () => new TurnsAdapter(),
		createDriver: () => createDriver(turns, synchronous),
		createIntrospector: (database) => new SqliteIntrospector(database),
		createQueryCompiler: () => new SqliteQueryCompiler(),
	};
}

/**
 * Runs compiled statements in one transaction and one message to the thread.
 * @returns how many rows each changed
 */
export async function runTogether(
	turns: SqliteTurns,
	queries: readonly CompiledQuery[],
	synchronous: Synchronous,
): Promise<number[]> {
	const statements = queries.map(toStatement);
	const results = await send(turns, { statements, isTransaction: true, synchronous });
	return results.map(({ changes }) => changes);
}

async function send(
	turns: SqliteTurns,
	message: Omit<StatementsMessage, 'id'>,
): Promise<StatementResult[]> {
	if (turns.isFree()) return turns.client.run(message);
	await turns.take();
	const answer = turns.client.run(message);
	// Sent is enough: the thread keeps the order.
	turns.leave();
	return answer;
}

function isInput(value: unknown): value is SQLInputValue {
	if (value === null || value instanceof Uint8Array) return true;
	return ['string', 'number', 'bigint'].includes(typeof value);
}

function toStatement({ sql, parameters }: CompiledQuery): Statement {
	const inputs = parameters.filter(isInput);
	if (inputs.length < parameters.length)
		throw new TypeError(`SQLite cannot take a value of: ${sql}`);
	return { sql, parameters: inputs };
}

class SqliteConnection implements DatabaseConnection {
	readonly #turns: SqliteTurns;
	readonly #synchronous: Synchronous;
	#isInTransaction = false;
	/** A transaction begins with its first statement, in one message. */
	#hasBegun = false;

	constructor(turns: SqliteTurns, synchronous: Synchronous) {
		this.#turns = turns;
		this.#synchronous = synchronous;
	}

	async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
		const { rows, changes } = await this.#run(toStatement(query));
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
		this.#hasBegun = false;
	}

	/** When it throws, the transaction is still to be rolled back. */
	async commit(): Promise<void> {
		if (this.#hasBegun) await this.#run(COMMIT);
		this.#end();
	}

	async rollback(): Promise<void> {
		try {
			if (this.#hasBegun) await this.#run({ sql: ROLLBACK, parameters: [] });
		} finally {
			this.#end();
		}
	}

	#end(): void {
		this.#isInTransaction = false;
		this.#turns.leave();
	}

	async #run(statement: Statement): Promise<StatementResult> {
		const isFirst = this.#isInTransaction && !this.#hasBegun;
		const statements = isFirst ? [BEGIN, statement] : [statement];
		const message = { statements, isTransaction: false, synchronous: this.#synchronous };
		this.#hasBegun = this.#isInTransaction;
		const results = this.#isInTransaction
			? await this.#turns.client.run(message)
			: await send(this.#turns, message);
		return results.at(-1) ?? { rows: [], changes: 0 };
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
