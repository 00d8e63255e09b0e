import { pagingFields } from '../../shared/fields/paging';
import { readSimplify, simplifyField } from '../../shared/fields/simplify';
import { prepareListing } from '../../shared/operations/listing';
import type { RequestOperation } from '../../shared/operations/operation';
import {
	HISTORY_PATH,
	MAX_LISTED_CRAWLS,
	readCrawlTotal,
	readListedCrawls,
} from '../../shared/jobTypes/crawlJob';
import { simplifyCrawlRecord, toCrawlRecord } from '../../shared/jobTypes/crawlRecord';

export const crawlGetMany: RequestOperation = {
	kind: 'request',
	resource: 'crawl',
	value: 'getMany',
	name: 'Get Many',
	action: 'Get many crawls',
	description: 'List crawls with their configuration and statistics, newest first',
	fields: [...pagingFields, simplifyField],
	prepare: (values) =>
		prepareListing(values, {
			path: HISTORY_PATH,
			maxPageSize: MAX_LISTED_CRAWLS,
			readRows: readListedCrawls,
			readTotal: readCrawlTotal,
			idField: 'id',
			toJson: readSimplify(values) ? simplifyCrawlRecord : toCrawlRecord,
		}),
};
