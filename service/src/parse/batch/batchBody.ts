import type { components } from '../../../../api/generated/types.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import type { ParseBatchEntry } from '../../store/parseBatches.ts';
import type { DocumentFiles } from '../files/documentFiles.ts';
import { toParseJobBody } from '../parseJobBody.ts';

type ParseBatch = components['schemas']['ParseBatch'];
type BatchDocumentBody = ParseBatch['documents'][number];

/** What the status of a batch is read from. */
export interface BatchSources {
	queue: Pick<JobQueue, 'find'>;
	files: Pick<DocumentFiles, 'find'>;
}

function toDocumentBody(
	entry: ParseBatchEntry,
	{ queue, files }: BatchSources,
	hasResults: boolean,
): BatchDocumentBody {
	const job = entry.jobId === undefined ? undefined : queue.find(entry.jobId, 'parse');
	if (job !== undefined) {
		const body = toParseJobBody(job, files, { hasResults, hasPages: false });
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

/** The body of a batch's status (reference, "Parse batch"). */
export function toBatchBody(
	batchId: string,
	entries: readonly ParseBatchEntry[],
	sources: BatchSources,
	hasResults: boolean,
): ParseBatch {
	const documents = entries.map((entry) => toDocumentBody(entry, sources, hasResults));
	const counts = { queued: 0, running: 0, completed: 0, failed: 0 };
	for (const { status } of documents) counts[status]++;
	return {
		batchId,
		status: counts.queued + counts.running === 0 ? 'completed' : 'running',
		counts,
		creditsUsed: documents.reduce((sum, { creditsUsed = 0 }) => sum + creditsUsed, 0),
		documents,
	};
}
