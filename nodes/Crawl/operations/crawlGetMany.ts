import { pagingFields } from '../../shared/fields/paging';
import { prepareListing } from '../../shared/operations/listing';
import type { RequestOperation } from '../../shared/operations/operation';
import {
	HISTORY_PATH,
	MAX_LISTED_CRAWLS,
	readCrawlTotal,
	readListedCrawls,
} from '../../shared/kinds/crawlJob';
import { toCrawlRecord } from '../../shared/kinds/crawlRecord';

export const crawlGetMany: RequestOperation = {
	kind: 'request',
	resource: 'crawl',
	value: 'getMany',
	name: 'Get Many',
	action: 'Get many crawls',
	description: 'List crawls with their configuration and statistics, newest first',
	fields: pagingFields,
	prepare: (values) =>
		prepareListing(values, {
			path: HISTORY_PATH,
			maxPageSize: MAX_LISTED_CRAWLS,
			readRows: readListedCrawls,
			readTotal: readCrawlTotal,
			idField: 'id',
			toJson: toCrawlRecord,
		}),
};
