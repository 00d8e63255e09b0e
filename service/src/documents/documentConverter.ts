import { randomUUID } from 'node:crypto';
import { copyFile, rm, stat, symlink } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { PageText } from '@web-data-extraction/documents/markdown';
import { programUrl } from '../installation/code.ts';
import { unpackLanguages } from '@web-data-extraction/documents/languageData';
import { WorkerPool } from '../workers/pool.ts';
import { type TaskOptions, WorkerFailure } from '../workers/workerProcess.ts';
import type { ConversionRequest, PageCount } from '@web-data-extraction/documents/conversion';
import type { ConversionLimits } from '@web-data-extraction/documents/convertDocument';
import type {
	Conversion,
	ConversionMessage,
	ConversionSettings,
	ConversionTasks,
	Outcome,
} from './conversionTasks.ts';
import { DocumentFailure } from '@web-data-extraction/documents/documentFailure';
import type { RecognitionEngine } from '@web-data-extraction/documents/recogniser';

/** Resources that documents may use. */
export interface ConverterSettings {
	/**
	 * Large documents and recognition at the same time, each in a separate process; as many more
	 * processes handle small documents without recognition. Default: one per core.
	 */
	maxProcesses: number;
	/** JavaScript heap of a process, in megabytes. Default 1024. */
	maxHeapMegabytes: number;
	/** All memory of a process, pictures and recognition included, in megabytes. Default 2048. */
	maxMemoryMegabytes: number;
	/** A process that reports no page for this long is stopped, in milliseconds. Default 2 minutes. */
	stallTimeoutMs: number;
	/** Languages of text in pictures, most likely first. Default: only English. */
	languages: readonly string[];
	/** Whether PP-OCR reads pictures in addition to Tesseract, where installed. Default: both. */
	engine: RecognitionEngine;
	/**
	 * Folder for the files that processes receive; deleted on close. Default: a new one in the
	 * system's folder for temporary files.
	 */
	directory: string;
	limits: ConversionLimits;
}

const DEFAULT_SETTINGS: Omit<ConverterSettings, 'directory'> = {
	maxProcesses: availableParallelism(),
	maxHeapMegabytes: 1024,
	maxMemoryMegabytes: 2048,
	stallTimeoutMs: 120_000,
	languages: ['eng'],
	engine: 'both',
	limits: { maxSelectedPages: 2_000, maxMarkdownLength: 64 * 1024 * 1024 },
};
/** A small document that takes longer than this counts as a long one, in milliseconds. */
const QUICK_TIMEOUT_MS = 15_000;
/** Documents up to this size are small, in bytes. */
const SMALL_BYTES = 1_048_576;
/** Maximum total time for a document. */
const TOTAL_TIMEOUT_MS = 1_800_000;
/** A process that uses more than this after a document is retired. */
const RETIRE_ABOVE_MEGABYTES = 700;
const IDLE_TIMEOUT_MS = 60_000;

/** On Windows, links require an administrator. */
const present = process.platform === 'win32' ? copyFile : symlink;

/** The name of every document in a process; the PDF engine goes by the extension. */
const DOCUMENT_NAME = 'document.pdf';

/** How to follow a conversion. */
export interface ConversionOptions {
	/** Aborting ends the work at once; the promise rejects with the signal's reason. */
	signal: AbortSignal;
	/** Pages done, pages to do. */
	onProgress?: (done: number, total: number) => void;
	/** Whether the document is known to take long. @default false */
	isLong?: boolean;
	/**
	 * Called before the document is converted as a long one, because of its size or its pictures;
	 * if it throws, the conversion ends there.
	 */
	onLong?: () => void;
	/** Called with the Markdown of a document, part by part, but the last. If it throws, the conversion ends. */
	onTexts: (texts: PageText[]) => void | Promise<void>;
}

type Pool = WorkerPool<ConversionTasks, ConversionMessage>;

/**
 * Converts documents in separate processes, which are stopped when idle. Small documents without
 * recognition have their own processes, so that they never wait for slow ones.
 */
export class DocumentConverter {
	readonly #settings: ConverterSettings;
	readonly #shortPool: Pool;
	readonly #longPool: Pool;
	readonly #languageDirectory: string;
	#languages: Promise<void> | undefined;

