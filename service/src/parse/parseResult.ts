import type { ParseTextsRepository } from '../store/parseTexts.ts';
import { joinPages } from './convert/assemble.ts';
import type { DocumentOutline, PageOutline } from './convert/conversion.ts';

/** What a finished parse job keeps beside its Markdown; its status body is made of both. */
export interface ParseResult extends DocumentOutline {
	fileName: string;
	/** Extracted fields; absent when none were asked for, or extraction failed. */
	json?: unknown;
	durationMs: number;
}

/** A result without its pages and fields: what the status of a batch shows of each document. */
export type ParseSummary = Omit<ParseResult, 'pages' | 'json'>;

/** The summary of a result. */
export function toParseSummary({
	pages: _pages,
	json: _json,
	...summary
}: ParseResult): ParseSummary {
	return summary;
}

/** Whether a job's stored summary is one. */
export function isParseSummary(stored: unknown): stored is ParseSummary {
	return typeof stored === 'object' && stored !== null && 'format' in stored;
}

/** Whether a job's stored result is one: this room alone writes those of its kind. */
export function isParseResult(stored: unknown): stored is ParseResult {
	return typeof stored === 'object' && stored !== null && 'pages' in stored && 'format' in stored;
}

/** The whole document's Markdown, in parts that are read when their turn comes. */
export function markdownOf(
	jobId: string,
	pages: readonly PageOutline[],
	texts: Pick<ParseTextsRepository, 'read'>,
	{ pageMarkers = false }: { pageMarkers?: boolean | undefined } = {},
): Generator<string> {
	const parts = pages.map((page, at) => ({
		pageNumber: page.pageNumber,
		parts: texts.read(jobId, at, page.parts),
	}));
	return joinPages(parts, { pageMarkers });
}
