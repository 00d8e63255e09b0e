import type { PageText } from '../../db/parseDocuments.ts';
import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { copyFile, rm, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bareEnvironment, permissionFlags } from '../../childProcess.ts';
import { programUrl } from '../../installation.ts';
import type {} from '../document/conversion.ts';
import { DocumentFailure } from '../document/documentFailure.ts';
import type { ConverterSettings, Outcome, ProgramSettings, Report, Task } from './messages.ts';

/** On Windows links are for administrators. */
const present = process.platform === 'win32' ? copyFile : symlink;

const PROGRAM = fileURLToPath(programUrl('conversionProcess', import.meta.url));

/** The name that a process knows every document by; the PDF engine goes by the ending. */
const DOCUMENT_NAME = 'document.pdf';

/** Signals that a process out of memory ends with: the engine's own, the guard's, the system's. */
const MEMORY_SIGNALS: readonly (string | null)[] = ['SIGABRT', 'SIGKILL', 'SIGTRAP'];
/** The exit code of the engine out of memory where it is not told by a signal. */
const MEMORY_EXIT_CODE = 134;

/** Told what becomes of a task while it is worked on. */
export interface TaskListeners {
	/** Called with pages done and pages to do. */
	onProgress: (done: number, total: number) => void;
	/**
	 * Called with the Markdown of a document, part by part. What it throws ends the task, which ends
	 * no earlier than all of it is taken.
	 */
	onTexts: (texts: PageText[]) => void | Promise<void>;
}

interface RunningTask {
	resolve: (outcome: Outcome) => void;
	reject: (error: unknown) => void;
	listeners: TaskListeners;
	/** Texts that are being taken. */
	takings: Promise<void>[];
	stallTimer: NodeJS.Timeout;
	totalTimer: NodeJS.Timeout;
	/** Why the process is being ended, when it is ended on purpose. */
	endReason?: unknown;
}

function seconds(ms: number): string {
	return `${Math.round(ms / 1000)} seconds`;
}

/** One conversion process: does one task at a time, is bounded in memory and time. */
export class ConverterProcess {
	readonly #settings: ConverterSettings;
	readonly #folder: string;
	readonly #child: ChildProcess;
	#task: RunningTask | undefined;
	#usedBytes = 0;
	#hasEnded = false;
	readonly ended: Promise<void>;

