import { batchIdField } from '../../shared/fields/locator';
import { onFailedPartOption } from '../../shared/fields/results';
import { getResultOperation } from '../../shared/operations/getResultOperation';
import { showDocuments } from '../batchDocumentItems';
import { PARSE_BATCH_TIMEOUT_SECONDS, parseBatchJobType } from '../parseJob';
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
	readView: (values) => showDocuments(readParseView(values)),
});
