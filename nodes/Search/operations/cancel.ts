import { jobIdField, readId } from '../../shared/fields/jobId';
import { bodyJson } from '../../shared/items/bodyJson';
import type { RequestOperation } from '../../shared/operations/operation';
import { searchPath } from '../searchJob';

export const cancel: RequestOperation = {
	kind: 'request',
	value: 'cancel',
	name: 'Cancel',
	action: 'Cancel a search',
	description: 'Stop a search that is queued or running',
	fields: [jobIdField],
	prepare(values) {
		const jobId = readId(values, jobIdField);
		return {
			request: { method: 'DELETE', path: searchPath(jobId) },
			toItems: ({ body }) => [{ json: { jobId, ...bodyJson(body) } }],
		};
	},
};
