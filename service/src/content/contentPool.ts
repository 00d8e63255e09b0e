import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import { ContentError } from './contentError.ts';
import type { TaskAnswer, TaskInput, TaskName, TaskOutput } from './contentWorker.ts';
import type { ConversionRequest, ConvertedPage } from './convertPage.ts';
import type { SourceReader } from './extraction/extraction.ts';

/**
 * Converts and reads pages in threads of their own. A page of 330 kB takes half a second to parse and
 * convert (1.8 s in a thread just started), and on the main thread every other request would wait for
 * it. Requests beyond the number of threads wait their turn; all may throw {@link ContentError}.
 */
export interface ContentPool extends SourceReader {
	/** Turns a page into Markdown. */
	convert(request: ConversionRequest): Promise<ConvertedPage>;
	/** Ends the threads; what is under way rejects. */
	close(): Promise<void>;
}

const WORKER_PROGRAM = new URL('contentWorker.ts', import.meta.url);
const MOST_WORKERS = 2;
const TASK_TIMEOUT_MS = 60_000;

const FAILURES: Readonly<Record<TaskName, string>> = {
	convertPage: 'The page cannot be converted',
	readPage: 'The page cannot be read for its data',
	readDocument: 'The document cannot be read for its data',
};

/** Enough for a page of 50 MB; a page that needs more fails alone. */
const WORKER_LIMITS = { maxOldGenerationSizeMb: 1024, stackSizeMb: 16 };

/** A pool that starts its threads when they are first needed. */
export function createContentPool(): ContentPool {
	const size = Math.min(MOST_WORKERS, availableParallelism());
	const queue = new PQueue({ concurrency: size });
	const idle: Worker[] = [];
	const all = new Set<Worker>();

	function takeWorker(): Worker {
		const free = idle.pop();
		if (free !== undefined) return free;
		const worker = new Worker(WORKER_PROGRAM, { resourceLimits: WORKER_LIMITS });
		// A pool nobody is waiting for must not keep the process alive.
		worker.unref();
		all.add(worker);
		worker.once('exit', () => {
			all.delete(worker);
			const place = idle.indexOf(worker);
			if (place !== -1) idle.splice(place, 1);
		});
		return worker;
	}

	function perform<Name extends TaskName>(
		name: Name,
		input: TaskInput<Name>,
	): Promise<TaskOutput<Name>> {
		return queue.add(async () => {
			const worker = takeWorker();
			const answer = await ask(worker, name, input);
			idle.push(worker);
			if ('output' in answer) return answer.output;
			throw new ContentError(`${FAILURES[name]}: ${answer.error}`);
		});
	}

	return {
		convert: (request) => perform('convertPage', request),
		readPage: (page) => perform('readPage', page),
		readDocument: (document) => perform('readDocument', document),
		async close() {
			await Promise.all([...all].map((worker) => worker.terminate()));
		},
	};
}

// A worker that does not answer has ended, or is ended here: it is not used again.
async function ask<Name extends TaskName>(
	worker: Worker,
	name: Name,
	input: TaskInput<Name>,
): Promise<TaskAnswer<Name>> {
	const { promise, resolve, reject } = Promise.withResolvers<TaskAnswer<Name>>();
	const fail = (reason: string, cause?: Error) =>
		reject(new ContentError(`${FAILURES[name]}: ${reason}`, { cause }));
	const onError = (cause: Error) => fail(cause.message, cause);
	const onExit = () => fail('the work was stopped');
	const timer = setTimeout(() => {
		fail(`it takes longer than ${TASK_TIMEOUT_MS / 1000} seconds`);
		void worker.terminate();
	}, TASK_TIMEOUT_MS);
	worker.on('message', resolve).on('error', onError).on('exit', onExit);
	worker.postMessage({ name, input });
	try {
		return await promise;
	} finally {
		clearTimeout(timer);
		worker.off('message', resolve).off('error', onError).off('exit', onExit);
	}
}
