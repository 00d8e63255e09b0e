import { batchIdField } from '../../shared/fields/locator';
import { onFailedPartOption } from '../../shared/fields/results';
import type { JobAnswer } from '../../shared/operations/operation';
import { getResultOperation } from '../../shared/operations/getResultOperation';
import { documentsOf, toBatchDocumentItems } from '../batchDocumentItems';
import { batchResults, PARSE_BATCH_TIMEOUT_SECONDS, parseBatchJobType } from '../parseJob';
import { describeDocument } from '../parseItems';
import { parseResultFields, parseResultOptions, readParseView } from '../parseView';

export const documentGetBatchResult = getResultOperation({
	resource: 'document',
	value: 'getBatchResult',
	jobType: parseBatchJobType,
	idField: batchIdField,
	timeoutSeconds: PARSE_BATCH_TIMEOUT_SECONDS,
	action: 'Wait for batch of documents and get results',
	description:
		'Get the results of an earlier batch, one per document, waiting if it is still running',
	resultFields: parseResultFields,
	resultOptions: [...parseResultOptions, onFailedPartOption('Document')],
	readView(values) {
		const view = readParseView(values);
		const toItems = (answer: JobAnswer) =>
			documentsOf(answer).flatMap((document) => toBatchDocumentItems(answer, document, view));
		return {
			collect: batchResults,
			toItems,
			toUnfinishedItems: toItems,
			toHints: (answer) =>
				documentsOf(answer).flatMap((document) => describeDocument(document, view)),
		};
	},
});
