import { batchLocator } from '../../shared/fields/locator';
import { cancelOperation } from '../../shared/operations/cancelOperation';
import { batchJobType, latestBatch } from '../../shared/jobTypes/batchJob';

export const batchCancel = cancelOperation({
	resource: 'batch',
	jobType: batchJobType,
	idField: batchLocator,
	latest: latestBatch,
	action: 'Stop batch',
	description: 'Cancel a batch. Finished pages keep their results; the others are not charged.',
});