	/**
	 * @param folder of its own, where the documents it works on are put
	 * @param languageData folder with the data for text recognition
	 */
	constructor(
		settings: ConverterSettings,
		{ folder, languageData }: { folder: string; languageData: string },
	) {
		this.#settings = settings;
		this.#folder = folder;
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		const program: ProgramSettings = {
			maxBytes: settings.maxMemoryMegabytes * 1024 * 1024,
			recognition: { dataDirectory: languageData, languages: settings.languages },
		};
		this.#child = fork(PROGRAM, [JSON.stringify(program)], {
			serialization: 'advanced',
			stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
			env: bareEnvironment(),
			execArgv: [
				'--no-warnings',
				`--max-old-space-size=${settings.maxHeapMegabytes}`,
				...permissionFlags([folder, languageData]),
				'--allow-addons',
				'--allow-worker',
			],
		});
		this.#child.on('message', (report: Report) => this.#receive(report));
		this.ended = new Promise((resolve) => {
			this.#child.once('exit', (code, signal) => resolve(this.#exited(code, signal)));
			this.#child.on('error', () => resolve(this.#exited(null, null)));
		});
	}

	/** Whether it can be given another task. */
	get isUsable(): boolean {
		return (
			!this.#hasEnded &&
			this.#child.connected &&
			this.#usedBytes <= this.#settings.retireAboveMegabytes * 1024 * 1024
		);
	}

	/**
	 * Does a task. Rejects with `DocumentFailure`, also when the process dies of it, or with the
	 * signal's reason; aborting ends the process, as nothing else surely stops it.
	 */
	async run(
		task: Task,
		{ signal, ...listeners }: TaskListeners & { signal: AbortSignal },
	): Promise<Outcome> {
		signal.throwIfAborted();
		const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
		const { stallTimeoutMs, totalTimeoutMs } = this.#settings;
		this.#task = {
			resolve,
			reject,
			listeners,
			takings: [],
			stallTimer: setTimeout(() => this.#timeOut(stallTimeoutMs, 'on one step'), stallTimeoutMs),
			totalTimer: setTimeout(() => this.#timeOut(totalTimeoutMs, 'in all'), totalTimeoutMs),
		};
		const onAbort = () => this.#endTask(signal.reason);
		signal.addEventListener('abort', onAbort, { once: true });
		try {
			// Awaited together, because the task can be ended while its document is put in place.
			const [outcome] = await Promise.all([promise, this.#send(task)]);
			return outcome;
		} finally {
			signal.removeEventListener('abort', onAbort);
		}
	}

	/** Ends the process; a running task fails. */
	async end(): Promise<void> {
		this.#child.kill('SIGKILL');
		await this.ended;
		await rm(this.#folder, { recursive: true, force: true });
	}

	async #send(task: Task): Promise<void> {
		const filePath = await this.#handOver(task.request.filePath);
		if (this.#task?.endReason !== undefined || !this.#child.connected) return;
		this.#child.send({ ...task, request: { ...task.request, filePath } });
	}

	/** Puts a document where the process may read: that one, and no other. */
	async #handOver(filePath: string): Promise<string> {
		const link = join(this.#folder, DOCUMENT_NAME);
		await rm(link, { force: true });
		await present(resolve(filePath), link);
		return link;
	}

	#timeOut(limitMs: number, where: string): void {
		this.#endTask(
			new DocumentFailure('time', `The document took more than ${seconds(limitMs)} ${where}.`),
		);
	}

	#endTask(reason: unknown): void {
		if (this.#task) this.#task.endReason = reason;
		this.#child.kill('SIGKILL');
	}

	#settle(): RunningTask | undefined {
		const task = this.#task;
		this.#task = undefined;
		clearTimeout(task?.stallTimer);
		clearTimeout(task?.totalTimer);
		return task;
	}

	#receive(report: Report): void {
		if (report.kind === 'progress') {
			this.#task?.stallTimer.refresh();
			this.#task?.listeners.onProgress(report.done, report.total);
			return;
		}
		if (report.kind === 'texts') {
			this.#take(report.texts);
			return;
		}
		this.#usedBytes = report.usedBytes;
		const task = this.#settle();
		if (task === undefined) return;
		const { takings, resolve, reject } = task;
		if (report.kind === 'failed') reject(new DocumentFailure(report.code, report.message));
		else Promise.all(takings).then(() => resolve(report), reject);
	}

	#take(texts: PageText[]): void {
		// What was on its way when the task was ended is not taken any more.
		if (this.#task === undefined || this.#task.endReason !== undefined) return;
		const { stallTimer, listeners, takings } = this.#task;
		stallTimer.refresh();
		const taking = (async () => listeners.onTexts(texts))();
		takings.push(taking);
		taking.catch((error: unknown) => this.#endTask(error));
	}

	#exited(code: number | null, signal: NodeJS.Signals | null): void {
		this.#hasEnded = true;
		const task = this.#settle();
		task?.reject(task.endReason ?? this.#deathOf(code, signal));
	}

	#deathOf(code: number | null, signal: NodeJS.Signals | null): DocumentFailure {
		if (MEMORY_SIGNALS.includes(signal) || code === MEMORY_EXIT_CODE) {
			return new DocumentFailure(
				'memory',
				`The document needs more memory than one document may take (${this.#settings.maxMemoryMegabytes} MB).`,
			);
		}
		return new DocumentFailure(
			'damaged',
			`The document can't be read: reading it ended unexpectedly (${signal ?? `code ${code}`}).`,
		);
	}
}
