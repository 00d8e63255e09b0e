import { readChoice } from '../../shared/fields/choice';
import { batchLocator } from '../../shared/fields/locator';
import { simplifyField } from '../../shared/fields/results';
import { getResultOperation } from '../../shared/operations/getResultOperation';
import { showEarlierBatch } from '../../shared/jobTypes/batchItems';
import { BATCH_TIMEOUT_SECONDS, batchJobType, latestBatch } from '../../shared/jobTypes/batchJob';
import { batchSplitField, readResultView, resultOptions } from '../resultView';

export const batchGetResult = getResultOperation({
	resource: 'batch',
	jobType: batchJobType,
	idField: batchLocator,
	latest: latestBatch,
	timeoutSeconds: BATCH_TIMEOUT_SECONDS,
	action: 'Wait for batch and get pages',
	description: 'Get the results of an earlier batch, one per page, waiting if it is still running',
	resultFields: [batchSplitField, simplifyField],
	resultOptions,
	readView: (values) =>
		showEarlierBatch(readResultView(values, readChoice(values, batchSplitField))),
});
