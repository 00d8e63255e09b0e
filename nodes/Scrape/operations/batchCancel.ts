import { batchIdField, readId } from '../../shared/fields/jobId';
import { bodyJson } from '../../shared/items/bodyJson';
import type { RequestOperation } from '../../shared/operations/operation';
import { batchPath } from '../batchJob';

export const batchCancel: RequestOperation = {
	kind: 'request',
	resource: 'batch',
	value: 'cancel',
	name: 'Cancel',
	action: 'Cancel a batch',
	description: 'Stop a batch. Pages that are done keep their results; the others are not charged.',
	fields: [batchIdField],
	prepare(values) {
		const batchId = readId(values, batchIdField);
		return {
			request: { method: 'DELETE', path: batchPath(batchId) },
			toItems: ({ body }) => [{ json: { batchId, ...bodyJson(body) } }],
		};
	},
};