	constructor(settings: Partial<ConverterSettings> = {}) {
		const directory = settings.directory ?? join(tmpdir(), `documents-${randomUUID()}`);
		this.#settings = { ...DEFAULT_SETTINGS, ...settings, directory };
		this.#languageDirectory = join(directory, 'languages');
		const { languages, engine, limits, stallTimeoutMs } = this.#settings;
		const dataDirectory = this.#languageDirectory;
		const data: ConversionSettings = { dataDirectory, languages, engine, limits };
		const createPool = (name: string, maxProcesses: number, timeoutMs: number): Pool =>
			new WorkerPool({
				...this.#settings,
				maxProcesses,
				directory: join(directory, name),
				program: programUrl('conversionTasks', import.meta.url),
				data,
				readable: [this.#languageDirectory],
				hasAddons: true,
				timeoutMs,
				stepTimeoutMs: stallTimeoutMs,
				retireAboveMegabytes: RETIRE_ABOVE_MEGABYTES,
				idleTimeoutMs: IDLE_TIMEOUT_MS,
			});
		const { maxProcesses } = this.#settings;
		this.#shortPool = createPool('short', maxProcesses, QUICK_TIMEOUT_MS);
		this.#longPool = createPool('long', maxProcesses, TOTAL_TIMEOUT_MS);
	}

	/** How many documents are running, and how many wait, by how long they may take. */
	count(): Record<'short' | 'long', { running: number; waiting: number }> {
		return { short: this.#shortPool.count(), long: this.#longPool.count() };
	}

	/**
	 * Converts a document to Markdown, page by page. The Markdown is passed in parts to
	 * `options.onTexts`, so that a long document is never in memory as a whole; the last parts are returned.
	 * @throws DocumentFailure with the reason to show, the signal's reason, or what `onTexts` threw
	 */
	async convert(
		request: ConversionRequest,
		{ signal, onTexts, onProgress, isLong = false, onLong }: ConversionOptions,
	): Promise<Conversion> {
		const onMessage = (message: ConversionMessage) => {
			if ('texts' in message) return onTexts(message.texts);
			for (const step of message.progress) onProgress?.(...step);
		};
		const follow = { signal, onMessage };
		const prepare = async (folder: string) => [await handOver(request, folder)] as const;
		if (!isLong && (await stat(request.filePath)).size <= SMALL_BYTES) {
			const quick = await this.#perform(() => this.#convertQuickly(prepare, follow));
			if (quick !== undefined) return resultOf(quick);
		}
		if (!isLong) onLong?.();
		return resultOf(await this.#perform(() => this.#longPool.run('convert', prepare, follow)));
	}

	/** @returns undefined when it takes long or needs recognition */
	async #convertQuickly(
		prepare: (folder: string) => Promise<readonly [ConversionRequest]>,
		follow: TaskOptions<ConversionMessage>,
	): Promise<Outcome<Conversion> | undefined> {
		try {
			const outcome = await this.#shortPool.run('convertQuickly', prepare, follow);
			return 'wantsRecognition' in outcome ? undefined : outcome;
		} catch (error) {
			if (error instanceof WorkerFailure && error.reason === 'time') return undefined;
			throw error;
		}
	}

	/**
	 * Counts the pages of a document without converting it. With `isQuick`, only as far as that works
	 * without reading it: pages are counted in PDF and images; any other document counts as one.
	 * Rejects like `convert`.
	 */
	async countPages(
		request: ConversionRequest,
		{ signal, isQuick }: { signal: AbortSignal; isQuick: boolean },
	): Promise<PageCount> {
		const isSmall = (await stat(request.filePath)).size <= SMALL_BYTES;
		const pool = isQuick || isSmall ? this.#shortPool : this.#longPool;
		const prepare = async (folder: string) => [await handOver(request, folder), isQuick] as const;
		return resultOf(await this.#perform(() => pool.run('countPages', prepare, { signal })));
	}

	/** Stops all processes; running conversions fail. */
	async close(): Promise<void> {
		await this.#languages?.catch(() => undefined);
		await Promise.all([this.#shortPool.close(), this.#longPool.close()]);
		await rm(this.#settings.directory, { recursive: true, force: true });
	}

	async #perform<Result>(run: () => Promise<Result>): Promise<Result> {
		this.#languages ??= this.#unpackLanguages();
		await this.#languages;
		try {
			return await run();
		} catch (error) {
			throw error instanceof WorkerFailure ? this.#failureOf(error) : error;
		}
	}

	async #unpackLanguages(): Promise<void> {
		// Files left here by a killed process.
		await rm(this.#settings.directory, { recursive: true, force: true });
		await unpackLanguages(this.#settings.languages, this.#languageDirectory);
	}

	#failureOf({ reason, message }: WorkerFailure): DocumentFailure {
		const { stallTimeoutMs, maxMemoryMegabytes } = this.#settings;
		if (reason === 'time' || reason === 'stalled') {
			const [limitMs, where] =
				reason === 'time' ? [TOTAL_TIMEOUT_MS, 'in all'] : [stallTimeoutMs, 'on one step'];
			const seconds = Math.round(limitMs / 1000);
			return new DocumentFailure(
				'time',
				`The document took more than ${seconds} seconds ${where}.`,
			);
		}
		if (reason === 'memory') {
			return new DocumentFailure(
				'memory',
				`The document needs more memory than one document may use (${maxMemoryMegabytes} MB).`,
			);
		}
		if (reason === 'killed') {
			return new DocumentFailure('killed', `The document was not read: ${message}. Send it again.`);
		}
		return new DocumentFailure(
			'damaged',
			`The document can't be read: reading it ended unexpectedly (${message}).`,
		);
	}
}

function resultOf<Result>(outcome: Outcome<Result>): Result {
	if ('result' in outcome) return outcome.result;
	throw new DocumentFailure(outcome.code, outcome.message);
}

/** Puts a document where a process can read it, and no other. */
async function handOver(request: ConversionRequest, folder: string): Promise<ConversionRequest> {
	const link = join(folder, DOCUMENT_NAME);
	await rm(link, { force: true });
	await present(resolve(request.filePath), link);
	return { ...request, filePath: link };
}
