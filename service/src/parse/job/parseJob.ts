import type { components } from '../../../../api/generated/types.ts';
import type { DocumentOutline } from '../../documents/conversion/conversion.ts';
import type { Config } from '../../config.ts';
import type { WithIgnoredFields } from '../../http/ignoredFields.ts';

/** Options of a parse, checked against the contract. */
export type ParseOptions = components['schemas']['ParseOptions'];

/** What a parse job is stored with. */
export interface ParseJobRequest extends WithIgnoredFields {
	fileId: string;
	/** As known at submit; a fetched link may bring a better one. */
	fileName: string;
	sourceUrl?: string | undefined;
	options: ParseOptions;
}

/** Whether a job's stored request is one: this module alone writes those of its kind. */
export function isParseJobRequest(stored: unknown): stored is ParseJobRequest {
	return typeof stored === 'object' && stored !== null && 'fileId' in stored && 'options' in stored;
}

/** What a finished parse job keeps beside its Markdown; its status body is made of both. */
export interface ParseResult extends DocumentOutline {
	fileName: string;
	/** Extracted fields; absent when none were asked for, or extraction failed. */
	json?: unknown;
	durationMs: number;
}

/** A result without its pages and fields: what the status of a batch shows of each document. */
export type ParseSummary = Omit<ParseResult, 'pages' | 'json'>;

/** Whether a job's stored summary is one. */
export function isParseSummary(stored: unknown): stored is ParseSummary {
	return typeof stored === 'object' && stored !== null && 'format' in stored;
}

/** Whether a job's stored result is one: this module alone writes those of its kind. */
export function isParseResult(stored: unknown): stored is ParseResult {
	return typeof stored === 'object' && stored !== null && 'pages' in stored && 'format' in stored;
}

/**
 * Credits for pages parsed; pages that could not be read are free (api/openapi.yaml, "Credits"). Whole
 * credits, as the contract has them, also where the price is a fraction.
 */
export function priceParse(pages: number, { documentPage }: Config['costs']): number {
	return Math.ceil(pages * documentPage);
}
