import { describeProgress } from '../shared/jobs/jobState';
import type { JobAnswer } from '../shared/operations/operation';
import type { OutputItem } from '../shared/items/outputItem';
import { WebDataError } from '../shared/transport/webDataError';
import { readDocuments } from './parseBatchJob';
import { failedDocumentError, toParseItems, type ParseView } from './parseItems';
import type { ParseJob } from './parseJob';

/** The results of an ended batch are what it was started for: its status alone is not enough. */
function unreadResultsError(batchId: string): WebDataError {
	return new WebDataError(
		`The results of parse batch ${batchId} could not be read`,
		"The documents are parsed. Read them with the operation 'Get Batch Result' and this ID.",
		{ batchId },
	);
}

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
 * The items of one document of a batch: its result, an error item when it could not be read, or its
 * status while it is not done.
 */
export function toBatchDocumentItems(
	{ jobId: batchId, collected }: JobAnswer,
	document: ParseJob,
	view: ParseView,
): OutputItem[] {
	if (document.status === 'failed') {
		return [{ json: {}, error: failedDocumentError(batchId, document) }];
	}
	if (document.status === 'queued' || document.status === 'running') {
		return [toUnfinishedItem(batchId, document)];
	}
	if (collected === undefined) return [{ json: {}, error: unreadResultsError(batchId) }];
	return toParseItems(document, view).map((item) => ({
		...item,
		json: { batchId, ...item.json },
	}));
}

/** The documents of a batch: with their results where these were read, else as its status has them. */
export function documentsOf({ collected, body }: JobAnswer): ParseJob[] {
	return readDocuments(collected ?? body);
}
