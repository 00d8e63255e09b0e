import { batchIdField } from '../../shared/fields/jobId';
import { cancelOperation } from '../../shared/operations/cancelOperation';
import { batchJobKind } from '../../shared/kinds/batchJob';

export const batchCancel = cancelOperation({
	resource: 'batch',
	kind: batchJobKind,
	cancelRequest: batchJobKind.cancelRequest,
	idField: batchIdField,
	action: 'Cancel a batch',
	description: 'Stop a batch. Pages that are done keep their results; the others are not charged.',
});
