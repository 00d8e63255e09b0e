import { randomUUID } from 'node:crypto';
import type { components } from '../../../../api/generated/types.ts';
import type { JobQueue, JobSnapshot } from '../../engine/queue.ts';
import type { Queries } from '../../db/database.ts';
import type { ParseBatchEntry, ParseBatchesRepository } from '../../db/parseBatches.ts';
import { type ParseJobRequest, type ParseOptions, priceParse } from '../job/parseJob.ts';
import { type ParseTools, toConversionRequest } from '../job/runParse.ts';
import { type BatchDocument, listDocuments, readBatchRequest } from './batchRequest.ts';
import { DocumentFailure } from '../document/documentFailure.ts';
import { type Estimate, estimateDocument, estimateFailure, estimateLink } from './estimate.ts';
import { type JsonEntry, sendJsonList } from '../../http/jsonList.ts';
import { type ParseSources, toParseJobBody, writeParseJob } from './parseJobBody.ts';
import { ApiError } from '../../http/apiError.ts';
import type { Operations } from '../../http/operation.ts';

type BatchQueued = components['schemas']['ParseBatchQueued'];

/** What accepting a batch takes. */
export interface BatchTools {
	batches: ParseBatchesRepository;
	queue: JobQueue;
	tools: ParseTools;
}

/** Pages that a document is expected to have, by its place in the batch; 1 where nobody knows. */
type ExpectedPages = ReadonlyMap<BatchDocument, number>;

/** A document with its file, or refused. */
type PreparedDocument = Omit<ParseBatchEntry, 'jobId'> & { request?: ParseJobRequest };

async function prepareDocument(
	document: BatchDocument,
	options: ParseOptions,
	{ files }: ParseTools,
	transaction: Queries,
): Promise<PreparedDocument> {
	const { fileName } = document;
	if (document.kind === 'refused') {
		const { url, fileId, error } = document;
		return { fileName, sourceUrl: url, fileId, error };
	}
	const file =
		document.kind === 'linked'
			? await files.announce(fileName, document.url, transaction)
			: document.document;
	const { id: fileId, sourceUrl } = file;
	const source = sourceUrl === undefined ? {} : { sourceUrl };
	const request = { fileId, fileName, ...source, options };
	return { fileName, sourceUrl, fileId, error: undefined, request };
}

function toQueuedBody(entry: ParseBatchEntry, credits: number): BatchQueued['documents'][number] {
	const { jobId, fileName, sourceUrl, fileId, error } = entry;
	return {
		...(jobId !== undefined && { jobId }),
		status: jobId === undefined ? 'failed' : 'queued',
		fileName,
		...(sourceUrl !== undefined && { sourceUrl }),
		...(fileId !== undefined && { fileId }),
		credits: jobId === undefined ? 0 : credits,
		...(error !== undefined && { error }),
	};
}

/** Accepts a batch: each document becomes a job, or is recorded as refused; all or nothing. */
async function acceptBatch(
	documents: readonly BatchDocument[],
	options: ParseOptions,
	expectedPages: ExpectedPages,
	batchTools: BatchTools,
): Promise<BatchQueued> {
	const { queue, batches, tools } = batchTools;
	const batchId = randomUUID();
	const entries = await queue.acceptWith(async (acceptAll, transaction) => {
		const prepared: PreparedDocument[] = [];
		for (const document of documents) {
			prepared.push(await prepareDocument(document, options, tools, transaction));
		}
		const jobIds = await acceptAll(
			'parse',
			prepared.flatMap(({ request }) => request ?? []),
		);
		const accepted = prepared.map(({ request, ...entry }): ParseBatchEntry => ({
			...entry,
			jobId: request && jobIds.shift(),
		}));
		await batches.insert(batchId, accepted, transaction);
		return accepted;
	});
	const bodies = entries.map((entry, at) => {
		const document = documents[at];
		const pages = (document && expectedPages.get(document)) ?? 1;
		return toQueuedBody(entry, priceParse(pages, tools.costs));
	});
	return { batchId, documents: bodies };
}

/** The submit answers after this time at the latest; what is not known by then, its job finds out. */
const PREVIEW_LIMIT_MS = 5_000;

/** What a look at a batch's stored documents showed before it is accepted. */
interface BatchPreview {
	/** The documents; those that can't be read at all are refused now. */
	documents: BatchDocument[];
	expectedPages: ExpectedPages;
}

async function preview(
	document: BatchDocument,
	options: ParseOptions,
	{ converter, files }: ParseTools,
	signal: AbortSignal,
): Promise<{ document: BatchDocument; pages: number }> {
	if (document.kind !== 'stored') return { document, pages: 1 };
	const { id } = document.document;
	try {
		const { selectedPages } = await files.withLocalFile(id, (path) =>
			converter.preview(toConversionRequest(document.document, options, path), { signal }),
		);
		return { document, pages: selectedPages };
	} catch (error) {
		if (!(error instanceof DocumentFailure)) return { document, pages: 1 };
		const { fileName } = document;
		return { document: { kind: 'refused', fileName, fileId: id, error: error.message }, pages: 0 };
	}
}

/**
 * Looks at the stored documents of a batch, as far as that is cheap: their format, whether they are
 * encrypted or cut off, and the pages of those that can be counted without being read.
 */
async function previewBatch(
	documents: readonly BatchDocument[],
	options: ParseOptions,
	tools: ParseTools,
): Promise<BatchPreview> {
	const signal = AbortSignal.timeout(PREVIEW_LIMIT_MS);
	const seen = await Promise.all(
		documents.map((document) => preview(document, options, tools, signal)),
	);
	return {
		documents: seen.map(({ document }) => document),
		expectedPages: new Map(seen.map(({ document, pages }) => [document, pages])),
	};
}

