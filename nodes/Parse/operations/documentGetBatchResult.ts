import { batchIdField, readId } from '../../shared/fields/jobId';
import { optionsField } from '../../shared/fields/optionsField';
import { waitForTakenUpJobField, waitingOptions } from '../../shared/fields/waiting';
import { readWaiting } from '../../shared/items/waiting';
import type { JobOperation } from '../../shared/operations/operation';
import { toBatchDocumentItems } from '../batchDocumentItems';
import {
	batchResultsRequest,
	PARSE_BATCH_TIMEOUT_SECONDS,
	parseBatchJobKind,
	readDocuments,
} from '../parseBatchJob';
import { describeWarnings } from '../parseItems';
import { markdownFileOptions, parseResultFields, readParseView } from '../parseView';

export const documentGetBatchResult: JobOperation = {
	kind: 'job',
	resource: 'document',
	value: 'getBatchResult',
	name: 'Get Batch Result',
	action: 'Get the result of a parse batch',
	description:
		'Take up a parse batch by its ID: return a result per document, or its status while it runs, or wait for it',
	fields: [
		batchIdField,
		waitForTakenUpJobField,
		...parseResultFields,
		optionsField([...markdownFileOptions, ...waitingOptions(PARSE_BATCH_TIMEOUT_SECONDS)]),
	],
	prepare(values) {
		const view = readParseView(values);
		return {
			task: {
				kind: parseBatchJobKind,
				start: { takeUp: readId(values, batchIdField) },
				...readWaiting(values, PARSE_BATCH_TIMEOUT_SECONDS),
			},
			collect: batchResultsRequest,
			toItems: ({ jobId, body, collected }) =>
				readDocuments(collected ?? body).flatMap((document) =>
					toBatchDocumentItems(jobId, document, view),
				),
			toHints: ({ body, collected }) => readDocuments(collected ?? body).flatMap(describeWarnings),
		};
	},
};
