import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { codePaths, programUrl } from '../installation/code.ts';
import type { FailureReason, ProcessSettings, Report, TaskRequest } from './messages.ts';
import { makeNicer } from './niceness.ts';

const HOST = fileURLToPath(programUrl('workerHost', import.meta.url));

/**
 * The environment that a program needs to run, without the service's keys, which a hostile page or
 * document must not get.
 */
const bareEnvironment = () =>
	Object.fromEntries(
		['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'LANG', 'SystemRoot'].map((name) => [
			name,
			process.env[name],
		]),
	);

/** How a process that is out of memory ends; it depends on the system. */
const MEMORY_ENDS: ReadonlySet<unknown> = new Set(['SIGABRT', 'SIGTRAP', 134]);

/** Signals of a program that crashed; by all others, somebody or the system ended it. */
const CRASHES: ReadonlySet<unknown> = new Set(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGSYS']);

/** What the end of a process without a report says about its task. */
function readEnd(code: number | null, killer: NodeJS.Signals | null): FailureReason {
	if (MEMORY_ENDS.has(killer ?? code)) return 'memory';
	return killer === null || CRASHES.has(killer) ? 'stopped' : 'killed';
}

/** A task failed; the reason says how. */
export class WorkerFailure extends Error {
	override readonly name = 'WorkerFailure';
	readonly reason: FailureReason;

	/** @param message what the task threw, or how its process ended */
	constructor(reason: FailureReason, message: string) {
		super(message);
		this.reason = reason;
	}
}

/** Limits of one task. */
export interface TaskLimits {
	/** A task may take this long in all, in milliseconds. */
	timeoutMs: number;
	/** A task that sends no message for this long is ended, in milliseconds. Default: no limit. */
	stepTimeoutMs?: number;
}

/** How to follow a task. */
export interface TaskOptions<Message = unknown> {
	/** Aborting ends the work at once; the task rejects with the signal's reason. */
	signal?: AbortSignal | undefined;
	/**
	 * Called with the messages of the task. If it throws, the task ends; the task only ends after all
	 * messages have been handled.
	 */
	onMessage?: ((message: Message) => void | Promise<void>) | undefined;
}

/** What a process may do in addition to working and reading the code. */
export interface ProcessRights {
	/** A folder for files that it needs to read, if it has one; empty at first. */
	folder: string | undefined;
	/** Further paths that it may read. */
	readable: readonly string[];
	/** Whether its program needs native libraries. */
	hasAddons: boolean;
}

/**
 * A process of a pool: runs one task at a time, with limited memory and time, may read the service's
 * code and the given paths, and can neither write nor start programs.
 */
export class WorkerProcess {
	readonly folder: string | undefined;
	readonly ended: Promise<void>;
	/** Its memory at its last report. */
	usedBytes = 0;
	readonly #child: ChildProcess;

	constructor(settings: ProcessSettings, { folder, readable, hasAddons }: ProcessRights) {
		this.folder = folder;
		// Before the process starts: Node only permits the content of a folder that exists at that time.
		if (folder !== undefined) mkdirSync(folder, { recursive: true, mode: 0o700 });
		const paths = [...codePaths(), folder ?? [], ...readable].flat();
		this.#child = fork(HOST, [JSON.stringify(settings)], {
			serialization: 'advanced',
			stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
			env: bareEnvironment(),
			execArgv: [
				'--no-warnings',
				'--permission',
				...paths.map((path) => `--allow-fs-read=${path}`),
				...(hasAddons ? ['--allow-addons'] : []),
				'--allow-worker',
			],
		});
		const { pid } = this.#child;
		if (pid !== undefined) makeNicer(pid);
		// An idle pool must not keep the service alive.
		this.#child.unref();
		this.#child.channel?.unref();
		this.ended = new Promise((resolve) => {
			this.#child.once('exit', () => resolve());
			// If it cannot be started or reached.
			this.#child.on('error', () => {
				this.#child.kill('SIGKILL');
				resolve();
			});
		});
	}

	/** Whether it can take a task. */
	get isUsable(): boolean {
		return this.#child.connected && !this.#child.killed;
	}

	/**
	 * Runs a task.
	 * @param prepare returns the task
	 * @throws WorkerFailure, also if the process crashes; the signal's reason; what `onMessage` threw
	 */
	async run<Output, Message>(
		prepare: () => Promise<TaskRequest>,
		{ timeoutMs, stepTimeoutMs }: TaskLimits,
		{ signal, onMessage }: TaskOptions<Message>,
	): Promise<Output> {
		signal?.throwIfAborted();
		const child = this.#child;
		const { promise, resolve, reject } = Promise.withResolvers<Output>();
		const takings: Promise<void>[] = [];
		const end = (reason: unknown): void => {
			reject(reason);
			child.kill('SIGKILL');
		};
		const endAfter = (limitMs: number, reason: 'time' | 'stalled') =>
			setTimeout(() => {
				end(new WorkerFailure(reason, `it takes longer than ${limitMs / 1000} seconds`));
			}, limitMs);
		const timer = endAfter(timeoutMs, 'time');
		const stepTimer = stepTimeoutMs === undefined ? undefined : endAfter(stepTimeoutMs, 'stalled');
		const take = (message: Message): void => {
			// Messages that were under way when the task ended are ignored.
			if (child.killed) return;
			stepTimer?.refresh();
			const taking = (async () => onMessage?.(message))();
			takings.push(taking);
			taking.catch(end);
		};
		const onReport = (report: Report<Output, Message> & { usedBytes: number }): void => {
			this.usedBytes = report.usedBytes;
			if ('message' in report) take(report.message);
			else if ('output' in report) Promise.all(takings).then(() => resolve(report.output), reject);
			else if (report.reason === 'task') reject(new WorkerFailure('task', report.failure));
			else end(new WorkerFailure(report.reason, report.failure));
		};
		const onExit = (code: number | null, killer: NodeJS.Signals | null): void => {
			reject(new WorkerFailure(readEnd(code, killer), killer ?? `code ${code}`));
		};
		const onError = ({ message }: Error): void => end(new WorkerFailure('stopped', message));
		const onAbort = (): void => end(signal?.reason);
		signal?.addEventListener('abort', onAbort);
		child.on('message', onReport).on('exit', onExit).on('error', onError);
		const send = async (): Promise<void> => {
			const request = await prepare();
			if (this.isUsable) child.send(request);
		};
		try {
			// Awaited together, because the task can be ended while it is being prepared.
			const [output] = await Promise.all([promise, send()]);
			return output;
		} finally {
			clearTimeout(timer);
			clearTimeout(stepTimer);
			signal?.removeEventListener('abort', onAbort);
			child.off('message', onReport).off('exit', onExit).off('error', onError);
		}
	}

	/** Ends the process; a running task fails. */
	async end(): Promise<void> {
		if (this.#child.exitCode === null && this.#child.signalCode === null) this.#child.ref();
		this.#child.kill('SIGKILL');
		await this.ended;
		if (this.folder !== undefined) await rm(this.folder, { recursive: true, force: true });
	}
}
