import type { components } from '../../../../api/generated/types.ts';
import type { JsonEntry } from '../../http/jsonList.ts';
import type { JobQueue, JobSnapshot } from '../../jobs/queue.ts';
import type { ParseBatchEntry } from '../../store/parseBatches.ts';
import { toParseJobBody, writeParseJob, type ParseSources } from '../parseJobBody.ts';

type ParseBatch = components['schemas']['ParseBatch'];
type BatchDocumentBody = ParseBatch['documents'][number];

/** What the status of a batch is read from. */
export interface BatchSources extends ParseSources {
	queue: Pick<JobQueue, 'find' | 'readResult' | 'readSummary'>;
}

const findJob = ({ jobId }: ParseBatchEntry, { queue }: BatchSources): JobSnapshot | undefined =>
	jobId === undefined ? undefined : queue.find(jobId, 'parse');

function toDocumentBody(entry: ParseBatchEntry, sources: BatchSources): BatchDocumentBody {
	const job = findJob(entry, sources);
	if (job !== undefined) {
		const body = toParseJobBody(job, sources.queue.readSummary(job.id), sources.files);
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
export function describeBatch(
	batchId: string,
	entries: readonly ParseBatchEntry[],
	sources: BatchSources,
	hasResults: boolean,
): { facts: Omit<ParseBatch, 'documents'>; documents: JsonEntry[] } {
	const summaries = entries.map((entry) => toDocumentBody(entry, sources));
	const counts = { queued: 0, running: 0, completed: 0, failed: 0 };
	for (const { status } of summaries) counts[status]++;
	const facts = {
		batchId,
		status: counts.queued + counts.running === 0 ? ('completed' as const) : ('running' as const),
		counts,
		creditsUsed: summaries.reduce((sum, { creditsUsed = 0 }) => sum + creditsUsed, 0),
	};
	const documents = entries.map((entry, index) => () => {
		const job = hasResults ? findJob(entry, sources) : undefined;
		if (job === undefined) return JSON.stringify(summaries[index]);
		return writeParseJob(job, sources.queue.readResult(job.id), sources);
	});
	return { facts, documents };
}
