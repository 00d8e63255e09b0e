import { pagingFields } from '../../shared/fields/paging';
import { prepareListing } from '../../shared/operations/listing';
import type { RequestOperation } from '../../shared/operations/operation';
import { bodyField } from '../../shared/transport/serviceBody';
import { toCrawlRecord } from '../crawlRecord';

/** gaps.md, Crawl: `GET /crawl/history`, limit at most 100. */
const MAX_PAGE_SIZE = 100;

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
			path: '/crawl/history',
			maxPageSize: MAX_PAGE_SIZE,
			readRows: (body) => bodyField(body, 'jobs'),
			readTotal: (body) => bodyField(body, 'total'),
			idField: 'id',
			toJson: toCrawlRecord,
		}),
};
