import { resolve } from 'node:path';
import { createDriver } from './driver';

/** One document to convert; the fields of the converter's request, and when to cancel. */
export interface ConversionTask {
	filePath: string;
	fileName?: string;
	mode?: 'auto' | 'fast' | 'ocr';
	pages?: string;
	maxPages?: number;
	cancelAfterMs?: number;
}

export interface ConversionTasks {
	tasks: ConversionTask[];
	/** The converter's settings, where they differ from its own. */
	settings?: Record<string, unknown>;
	/** Hands all of them over at once. Default: one after another. */
	isAtOnce?: boolean;
}

/** What came of a task: a document, or the reason against it. */
export interface ConversionResult {
	format?: string;
	totalPages?: number;
	pagesParsed?: number;
	ocrPages?: number;
	pages?: Array<{ pageNumber: number; markdown: string; method: string; error?: string }>;
	warnings?: string[];
	progress?: Array<[done: number, total: number]>;
	/** All pages together. */
	markdown?: string;
	code?: string;
	error?: string;
	/** Only of tasks that were handed over at once. */
	endedAfterMs?: number;
}

/** Converts documents outside a service. Those of a test file with the same settings share a converter. */
export const convertDocuments = createDriver<ConversionTasks, ConversionResult[]>(
	resolve(__dirname, 'convertDocuments.mts'),
);
