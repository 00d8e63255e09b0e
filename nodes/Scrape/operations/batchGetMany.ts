import { pagingFields } from '../../shared/fields/paging';
import { prepareListing } from '../../shared/operations/listing';
import type { RequestOperation } from '../../shared/operations/operation';
import { batchListing } from '../../shared/jobTypes/batchJob';

export const batchGetMany: RequestOperation = {
	kind: 'request',
	resource: 'batch',
	value: 'getMany',
	name: 'Get Many',
	action: 'Get many batches',
	description: 'List batches with their status and counts, newest first',
	fields: pagingFields,
	prepare: (values) =>
		prepareListing(values, batchListing, {
			// Every other operation calls it the batch ID.
			toJson: ({ uuid, ...row }) => ({ batchId: uuid, ...row }),
		}),
};
