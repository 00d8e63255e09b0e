import { randomUUID } from 'node:crypto';
import { copyFile, rm, stat, symlink } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { PageText } from '../../db/parseDocuments.ts';
import { programUrl } from '../../installation.ts';
import { unpackLanguages } from '../../languageData.ts';
import { WorkerPool } from '../../workers/pool.ts';
import { type TaskOptions, WorkerFailure } from '../../workers/workerProcess.ts';
import type { ConversionRequest, DocumentOutline, PageCount } from './conversion.ts';
import type {
	ConversionLimits,
	ConversionMessage,
	ConversionSettings,
	ConversionTasks,
	Outcome,
} from './conversionTasks.ts';
import { DocumentFailure } from './documentFailure.ts';
import type { RecognitionEngine } from '../ocr/recogniser.ts';

/** How much documents may take. */
export interface ConverterSettings {
	/**
	 * Large documents and recognition at the same time, each in a process of its own; as many processes
	 * beside them take small documents without. Default: one per core.
	 */
	maxProcesses: number;
	/** JavaScript heap of a process, in megabytes. Default 1024. */
	maxHeapMegabytes: number;
	/** All memory of a process, pictures and recognition included, in megabytes. Default 2048. */
	maxMemoryMegabytes: number;
	/** A process that reports no page for this long is ended, in milliseconds. Default 2 minutes. */
	stallTimeoutMs: number;
	/** Languages of text in pictures, the likeliest first. Default: English alone. */
	languages: readonly string[];
	/** Whether PP-OCR reads pictures beside Tesseract, where it is installed. Default: both. */
	engine: RecognitionEngine;
	/**
	 * Folder for what processes are handed; deleted on close. Default: one of its own in the
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
/** A small document that takes longer than this is one of those that take long, in milliseconds. */
const QUICK_TIMEOUT_MS = 15_000;
/** Documents up to this size are small, in bytes. */
const SMALL_BYTES = 1_048_576;
/** A document may take this long in all. */
const TOTAL_TIMEOUT_MS = 1_800_000;
/** What a large document leaves behind is given back above this. */
const RETIRE_ABOVE_MEGABYTES = 700;
const IDLE_TIMEOUT_MS = 60_000;

/** On Windows links are for administrators. */
const present = process.platform === 'win32' ? copyFile : symlink;

/** The name that a process knows every document by; the PDF engine goes by the ending. */
const DOCUMENT_NAME = 'document.pdf';

/** How a conversion is followed. */
export interface ConversionOptions {
	/** Aborting ends the work at once; the promise rejects with the signal's reason. */
	signal: AbortSignal;
	/** Pages done, pages to do. */
	onProgress?: (done: number, total: number) => void;
	/** Whether it is known that the document takes long. @default false */
	isLong?: boolean;
	/**
	 * Told when the document is to be converted among those that take long, for being large or for its
	 * pictures; what it throws ends the conversion before that.
	 */
	onLong?: () => void;
	/** Called with the Markdown of a document, part by part. What it throws ends the conversion. */
	onTexts: (texts: PageText[]) => void | Promise<void>;
}

type Pool = WorkerPool<ConversionTasks, ConversionMessage>;

/**
 * Converts documents in processes of their own, which are ended when there is nothing to do. Small
 * documents without recognition have processes of their own, so that they never wait for what takes
 * long.
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

	/** How many documents are being read, and how many wait, by how long they may take. */
	count(): Record<'short' | 'long', { running: number; waiting: number }> {
		return { short: this.#shortPool.count(), long: this.#longPool.count() };
	}

	/**
	 * Converts a document to Markdown, page by page. The Markdown comes in parts, by
	 * `options.onTexts`; nobody need hold a long document whole.
	 * @throws DocumentFailure with the reason to show, the signal's reason, or what `onTexts` threw
	 */
	async convert(
		request: ConversionRequest,
		{ signal, onTexts, onProgress, isLong = false, onLong }: ConversionOptions,
	): Promise<DocumentOutline> {
		const onMessage = (message: ConversionMessage) => {
			if ('texts' in message) return onTexts(message.texts);
			onProgress?.(...message.progress);
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

	/** @returns undefined when it takes long, or wants recognition */
	async #convertQuickly(
		prepare: (folder: string) => Promise<readonly [ConversionRequest]>,
		follow: TaskOptions<ConversionMessage>,
	): Promise<Outcome<DocumentOutline> | undefined> {
		try {
			const outcome = await this.#shortPool.run('convertQuickly', prepare, follow);
			return 'wantsRecognition' in outcome ? undefined : outcome;
		} catch (error) {
			if (error instanceof WorkerFailure && error.reason === 'time') return undefined;
			throw error;
		}
	}

	/**
	 * Tells the pages of a document without converting it. With `isQuick` only as far as the document
	 * need not be read for it: pages are counted in PDF and images, every other document is given one.
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

	/** Ends all processes; running conversions fail. */
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
		// What a process left here that was killed.
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
		// Nothing else than memory makes the system end a process.
		if (reason === 'memory' || message === 'SIGKILL') {
			return new DocumentFailure(
				'memory',
				`The document needs more memory than one document may use (${maxMemoryMegabytes} MB).`,
			);
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

/** Puts a document where a process may read: that one, and no other. */
async function handOver(request: ConversionRequest, folder: string): Promise<ConversionRequest> {
	const link = join(folder, DOCUMENT_NAME);
	await rm(link, { force: true });
	await present(resolve(request.filePath), link);
	return { ...request, filePath: link };
}

/** Most characters of Markdown: what a job for pages brings is kept and sent in one piece. */
const MAX_LENGTH = 8 * 1024 * 1024;

/**
 * The Markdown of all pages of a document that a page's address led to, as the parser would write it,
 * under its file name, and what the reader should know of it (api/openapi.yaml, "What the service does": URLs that point to documents are detected
 * automatically and converted to Markdown). The file stays; whoever stored it deletes it.
 * @throws DocumentFailure with the reason, or the signal's reason
 */
export async function convertDownload(
	{ filePath, fileName }: { filePath: string; fileName: string },
	converter: DocumentConverter,
	signal: AbortSignal,
): Promise<{ title: string; markdown: string; warnings: string[] }> {
	const pages: string[][] = [];
	let length = 0;
	const onTexts = (parts: PageText[]) => {
		for (const { page, part, text } of parts) {
			const known = (pages[page] ??= []);
			// A document that turns out to take long is read again.
			length += text.length - (known[part]?.length ?? 0);
			known[part] = text;
		}
		if (length <= MAX_LENGTH) return;
		throw new DocumentFailure(
			'tooLarge',
			`The document has more than ${MAX_LENGTH} characters of Markdown, the most that is returned for a page. Parse it as a document instead (POST /parse).`,
		);
	};
	const request = { filePath, fileName, mode: 'auto' } as const;
	const { warnings } = await converter.convert(request, { signal, onTexts });
	const markdown = pages.map((parts) => parts.join('')).join('\n\n');
	return { title: fileName, markdown, warnings };
}
