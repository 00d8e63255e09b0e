import type { components } from '../../../../api/generated/types.ts';
import type { DocumentOutline, DocumentValues } from '@web-data-extraction/documents/conversion';
import type { PageText } from '@web-data-extraction/documents/markdown';
import type { ValueSources } from '@web-data-extraction/fields/valueSource';
import type { Config } from '../../config.ts';
import type { WithIgnoredFields } from '../../http/ignoredFields.ts';

/** Options of a parse, checked against the contract. */
export type ParseOptions = components['schemas']['ParseOptions'];

/** The stored request of a parse job. */
export interface ParseJobRequest extends WithIgnoredFields {
	fileId: string;
	/** As known at submit; fetching a link may find a better one. */
	fileName: string;
	sourceUrl?: string | undefined;
	/** Its length, if its bytes came with the request, so that they are known to be there. */
	storedBytes?: number | undefined;
	options: ParseOptions;
}

/** Whether a job's stored request is a parse request: only this module writes those of its kind. */
export function isParseJobRequest(stored: unknown): stored is ParseJobRequest {
	return typeof stored === 'object' && stored !== null && 'fileId' in stored && 'options' in stored;
}

/** What a finished parse job stores in addition to the text of a long document; its status body is made from both. */
export interface ParseResult extends Omit<DocumentOutline, keyof DocumentValues | 'properties'> {
	fileName: string;
	/** The last parts of its Markdown, of most documents all. Absent in results of earlier versions. */
	texts?: PageText[];
	/** Absent in results of earlier versions. */
	properties?: DocumentOutline['properties'];
	/** Extracted fields; absent if none were requested, or extraction failed. */
	json?: unknown;
	/** Where their values were read, if that was asked for. */
	sources?: ValueSources | undefined;
	durationMs: number;
}

/** A result without its pages, texts and fields, as the status of a batch shows for each document. */
export type ParseSummary = Omit<ParseResult, 'pages' | 'texts' | 'json' | 'sources'>;

/** Whether a job's stored summary is a parse summary. */
export function isParseSummary(stored: unknown): stored is ParseSummary {
	return typeof stored === 'object' && stored !== null && 'format' in stored;
}

/** Whether a job's stored result is a parse result: only this module writes those of its kind. */
export function isParseResult(stored: unknown): stored is ParseResult {
	return typeof stored === 'object' && stored !== null && 'pages' in stored && 'format' in stored;
}

/**
 * Credits for pages parsed; pages that could not be read are free. Whole credits, even if the price is a
 * fraction (api/openapi.yaml, ParseJob).
 */
export function priceParse(pages: number, { documentPage }: Config['costs']): number {
	return Math.ceil(pages * documentPage);
}
