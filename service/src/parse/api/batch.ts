import { randomUUID } from 'node:crypto';
import type { components } from '../../../../api/generated/types.ts';
import type { ParseBatchEntry, ParseBatchesRepository } from '../../db/parseBatches.ts';
import type { JobSnapshot } from '../../engine/queue.ts';
import { ApiError } from '../../http/apiError.ts';
import { ignoredFieldWarnings } from '../../http/ignoredFields.ts';
import { type JsonEntry, sendJsonList } from '../../http/json.ts';
import type { Operations } from '../../http/operation.ts';
import { hideUserInfo } from '../../secrets/userInfo.ts';
import { DocumentFailure } from '@web-data-extraction/documents/documentFailure';
import { type ParseJobRequest, type ParseOptions, priceParse } from '../job/parseJob.ts';
import { type ParseTools, toConversionRequest } from '../job/runParse.ts';
import { estimateDocument } from './estimate.ts';
import type { ParseDependencies } from './handlers.ts';
import { findFile, hasEnded, type Loose, toParseJobBody, writeParseJob } from './parseJobBody.ts';
import {
	keepUploadsIf,
	readSubmission,
	removeUploads,
	type Submission,
	type SubmissionRules,
	type SubmittedDocument,
	toDocumentJob,
} from './submission.ts';

type Schemas = components['schemas'];

/** Most documents of a batch (api/openapi.yaml, ParseBatchRequest). */
const MAX_BATCH_DOCUMENTS = 50;

const SOME_DOCUMENTS: SubmissionRules = {
	filePart: 'files',
	fields: ['urls', 'fileIds', 'options'],
	maxDocuments: MAX_BATCH_DOCUMENTS,
	tooMany: `A batch takes up to ${MAX_BATCH_DOCUMENTS} documents.`,
	none: 'Send at least one file, url or fileId.',
};

/** What the endpoints of batches need. */
export interface BatchDependencies extends ParseDependencies {
	batches: ParseBatchesRepository;
}

/** The submit answers after this time at the latest; the job finds out the rest. */
const PREVIEW_LIMIT_MS = 5_000;

/**
 * Checks a stored document as far as that is cheap: its format, whether it is encrypted or cut off, and
 * the number of its pages if they can be counted without reading. Unreadable documents are rejected now.
 */
async function preview(
	document: SubmittedDocument,
	options: ParseOptions,
	{ converter, files }: ParseTools,
	signal: AbortSignal,
): Promise<SubmittedDocument> {
	const { file } = document;
	if (file === undefined) return document;
	try {
		const { selectedPages } = await files.withLocalFile(file.id, (path) =>
			converter.countPages(toConversionRequest(file, options, path), { signal, isQuick: true }),
		);
		return { ...document, pages: selectedPages };
	} catch (error) {
		if (!(error instanceof DocumentFailure)) return document;
		return { ...document, refusal: new ApiError(400, error.message) };
	}
}

/** Accepts a batch: each document becomes a job, or is recorded as rejected; all or nothing. */
async function acceptBatch(
	submission: Submission,
	{ queue, batches, tools }: BatchDependencies,
): Promise<Loose<Schemas['ParseBatchQueued']>> {
	const batchId = randomUUID();
	const { documents } = submission;
	const entries = await queue.acceptWith(async (acceptAll, transaction) => {
		const requests = new Map<SubmittedDocument, ParseJobRequest>();
		for (const document of documents) {
			if (document.refusal) continue;
			const { request, newFile } = toDocumentJob(document, submission, tools.files);
			if (newFile) await tools.files.record(newFile, transaction);
			requests.set(document, request);
		}
		const jobIds = await acceptAll('parse', [...requests.values()]);
		const accepted = documents.map((document): ParseBatchEntry => {
			const { fileName, sourceUrl, refusal } = document;
			const request = requests.get(document);
			// The file of a rejected upload is not kept.
			const fileId = request?.fileId ?? (document.isUpload ? undefined : document.fileId);
			const jobId = request && jobIds.shift();
			const shownUrl = sourceUrl && hideUserInfo(sourceUrl);
			return { jobId, fileName, sourceUrl: shownUrl, fileId, error: refusal?.message };
		});
		await batches.insert(batchId, accepted, transaction);
		return accepted;
	});
	const queued = entries.map((entry, at): Loose<Schemas['ParseBatchQueuedDocument']> => {
		if (entry.jobId === undefined) return { ...entry, status: 'failed', credits: 0 };
		const credits = priceParse(documents[at]?.pages ?? 1, tools.costs);
		return { ...entry, status: 'queued', credits };
	});
	return { batchId, documents: queued };
}

