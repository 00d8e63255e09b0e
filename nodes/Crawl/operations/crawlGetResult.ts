import { crawlLocator } from '../../shared/fields/locator';
import { getResultOperation } from '../../shared/operations/getResultOperation';
import {
	CRAWL_TIMEOUT_SECONDS,
	latestCrawl,
	earlierCrawlType,
} from '../../shared/jobTypes/crawlJob';
import {
	crawlResultFields,
	crawlResultOptions,
	crawlWaitingOptions,
	readCrawlView,
} from '../crawlView';

export const crawlGetResult = getResultOperation({
	resource: 'crawl',
	jobType: earlierCrawlType,
	idField: crawlLocator,
	latest: latestCrawl,
	timeoutSeconds: CRAWL_TIMEOUT_SECONDS,
	action: 'Wait for crawl and get pages',
	description:
		'Get the pages of an earlier crawl, even if it was cancelled, waiting if it is still running',
	builderHint:
		"Only for a crawl that another node or run started, e.g. with 'Wait for Completion' off. Loop until 'jobStatus' is completed only if waiting in one node takes too long.",
	resultFields: crawlResultFields,
	resultOptions: crawlResultOptions,
	waiting: crawlWaitingOptions,
	readView: (values) => readCrawlView(values),
});
