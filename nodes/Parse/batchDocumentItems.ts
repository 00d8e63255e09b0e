import { describeProgress } from '../shared/jobs/jobState';
import type { JobAnswer } from '../shared/operations/operation';
import { failedPartItems, type OutputItem } from '../shared/items/outputItem';
import { readDocuments } from './parseBatchJob';
import { failedDocumentError, toParseItems, type ParseView } from './parseItems';
import type { ParseJob } from './parseJob';

/** A document that is still to be parsed when the time for its batch is over. */
function toUnfinishedItem(batchId: string, document: ParseJob): OutputItem {
	const { jobId, fileName, sourceUrl, status = 'queued' } = document;
	const progress = describeProgress(document.progress);
	return {
		json: {
			batchId,
			...(jobId !== undefined && { jobId }),
			...(fileName !== undefined && { fileName }),
			...(sourceUrl !== undefined && { sourceUrl }),
			status,
			...(progress !== undefined && { progress }),
			timedOut: true,
		},
	};
}

/**
 * The items of one document of a batch: its result, why it has none, or its status while it is not
 * done.
 */
export function toBatchDocumentItems(
	{ jobId: batchId }: JobAnswer,
	document: ParseJob,
	view: ParseView,
): OutputItem[] {
	if (document.status === 'failed') {
		const { jobId, fileName, sourceUrl } = document;
		const identity = {
			batchId,
			...(jobId !== undefined && { jobId }),
			...(fileName !== undefined && { fileName }),
			...(sourceUrl !== undefined && { sourceUrl }),
		};
		return failedPartItems(identity, failedDocumentError(batchId, document), view.onFailedDocument);
	}
	if (document.status === 'queued' || document.status === 'running') {
		return [toUnfinishedItem(batchId, document)];
	}
	return toParseItems(document, view).map((item) => ({
		...item,
		json: { batchId, success: true, ...item.json },
	}));
}

/** The documents of a batch: with their results where these were read, else as its status has them. */
export function documentsOf({ collected, body }: JobAnswer): ParseJob[] {
	return readDocuments(collected ?? body);
}