type EstimateBody = components['schemas']['ParseBatchEstimate'];
type DocumentBody = EstimateBody['documents'][number];

function estimate(
	document: Exclude<BatchDocument, { kind: 'refused' }>,
	options: ParseOptions,
	tools: ParseTools,
): Promise<Estimate> {
	if (document.kind === 'linked') return estimateLink(document.url, options, tools);
	return estimateDocument(document.document, options, tools);
}

async function toEstimateBody(
	document: BatchDocument,
	options: ParseOptions,
	tools: ParseTools,
): Promise<DocumentBody> {
	const { fileName } = document;
	if (document.kind === 'refused') {
		const { error, url, fileId } = document;
		return { fileName, ...(url && { sourceUrl: url }), ...(fileId && { fileId }), error };
	}
	const source =
		document.kind === 'linked' ? { sourceUrl: document.url } : { fileId: document.document.id };
	const isGoneAfter = document.kind === 'stored' && document.isUpload;
	const facts = { fileName, ...(!isGoneAfter && source) };
	try {
		return { ...facts, ...(await estimate(document, options, tools)) };
	} catch (error) {
		return { ...facts, error: estimateFailure(error) };
	}
}

/** What parsing a batch would come to, document by document; uploads are deleted again. */
async function estimateBatch(
	documents: readonly BatchDocument[],
	options: ParseOptions,
	tools: ParseTools,
): Promise<EstimateBody> {
	const bodies = await Promise.all(
		documents.map((document) => toEstimateBody(document, options, tools)),
	);
	for (const document of documents) {
		if (document.kind === 'stored' && document.isUpload) {
			await tools.files.remove(document.document.id);
		}
	}
	const creditsUsed = bodies.reduce((sum, body) => sum + (body.creditsUsed ?? 0), 0);
	return { documents: bodies, creditsUsed };
}

type ParseBatch = components['schemas']['ParseBatch'];
type BatchDocumentBody = ParseBatch['documents'][number];

/** What the status of a batch is read from. */
interface BatchSources extends ParseSources {
	queue: Pick<JobQueue, 'find' | 'readResult' | 'readSummary'>;
}

async function findJob(
	{ jobId }: ParseBatchEntry,
	{ queue }: BatchSources,
): Promise<JobSnapshot | undefined> {
	return jobId === undefined ? undefined : queue.find(jobId, 'parse');
}

async function toDocumentBody(
	entry: ParseBatchEntry,
	sources: BatchSources,
): Promise<BatchDocumentBody> {
	const job = await findJob(entry, sources);
	if (job !== undefined) {
		const summary = await sources.queue.readSummary(job.id);
		const body = await toParseJobBody(job, summary, sources.files);
		return { ...body, fileName: body.fileName ?? entry.fileName };
	}
	return {
		status: 'failed',
		fileName: entry.fileName,
		...(entry.sourceUrl !== undefined && { sourceUrl: entry.sourceUrl }),
		...(entry.fileId !== undefined && { fileId: entry.fileId }),
		error: entry.error ?? 'The job of this document is gone.',
	};
}

/**
 * The body of a batch's status without its documents, and those as JSON (reference, "Parse batch").
 * @param hasResults with the Markdown and fields of the documents
 */
async function describeBatch(
	batchId: string,
	entries: readonly ParseBatchEntry[],
	sources: BatchSources,
	hasResults: boolean,
): Promise<{ facts: Omit<ParseBatch, 'documents'>; documents: JsonEntry[] }> {
	const summaries = await Promise.all(entries.map((entry) => toDocumentBody(entry, sources)));
	const counts = { queued: 0, running: 0, completed: 0, failed: 0 };
	for (const { status } of summaries) counts[status]++;
	const facts = {
		batchId,
		status: counts.queued + counts.running === 0 ? ('completed' as const) : ('running' as const),
		counts,
		creditsUsed: summaries.reduce((sum, { creditsUsed = 0 }) => sum + creditsUsed, 0),
	};
	const documents = entries.map((entry, index) => () => {
		const summary = JSON.stringify(summaries[index]);
		return hasResults ? writeDocument(entry, sources, summary) : summary;
	});
	return { facts, documents };
}

/** A document with its Markdown and fields; without a job there is no more than the summary. */
async function* writeDocument(
	entry: ParseBatchEntry,
	sources: BatchSources,
	summary: string,
): AsyncGenerator<string> {
	const job = await findJob(entry, sources);
	if (job === undefined) yield summary;
	else yield* writeParseJob(job, await sources.queue.readResult(job.id), sources);
}

/** `POST /parse/batch` and `GET /parse/batch/{batchId}`. */
export function createParseBatchOperations(batchTools: BatchTools): Operations {
	const { queue, batches, tools } = batchTools;
	return {
		async submitParseBatch(request, reply) {
			const batch = await readBatchRequest(request, tools.files);
			const documents = await listDocuments(batch, tools.files);
			const { options } = batch;
			if (options.dryRun === true) return await estimateBatch(documents, options, tools);
			const preview = await previewBatch(documents, options, tools);
			reply.code(202);
			return acceptBatch(preview.documents, options, preview.expectedPages, batchTools);
		},

		async getParseBatch({ params, query }, reply) {
			const entries = await batches.list(params.batchId);
			if (entries.length === 0) throw new ApiError(404, 'Parse batch not found');
			const { files, texts } = tools;
			const sources = { queue, files, texts };
			const hasResults = query.include === 'results';
			const batch = await describeBatch(params.batchId, entries, sources, hasResults);
			return sendJsonList(reply, batch.facts, 'documents', batch.documents);
		},
	};
}
