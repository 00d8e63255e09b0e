import type { INodeProperties } from 'n8n-workflow';
import { waitingOptions } from '../shared/fields/waiting';
import { CRAWL_TIMEOUT_SECONDS } from '../shared/kinds/crawlJob';

/** The choice for a crawl that outlasts its time: its pages are there as soon as each is done. */
const RETURN_PAGES = {
	name: 'Return the Pages So Far',
	value: 'return',
	description: "Go on with the pages that are done, marked with 'timedOut'",
};

/** Options of every operation that can wait for a crawl. */
export const crawlWaitingOptions: readonly INodeProperties[] = waitingOptions(
	CRAWL_TIMEOUT_SECONDS,
).map((option) => {
	if (option.name !== 'onTimeout') return option;
	const choices = option.options ?? [];
	return {
		...option,
		options: choices.map((choice) =>
			'value' in choice && choice.value === RETURN_PAGES.value ? RETURN_PAGES : choice,
		),
		description: 'What to do when the crawl has not ended in time. It goes on at the service.',
	};
});
