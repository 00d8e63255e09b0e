import { crawlLocator } from '../../shared/fields/locator';
import { cancelOperation } from '../../shared/operations/cancelOperation';
import { crawlJobType, latestCrawl } from '../../shared/jobTypes/crawlJob';

export const crawlCancel = cancelOperation({
	resource: 'crawl',
	jobType: crawlJobType,
	cancelRequest: crawlJobType.cancelRequest,
	idField: crawlLocator,
	latest: latestCrawl,
	action: 'Stop crawl',
	description:
		"Stop a crawl that is queued or running. Pages that are done stay readable with 'Get Result'.",
});