/** Estimates the cost of parsing a batch, document by document. */
async function estimateBatch(
	documents: readonly SubmittedDocument[],
	options: ParseOptions,
	tools: ParseTools,
): Promise<Loose<Schemas['ParseBatchEstimate']>> {
	const bodies = await Promise.all(
		documents.map(async (document) => {
			const { fileName, sourceUrl, isUpload } = document;
			const fileId = isUpload ? undefined : document.fileId;
			return { fileName, sourceUrl, fileId, ...(await estimateDocument(document, options, tools)) };
		}),
	);
	const credits = bodies.map((body) => ('creditsUsed' in body ? body.creditsUsed : 0));
	return { documents: bodies, creditsUsed: credits.reduce((sum, each) => sum + each, 0) };
}

async function toDocumentBody(
	{
		fileName,
		sourceUrl,
		fileId,
		error = 'The job of this document has been deleted.',
	}: ParseBatchEntry,
	job: JobSnapshot | undefined,
	{ queue, tools }: BatchDependencies,
): Promise<Loose<Schemas['ParseBatchDocument']>> {
	if (job === undefined) return { status: 'failed', fileName, sourceUrl, fileId, error };
	const [summary, file] = await Promise.all([
		queue.readSummary(job.id),
		findFile(job, tools.files),
	]);
	return toParseJobBody(job, summary, file);
}

/** A document with its Markdown and fields. */
async function* writeDocument(
	job: JobSnapshot,
	{ queue, tools }: BatchDependencies,
): AsyncGenerator<string> {
	const [result, file] = await Promise.all([queue.readResult(job.id), findFile(job, tools.files)]);
	yield* writeParseJob({ ...job, result }, file, tools.texts);
}

/** `POST /parse/batch` and `GET /parse/batch/{batchId}`. */
export function createParseBatchOperations(dependencies: BatchDependencies): Operations {
	const { batches, queue, tools } = dependencies;
	return {
		async submitParseBatch(request, reply) {
			const submission = await readSubmission(request, SOME_DOCUMENTS, tools.files);
			const { documents, options } = submission;
			const warnings = ignoredFieldWarnings(submission.ignoredFields);
			if (options.dryRun === true) {
				return reply.send({ ...(await estimateBatch(documents, options, tools)), ...warnings });
			}
			const signal = AbortSignal.timeout(PREVIEW_LIMIT_MS);
			const seen = await Promise.all(
				documents.map((document) => preview(document, options, tools, signal)),
			);
			reply.code(202);
			const accepted = await keepUploadsIf(documents, tools.files, () =>
				acceptBatch({ ...submission, documents: seen }, dependencies),
			);
			const refused = seen.filter(({ refusal }) => refusal !== undefined);
			await removeUploads(refused, tools.files);
			return reply.send({ ...accepted, ...warnings });
		},

		/** The status of a batch; with `include=results`, the Markdown and fields of its documents, too. */
		async getParseBatch({ params: { batchId }, query }, reply) {
			const entries = await batches.list(batchId);
			if (entries.length === 0) throw new ApiError(404, 'Parse batch not found');
			const jobs = await Promise.all(
				entries.map(async ({ jobId }) =>
					jobId === undefined ? undefined : await queue.find(jobId, 'parse'),
				),
			);
			const bodies = await Promise.all(
				entries.map((entry, at) => toDocumentBody(entry, jobs[at], dependencies)),
			);
			const counts = { queued: 0, running: 0, completed: 0, failed: 0 };
			for (const { status } of bodies) counts[status]++;
			const facts: Omit<Schemas['ParseBatch'], 'documents'> = {
				batchId,
				status: counts.queued + counts.running === 0 ? 'completed' : 'running',
				counts,
				creditsUsed: bodies.reduce((sum, { creditsUsed = 0 }) => sum + creditsUsed, 0),
			};
			const documents = bodies.map((body, at): JsonEntry => {
				const job = query.include === 'results' ? jobs[at] : undefined;
				return () =>
					job && hasEnded(job) ? writeDocument(job, dependencies) : JSON.stringify(body);
			});
			return sendJsonList(reply, facts, 'documents', documents);
		},
	};
}
