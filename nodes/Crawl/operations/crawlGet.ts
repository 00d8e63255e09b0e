import type { IDataObject } from 'n8n-workflow';
import { crawlLocator, readId } from '../../shared/fields/locator';
import type { RequestOperation } from '../../shared/operations/operation';
import { isRecord } from '../../shared/transport/serviceBody';
import { pathPart } from '../../shared/transport/serviceRequest';
import { latestCrawl } from '../../shared/kinds/crawlJob';
import { toCrawlRecord } from '../../shared/kinds/crawlRecord';

export const crawlGet: RequestOperation = {
	kind: 'request',
	resource: 'crawl',
	value: 'get',
	name: 'Get',
	action: 'Get the record of a crawl',
	description: 'Get the configuration and statistics of a crawl, without its pages',
	latest: latestCrawl,
	fields: [crawlLocator],
	prepare(values) {
		const jobId = readId(values, crawlLocator);
		return {
			request: { method: 'GET', path: `/crawl/job/${pathPart(jobId)}` },
			toItems: ({ body }) => [
				{ json: { jobId, ...(isRecord(body) ? toCrawlRecord(body as IDataObject) : {}) } },
			],
		};
	},
};
