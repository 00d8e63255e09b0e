import { Worker } from 'node:worker_threads';
import { programUrl } from '../installation.ts';
import type { TaskAnswer, TaskName, TaskRequest } from './contentWorker.ts';

/** What a process of the pool answers. */
export interface ProcessAnswer<Name extends TaskName = TaskName> {
	answer: TaskAnswer<Name>;
	/** Whether it can be given another task. */
	isUsable: boolean;
}

/** A process that takes more after a page is to end: what a large page leaves behind is given back. */
const RETIRE_ABOVE_BYTES = 400 * 1024 * 1024;

/** Twice what the largest page takes that is read whole. */
const LIMITS = { maxOldGenerationSizeMb: 512, stackSizeMb: 16 };

/**
 * The program of a process of the content pool. It hands one task at a time to a thread: only that
 * can be given a stack for deeply nested pages on every system, and says when its memory is used up.
 */
const worker = new Worker(programUrl('contentWorker', import.meta.url), { resourceLimits: LIMITS });

function report(answer: TaskAnswer<TaskName>, isUsable: boolean): void {
	process.send?.({ answer, isUsable } satisfies ProcessAnswer);
}

function describe(error: Error & { code?: string }): string {
	return error.code === 'ERR_WORKER_OUT_OF_MEMORY'
		? 'it takes more memory than a page may have'
		: error.message;
}

worker.on('message', (answer: TaskAnswer<TaskName>) =>
	report(answer, process.memoryUsage.rss() <= RETIRE_ABOVE_BYTES),
);
worker.on('error', (error) => report({ error: describe(error) }, false));
process.on('message', (request: TaskRequest) => worker.postMessage(request));
process.on('disconnect', () => process.exit());
