import type { PageText } from '../../db/parseDocuments.ts';
import { availableParallelism } from 'node:os';
import type { ConversionLimits } from './convertDocument.ts';
import type {
	ConversionRequest,
	DocumentOutline,
	DocumentSummary,
} from '../document/conversion.ts';
import type { RecognitionSettings } from '../ocr/recogniser.ts';
import type { DocumentFailureCode } from '../document/documentFailure.ts';

/** What a conversion process is started with, as JSON in its argument. */
export interface ProgramSettings {
	/** Memory that it may take. */
	maxBytes: number;
	recognition: RecognitionSettings;
}

/** What the service asks a conversion process to do; one task at a time. */
export interface Task {
	kind: 'convert' | 'summarize' | 'preview';
	request: ConversionRequest;
	limits: ConversionLimits;
}

/** What a task that succeeded ends with. `usedBytes` is what the process takes after it. */
export type Outcome =
	| { kind: 'converted'; document: DocumentOutline; usedBytes: number }
	| { kind: 'summarized'; summary: DocumentSummary; usedBytes: number };

/** What a conversion process tells the service. */
export type Report =
	| { kind: 'progress'; done: number; total: number }
	/** Before `converted`: the Markdown of all pages in order. */
	| { kind: 'texts'; texts: PageText[] }
	| Outcome
	| { kind: 'failed'; code: DocumentFailureCode; message: string; usedBytes: number };

/** How much documents may take. */
export interface ConverterSettings {
	/** Documents converted at the same time, each in a process of its own. Default: one per core. */
	maxProcesses: number;
	/** JavaScript heap of a process, in megabytes. Default 1024. */
	maxHeapMegabytes: number;
	/** All memory of a process, pictures and recognition included, in megabytes. Default 2048. */
	maxMemoryMegabytes: number;
	/** A process that reports no page for this long is ended, in milliseconds. Default 2 minutes. */
	stallTimeoutMs: number;
	/** A document may take this long in all, in milliseconds. Default 30 minutes. */
	totalTimeoutMs: number;
	/** A process without work is ended after this time, in milliseconds. Default 1 minute. */
	idleTimeoutMs: number;
	/**
	 * A process that takes more than this after a document, in megabytes, is ended and not used for
	 * the next: what a large document leaves behind is given back. Default 700.
	 */
	retireAboveMegabytes: number;
	/** Languages of text in pictures, the likeliest first. Default: English alone. */
	languages: readonly string[];
	/**
	 * Folder for what processes are handed; deleted on close. Default: one of its own in the
	 * system's folder for temporary files.
	 */
	directory: string | undefined;
	limits: ConversionLimits;
}

/** The settings in force where nothing else is said. */
export const DEFAULT_CONVERTER_SETTINGS: ConverterSettings = {
	maxProcesses: availableParallelism(),
	maxHeapMegabytes: 1024,
	maxMemoryMegabytes: 2048,
	stallTimeoutMs: 120_000,
	totalTimeoutMs: 1_800_000,
	idleTimeoutMs: 60_000,
	retireAboveMegabytes: 700,
	languages: ['eng'],
	directory: undefined,
	limits: { maxSelectedPages: 2_000, maxMarkdownLength: 64 * 1024 * 1024 },
};
