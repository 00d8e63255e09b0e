import type { INodeProperties } from 'n8n-workflow';
import { readChoice, splitField } from '../shared/fields/choice';
import { named, textField } from '../shared/fields/field';
import {
	onFailedExtractionOption,
	onFailedPartOption,
	readShownParts,
	rowChoice,
	rowOptions,
	simplifyField,
} from '../shared/fields/results';
import { waitingOptions } from '../shared/fields/waiting';
import type { ParameterValues } from '../shared/items/parameterValues';
import type { PreparedJob } from '../shared/operations/operation';
import { CRAWL_TIMEOUT_SECONDS } from '../shared/jobTypes/crawlJob';
import { DEFAULT_RESULT_VIEW, type ResultView } from '../shared/jobTypes/pageItems';
import {
	crawlPagesCollection,
	answersOfCrawl,
	describeCrawl,
	toCrawlItems,
	toUnfinishedCrawlItems,
} from '../shared/jobTypes/crawlItems';

export const transformInstructionField = named(
	'transformInstruction',
	textField(
		'What to extract from each page, in plain words. Leave empty to get the content as Markdown without AI.',
		{
			displayName: 'Prompt',
			typeOptions: { rows: 3 },
			placeholder: 'e.g. Extract the title, author and date of each article',
		},
	),
);

const splitChoice = splitField('page', {
	crawl: 'One Item per Crawl: All pages in one item',
	page: 'One Item per Page: An item for each crawled page',
	...rowChoice,
});

export const crawlResultFields: readonly INodeProperties[] = [splitChoice, simplifyField];

export const crawlResultOptions: readonly INodeProperties[] = [
	onFailedPartOption('Page'),
	onFailedExtractionOption,
	...rowOptions,
];

/** Options of every operation that can wait for a crawl: its pages are there as soon as each is done. */
export const crawlWaitingOptions = waitingOptions(CRAWL_TIMEOUT_SECONDS, {
	returned: "Return the Pages So Far: Continue with the finished pages, marked with 'timedOut'",
});

/**
 * Reads how to show a crawl, as the part of a prepared job that makes items. When time is over, the
 * pages so far are shown.
 * @throws InputError when a value is not one of the choices
 */
export function readCrawlView(
	values: ParameterValues,
	{ hasAnswers = true } = {},
): Pick<PreparedJob, 'collect' | 'toItems' | 'toUnfinishedItems' | 'toHints' | 'toAnswers'> {
	const split = readChoice(values, splitChoice);
	const view: ResultView = {
		...DEFAULT_RESULT_VIEW,
		...readShownParts(values, 'Page'),
		splitInto: split === 'crawl' ? 'job' : split,
		hasAnswers,
	};
	return {
		collect: crawlPagesCollection,
		toItems: (answer) => toCrawlItems(answer, view),
		toUnfinishedItems: (answer) => toUnfinishedCrawlItems(answer, view),
		toHints: (answer) => describeCrawl(answer, view),
		toAnswers: (answer) => answersOfCrawl(answer, view),
	};
}
