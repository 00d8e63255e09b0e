import { jobIdField, readId } from '../../shared/fields/jobId';
import { bodyJson } from '../../shared/items/bodyJson';
import type { RequestOperation } from '../../shared/operations/operation';
import { crawlPath } from '../crawlJob';

export const crawlCancel: RequestOperation = {
	kind: 'request',
	resource: 'crawl',
	value: 'cancel',
	name: 'Cancel',
	action: 'Cancel a crawl',
	description:
		"Stop a crawl that is queued or running. Pages that are done stay readable with 'Page: Get Many'.",
	fields: [jobIdField],
	prepare(values) {
		const jobId = readId(values, jobIdField);
		return {
			request: { method: 'DELETE', path: crawlPath(jobId) },
			toItems: ({ body }) => [{ json: { jobId, ...bodyJson(body) } }],
		};
	},
};
