import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { programOf } from './compiledService';

/** What a driver sends for a request: its answer, or why there is none. */
export interface DriverMessage {
	id: number;
	answer?: unknown;
	error?: string;
}

interface Pending {
	resolve(answer: unknown): void;
	reject(reason: Error): void;
}

/**
 * Makes a function that puts requests to a driver: a program for the service's modules, which are ES
 * modules and need a Node process of their own. The process is started for the first request, answers
 * all of a test file, and is ended with it. See `answerRequests.mts` for its side.
 */
export function createDriver<Request extends object, Answer>(
	file: string,
): (request: Request) => Promise<Answer> {
	const pending = new Map<number, Pending>();
	let child: ChildProcess | undefined;
	let lastId = 0;

	function start(): ChildProcess {
		const started = fork(programOf(file), { serialization: 'advanced' });
		started.on('message', (message) => {
			const { id, answer, error }: DriverMessage = Object(message);
			const waiting = pending.get(id);
			pending.delete(id);
			if (error === undefined) waiting?.resolve(answer);
			else waiting?.reject(new Error(error));
		});
		started.once('exit', (code, signal) => {
			child = undefined;
			for (const { reject } of pending.values()) {
				reject(new Error(`${file} ended with ${signal ?? code} before it answered`));
			}
			pending.clear();
		});
		return started;
	}

	afterAll(async () => {
		if (child === undefined) return;
		const ended = once(child, 'exit');
		child.disconnect();
		await ended;
	});

	return async (request) => {
		child ??= start();
		const id = ++lastId;
		const answer = new Promise<unknown>((resolve, reject) => pending.set(id, { resolve, reject }));
		child.send({ id, request });
		return (await answer) as Answer;
	};
}
