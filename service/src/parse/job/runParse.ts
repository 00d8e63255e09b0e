import { availableParallelism } from 'node:os';
import { describeIgnoredFields } from '../../http/ignoredFields.ts';
import type { Config } from '../../config.ts';
import { mostCharacters } from '@web-data-extraction/fields/answerByModel';
import { extract } from '@web-data-extraction/fields/extract';
import {
	type ExtractionEngine,
	MOST_TEXT_CHARACTERS,
	NO_SOURCES,
	type RuleReader,
} from '@web-data-extraction/fields/extraction';
import type { PageStart, ValueSources } from '@web-data-extraction/fields/valueSource';
import type { Model } from '@web-data-extraction/fields/model';
import { JobFailure, type JobContext, type JobHandler, LaneChange } from '../../engine/job.ts';
import { RetryLater } from '../../turns/retryLater.ts';
import type { JobOutcome } from '../../db/jobRecord.ts';
import { mayPass } from '../../db/passing.ts';
import { FileMissingError } from '../../files/storage.ts';
import type { ParseTextsRepository } from '../../db/parseTexts.ts';
import type { ConversionRequest, DocumentValues } from '@web-data-extraction/documents/conversion';
import { DocumentFailure } from '@web-data-extraction/documents/documentFailure';
import { readPages, readPageStarts } from './storedMarkdown.ts';
import type { Conversion } from '../../documents/conversionTasks.ts';
import type { DocumentConverter } from '../../documents/documentConverter.ts';
import { isStored, type StoredDocument } from '../files/documentFiles.ts';
import { describeAnswer, fetchLink, LinkFailure, type LinkTools } from '../links/fetchLink.ts';
import {
	type ParseJobRequest,
	type ParseOptions,
	type ParseResult,
	type ParseSummary,
	priceParse,
} from './parseJob.ts';

/** What parsing needs. */
export interface ParseTools extends LinkTools {
	converter: DocumentConverter;
	/** Answers extractions; without it, rules do. */
	model: Model | undefined;
	/** Reads documents for the rules. */
	reader: RuleReader;
	/** Stores the Markdown of documents. */
	texts: ParseTextsRepository;
	costs: Config['costs'];
}

/**
 * Lanes other than the usual one, in which short documents are read: for documents that wait for servers, and
 * for those that take long because of their size or pictures.
 */
const LANES = { fetching: 'fetching', long: 'long' } as const;

/** How many parse jobs run at a time; the converter limits the resources that they use. */
export const PARSE_PLACES = {
	concurrency: 8,
	lanes: { [LANES.fetching]: 16, [LANES.long]: availableParallelism() },
};

/** A document whose text could not be stored, for example because the disk is full, is read again. */
const STORE_RETRY_MS = 5000;

/** The converter's request for a stored document with the options of a parse. */
export function toConversionRequest(
	{ fileName, sourceUrl, charset }: StoredDocument,
	{ mode = 'auto', pages, maxPages, prompt, schema }: ParseOptions,
	filePath: string,
): ConversionRequest {
	const withWords = prompt !== undefined || schema !== undefined;
	return { filePath, fileName, sourceUrl, charset, mode, pages, maxPages, withWords };
}

async function obtain(
	{ fileId, fileName, sourceUrl, storedBytes }: ParseJobRequest,
	tools: ParseTools,
	context: JobContext,
): Promise<StoredDocument> {
	// All about it is known; whether it was deleted meanwhile shows when it is opened.
	if (storedBytes !== undefined) {
		return { id: fileId, fileName, sourceUrl, announcedBytes: undefined, storedBytes };
	}
	const file = await tools.files.find(fileId);
	if (file === undefined) throw new JobFailure('The file was deleted before it was parsed.');
	if (isStored(file)) return file;
	if (sourceUrl === undefined) throw new JobFailure('The file has not been uploaded yet.');
	if (context.lane !== LANES.fetching) throw new LaneChange(LANES.fetching);
	context.reportProgress({ message: 'Fetching the document', done: 0, total: 0 });
	await fetchLink({ ...file, sourceUrl }, tools, context.signal);
	throw new LaneChange('');
}

async function convert(
	document: StoredDocument,
	{ options }: ParseJobRequest,
	{ converter, files, texts }: ParseTools,
	{ jobId, lane, signal, reportProgress }: JobContext,
): Promise<Conversion> {
	reportProgress({ message: 'Opening the document', done: 0, total: 0 });
	return await files.withLocalFile(document.id, (path) =>
		converter.convert(toConversionRequest(document, options, path), {
			signal,
			isLong: lane === LANES.long,
			onLong: () => {
				throw new LaneChange(LANES.long);
			},
			onTexts: (parts) => texts.insert(jobId, parts),
			onProgress: (done, total) => {
				const message = done < total ? `Page ${done + 1} of ${total}` : 'Finishing';
				reportProgress({ message, done, total });
			},
		}),
	);
}

