import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { components } from '../../../../api/generated/types.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { inTransaction } from '../../store/database.ts';
import type { ParseBatchEntry, ParseBatchesRepository } from '../../store/parseBatches.ts';
import { priceParse } from '../parseCost.ts';
import type { ParseOptions } from '../parseRequest.ts';
import type { ParseTools } from '../runParse.ts';
import type { BatchDocument } from './batchDocuments.ts';

type BatchQueued = components['schemas']['ParseBatchQueued'];

/** What accepting a batch takes. */
export interface BatchTools {
	database: DatabaseSync;
	batches: ParseBatchesRepository;
	queue: JobQueue;
	tools: ParseTools;
}

/** Pages that a document is expected to have, by its place in the batch; 1 where nobody knows. */
export type ExpectedPages = ReadonlyMap<BatchDocument, number>;

function acceptDocument(
	document: BatchDocument,
	options: ParseOptions,
	{ queue, tools }: BatchTools,
): ParseBatchEntry {
	const { fileName } = document;
	if (document.kind === 'refused') {
		const { url, fileId, error } = document;
		return { jobId: undefined, fileName, sourceUrl: url, fileId, error };
	}
	const file =
		document.kind === 'linked' ? tools.files.announce(fileName, document.url) : document.document;
	const { id: fileId, sourceUrl } = file;
	const source = sourceUrl === undefined ? {} : { sourceUrl };
	const jobId = queue.accept('parse', { fileId, fileName, ...source, options });
	return { jobId, fileName, sourceUrl, fileId, error: undefined };
}

function toBody(entry: ParseBatchEntry, credits: number): BatchQueued['documents'][number] {
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
export function acceptBatch(
	documents: readonly BatchDocument[],
	options: ParseOptions,
	expectedPages: ExpectedPages,
	batchTools: BatchTools,
): BatchQueued {
	const batchId = randomUUID();
	const entries = inTransaction(batchTools.database, () => {
		const accepted = documents.map((document) => acceptDocument(document, options, batchTools));
		batchTools.batches.insert(batchId, accepted);
		return accepted;
	});
	const bodies = entries.map((entry, at) => {
		const document = documents[at];
		const pages = (document && expectedPages.get(document)) ?? 1;
		return toBody(entry, priceParse(pages, batchTools.tools.costs));
	});
	return { batchId, documents: bodies };
}
