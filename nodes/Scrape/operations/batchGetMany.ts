import { pagingFields } from '../../shared/fields/paging';
import { prepareListing } from '../../shared/operations/listing';
import type { RequestOperation } from '../../shared/operations/operation';
import { bodyField } from '../../shared/transport/serviceBody';

/** gaps.md, Batch scrape: `limit` at most 50. */
const MAX_PAGE_SIZE = 50;

export const batchGetMany: RequestOperation = {
	kind: 'request',
	resource: 'batch',
	value: 'getMany',
	name: 'Get Many',
	action: 'Get many batches',
	description: 'List batches with their status and counts, newest first',
	fields: pagingFields,
	prepare: (values) =>
		prepareListing(values, {
			path: '/batch/scrape',
			maxPageSize: MAX_PAGE_SIZE,
			readRows: (body) => bodyField(body, 'jobs'),
			readTotal: (body) => bodyField(bodyField(body, 'pagination'), 'total'),
			idField: 'uuid',
			// Every other operation calls it the batch ID.
			toJson: ({ uuid, ...row }) => ({ batchId: uuid, ...row }),
		}),
};
