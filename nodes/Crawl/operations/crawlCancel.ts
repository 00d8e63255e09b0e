import { crawlLocator } from '../../shared/fields/locator';
import { cancelOperation } from '../../shared/operations/cancelOperation';
import { crawlJobKind, latestCrawl } from '../../shared/kinds/crawlJob';

export const crawlCancel = cancelOperation({
	resource: 'crawl',
	kind: crawlJobKind,
	cancelRequest: crawlJobKind.cancelRequest,
	idField: crawlLocator,
	latest: latestCrawl,
	action: 'Stop crawl',
	description:
		"Stop a crawl that is queued or running. Pages that are done stay readable with 'Get Result'.",
});
