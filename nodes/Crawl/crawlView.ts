import type { INodeProperties } from 'n8n-workflow';
import { readOnFailedPart } from '../shared/fields/onFailedPart';
import { simplifyField } from '../shared/fields/simplify';
import { InputError } from '../shared/items/inputError';
import { readFlag, type ParameterValues } from '../shared/items/parameterValues';
import type { PreparedJob } from '../shared/operations/operation';
import {
	crawlPagesCollection,
	describeCrawl,
	toCrawlItems,
	toUnfinishedCrawlItems,
	type CrawlView,
} from '../shared/kinds/crawlItems';

/** How the result of a crawl becomes items. */
export const crawlResultFields: readonly INodeProperties[] = [
	{
		displayName: 'Split Into Items',
		name: 'splitInto',
		type: 'options',
		options: [
			{ name: 'One Item per Page', value: 'page', description: 'An item for each crawled page' },
			{ name: 'One Item per Crawl', value: 'crawl', description: 'All pages in one item' },
		],
		default: 'page',
		description: 'What one item of the output stands for',
	},
	simplifyField,
];

function readView(values: ParameterValues, hasAnswers: boolean): CrawlView {
	const { splitInto } = values;
	if (splitInto !== 'page' && splitInto !== 'crawl') {
		throw new InputError(
			'Split Into Items',
			`is ${JSON.stringify(splitInto)}`,
			'Choose page or crawl.',
		);
	}
	return {
		splitInto,
		isSimplified: readFlag(values, 'simplify', 'Simplify'),
		onFailedPage: readOnFailedPart(values, 'Page'),
		hasAnswers,
	};
}

/**
 * Reads how to show a crawl, as the part of a prepared job that makes items. When time is over, the
 * pages so far are shown.
 * @throws InputError when a value is not one of the choices
 */
export function readCrawlView(
	values: ParameterValues,
	{ hasAnswers = true } = {},
): Pick<PreparedJob, 'collect' | 'toItems' | 'toUnfinishedItems' | 'toHints'> {
	const view = readView(values, hasAnswers);
	return {
		collect: crawlPagesCollection,
		toItems: (answer) => toCrawlItems(answer, view),
		toUnfinishedItems: (answer) => toUnfinishedCrawlItems(answer, view),
		toHints: describeCrawl,
	};
}
