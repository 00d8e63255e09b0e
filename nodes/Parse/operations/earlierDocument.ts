import { batchIdField, jobIdField } from '../../shared/fields/locator';
import { onFailedPartOption } from '../../shared/fields/results';
import { getResultOperation } from '../../shared/operations/getResultOperation';
import { showDocuments } from '../batchDocumentItems';
import { describeDocument, toParseItems } from '../parseItems';
import { asParseJob, parseBatchJobType, parseJobType } from '../parseJob';
import { earlierDocumentFields, parseResultOptions, readEarlierParseView } from '../parseView';

export const documentGetResult = getResultOperation({
	resource: 'document',
	jobType: parseJobType,
	idField: jobIdField,
	action: 'Wait for document and get result',
	description: 'Get the result of an earlier document, waiting if it is still being parsed',
	builderHint: 'Only for a document that another node or run started.',
	resultFields: earlierDocumentFields,
	resultOptions: parseResultOptions,
	readView(values) {
		const view = readEarlierParseView(values);
		const withPages = view.splitInto === 'page' && view.isSimplified;
		const { readState, statusRequest } = parseJobType;
		return {
			// Pages that were not asked for at the submit come only on request (`api/openapi.yaml`, GET /parse/{jobId}).
			...(withPages && {
				collect: {
					request: (id: string) => ({ ...statusRequest(id), query: { pages: true } }),
					hasResults: (body: unknown) => readState(body).name === 'completed',
					isOptional: () => true,
				},
			}),
			toItems: (answer) => toParseItems(asParseJob(answer), view),
			report: (answer) => ({ hints: describeDocument(asParseJob(answer), view) }),
		};
	},
});

export const documentGetBatchResult = getResultOperation({
	resource: 'document',
	value: 'getBatchResult',
	jobType: parseBatchJobType,
	idField: batchIdField,
	action: 'Wait for batch of documents and get results',
	description:
		'Get the results of an earlier batch, one per document, waiting if it is still running',
	resultFields: earlierDocumentFields,
	resultOptions: [...parseResultOptions, onFailedPartOption('Document')],
	readView: (values) => showDocuments(readEarlierParseView(values)),
});
