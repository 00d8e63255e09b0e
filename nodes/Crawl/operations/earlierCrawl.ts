import { readChoice } from '../../shared/fields/choice';
import { crawlLocator, readId } from '../../shared/fields/locator';
import { pagingFields } from '../../shared/fields/paging';
import { readSimplify, simplifyField } from '../../shared/fields/results';
import { splitPageField } from '../../shared/fields/sections';
import { earlierGetField } from '../../shared/fields/whatToGet';
import { bodyJson } from '../../shared/items/records';
import { cancelOperation } from '../../shared/operations/cancelOperation';
import { getResultOperation } from '../../shared/operations/getResultOperation';
import { prepareListing } from '../../shared/operations/listing';
import { singleCall, type RequestOperation } from '../../shared/operations/operation';
import {
	crawlJobType,
	crawlListing,
	crawlRecordRequest,
	earlierCrawlType,
	latestCrawl,
	simplifyCrawlRecord,
	toCrawlRecord,
} from '../../shared/jobTypes/crawlJob';
import { crawlPageOptions, crawlWaitingOptions, readCrawlView } from '../crawlView';

export const crawlGetResult = getResultOperation({
	resource: 'crawl',
	jobType: earlierCrawlType,
	idField: crawlLocator,
	latest: latestCrawl,
	action: 'Wait for crawl and get pages',
	description:
		'Get the pages of an earlier crawl, even if it was cancelled, waiting if it is still running',
	builderHint:
		"Only for a crawl that another node or run started, e.g. with 'Wait for Completion' off. Loop until 'jobStatus' is completed only if waiting in one node takes too long.",
	resultFields: [earlierGetField, splitPageField, simplifyField],
	resultOptions: crawlPageOptions,
	waiting: crawlWaitingOptions,
	readView: (values) => readCrawlView(values, { get: readChoice(values, earlierGetField) }),
});

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
		return singleCall(
			crawlRecordRequest(jobId),
			({ body }) => [{ json: { jobId, ...toRecord(bodyJson(body)) } }],
			JSON.stringify(values),
		);
	},
};

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

export const crawlCancel = cancelOperation({
	resource: 'crawl',
	jobType: crawlJobType,
	idField: crawlLocator,
	latest: latestCrawl,
	action: 'Stop crawl',
	description: "Cancel a crawl. Its finished pages can still be read with 'Get Result'.",
});
