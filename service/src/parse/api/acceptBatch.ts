import { randomUUID } from 'node:crypto';
import type { components } from '../../../../api/generated/types.ts';
import type { JobQueue } from '../../engine/queue.ts';
import type { Queries } from '../../db/database.ts';
import type { ParseBatchEntry, ParseBatchesRepository } from '../../db/parseBatches.ts';
import { priceParse } from '../job/parseCost.ts';
import type { ParseJobRequest, ParseOptions } from '../job/parseRequest.ts';
import type { ParseTools } from '../job/runParse.ts';
import type { BatchDocument } from './batchDocuments.ts';

type BatchQueued = components['schemas']['ParseBatchQueued'];

/** What accepting a batch takes. */
export interface BatchTools {
	batches: ParseBatchesRepository;
	queue: JobQueue;
	tools: ParseTools;
}

/** Pages that a document is expected to have, by its place in the batch; 1 where nobody knows. */
export type ExpectedPages = ReadonlyMap<BatchDocument, number>;

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
export async function acceptBatch(
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
		return toBody(entry, priceParse(pages, tools.costs));
	});
	return { batchId, documents: bodies };
}
