import type { components } from '../../../../api/generated/types.ts';
import type { JsonEntry } from '../../http/jsonList.ts';
import type { JobQueue, JobSnapshot } from '../../engine/queue.ts';
import type { ParseBatchEntry } from '../../db/parseBatches.ts';
import { toParseJobBody, writeParseJob, type ParseSources } from './parseJobBody.ts';

type ParseBatch = components['schemas']['ParseBatch'];
type BatchDocumentBody = ParseBatch['documents'][number];

/** What the status of a batch is read from. */
export interface BatchSources extends ParseSources {
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
export async function describeBatch(
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
