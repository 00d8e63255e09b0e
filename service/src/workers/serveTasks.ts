import { parentPort } from 'node:worker_threads';
import type { Report, TaskRequest, Tasks } from './messages.ts';

const waiting: Array<() => void> = [];

function report(message: Report): void {
	parentPort?.postMessage(message);
}

/**
 * Sends the service a message about the current task. Resolves when it has left the process: a task that
 * waits for that keeps only one part of a long text in memory.
 */
export function sendMessage(message: unknown): Promise<void> {
	const { promise, resolve } = Promise.withResolvers<void>();
	waiting.push(resolve);
	report({ message });
	return promise;
}

/** Runs the tasks that the service sends to this thread: all that a program for a `WorkerPool` needs. */
export function serveTasks(tasks: Tasks): void {
	parentPort?.on('message', (order: TaskRequest | 'ack') => {
		if (order === 'ack') waiting.shift()?.();
		else void perform(tasks, order).then(report);
	});
}

async function perform(tasks: Tasks, { name, input }: TaskRequest): Promise<Report> {
	try {
		const task = tasks[name];
		if (task === undefined) throw new TypeError(`There is no task ${name}.`);
		const output: unknown = await Reflect.apply(task, undefined, input);
		return { output };
	} catch (error) {
		// Other range errors, such as a text that becomes too long, have a clear message.
		const isTooDeep = error instanceof RangeError && error.message.includes('call stack');
		if (isTooDeep) return { failure: 'it is nested too deeply to be read', reason: 'task' };
		return { failure: error instanceof Error ? error.message : String(error), reason: 'task' };
	}
}
