import { pagingFields } from '../../shared/fields/paging';
import { readSimplify, simplifyField } from '../../shared/fields/results';
import { prepareListing } from '../../shared/operations/listing';
import type { RequestOperation } from '../../shared/operations/operation';
import { crawlListing, simplifyCrawlRecord, toCrawlRecord } from '../../shared/jobTypes/crawlJob';

export const crawlGetMany: RequestOperation = {
	kind: 'request',
	resource: 'crawl',
	value: 'getMany',
	name: 'Get Many',
	action: 'Get many crawls',
	description: 'List crawls with their configuration and statistics, newest first',
	fields: [...pagingFields, simplifyField],
	prepare: (values) =>
		prepareListing(values, crawlListing, {
			toJson: readSimplify(values) ? simplifyCrawlRecord : toCrawlRecord,
		}),
};
