import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import PQueue from 'p-queue';
import { bareEnvironment, permissionFlags } from '../childProcess.ts';
import { programUrl } from '../installation.ts';
import { ContentError, type RuleReader } from '../extract/extraction.ts';
import type { ProcessAnswer } from './contentProcess.ts';
import type { TaskInput, TaskName, TaskOutput } from './contentWorker.ts';
import type { ConversionRequest, ConvertedPage } from '../page/convertPage.ts';
import type { MarkdownText } from '../page/markdownText.ts';

/**
 * Reads what strangers wrote (pages, Markdown of documents) in processes of its own, so that the
 * thread that answers requests never waits for it, and what a page takes is never the service's own
 * memory. Requests beyond the number of processes wait their turn. A process that takes longer than
 * its time or more than its memory is ended, and what it read fails alone; what was read by one that
 * the system ended is read once more. All may throw {@link ContentError}, and the signal's reason when
 * it is aborted.
 */
export interface ContentPool extends RuleReader {
	/** Turns a page into Markdown. */
	convert(request: ConversionRequest, signal?: AbortSignal): Promise<ConvertedPage>;
	/** The plain text of Markdown, and whether it is hardly any. */
	readText(markdown: string, signal?: AbortSignal): Promise<MarkdownText>;
	/** Ends the processes; what is under way rejects. */
	close(): Promise<void>;
}

const PROGRAM = fileURLToPath(programUrl('contentProcess', import.meta.url));
const MOST_PROCESSES = 2;
const TASK_TIMEOUT_MS = 60_000;

const FAILURES: Readonly<Record<TaskName, string>> = {
	convertPage: 'The page cannot be converted',
	readMarkdownText: 'The text cannot be read',
	answerByRules: 'The page cannot be read for its data',
};

/** The process ended by itself, or something outside of the service ended it. */
class StoppedError extends ContentError {}

/**
 * A pool that starts its processes when they are first needed.
 * @param options.timeoutMs how long a process may take for one page. Default: a minute
 */
export function createContentPool({ timeoutMs = TASK_TIMEOUT_MS } = {}): ContentPool {
	const queue = new PQueue({ concurrency: Math.min(MOST_PROCESSES, availableParallelism()) });
	const idle: ChildProcess[] = [];
	const all = new Set<ChildProcess>();
	let isClosed = false;

	function startProcess(): ChildProcess {
		const child = fork(PROGRAM, {
			serialization: 'advanced',
			stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
			env: bareEnvironment(),
			execArgv: ['--no-warnings', ...permissionFlags(), '--allow-worker'],
		});
		all.add(child);
		// A pool nobody is waiting for must not keep the process alive.
		child.unref();
		child.channel?.unref();
		child.once('exit', () => {
			all.delete(child);
			const place = idle.indexOf(child);
			if (place !== -1) idle.splice(place, 1);
		});
		// Told by its end; without a listener it would end the service.
		child.on('error', () => child.kill('SIGKILL'));
		return child;
	}

	function perform<Name extends TaskName>(
		name: Name,
		input: TaskInput<Name>,
		signal?: AbortSignal,
	): Promise<TaskOutput<Name>> {
		return queue.add(
			async () => {
				const readIn = async (child: ChildProcess) => {
					const { answer, isUsable } = await ask(child, { name, input, timeoutMs, signal });
					if (isUsable) idle.push(child);
					else child.kill('SIGKILL');
					return answer;
				};
				const answer = await readIn(idle.pop() ?? startProcess()).catch((error: unknown) => {
					// What ended one process may just have ended those that are idle, too.
					if (error instanceof StoppedError && !isClosed) return readIn(startProcess());
					throw error;
				});
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
			isClosed = true;
			await Promise.all([...all].map(endProcess));
		},
	};
}

async function endProcess(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	child.ref();
	child.kill('SIGKILL');
	await once(child, 'exit');
}

interface Question<Name extends TaskName> {
	name: Name;
	input: TaskInput<Name>;
	timeoutMs: number;
	signal: AbortSignal | undefined;
}

// A process that does not answer has ended, or is ended here: it is not used again.
async function ask<Name extends TaskName>(
	child: ChildProcess,
	{ name, input, timeoutMs, signal }: Question<Name>,
): Promise<ProcessAnswer<Name>> {
	const { promise, resolve, reject } = Promise.withResolvers<ProcessAnswer<Name>>();
	const fail = (reason: string) => reject(new ContentError(`${FAILURES[name]}: ${reason}`));
	const end = (): void => void child.kill('SIGKILL');
	const onExit = () => reject(new StoppedError(`${FAILURES[name]}: the work was stopped`));
	const onAbort = () => {
		reject(signal?.reason);
		end();
	};
	const timer = setTimeout(() => {
		fail(`it takes longer than ${timeoutMs / 1000} seconds`);
		end();
	}, timeoutMs);
	signal?.addEventListener('abort', onAbort);
	child.on('message', resolve).on('exit', onExit);
	try {
		child.send({ name, input });
		return await promise;
	} finally {
		clearTimeout(timer);
		signal?.removeEventListener('abort', onAbort);
		child.off('message', resolve).off('exit', onExit);
	}
}
