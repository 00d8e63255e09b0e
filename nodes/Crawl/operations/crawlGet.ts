import { crawlLocator, readId } from '../../shared/fields/locator';
import { readSimplify, simplifyField } from '../../shared/fields/results';
import { bodyJson } from '../../shared/items/records';
import type { RequestOperation } from '../../shared/operations/operation';
import { bodyText } from '../../shared/transport/serviceBody';
import { unreadableAnswerError } from '../../shared/transport/serviceError';
import { pathPart } from '../../shared/transport/serviceRequest';
import { latestCrawl, simplifyCrawlRecord, toCrawlRecord } from '../../shared/jobTypes/crawlJob';

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
			toItems({ body }) {
				if (bodyText(body, 'id') === undefined) throw unreadableAnswerError();
				return [{ json: { jobId, ...toRecord(bodyJson(body)) } }];
			},
		};
	},
};
