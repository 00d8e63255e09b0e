import type { SQLInputValue } from 'node:sqlite';
import {
	type CompiledQuery,
	type DatabaseConnection,
	type Dialect,
	InsertQueryNode,
	type QueryResult,
	SqliteAdapter,
	SqliteIntrospector,
	SqliteQueryCompiler,
	ValuesNode,
} from 'kysely';
import type { SqliteClient, Synchronous } from './sqliteClient.ts';
import { BEGIN, COMMIT, ROLLBACK, type Statement, type StatementResult } from './sqliteThread.ts';

/**
 * Kysely over `node:sqlite` in a thread.
 * @param synchronous whether writes wait for the disk
 */
export function createSqliteDialect(client: SqliteClient, synchronous: Synchronous): Dialect {
	return {
		createAdapter: () => new ThreadAdapter(),
		createDriver: () => ({
			init: async () => undefined,
			acquireConnection: async () => new SqliteConnection(client, synchronous),
			releaseConnection: async () => undefined,
			beginTransaction: (connection: SqliteConnection) => connection.begin(),
			commitTransaction: (connection: SqliteConnection) => connection.commit(),
			rollbackTransaction: (connection: SqliteConnection) => connection.rollback(),
			// The client belongs to the code that opened it.
			destroy: async () => undefined,
		}),
		createIntrospector: (database) => new SqliteIntrospector(database),
		createQueryCompiler: () => new SqliteQueryCompiler(),
	};
}

/**
 * Runs compiled statements in one transaction and one message to the thread.
 * @returns how many rows each changed
 */
export async function runTogether(
	client: SqliteClient,
	queries: readonly CompiledQuery[],
	synchronous: Synchronous,
): Promise<number[]> {
	const statements = [BEGIN, ...queries.map(toStatement), COMMIT];
	const results = await client.run(statements, synchronous);
	return results.slice(1, -1).map(({ changes }) => changes);
}

/** The client keeps the order: Kysely would make each statement wait for the answer to the one before. */
class ThreadAdapter extends SqliteAdapter {
	override get supportsMultipleConnections(): boolean {
		return true;
	}
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

/** How many rows a query inserts that says nothing more than that; undefined for others. */
function countInserted({ query }: CompiledQuery): number | undefined {
	if (!InsertQueryNode.is(query) || query.returning || query.onConflict) return undefined;
	return query.values && ValuesNode.is(query.values) ? query.values.values.length : undefined;
}

class SqliteConnection implements DatabaseConnection {
	readonly #client: SqliteClient;
	readonly #synchronous: Synchronous;
	#isInTransaction = false;
	/** A transaction begins with its first statement, in one message. */
	#hasBegun = false;
	/**
	 * What the transaction inserts, until its next statement: each message has a cost. If it fails, so does the
	 * transaction, as it would with the insert itself.
	 */
	#inserts: Statement[] = [];

	constructor(client: SqliteClient, synchronous: Synchronous) {
		this.#client = client;
		this.#synchronous = synchronous;
	}

	async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
		const inserted = this.#isInTransaction ? countInserted(query) : undefined;
		if (inserted !== undefined) {
			this.#inserts.push(toStatement(query));
			return { rows: [], numAffectedRows: BigInt(inserted) };
		}
		const { rows, changes } = await this.#run(toStatement(query));
		// The types of the columns are those of the schema, as with every dialect.
		return { rows: rows as Row[], numAffectedRows: BigInt(changes) };
	}

	/** All rows at once: callers that need few rows use a limit. */
	async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
		yield await this.executeQuery<Row>(query);
	}

	async begin(): Promise<void> {
		await this.#client.take();
		this.#isInTransaction = true;
		this.#hasBegun = false;
	}

	/** If it throws, the transaction still has to be rolled back. */
	async commit(): Promise<void> {
		if (this.#hasBegun || this.#inserts.length > 0) await this.#run(COMMIT);
		this.#end();
	}

	async rollback(): Promise<void> {
		this.#inserts = [];
		try {
			if (this.#hasBegun) await this.#run(ROLLBACK);
		} finally {
			this.#end();
		}
	}

	#end(): void {
		this.#isInTransaction = false;
		this.#client.leave();
	}

	async #run(statement: Statement): Promise<StatementResult> {
		const isFirst = this.#isInTransaction && !this.#hasBegun;
		this.#hasBegun = this.#isInTransaction;
		const statements = [...(isFirst ? [BEGIN] : []), ...this.#inserts, statement];
		this.#inserts = [];
		const results = this.#isInTransaction
			? await this.#client.runInTurn(statements, this.#synchronous)
			: await this.#client.run(statements, this.#synchronous);
		return results.at(-1) ?? { rows: [], changes: 0 };
	}
}
