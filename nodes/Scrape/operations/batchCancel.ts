import { batchLocator } from '../../shared/fields/locator';
import { cancelOperation } from '../../shared/operations/cancelOperation';
import { batchJobKind, latestBatch } from '../../shared/kinds/batchJob';

export const batchCancel = cancelOperation({
	resource: 'batch',
	kind: batchJobKind,
	cancelRequest: batchJobKind.cancelRequest,
	idField: batchLocator,
	latest: latestBatch,
	action: 'Stop batch',
	description: 'Stop a batch. Pages that are done keep their results; the others are not charged.',
});
