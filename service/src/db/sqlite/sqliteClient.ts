import { Worker } from 'node:worker_threads';
import { programUrl } from '../../installation/code.ts';
import {
	CLOSE,
	OPENING,
	type Statement,
	type SqliteThreadData,
	type StatementFailure,
	type StatementsMessage,
	type StatementResult,
	type ThreadAnswer,
} from './sqliteThread.ts';

const THREAD_PROGRAM = programUrl('sqliteThread', import.meta.url);

export type Synchronous = StatementsMessage['synchronous'];

/** An error of SQLite, as reported by `node:sqlite`. */
export class SqliteError extends Error {
	override name = 'SqliteError' as const;
	readonly code: string | undefined;
	/** SQLite's result code, extended. */
	readonly errcode: number | undefined;

	constructor({ message, code, errcode }: StatementFailure) {
		super(message);
		this.code = code;
		this.errcode = errcode;
	}
}

export type SqliteClient = Awaited<ReturnType<typeof openSqliteClient>>;

/**
 * Opens a database file in a separate thread: neither a slow statement nor a slow disk blocks the
 * thread that answers requests. Statements run in the order in which they are sent, without waiting for one
 * another's results; while a transaction is open, only its own statements run. What is asked at one moment is
 * sent and answered in one message: each wakes a thread.
 * @throws SqliteError when the file cannot be opened or migrated
 */
export async function openSqliteClient(data: SqliteThreadData) {
	const worker = new Worker(THREAD_PROGRAM, { workerData: data });
	const answers = new Map<number, PromiseWithResolvers<StatementResult[]>>();
	const ended = Promise.withResolvers<void>();
	const waiting: (() => void)[] = [];
	let outgoing: StatementsMessage[] = [];
	let isTaken = false;
	let lastId = OPENING;
	let isEnded = false;

	const expect = (id: number): Promise<StatementResult[]> => {
		const answer = Promise.withResolvers<StatementResult[]>();
		answers.set(id, answer);
		return answer.promise;
	};

	const send = (): void => {
		if (outgoing.length > 0) worker.postMessage(outgoing);
		outgoing = [];
	};

	const post = async (statements: readonly Statement[], synchronous: Synchronous) => {
		if (isEnded) throw new Error('The database is closed.');
		lastId += 1;
		const answer = expect(lastId);
		if (outgoing.push({ id: lastId, statements, synchronous }) === 1) process.nextTick(send);
		return answer;
	};

	const take = async (): Promise<void> => {
		if (isTaken) await new Promise<void>((resolve) => waiting.push(resolve));
		isTaken = true;
	};

	const leave = (): void => {
		const next = waiting.shift();
		// Still taken if there is a next one: nobody may get in between.
		if (next === undefined) isTaken = false;
		else next();
	};

	const opened = expect(OPENING);
	worker.on('message', (arrived: readonly ThreadAnswer[]) => {
		for (const answer of arrived) {
			const expected = answers.get(answer.id);
			answers.delete(answer.id);
			if ('results' in answer) expected?.resolve(answer.results);
			else expected?.reject(new SqliteError(answer.failure));
		}
	});
	worker.once('exit', () => {
		isEnded = true;
		for (const { reject } of answers.values()) reject(new Error('The database is closed.'));
		answers.clear();
		ended.resolve();
	});
	await opened;

	return {
		/** Begins a turn, which may contain a transaction; waits for it if necessary. */
		take,
		leave,

		/** Runs statements within the turn that was taken. */
		runInTurn: post,

		/** Runs statements in a separate turn. */
		async run(
			statements: readonly Statement[],
			synchronous: Synchronous,
		): Promise<StatementResult[]> {
			if (!isTaken) return post(statements, synchronous);
			await take();
			const answer = post(statements, synchronous);
			// Sending is enough: the thread keeps the order.
			leave();
			return answer;
		},

		/** Ends the thread when everything sent before has run. */
		async close(): Promise<void> {
			send();
			worker.postMessage(CLOSE);
			await ended.promise;
		},
	};
}
