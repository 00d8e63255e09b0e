import { describeProgress } from '../shared/jobs/jobType';
import type { JobAnswer, PreparedJob } from '../shared/operations/operation';
import { failedPartItems, type OutputItem } from '../shared/items/outputItem';
import { comparableUrl, pairResults, type Match } from '../shared/items/pairResults';
import { WebDataError } from '../shared/transport/webDataError';
import type { BatchDocument } from './submitRequest';
import { batchResults, readDocuments, type ParseJob } from './parseJob';
import { describeDocument, failedDocumentError, toParseItems, type ParseView } from './parseItems';

/** The IDs and the name of a document; what the service does not say is left out. */
function identityOf(batchId: string, { jobId, fileName, sourceUrl }: ParseJob) {
	const named = Object.entries({ jobId, fileName, sourceUrl });
	return { batchId, ...Object.fromEntries(named.filter(([, value]) => value !== undefined)) };
}

/** A document that is still to be parsed when the time for its batch is over. */
function toUnfinishedItem(batchId: string, document: ParseJob): OutputItem {
	const { status = 'queued' } = document;
	const progress = describeProgress(document.progress);
	return {
		json: {
			...identityOf(batchId, document),
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
		return failedPartItems(
			identityOf(batchId, document),
			failedDocumentError(batchId, document),
			view.onFailedDocument,
		);
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
function documentsOf({ collected, body }: JobAnswer): ParseJob[] {
	return readDocuments(collected ?? body);
}

/** What a batch needs to be shown: its results are asked for, and its documents described. */
export function showDocuments(
	view: ParseView,
	toItems: PreparedJob['toItems'] = (answer) =>
		documentsOf(answer).flatMap((document) => toBatchDocumentItems(answer, document, view)),
): Pick<PreparedJob, 'collect' | 'toItems' | 'toUnfinishedItems' | 'toHints'> {
	return {
		collect: batchResults,
		toItems,
		toUnfinishedItems: toItems,
		toHints: (answer) =>
			documentsOf(answer).flatMap((document) => describeDocument(document, view)),
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

function missingDocumentError(batchId: string): WebDataError {
	return new WebDataError(
		`Batch ${batchId} has no result for this document`,
		"Read the batch again with the operation 'Get Batch Result'.",
		{ batchId },
	);
}

/** The items of a batch whose documents are known, for the input item of each. */
export function toRequestedDocumentItems(
	answer: JobAnswer,
	documents: readonly BatchDocument[],
	view: ParseView,
): OutputItem[] {
	const { jobId: batchId } = answer;
	const results = pairResults(documents, documentsOf(answer), matches);
	return documents.flatMap(({ itemIndex }, index): OutputItem[] => {
		const result = results[index];
		const items = result
			? toBatchDocumentItems(answer, result, view)
			: failedPartItems({ batchId }, missingDocumentError(batchId), view.onFailedDocument);
		return items.map((item) => ({ ...item, itemIndex }));
	});
}
