import { describeProgress, readJobState } from '../shared/jobs/jobType';
import type { JobAnswer, PreparedJob } from '../shared/operations/operation';
import { failedPartItems, type OutputItem } from '../shared/items/outputItem';
import { comparableUrl, pairResults, type Match } from '../shared/items/pairResults';
import { WebDataError } from '../shared/transport/webDataError';
import type { BatchDocument } from './submitRequest';
import { batchResults, describeMissingText, readDocuments, type ParseJob } from './parseJob';
import {
	describeDocument,
	failedDocumentError,
	toParseItems,
	withoutUndefined,
	type ParseView,
} from './parseItems';

/**
 * The items of one document of a batch: its result, why it has none, or its status while it is not
 * done.
 */
export function toBatchDocumentItems(
	answer: JobAnswer,
	document: ParseJob,
	view: ParseView,
): OutputItem[] {
	const { jobId: batchId } = answer;
	const { status, jobId, fileName, sourceUrl } = document;
	const identity = withoutUndefined({ batchId, jobId, fileName, sourceUrl });
	if (status === 'failed') {
		const error = failedDocumentError(batchId, document, documentsOf(answer).length > 1);
		return failedPartItems(identity, error, view.onFailedPart);
	}
	if (status === 'queued' || status === 'running') {
		const progress = describeProgress(document.progress);
		return [{ json: { ...identity, ...withoutUndefined({ status, progress }), timedOut: true } }];
	}
	const items = toParseItems(document, view);
	// Fields that the user named stay alone on their items.
	if (view.isSimplified && (view.get === 'rows' || view.get === 'record')) return items;
	return items.map((item) => ({ ...item, json: { batchId, success: true, ...item.json } }));
}

/** The documents of a batch: with their results where these were read, else as its status has them. */
function documentsOf({ collected, body }: JobAnswer): ParseJob[] {
	const documents = readDocuments(collected ?? body);
	// While the batch runs, and where only its status was read, a document has no text yet.
	const hasEnded = readJobState(body).name === 'completed' && collected !== undefined;
	return hasEnded ? documents.map(settle) : documents;
}

/** A document as what it is when its batch is complete: without a text, or still to come, it has failed. */
function settle(document: ParseJob): ParseJob {
	const { status } = document;
	const gap = status === 'failed' ? undefined : describeMissingText(document);
	if (gap === undefined) return document;
	const error =
		status === 'completed'
			? `The document was parsed, but ${gap}`
			: `The batch is complete, but the status of this document is still '${status}'`;
	return { ...document, status: 'failed', error };
}

/** What a batch needs to be shown: its results are asked for, and its documents described. */
export function showDocuments(
	view: ParseView,
	toItems: PreparedJob['toItems'] = (answer) =>
		documentsOf(answer).flatMap((document) => toBatchDocumentItems(answer, document, view)),
): Pick<PreparedJob, 'collect' | 'toItems' | 'toUnfinishedItems' | 'report'> {
	return {
		collect: batchResults,
		toItems,
		toUnfinishedItems: toItems,
		report: (answer) => ({
			hints: documentsOf(answer).flatMap((document) => describeDocument(document, view)),
		}),
	};
}

/** A service may clean file names: another name proves nothing. */
function matches({ sourceUrl, fileId, fileName }: ParseJob, { source }: BatchDocument): Match {
	if ('file' in source) {
		if (sourceUrl !== undefined) return 'no';
		return fileName === source.file.fileName ? 'yes' : 'maybe';
	}
	const isLink = 'url' in source;
	const named = isLink ? sourceUrl : fileId;
	if (named === undefined) return 'maybe';
	const isSame = isLink
		? comparableUrl(named) === comparableUrl(source.url)
		: named === source.fileId;
	return isSame ? 'yes' : 'no';
}

/** The items of a batch whose documents are known, for the input item of each. */
export function toRequestedDocumentItems(
	answer: JobAnswer,
	documents: readonly BatchDocument[],
	view: ParseView,
): OutputItem[] {
	const { jobId: batchId } = answer;
	const results = pairResults(documents, documentsOf(answer), matches);
	const missing = new WebDataError(
		`Batch ${batchId} has no result for this document`,
		"Read the batch again with the operation 'Get Batch Result'.",
		{ batchId },
	);
	return documents.flatMap(({ itemIndex }, index): OutputItem[] => {
		const result = results[index];
		const items = result
			? toBatchDocumentItems(answer, result, view)
			: failedPartItems({ batchId }, missing, view.onFailedPart);
		return items.map((item) => ({ ...item, itemIndex }));
	});
}
