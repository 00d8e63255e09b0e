import { crawlLocator, readId } from '../../shared/fields/locator';
import { readSimplify, simplifyField } from '../../shared/fields/results';
import { bodyJson } from '../../shared/items/records';
import type { RequestOperation } from '../../shared/operations/operation';
import {
	crawlRecordRequest,
	latestCrawl,
	simplifyCrawlRecord,
	toCrawlRecord,
} from '../../shared/jobTypes/crawlJob';

export const crawlGet: RequestOperation = {
	kind: 'request',
	resource: 'crawl',
	value: 'get',
	name: 'Get',
	action: 'Get crawl record',
	description: 'Get the configuration and statistics of a crawl, without its pages',
	latest: latestCrawl,
	fields: [crawlLocator, simplifyField],
	prepare(values) {
		const jobId = readId(values, crawlLocator);
		const toRecord = readSimplify(values) ? simplifyCrawlRecord : toCrawlRecord;
		return {
			sharedBy: JSON.stringify(values),
			request: crawlRecordRequest(jobId),
			toItems: ({ body }) => [{ json: { jobId, ...toRecord(bodyJson(body)) } }],
		};
	},
};
