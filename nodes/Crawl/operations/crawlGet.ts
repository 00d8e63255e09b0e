import type { IDataObject } from 'n8n-workflow';
import { crawlLocator, readId } from '../../shared/fields/locator';
import { readSimplify, simplifyField } from '../../shared/fields/simplify';
import type { RequestOperation } from '../../shared/operations/operation';
import { isRecord } from '../../shared/transport/serviceBody';
import { pathPart } from '../../shared/transport/serviceRequest';
import { latestCrawl } from '../../shared/jobTypes/crawlJob';
import { simplifyCrawlRecord, toCrawlRecord } from '../../shared/jobTypes/crawlRecord';

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
			request: { method: 'GET', path: `/crawl/job/${pathPart(jobId)}` },
			toItems: ({ body }) => [
				{ json: { jobId, ...(isRecord(body) ? toRecord(body as IDataObject) : {}) } },
			],
		};
	},
};
