import type { Config } from '../../config.ts';
import { extract } from '../../extract/extract.ts';
import {
	type ExtractionEngine,
	MOST_TEXT_CHARACTERS,
	type RuleReader,
} from '../../extract/extraction.ts';
import type { Model } from '../../extract/model.ts';
import { describeUnstated } from '../../extract/unstatedValues.ts';
import { JobFailure, type JobContext, type JobHandler } from '../../engine/job.ts';
import { RetryLater } from '../../retryLater.ts';
import type { JobOutcome } from '../../db/jobRecord.ts';
import { mayPass } from '../../db/passing.ts';
import { FileMissingError } from '../../files/storage.ts';
import type { ParseTextsRepository } from '../../db/parseDocuments.ts';
import type { ConversionRequest, DocumentOutline } from '../document/conversion.ts';
import { DocumentFailure } from '../document/documentFailure.ts';
import type { DocumentConverter } from '../document/documentConverter.ts';
import { isStored, type StoredDocument } from '../files/documentFiles.ts';

import { describeAnswer, fetchLink, LinkFailure, type LinkTools } from '../links/fetchLink.ts';
import {
	markdownOf,
	type ParseJobRequest,
	type ParseOptions,
	type ParseResult,
	priceParse,
	toParseSummary,
} from './parseJob.ts';

/** What parsing takes. */
export interface ParseTools extends LinkTools {
	converter: DocumentConverter;
	/** Answers extractions; the rules do without one. */
	model: Model | undefined;
	/** Reads documents for the rules. */
	reader: RuleReader;
	/** Keeps the Markdown of documents. */
	texts: ParseTextsRepository;
	costs: Config['costs'];
}

/** A document whose text the database did not take, because the disk is full say, is read again. */
const STORE_RETRY_MS = 5000;

/** What the converter is asked for a stored document and the options of a parse. */
export function toConversionRequest(
	document: StoredDocument & { charset?: string },
	options: ParseOptions,
	filePath: string,
): ConversionRequest {
	const { mode = 'auto', pages, maxPages } = options;
	return {
		filePath,
		fileName: document.fileName,
		...(document.sourceUrl !== undefined && { sourceUrl: document.sourceUrl }),
		...(document.charset !== undefined && { charset: document.charset }),
		mode,
		...(pages !== undefined && { pages }),
		...(maxPages !== undefined && { maxPages }),
	};
}

async function obtain(
	{ fileId }: ParseJobRequest,
	tools: ParseTools,
	context: JobContext,
): Promise<StoredDocument & { charset?: string }> {
	const file = await tools.files.find(fileId);
	if (file === undefined) throw new JobFailure('The file was deleted before it was parsed.');
	if (isStored(file)) return file;
	const { sourceUrl } = file;
	if (sourceUrl === undefined) throw new JobFailure('The file has not been uploaded yet.');
	context.reportProgress({ message: 'Fetching the document', done: 0, total: 0 });
	return await fetchLink({ ...file, sourceUrl }, tools, context.signal);
}

async function convert(
	document: StoredDocument,
	{ options }: ParseJobRequest,
	{ converter, files, texts }: ParseTools,
	{ jobId, signal, reportProgress }: JobContext,
): Promise<DocumentOutline> {
	reportProgress({ message: 'Opening the document', done: 0, total: 0 });
	return await files.withLocalFile(document.id, (path) =>
		converter.convert(toConversionRequest(document, options, path), {
			signal,
			onTexts: (parts) => texts.insert(jobId, parts),
			onProgress: (done, total) => {
				const message = done < total ? `Page ${done + 1} of ${total}` : 'Finishing';
				reportProgress({ message, done, total });
			},
		}),
	);
}

/**
 * Extraction, where it was asked for. Its failure is a warning: the Markdown is there all the same.
 * What a model answers is compared with the document.
 */
async function extractFields(
	document: StoredDocument,
	readMarkdown: (length: number) => Promise<string>,
	{ prompt, schema }: ParseOptions,
	{ engine, signal }: { engine: ExtractionEngine; signal: AbortSignal },
) {
	if (prompt === undefined && schema === undefined) return undefined;
	// One more than is read of it, so that the reader sees, and says, that there is more.
	const length = (engine.model?.maxPageCharacters ?? MOST_TEXT_CHARACTERS) + 1;
	const markdown = await readMarkdown(length);
	const { fileName: title, sourceUrl } = document;
	const answer = await extract(
		[{ title, markdown, url: sourceUrl ?? '' }],
		// A document's fields are JSON (reference, POST /parse: "result in json").
		{ prompt, schema, output: 'json' },
		engine,
		signal,
	);
	const isChecked = engine.model && schema !== undefined && !answer.aiExtractionFailed;
	const unstated = isChecked ? describeUnstated(answer.content, markdown, schema) : undefined;
	return { ...answer, warnings: [...answer.warnings, ...(unstated ? [unstated] : [])] };
}

async function firstCharacters(parts: AsyncIterable<string>, length: number): Promise<string> {
	let text = '';
	for await (const part of parts) {
		text += part;
		if (text.length >= length) break;
	}
	return text.slice(0, length);
}

async function parse(
	request: ParseJobRequest,
	tools: ParseTools,
	context: JobContext,
): Promise<JobOutcome> {
	const startedAtMs = Date.now();
	const document = await obtain(request, tools, context);
	const converted = await convert(document, request, tools, context);
	const { options } = request;
	const effort = { engine: tools, signal: context.signal };
	const readMarkdown = (length: number): Promise<string> =>
		firstCharacters(markdownOf(converted.pages, tools.texts.open(context.jobId)), length);
	const answer = await extractFields(document, readMarkdown, options, effort);
	const result: ParseResult = {
		...converted,
		fileName: document.fileName,
		warnings: [
			...converted.warnings,
			...(request.sourceUrl === undefined
				? []
				: describeAnswer(request.sourceUrl, converted.format)),
			...(answer?.schemaWarnings ?? []),
			...(answer?.warnings ?? []),
			...(answer?.failureReason === undefined ? [] : [answer.failureReason]),
		],
		...(answer?.aiExtractionFailed === false && { json: answer.content }),
		durationMs: Date.now() - startedAtMs,
	};
	return {
		result,
		summary: toParseSummary(result),
		creditsUsed: priceParse(converted.pagesParsed, tools.costs),
		inputTokens: answer?.inputTokens ?? 0,
		outputTokens: answer?.outputTokens ?? 0,
		captchasSolved: 0,
	};
}

/** Makes the handler of `parse` jobs: fetches a linked document, converts it, extracts fields. */
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
