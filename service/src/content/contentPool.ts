import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import { ContentError } from './contentError.ts';
import type { TaskAnswer, TaskInput, TaskName, TaskOutput } from './contentWorker.ts';
import type { ConversionRequest, ConvertedPage } from './convertPage.ts';
import type { RuleReader } from './extraction/extraction.ts';
import type { MarkdownText } from './markdownText.ts';

/**
 * Reads what strangers wrote (pages, Markdown of documents) in threads of their own, so that the
 * thread that answers requests never waits for it. Requests beyond the number of threads wait their
 * turn. A thread that takes longer than its time or more than its memory is ended, and what it read
 * fails alone: all may throw {@link ContentError}, and the signal's reason when it is aborted.
 */
export interface ContentPool extends RuleReader {
	/** Turns a page into Markdown. */
	convert(request: ConversionRequest, signal?: AbortSignal): Promise<ConvertedPage>;
	/** The plain text of Markdown, and whether it is hardly any. */
	readText(markdown: string, signal?: AbortSignal): Promise<MarkdownText>;
	/** Ends the threads; what is under way rejects. */
	close(): Promise<void>;
}

const WORKER_PROGRAM = new URL('contentWorker.ts', import.meta.url);
const MOST_WORKERS = 2;
const TASK_TIMEOUT_MS = 60_000;

const FAILURES: Readonly<Record<TaskName, string>> = {
	convertPage: 'The page cannot be converted',
	readMarkdownText: 'The text cannot be read',
	answerByRules: 'The page cannot be read for its data',
};

/** Twice what the largest page takes that is read whole. */
const WORKER_LIMITS = { maxOldGenerationSizeMb: 512, stackSizeMb: 16 };

/**
 * A pool that starts its threads when they are first needed.
 * @param options.timeoutMs how long a thread may take for one page. Default: a minute
 */
export function createContentPool({ timeoutMs = TASK_TIMEOUT_MS } = {}): ContentPool {
	const queue = new PQueue({ concurrency: Math.min(MOST_WORKERS, availableParallelism()) });
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
		signal?: AbortSignal,
	): Promise<TaskOutput<Name>> {
		return queue.add(
			async () => {
				const worker = takeWorker();
				const answer = await ask(worker, { name, input, timeoutMs, signal });
				idle.push(worker);
				if ('output' in answer) return answer.output;
				throw new ContentError(`${FAILURES[name]}: ${answer.error}`);
			},
			{ ...(signal !== undefined && { signal }) },
		);
	}

	return {
		convert: (request, signal) => perform('convertPage', [request], signal),
		readText: (markdown, signal) => perform('readMarkdownText', [markdown], signal),
		answerByRules: (task, sources, signal) => perform('answerByRules', [task, sources], signal),
		async close() {
			await Promise.all([...all].map((worker) => worker.terminate()));
		},
	};
}

interface Question<Name extends TaskName> {
	name: Name;
	input: TaskInput<Name>;
	timeoutMs: number;
	signal: AbortSignal | undefined;
}

// A worker that does not answer has ended, or is ended here: it is not used again.
async function ask<Name extends TaskName>(
	worker: Worker,
	{ name, input, timeoutMs, signal }: Question<Name>,
): Promise<TaskAnswer<Name>> {
	const { promise, resolve, reject } = Promise.withResolvers<TaskAnswer<Name>>();
	const fail = (reason: string, cause?: Error) =>
		reject(new ContentError(`${FAILURES[name]}: ${reason}`, { cause }));
	const end = (): void => void worker.terminate();
	const onError = (cause: Error) => fail(describe(cause), cause);
	const onExit = () => fail('the work was stopped');
	const onAbort = () => {
		reject(signal?.reason);
		end();
	};
	const timer = setTimeout(() => {
		fail(`it takes longer than ${timeoutMs / 1000} seconds`);
		end();
	}, timeoutMs);
	signal?.addEventListener('abort', onAbort);
	worker.on('message', resolve).on('error', onError).on('exit', onExit);
	try {
		worker.postMessage({ name, input });
		return await promise;
	} finally {
		clearTimeout(timer);
		signal?.removeEventListener('abort', onAbort);
		worker.off('message', resolve).off('error', onError).off('exit', onExit);
	}
}

function describe(error: Error & { code?: string }): string {
	return error.code === 'ERR_WORKER_OUT_OF_MEMORY'
		? 'it takes more memory than a page may have'
		: error.message;
}
