import type { INodeProperties } from 'n8n-workflow';
import { pageResultOptions, readShownParts } from '../shared/fields/results';
import { sectionOptions } from '../shared/fields/sections';
import type { WhatToGet } from '../shared/fields/whatToGet';
import { waitingOptions } from '../shared/fields/waiting';
import type { ParameterValues } from '../shared/items/parameterValues';
import type { PreparedJob } from '../shared/operations/operation';
import { crawlJobType } from '../shared/jobTypes/crawlJob';
import { DEFAULT_RESULT_VIEW, type ResultView } from '../shared/jobTypes/pageItems';
import {
	crawlPagesCollection,
	reportCrawl,
	toCrawlItems,
	toUnfinishedCrawlItems,
} from '../shared/jobTypes/crawlItems';

/** Options for the pages of a crawl where they may be wanted as Markdown. */
export const crawlPageOptions: readonly INodeProperties[] = [
	...pageResultOptions,
	...sectionOptions,
];

/** Options of every operation that can wait for a crawl: its pages are there as soon as each is done. */
export const crawlWaitingOptions = waitingOptions(crawlJobType.timeoutSeconds, {
	returned: "Return the Pages So Far: Continue with the finished pages, marked with 'timedOut'",
});

/**
 * Reads how to show a crawl, as the part of a prepared job that makes items. When time is over, the
 * pages so far are shown.
 * @param wanted what the crawl is for
 * @throws InputError when a value is not one of the choices
 */
export function readCrawlView(
	values: ParameterValues,
	wanted: { get: WhatToGet; columns?: string[]; hasAnswers?: boolean },
): Pick<PreparedJob, 'collect' | 'toItems' | 'toUnfinishedItems' | 'report'> {
	const view: ResultView = {
		...DEFAULT_RESULT_VIEW,
		...readShownParts(values, 'Page'),
		...wanted,
	};
	return {
		collect: crawlPagesCollection,
		toItems: (answer) => toCrawlItems(answer, view),
		toUnfinishedItems: (answer) => toUnfinishedCrawlItems(answer, view),
		report: (answer) => reportCrawl(answer, view),
	};
}
