import { Worker } from 'node:worker_threads';
import { programUrl } from '../../installation.ts';
import {
	CLOSE,
	OPENING,
	type SqliteThreadData,
	type StatementFailure,
	type StatementsMessage,
	type StatementResult,
	type ThreadAnswer,
} from './sqliteThread.ts';

const THREAD_PROGRAM = programUrl('sqliteThread', import.meta.url);

/** What SQLite refused, as `node:sqlite` itself says it. */
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

/** A database file that is open in a thread of its own. */
export interface SqliteClient {
	/**
	 * Runs statements; those sent before have run by then.
	 * @throws SqliteError
	 */
	run(message: Omit<StatementsMessage, 'id'>): Promise<StatementResult[]>;
	/** Ends the thread when everything sent before has run. */
	close(): Promise<void>;
}

/**
 * Opens a database file in a thread of its own: neither a slow statement nor a slow disk holds up the
 * thread that answers requests.
 * @throws SqliteError when the file cannot be opened or brought to the newest form
 */
export async function openSqliteClient(data: SqliteThreadData): Promise<SqliteClient> {
	const worker = new Worker(THREAD_PROGRAM, { workerData: data });
	const waiting = new Map<number, PromiseWithResolvers<StatementResult[]>>();
	const ended = Promise.withResolvers<void>();
	let lastId = OPENING;
	let isEnded = false;

	const expect = (id: number): Promise<StatementResult[]> => {
		const answer = Promise.withResolvers<StatementResult[]>();
		waiting.set(id, answer);
		return answer.promise;
	};
	const opened = expect(OPENING);

	worker.on('message', (answer: ThreadAnswer) => {
		const expected = waiting.get(answer.id);
		waiting.delete(answer.id);
		if ('results' in answer) expected?.resolve(answer.results);
		else expected?.reject(new SqliteError(answer.failure));
	});
	worker.once('exit', () => {
		isEnded = true;
		for (const { reject } of waiting.values()) reject(closedError());
		waiting.clear();
		ended.resolve();
	});

	await opened;
	return {
		async run(message) {
			if (isEnded) throw closedError();
			lastId += 1;
			const answer = expect(lastId);
			worker.postMessage({ ...message, id: lastId });
			return answer;
		},
		async close() {
			worker.postMessage(CLOSE);
			await ended.promise;
		},
	};
}

function closedError(): Error {
	return new Error('The database is closed.');
}
