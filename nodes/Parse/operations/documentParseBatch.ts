import { onFailedPartOption } from '../../shared/fields/results';
import { chunk, groupBy } from '../../shared/items/records';
import type { JobOperation, PlannedJob } from '../../shared/operations/operation';
import { showDocuments, toRequestedDocumentItems } from '../batchDocumentItems';
import { completeBatch, identifyBatch, orderDocuments } from '../submitRequest';
import { parseFields, planDocuments, type DocumentDemand } from '../documentDemand';
import { MAX_BATCH_DOCUMENTS, parseBatchJobType } from '../parseJob';

function toJob(demands: readonly DocumentDemand[]): PlannedJob[] {
	const [first] = demands;
	if (!first) return [];
	const { options, view, waiting } = first;
	const documents = orderDocuments(demands);
	const job: PlannedJob = {
		itemIndexes: [...new Set(demands.map(({ itemIndex }) => itemIndex))],
		task: {
			jobType: parseBatchJobType,
			start: {
				submit: identifyBatch(documents, options),
				complete: (client, signal) => completeBatch(documents, options, client, signal),
			},
			...waiting,
		},
		...showDocuments(view, (answer) => toRequestedDocumentItems(answer, documents, view)),
	};
	return [job];
}

export const documentParseBatch: JobOperation = {
	kind: 'job',
	resource: 'document',
	value: 'parseBatch',
	name: 'Parse Batch',
	action: 'Parse many documents in batches',
	description:
		'Parse the documents of all input items in batches of up to 50, with a result for each',
	builderHint:
		'Prefer it to Parse when there are more than about ten documents: fewer requests, the same results.',
	fields: parseFields(parseBatchJobType, [onFailedPartOption('Document')]),
	plan: planDocuments(parseBatchJobType, (documents) =>
		// The options of a batch apply to every document.
		groupBy(documents, ({ key }) => key)
			.flatMap((group) => chunk(group, MAX_BATCH_DOCUMENTS))
			.flatMap(toJob),
	),
};
