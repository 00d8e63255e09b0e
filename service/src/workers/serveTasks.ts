import { parentPort } from 'node:worker_threads';
import type { Report, TaskRequest, Tasks } from './messages.ts';

const waiting: Array<() => void> = [];

function report(told: Report): void {
	parentPort?.postMessage(told);
}

/**
 * Tells the service something about the task under way. Resolves when it has left the process: a
 * task that waits for that keeps no second part of a long text beside the first.
 */
export function sendMessage(message: unknown): Promise<void> {
	const { promise, resolve } = Promise.withResolvers<void>();
	waiting.push(resolve);
	report({ message });
	return promise;
}

/** Does what the service asks of this thread: the whole of a program for a `WorkerPool`. */
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
		// Other errors of range, such as a text that grows too long, say so themselves.
		const isTooDeep = error instanceof RangeError && error.message.includes('call stack');
		if (isTooDeep) return { failure: 'it is nested too deeply to be read', reason: 'task' };
		return { failure: error instanceof Error ? error.message : String(error), reason: 'task' };
	}
}
