import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PQueue from 'p-queue';
import type {
	ConversionRequest,
	DocumentOutline,
	DocumentSummary,
} from '../document/conversion.ts';
import { unpackLanguages } from '../../languageData.ts';
import { ConverterProcess, type TaskListeners } from './converterProcess.ts';
import {
	type ConverterSettings,
	DEFAULT_CONVERTER_SETTINGS,
	type Outcome,
	type Task,
} from './messages.ts';

/** How one task is followed. */
export interface TaskOptions {
	/** Aborting ends the work at once; the promise rejects with the signal's reason. */
	signal: AbortSignal;
	/** Pages done, pages to do. */
	onProgress?: TaskListeners['onProgress'];
}

/** How a conversion is followed. */
export type ConversionOptions = TaskOptions & Pick<TaskListeners, 'onTexts'>;

function refuseTexts(): never {
	throw new TypeError('Only a conversion gives texts.');
}

/**
 * Converts documents in processes of their own.
 *
 * Processes, not threads: the memory that pictures, WebAssembly and buffers take is outside what a
 * thread's limits bound, a native decoder that crashes takes its whole process down, and only a
 * process can be ended in the middle of anything. They are kept for the next document, so a
 * document costs no start-up, and ended when there is nothing to do.
 */
export class DocumentConverter {
	readonly #settings: ConverterSettings;
	readonly #queue: PQueue;
	readonly #directory: string;
	readonly #idle: ConverterProcess[] = [];
	readonly #all = new Set<ConverterProcess>();
	#idleTimer: NodeJS.Timeout | undefined;
	#isClosed = false;
	#languageData: Promise<string> | undefined;

	constructor(settings: Partial<ConverterSettings> = {}) {
		this.#settings = { ...DEFAULT_CONVERTER_SETTINGS, ...settings };
		this.#queue = new PQueue({ concurrency: this.#settings.maxProcesses });
		this.#directory = settings.directory ?? join(tmpdir(), `documents-${randomUUID()}`);
	}

	/**
	 * Converts a document to Markdown, page by page. The Markdown comes in parts, by
	 * `options.onTexts`; nobody need hold a long document whole. Rejects with `DocumentFailure` (the
	 * reason to show), with the signal's reason, or with what `onTexts` threw.
	 */
	async convert(request: ConversionRequest, options: ConversionOptions): Promise<DocumentOutline> {
		const outcome = await this.#perform('convert', request, options);
		if (outcome.kind !== 'converted') throw new TypeError(`Got ${outcome.kind} for convert.`);
		return outcome.document;
	}

	/** Tells format and pages of a document without converting it. Rejects like `convert`. */
	summarize(request: ConversionRequest, options: TaskOptions): Promise<DocumentSummary> {
		return this.#summarize('summarize', request, options);
	}

	/**
	 * Like `summarize`, but only as far as the document need not be read for it: pages are counted
	 * in PDF and images, every other document is given one. Rejects like `convert`.
	 */
	preview(request: ConversionRequest, options: TaskOptions): Promise<DocumentSummary> {
		return this.#summarize('preview', request, options);
	}

	/** Ends all processes; running conversions fail. */
	async close(): Promise<void> {
		this.#isClosed = true;
		clearTimeout(this.#idleTimer);
		await Promise.all([...this.#all].map((process) => process.end()));
		await this.#languageData?.catch(() => undefined);
		await rm(this.#directory, { recursive: true, force: true });
	}

	async #summarize(
		kind: 'summarize' | 'preview',
		request: ConversionRequest,
		options: TaskOptions,
	): Promise<DocumentSummary> {
		const outcome = await this.#perform(kind, request, options);
		if (outcome.kind !== 'summarized') throw new TypeError(`Got ${outcome.kind} for ${kind}.`);
		return outcome.summary;
	}

	async #perform(
		kind: Task['kind'],
		request: ConversionRequest,
		{
			signal,
			onProgress = () => undefined,
			onTexts = refuseTexts,
		}: Partial<TaskListeners> & TaskOptions,
	): Promise<Outcome> {
		const task = { kind, request, limits: this.#settings.limits };
		// A task whose signal aborts while it waits leaves the queue at once.
		return await this.#queue.add(
			async () => {
				const process = await this.#takeProcess();
				try {
					return await process.run(task, { signal, onProgress, onTexts });
				} finally {
					this.#giveBack(process);
				}
			},
			{ signal },
		);
	}

	async #unpackLanguages(): Promise<string> {
		// What a process left here that was killed.
		await rm(this.#directory, { recursive: true, force: true });
		const directory = join(this.#directory, 'languages');
		await unpackLanguages(this.#settings.languages, directory);
		return directory;
	}

	async #takeProcess(): Promise<ConverterProcess> {
		clearTimeout(this.#idleTimer);
		for (let process = this.#idle.pop(); process; process = this.#idle.pop()) {
			if (process.isUsable) return process;
		}
		this.#languageData ??= this.#unpackLanguages();
		const languageData = await this.#languageData;
		if (this.#isClosed) throw new Error('The document converter is closed.');
		const folder = join(this.#directory, randomUUID());
		const started = new ConverterProcess(this.#settings, { folder, languageData });
		this.#all.add(started);
		void started.ended.then(() => this.#all.delete(started));
		return started;
	}

	#giveBack(process: ConverterProcess): void {
		if (process.isUsable) this.#idle.push(process);
		else void process.end();
		clearTimeout(this.#idleTimer);
		this.#idleTimer = setTimeout(() => this.#endIdle(), this.#settings.idleTimeoutMs).unref();
	}

	#endIdle(): void {
		for (const process of this.#idle.splice(0)) void process.end();
	}
}
