import { randomUUID } from 'node:crypto';
import type { components } from '../../../../api/generated/types.ts';
import type { JobQueue, JobSnapshot } from '../../engine/queue.ts';
import type { Queries } from '../../db/database.ts';
import type { ParseBatchEntry, ParseBatchesRepository } from '../../db/parseDocuments.ts';
import { type ParseJobRequest, type ParseOptions, priceParse } from '../job/parseJob.ts';
import { type ParseTools, toConversionRequest } from '../job/runParse.ts';
import { listDocuments, readBatchRequest } from './batchRequest.ts';
import { type BatchDocument, toJobRequest } from './documents.ts';
import { DocumentFailure } from '../document/documentFailure.ts';
import { estimateDocument, estimateFailure } from './estimate.ts';
import { type JsonEntry, sendJsonList } from '../../http/json.ts';
import { type ParseSources, toParseJobBody, writeParseJob } from './parseJobBody.ts';
import { ApiError } from '../../http/apiError.ts';
import type { Operations } from '../../http/operation.ts';

type BatchQueued = components['schemas']['ParseBatchQueued'];
type EstimateBody = components['schemas']['ParseBatchEstimate'];
type ParseBatch = components['schemas']['ParseBatch'];

/** What accepting a batch takes. */
export interface BatchTools {
	batches: ParseBatchesRepository;
	queue: JobQueue;
	tools: ParseTools;
}

/** A document of a batch, and how many pages it is expected to have: 1 where nobody knows. */
interface SeenDocument {
	document: BatchDocument;
	pages: number;
}

/** The submit answers after this time at the latest; what is not known by then, its job finds out. */
const PREVIEW_LIMIT_MS = 5_000;

/**
 * Looks at a stored document as far as that is cheap: its format, whether it is encrypted or cut off,
 * and its pages where they can be counted without being read. What can't be read is refused now.
 */
async function preview(
	document: BatchDocument,
	options: ParseOptions,
	{ converter, files }: ParseTools,
	signal: AbortSignal,
): Promise<SeenDocument> {
	if (document.kind !== 'stored') return { document, pages: 1 };
	const { file, fileName } = document;
	try {
		const { selectedPages } = await files.withLocalFile(file.id, (path) =>
			converter.summarize(toConversionRequest(file, options, path), { signal, isQuick: true }),
		);
		return { document, pages: selectedPages };
	} catch (error) {
		if (!(error instanceof DocumentFailure)) return { document, pages: 1 };
		const { message } = error;
		return { document: { kind: 'refused', fileName, fileId: file.id, error: message }, pages: 0 };
	}
}

/** What is stored of a document in its batch, but for its job, and what that is asked for. */
async function prepare(
	document: BatchDocument,
	options: ParseOptions,
	{ files }: ParseTools,
	transaction: Queries,
): Promise<Omit<ParseBatchEntry, 'jobId'> & { request?: ParseJobRequest }> {
	const { fileName } = document;
	if (document.kind === 'refused') {
		const { url: sourceUrl, fileId, error } = document;
		return { fileName, sourceUrl, fileId, error };
	}
	const request = await toJobRequest(document, options, files, transaction);
	const { fileId, sourceUrl } = request;
	return { fileName, sourceUrl, fileId, error: undefined, request };
}

/** Where a document came from, as far as it is known. */
function sourceOf({ sourceUrl, fileId }: Pick<ParseBatchEntry, 'sourceUrl' | 'fileId'>) {
	return {
		...(sourceUrl !== undefined && { sourceUrl }),
		...(fileId !== undefined && { fileId }),
	};
}

function toQueuedBody(entry: ParseBatchEntry, credits: number): BatchQueued['documents'][number] {
	const { jobId, fileName, error } = entry;
	return {
		...(jobId !== undefined && { jobId }),
		status: jobId === undefined ? 'failed' : 'queued',
		fileName,
		...sourceOf(entry),
		credits: jobId === undefined ? 0 : credits,
		...(error !== undefined && { error }),
	};
}

/** Accepts a batch: each document becomes a job, or is recorded as refused; all or nothing. */
async function acceptBatch(
	seen: readonly SeenDocument[],
	options: ParseOptions,
	{ queue, batches, tools }: BatchTools,
): Promise<BatchQueued> {
	const batchId = randomUUID();
	const entries = await queue.acceptWith(async (acceptAll, transaction) => {
		const prepared: Array<Awaited<ReturnType<typeof prepare>>> = [];
		for (const { document } of seen) {
			prepared.push(await prepare(document, options, tools, transaction));
		}
		const requests = prepared.flatMap(({ request }) => request ?? []);
		const jobIds = await acceptAll('parse', requests);
		const accepted = prepared.map(({ request, ...entry }): ParseBatchEntry => ({
			...entry,
			jobId: request && jobIds.shift(),
		}));
		await batches.insert(batchId, accepted, transaction);
		return accepted;
	});
	const documents = entries.map((entry, at) =>
		toQueuedBody(entry, priceParse(seen[at]?.pages ?? 1, tools.costs)),
	);
	return { batchId, documents };
}

async function toEstimateBody(
	document: BatchDocument,
	options: ParseOptions,
	tools: ParseTools,
): Promise<EstimateBody['documents'][number]> {
	const { fileName } = document;
	if (document.kind === 'refused') {
		const { error, url: sourceUrl, fileId } = document;
		return { fileName, ...sourceOf({ sourceUrl, fileId }), error };
	}
	const isGoneAfter = document.kind === 'stored' && document.isUpload;
	const source =
		document.kind === 'linked' ? { sourceUrl: document.url } : { fileId: document.file.id };
	const facts = { fileName, ...(!isGoneAfter && source) };
	try {
		return { ...facts, ...(await estimateDocument(document, options, tools)) };
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
		if (document.kind === 'stored' && document.isUpload) await tools.files.remove(document.file.id);
	}
	const creditsUsed = bodies.reduce((sum, body) => sum + (body.creditsUsed ?? 0), 0);
	return { documents: bodies, creditsUsed };
}

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
): Promise<ParseBatch['documents'][number]> {
	const job = await findJob(entry, sources);
	if (job !== undefined) {
		const summary = await sources.queue.readSummary(job.id);
		const body = await toParseJobBody(job, summary, sources.files);
		return { ...body, fileName: body.fileName ?? entry.fileName };
	}
	return {
		status: 'failed',
		fileName: entry.fileName,
		...sourceOf(entry),
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
			const signal = AbortSignal.timeout(PREVIEW_LIMIT_MS);
			const seen = await Promise.all(
				documents.map((document) => preview(document, options, tools, signal)),
			);
			reply.code(202);
			return acceptBatch(seen, options, batchTools);
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
