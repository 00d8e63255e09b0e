import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { isConnectionLost, mayPass } from '../passing.ts';

/** Maximum wait for a connection while the server restarts. */
const CONNECT = { limitMs: 15_000, pauseMs: 250 };
/** For one attempt. */
const CONNECT_TIMEOUT_MS = 5000;
const STATEMENT_TIMEOUT_MS = 60_000;

const { builtins } = pg.types;

/** Numbers are parsed: moments, counts and sums are far below the limit of precision. JSON stays text. */
const TYPES: pg.CustomTypesConfig = {
	getTypeParser(oid, format): (value: string) => unknown {
		switch (oid) {
			case builtins.INT8:
			case builtins.NUMERIC:
				return Number;
			case builtins.JSON:
				return String;
			default:
				return pg.types.getTypeParser(oid, format);
		}
	},
};

export interface PoolOptions {
	url: string;
	/** Maximum number of connections. */
	size: number;
	/** `off`: a commit does not wait for the disk. */
	synchronousCommit: 'on' | 'off';
	/** Called when connections are lost. */
	onError(error: Error): void;
	/** Called, once each, when a separate connection has to wait for the server. */
	onWait(error: unknown): void;
}

/** Connections to Postgres. Queries wait while the server is unavailable. */
export interface Pool extends PostgresPool {
	/** Gives `use` a separate connection, not counted in the pool's size. */
	withClient<Result>(use: (client: pg.Client) => Promise<Result>): Promise<Result>;
}

/** Connects only when a connection is needed. */
export function createPool({ url, size, synchronousCommit, onError, onWait }: PoolOptions): Pool {
	const settings: pg.ClientConfig = {
		connectionString: url,
		connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
		application_name: 'web-data-extraction',
		keepAlive: true,
		types: TYPES,
	};
	const pool = new pg.Pool({
		...settings,
		max: size,
		statement_timeout: STATEMENT_TIMEOUT_MS,
		options: `-c synchronous_commit=${synchronousCommit}`,
	});
	pool.on('error', onError);
	// A connection in use reports it through its query; without a listener it would end the process.
	pool.on('connect', (client) => client.on('error', onError));

	return {
		async connect() {
			const connect = () => insist(() => pool.connect(), CONNECT);
			return toPoolClient(connect, await connect());
		},
		end: () => pool.end(),
		options: {},
		async withClient(use) {
			const connect = async (): Promise<pg.Client> => {
				const next = new pg.Client(settings);
				next.on('error', onError);
				await next.connect();
				return next;
			};
			const client = await insist(connect, CONNECT, onWait);
			try {
				return await use(client);
			} finally {
				await client.end();
			}
		},
	};
}

/** Longest wait of a process that starts while the server is away; then its supervisor starts it again. */
const START = { limitMs: 60_000, pauseMs: 1_000 };

/**
 * Repeats a step of the start while the server is away. Each step can be repeated: it either happens as a
 * whole or leaves nothing.
 * @throws what the step throws, if that does not pass within a minute
 */
export function untilReachable<Result>(step: () => Promise<Result>): Promise<Result> {
	return insist(step, START);
}

/**
 * Retries what fails because the server is unavailable, such as connecting: then nothing has been sent, so
 * nothing is done twice.
 * @param onWait called before the first pause
 */
async function insist<Result>(
	step: () => Promise<Result>,
	{ limitMs, pauseMs }: typeof START,
	onWait?: (error: unknown) => void,
): Promise<Result> {
	const deadlineMs = Date.now() + limitMs;
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await step();
		} catch (error) {
			if (!mayPass(error) || Date.now() >= deadlineMs) throw error;
			if (attempt === 1) onWait?.(error);
			await sleep(pauseMs);
		}
	}
}

/** What can be sent again on another connection: it writes nothing, and nothing was written before it. */
const REPEATABLE = /^(?:select|begin|start transaction)\b/i;

/**
 * A connection for Kysely. If it turns out to be lost (the server was restarted), reads and the beginning
 * of a transaction continue on another one.
 */
function toPoolClient(
	connect: () => Promise<pg.PoolClient>,
	first: pg.PoolClient,
): PostgresPoolClient {
	/** Undefined while the server is away: its connection was given back, and there is no other one. */
	let client: pg.PoolClient | undefined = first;
	let isBroken = false;
	let isInTransaction = false;

	const query = async <Row>(
		sql: string,
		parameters: readonly unknown[],
	): Promise<PostgresQueryResult<Row>> => {
		const values = parameters.map(withoutNul);
		const isRepeatable = !isInTransaction && REPEATABLE.test(sql);
		isInTransaction ||= /^(?:begin|start transaction)\b/i.test(sql);
		client ??= await connect();
		try {
			return toResult<Row>(await client.query(sql, values));
		} catch (error) {
			if (!isConnectionLost(error)) throw error;
			isBroken = true;
			if (!isRepeatable) throw error;
			client.release(true);
			client = undefined;
			client = await connect();
			isBroken = false;
			return toResult<Row>(await client.query(sql, values));
		}
	};
	return {
		query: query as PostgresPoolClient['query'],
		// A lost connection is not reused.
		release: () => client?.release(isBroken),
	};
}

function toResult<Row>({ command, rowCount, rows }: pg.QueryResult): PostgresQueryResult<Row> {
	return { command: command as PostgresQueryResult<Row>['command'], rowCount: rowCount ?? 0, rows };
}

/** Text in Postgres cannot contain the character with code 0; pages and documents may. */
function withoutNul(value: unknown): unknown {
	return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '') : value;
}
