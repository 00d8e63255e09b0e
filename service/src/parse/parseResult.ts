import type { ConvertedDocument } from './convert/conversion.ts';

/** What a finished parse job keeps; its status body is made of it. */
export interface ParseResult extends ConvertedDocument {
	fileName: string;
	/** Extracted fields; absent when none were asked for, or extraction failed. */
	json?: unknown;
	durationMs: number;
}

/** Whether a job's stored result is one: this room alone writes those of its kind. */
export function isParseResult(stored: unknown): stored is ParseResult {
	return typeof stored === 'object' && stored !== null && 'pages' in stored && 'format' in stored;
}
