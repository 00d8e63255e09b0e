import type { components } from '../../../../api/generated/types.ts';
import type { ParseTextsRepository } from '../../db/parseDocuments.ts';
import { joinPages } from '../document/markdownParts.ts';
import type { DocumentOutline, PageOutline } from '../document/conversion.ts';
import type { Config } from '../../config.ts';

/** Options of a parse, checked against the contract. */
export type ParseOptions = components['schemas']['ParseOptions'];

/** What a parse job is stored with. */
export interface ParseJobRequest {
	fileId: string;
	/** As known at submit; a fetched link may bring a better one. */
	fileName: string;
	sourceUrl?: string;
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

/** Whether a job's stored result is one: this module alone writes those of its kind. */
export function isParseResult(stored: unknown): stored is ParseResult {
	return typeof stored === 'object' && stored !== null && 'pages' in stored && 'format' in stored;
}

/** Reads one part of a page. */
export type ReadText = ReturnType<ParseTextsRepository['open']>;

/** The whole document's Markdown, in parts that are read when their turn comes. */
export async function* markdownOf(
	pages: readonly PageOutline[],
	read: ReadText,
	{ pageMarkers = false }: { pageMarkers?: boolean | undefined } = {},
): AsyncGenerator<string> {
	const laidOut = pages.map((page, at) => ({
		pageNumber: page.pageNumber,
		parts: Array.from({ length: page.parts }, (_, part) => () => read(at, part)),
	}));
	for (const { before, part } of joinPages<() => Promise<string>>(laidOut, { pageMarkers })) {
		yield before + ((await part?.()) ?? '');
	}
}

/** The Markdown of one page, in parts that are read when their turn comes. */
export async function* readPage(
	{ page, parts }: { page: number; parts: number },
	read: ReadText,
): AsyncGenerator<string> {
	for (let part = 0; part < parts; part += 1) yield await read(page, part);
}

/**
 * Credits for pages parsed; pages that could not be read are free (gaps page, "Credits"). Whole
 * credits, as the contract has them, also where the price is a fraction.
 */
export function priceParse(pages: number, { documentPage }: Config['costs']): number {
	return Math.ceil(pages * documentPage);
}
