import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FairQueue } from '../turns/fairQueue.ts';
import type { FailureReason, TaskInput, TaskName, TaskOutput, Tasks } from './messages.ts';
import {
	type TaskLimits,
	type TaskOptions,
	WorkerFailure,
	WorkerProcess,
} from './workerProcess.ts';

/** What a pool's processes run, and their limits. */
export interface PoolSettings extends TaskLimits {
	/** A module that calls `serveTasks`. */
	program: URL;
	/** Passed to the program as `workerData`. */
	data?: unknown;
	/**
	 * Parent of a folder for each process, with files that it needs to read; deleted on close. Default:
	 * no folders.
	 */
	directory?: string;
	/** What processes may read in addition to the code and their folder. */
	readable?: string[];
	/** Whether the program needs native libraries. */
	hasAddons?: boolean;
	/** Maximum number of tasks at a time, each in a separate process; further ones wait their turn. */
	maxProcesses: number;
	/** JavaScript heap of a process, in megabytes. */
	maxHeapMegabytes: number;
	/** Total memory of a process, in megabytes. */
	maxMemoryMegabytes: number;
	/** Stack of a process, which limits the nesting of input, in megabytes. Default 4. */
	stackMegabytes?: number;
	/**
	 * A process that uses more than this after a task, in megabytes, is ended instead of reused: this
	 * releases what a large page or document leaves behind.
	 */
	retireAboveMegabytes: number;
	/** A process without work is ended after this time, in milliseconds. Default: never. */
	idleTimeoutMs?: number;
}

const MEGABYTE = 1024 * 1024;

/** Reasons that are the process', not the task's. */
const GONE: ReadonlySet<FailureReason> = new Set(['stopped', 'killed']);

/** @param signal of the last time */
const describeKills = (signal: string): string => `its process was killed, 2 times (${signal})`;

/**
 * Reads untrusted content in separate processes, so that the thread that answers requests never waits
 * for it, and the memory that a page or document needs is never the service's own.
 *
 * Processes, not just threads: the memory of pictures, WebAssembly and buffers is not covered by a
 * thread's limits, a native decoder that crashes takes its whole process down, and only a process can
 * be ended in the middle of anything. They are started when they are first needed, and kept for the
 * next task.
 * @typeParam T the program's tasks, @typeParam Message what it reports while it runs
 */
export class WorkerPool<T extends Tasks, Message = never> {
	readonly #settings: PoolSettings;
	readonly #queue: FairQueue;
	readonly #idle: WorkerProcess[] = [];
	readonly #all = new Set<WorkerProcess>();
	#idleTimer: NodeJS.Timeout | undefined;
	#isClosed = false;

	constructor(settings: PoolSettings) {
		this.#settings = settings;
		this.#queue = new FairQueue(settings.maxProcesses);
	}

	/**
	 * Runs a task.
	 * @param prepare returns the input, given the folder of the process that will run it; empty if it
	 * has none
	 *
	 * What a process was reading that ended without a reason of its own is read once more, by a new process:
	 * that it was killed proves nothing about its input. Its messages are then sent again.
	 * @throws WorkerFailure; the signal's reason, also while it waits; what `onMessage` threw
	 */
	async run<Name extends TaskName<T>>(
		name: Name,
		prepare: (folder: string) => TaskInput<T, Name> | Promise<TaskInput<T, Name>>,
		options: TaskOptions<Message> = {},
	): Promise<TaskOutput<T, Name>> {
		const { signal } = options;
		const perform = async (process: WorkerProcess): Promise<TaskOutput<T, Name>> => {
			try {
				const request = async () => ({ name, input: await prepare(process.folder ?? '') });
				return await process.run(request, this.#settings, options);
			} finally {
				this.#giveBack(process);
			}
		};
		const work = async (): Promise<TaskOutput<T, Name>> => {
			try {
				return await perform(this.#takeIdle() ?? this.#start());
			} catch (error) {
				const hasGone = error instanceof WorkerFailure && GONE.has(error.reason);
				if (!hasGone || this.#isClosed) throw error;
				// What ended one process may also have ended idle ones.
				return await perform(this.#start()).catch((second: unknown) => {
					const isKilled = second instanceof WorkerFailure && second.reason === 'killed';
					throw isKilled ? new WorkerFailure('killed', describeKills(second.message)) : second;
				});
			}
		};
		return await this.#queue.run(work, signal);
	}

	/** The number of tasks that run, and that wait. */
	count(): { running: number; waiting: number } {
		return { running: this.#queue.held, waiting: this.#queue.waiting };
	}

	/** Ends all processes; running tasks fail. */
	async close(): Promise<void> {
		this.#isClosed = true;
		clearTimeout(this.#idleTimer);
		await Promise.all([...this.#all].map((process) => process.end()));
		const { directory } = this.#settings;
		if (directory !== undefined) await rm(directory, { recursive: true, force: true });
	}

	#takeIdle(): WorkerProcess | undefined {
		clearTimeout(this.#idleTimer);
		let process = this.#idle.pop();
		while (process !== undefined && !process.isUsable) process = this.#idle.pop();
		return process;
	}

	#start(): WorkerProcess {
		if (this.#isClosed) throw new Error('The pool is closed.');
		const { program, data, directory, readable = [], hasAddons = false } = this.#settings;
		const { maxHeapMegabytes, maxMemoryMegabytes, stackMegabytes = 4 } = this.#settings;
		const threadLimits = { maxOldGenerationSizeMb: maxHeapMegabytes, stackSizeMb: stackMegabytes };
		const maxBytes = maxMemoryMegabytes * MEGABYTE;
		const folder = directory === undefined ? undefined : join(directory, randomUUID());
		const started = new WorkerProcess(
			{ program: program.href, data, threadLimits, maxBytes },
			{ folder, readable, hasAddons },
		);
		this.#all.add(started);
		void started.ended.then(() => this.#all.delete(started));
		return started;
	}

	#giveBack(process: WorkerProcess): void {
		const { retireAboveMegabytes, idleTimeoutMs } = this.#settings;
		const isKept = process.isUsable && process.usedBytes <= retireAboveMegabytes * MEGABYTE;
		if (isKept) this.#idle.push(process);
		else void process.end();
		clearTimeout(this.#idleTimer);
		if (idleTimeoutMs === undefined) return;
		this.#idleTimer = setTimeout(() => {
			for (const idle of this.#idle.splice(0)) void idle.end();
		}, idleTimeoutMs).unref();
	}
}
