import { batchIdField } from '../../shared/fields/jobId';
import { readId } from '../../shared/fields/locator';
import { onFailedPartOption } from '../../shared/fields/onFailedPart';
import { optionsField } from '../../shared/fields/optionsField';
import { waitForTakenUpJobField, waitingOptions } from '../../shared/fields/waiting';
import { readWaiting } from '../../shared/items/waiting';
import type { JobAnswer, JobOperation } from '../../shared/operations/operation';
import { documentsOf, toBatchDocumentItems } from '../batchDocumentItems';
import { batchResults, PARSE_BATCH_TIMEOUT_SECONDS, parseBatchJobKind } from '../parseBatchJob';
import { describeDocument } from '../parseItems';
import { parseResultFields, parseResultOptions, readParseView } from '../parseView';

export const documentGetBatchResult: JobOperation = {
	kind: 'job',
	resource: 'document',
	value: 'getBatchResult',
	name: 'Get Batch Result',
	action: 'Wait for a batch of documents and get its results',
	description:
		'Get a result for each document of a batch that was started before; waits while it runs',
	fields: [
		batchIdField,
		waitForTakenUpJobField,
		...parseResultFields,
		optionsField([
			...parseResultOptions,
			onFailedPartOption('Document'),
			...waitingOptions(PARSE_BATCH_TIMEOUT_SECONDS),
		]),
	],
	prepare(values) {
		const view = readParseView(values);
		const toItems = (answer: JobAnswer) =>
			documentsOf(answer).flatMap((document) => toBatchDocumentItems(answer, document, view));
		return {
			task: {
				kind: parseBatchJobKind,
				start: { takeUp: readId(values, batchIdField) },
				...readWaiting(values, PARSE_BATCH_TIMEOUT_SECONDS),
			},
			collect: batchResults,
			toItems,
			toUnfinishedItems: toItems,
			toHints: (answer) =>
				documentsOf(answer).flatMap((document) => describeDocument(document, view)),
		};
	},
};
