import { crawlLocator, readId } from '../../shared/fields/locator';
import { optionsField } from '../../shared/fields/optionsField';
import { waitForTakenUpJobField } from '../../shared/fields/waiting';
import { readWaiting } from '../../shared/items/waiting';
import type { JobOperation } from '../../shared/operations/operation';
import { CRAWL_TIMEOUT_SECONDS, takenUpCrawlKind, latestCrawl } from '../../shared/kinds/crawlJob';
import { crawlResultFields, crawlResultOptions, readCrawlView } from '../crawlView';
import { crawlWaitingOptions } from '../crawlWaiting';

export const crawlGetResult: JobOperation = {
	kind: 'job',
	resource: 'crawl',
	value: 'getResult',
	name: 'Get Result',
	action: 'Wait for a crawl and get its pages',
	description:
		'Get the pages of a crawl that was started before, also of one that was stopped or cancelled; waits while it runs',
	builderHint:
		"Only for a crawl that another node or run started, e.g. with 'Wait for Completion' off. Loop until 'jobStatus' is completed only where waiting in one node is too long.",
	latest: latestCrawl,
	fields: [
		crawlLocator,
		waitForTakenUpJobField,
		...crawlResultFields,
		optionsField([...crawlResultOptions, ...crawlWaitingOptions]),
	],
	prepare(values) {
		return {
			task: {
				kind: takenUpCrawlKind,
				start: { takeUp: readId(values, crawlLocator) },
				...readWaiting(values, CRAWL_TIMEOUT_SECONDS),
			},
			...readCrawlView(values),
		};
	},
};
