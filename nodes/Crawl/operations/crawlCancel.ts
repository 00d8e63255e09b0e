import { crawlLocator } from '../../shared/fields/locator';
import { cancelOperation } from '../../shared/operations/cancelOperation';
import { crawlJobType, latestCrawl } from '../../shared/jobTypes/crawlJob';

export const crawlCancel = cancelOperation({
	resource: 'crawl',
	jobType: crawlJobType,
	idField: crawlLocator,
	latest: latestCrawl,
	action: 'Stop crawl',
	description: "Cancel a crawl. Its finished pages can still be read with 'Get Result'.",
});
