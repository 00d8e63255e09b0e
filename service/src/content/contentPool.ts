import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import type { ConversionAnswer } from './contentWorker.ts';
import type { ConversionRequest, ConvertedPage } from './convertPage.ts';

/** A page could not be turned into Markdown. */
export class ConversionError extends Error {
	override name = 'ConversionError' as const;
}

/**
 * Converts pages in threads of their own. A page of 330 kB takes half a second to parse and convert
 * (1.8 s in a thread just started), and on the main thread every other request would wait for it.
 */
export interface ContentPool {
	/**
	 * Turns a page into Markdown; requests beyond the number of threads wait their turn.
	 * @throws ConversionError
	 */
	convert(request: ConversionRequest): Promise<ConvertedPage>;
	/** Ends the threads; conversions under way reject. */
	close(): Promise<void>;
}

const WORKER_PROGRAM = new URL('contentWorker.ts', import.meta.url);
const MOST_WORKERS = 2;
const CONVERSION_TIMEOUT_MS = 60_000;

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

	return {
		convert: (request) =>
			queue.add(async () => {
				const worker = takeWorker();
				const answer = await ask(worker, request);
				idle.push(worker);
				if ('page' in answer) return answer.page;
				throw new ConversionError(`The page cannot be converted: ${answer.error}`);
			}),
		async close() {
			await Promise.all([...all].map((worker) => worker.terminate()));
		},
	};
}

// A worker that does not answer has ended, or is ended here: it is not used again.
async function ask(worker: Worker, request: ConversionRequest): Promise<ConversionAnswer> {
	const { promise, resolve, reject } = Promise.withResolvers<ConversionAnswer>();
	const onError = (cause: Error) => {
		reject(new ConversionError(`The page cannot be converted: ${cause.message}`, { cause }));
	};
	const onExit = () => reject(new ConversionError('The conversion was stopped'));
	const timer = setTimeout(() => {
		reject(new ConversionError('The page takes too long to convert'));
		void worker.terminate();
	}, CONVERSION_TIMEOUT_MS);
	worker.on('message', resolve).on('error', onError).on('exit', onExit);
	worker.postMessage(request);
	try {
		return await promise;
	} finally {
		clearTimeout(timer);
		worker.off('message', resolve).off('error', onError).off('exit', onExit);
	}
}