async function firstCharacters(parts: AsyncIterable<string>, length: number): Promise<string> {
	let text = '';
	for await (const part of parts) {
		text += part;
		if (text.length >= length) break;
	}
	return text.slice(0, length);
}

/** What fields are read from. */
interface DocumentContent extends DocumentValues {
	/** The Markdown. */
	parts: AsyncIterable<string>;
	pageStarts?: PageStart[] | undefined;
}

/** Of an answer without any value: a job about a document has no flag for it, as one about a page has. */
const NOTHING_FOUND = 'No value was found for any field.';

/** What is extracted from the Markdown of a document. */
interface Extracted {
	json?: unknown;
	sources?: ValueSources | undefined;
	warnings: string[];
	inputTokens: number;
	outputTokens: number;
}

/**
 * Extraction, if it was requested. If it fails, there is a warning, and the Markdown is kept.
 */
async function extractFields(
	{ fileName: title, sourceUrl }: StoredDocument,
	{ parts, ...values }: DocumentContent,
	{ prompt, schema, includeSources }: ParseOptions,
	{ engine, signal }: { engine: ExtractionEngine; signal: AbortSignal },
): Promise<Extracted> {
	if (prompt === undefined && schema === undefined) {
		const warnings = includeSources === true ? [NO_SOURCES] : [];
		return { warnings, inputTokens: 0, outputTokens: 0 };
	}
	// One more than is read, so that the reader detects, and reports, that there is more.
	const length = (engine.model ? mostCharacters(engine.model) : MOST_TEXT_CHARACTERS) + 1;
	const markdown = await firstCharacters(parts, length);
	const answer = await extract(
		[{ title, markdown, url: sourceUrl ?? '', ...values }],
		// A document's fields are JSON (api/openapi.yaml, ParsePrompt).
		{ prompt, schema, output: 'json', includeSources },
		engine,
		signal,
	);
	const { content, aiExtractionFailed, extractionEmpty, inputTokens, outputTokens } = answer;
	const sentences = [
		...answer.schemaWarnings,
		...answer.warnings,
		answer.failureReason,
		extractionEmpty ? NOTHING_FOUND : undefined,
	];
	return {
		json: aiExtractionFailed ? undefined : content,
		sources: answer.sources,
		warnings: sentences.filter((sentence) => sentence !== undefined),
		inputTokens,
		outputTokens,
	};
}

async function parse(
	request: ParseJobRequest,
	tools: ParseTools,
	context: JobContext,
): Promise<JobOutcome> {
	const startedAtMs = Date.now();
	const { options, sourceUrl, ignoredFields = [] } = request;
	const document = await obtain(request, tools, context);
	const converted = await convert(document, request, tools, context);
	const { pages, texts, invoices, words, ...facts } = converted;
	const read = tools.texts.open(context.jobId, texts);
	const markdown = readPages(pages, read);
	const hasPages = pages.length > 1 || words.length > 0;
	const isTraced = options.includeSources === true && hasPages;
	const pageStarts = isTraced ? await readPageStarts(pages, read, options) : undefined;
	const effort = { engine: tools, signal: context.signal };
	const content = { parts: markdown, invoices, words, pageStarts };
	const extracted = await extractFields(document, content, options, effort);
	const { json, sources, warnings, inputTokens, outputTokens } = extracted;
	const answer = { ...document, format: facts.format };
	const linkWarnings = sourceUrl === undefined ? [] : describeAnswer(sourceUrl, answer);
	const summary: ParseSummary = {
		...facts,
		fileName: document.fileName,
		warnings: [
			...describeIgnoredFields(ignoredFields),
			...facts.warnings,
			...linkWarnings,
			...warnings,
		],
		durationMs: Date.now() - startedAtMs,
	};
	return {
		result: { ...summary, pages, texts, json, sources } satisfies ParseResult,
		summary,
		creditsUsed: priceParse(facts.pagesParsed, tools.costs),
		inputTokens,
		outputTokens,
	};
}

/** Creates the handler of `parse` jobs: fetches a linked document, converts it, extracts fields. */
export function createParseHandler(tools: ParseTools): JobHandler<ParseJobRequest> {
	return async (request, context) => {
		try {
			return await parse(request, tools, context);
		} catch (error) {
			if (mayPass(error)) throw new RetryLater('The text could not be stored.', STORE_RETRY_MS);
			if (
				error instanceof DocumentFailure ||
				error instanceof LinkFailure ||
				error instanceof FileMissingError
			) {
				throw new JobFailure(error.message, { cause: error });
			}
			throw error;
		}
	};
}
