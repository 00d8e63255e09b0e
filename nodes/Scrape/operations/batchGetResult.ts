import { readChoice } from '../../shared/fields/choice';
import { batchLocator } from '../../shared/fields/locator';
import { simplifyField } from '../../shared/fields/simplify';
import { takeUpOperation } from '../../shared/operations/takeUpOperation';
import { showTakenUpBatch } from '../../shared/kinds/batchItems';
import { BATCH_TIMEOUT_SECONDS, batchJobKind, latestBatch } from '../../shared/kinds/batchJob';
import { batchSplitField, readResultView, resultOptions } from '../resultView';

export const batchGetResult = takeUpOperation({
	resource: 'batch',
	kind: batchJobKind,
	idField: batchLocator,
	latest: latestBatch,
	timeoutSeconds: BATCH_TIMEOUT_SECONDS,
	action: 'Wait for batch and get pages',
	description: 'Get a result for each page of a batch that was started before; waits while it runs',
	resultFields: [batchSplitField, simplifyField],
	resultOptions,
	readView: (values) =>
		showTakenUpBatch(readResultView(values, readChoice(values, batchSplitField))),
});
