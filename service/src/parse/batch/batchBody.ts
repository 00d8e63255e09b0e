import type { components } from '../../../../api/generated/types.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import type { ParseBatchEntry } from '../../store/parseBatches.ts';
import type { DocumentFiles } from '../files/documentFiles.ts';
import { toParseJobBody } from '../parseJobBody.ts';

type ParseBatch = components['schemas']['ParseBatch'];
type BatchDocumentBody = ParseBatch['documents'][number];

/** What the status of a batch is read from. */
export interface BatchSources {
	queue: Pick<JobQueue, 'find' | 'readResult' | 'readSummary'>;
	files: Pick<DocumentFiles, 'find'>;
}

function toDocumentBody(
	entry: ParseBatchEntry,
	{ queue, files }: BatchSources,
	hasResults: boolean,
): BatchDocumentBody {
	const job = entry.jobId === undefined ? undefined : queue.find(entry.jobId, 'parse');
	if (job !== undefined) {
		const stored = hasResults ? queue.readResult(job.id) : queue.readSummary(job.id);
		const body = toParseJobBody(job, stored, files);
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
): { facts: Omit<ParseBatch, 'documents'>; documents: (() => string)[] } {
	const summaries = entries.map((entry) => toDocumentBody(entry, sources, false));
	const counts = { queued: 0, running: 0, completed: 0, failed: 0 };
	for (const { status } of summaries) counts[status]++;
	const facts = {
		batchId,
		status: counts.queued + counts.running === 0 ? ('completed' as const) : ('running' as const),
		counts,
		creditsUsed: summaries.reduce((sum, { creditsUsed = 0 }) => sum + creditsUsed, 0),
	};
	const documents = entries.map(
		(entry, index) => () =>
			JSON.stringify(hasResults ? toDocumentBody(entry, sources, true) : summaries[index]),
	);
	return { facts, documents };
}
