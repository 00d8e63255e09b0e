import type { INodeProperties } from 'n8n-workflow';
import { readOnFailedPart } from '../shared/fields/onFailedPart';
import { readRowView, rowChoice } from '../shared/fields/rows';
import { simplifyField } from '../shared/fields/simplify';
import { InputError } from '../shared/items/inputError';
import type { OutputItem } from '../shared/items/outputItem';
import { readFlag, readGroup, type ParameterValues } from '../shared/items/parameterValues';
import type { JobAnswer, PreparedJob } from '../shared/operations/operation';
import {
	describeScrapeFlags,
	describeScrapeRows,
	toRawScrapeItems,
	toScrapeItems,
	type SplitInto,
} from '../shared/kinds/scrapeItems';

/** How the result of a scrape job becomes items. */
export const resultFields: readonly INodeProperties[] = [
	simplifyField,
	{
		displayName: 'Split Into Items',
		name: 'splitInto',
		type: 'options',
		displayOptions: { show: { simplify: [true] } },
		options: [
			{
				name: 'One Item per Job',
				value: 'job',
				description: 'All content in one item',
			},
			{
				name: 'One Item per Page',
				value: 'page',
				description: "Each page's own Markdown in its item, with the answer when there is one",
			},
			rowChoice,
		],
		default: 'job',
		description: 'What one item of the output stands for',
	},
];

const SPLITS: readonly SplitInto[] = ['job', 'page', 'row'];

function readSplit(values: ParameterValues): SplitInto {
	const { splitInto = 'job' } = values;
	const split = SPLITS.find((value) => value === splitInto);
	if (split) return split;
	throw new InputError(
		'Split Into Items',
		`is ${JSON.stringify(splitInto)}`,
		`Choose one of ${SPLITS.join(', ')}.`,
	);
}

/** Reads how to show the result, as the part of a prepared job that makes items. */
export function readResultView(values: ParameterValues): Pick<PreparedJob, 'toItems' | 'toHints'> {
	const isSimplified = readFlag(values, 'simplify', 'Simplify');
	const view = {
		splitInto: readSplit(values),
		rows: readRowView(values),
		downloadScreenshots: readFlag(
			readGroup(values, 'options'),
			'downloadScreenshots',
			'Download Screenshots',
		),
		onFailedPage: readOnFailedPart(values, 'Page'),
	};
	const toItems = (answer: JobAnswer): OutputItem[] =>
		isSimplified ? toScrapeItems(answer, view) : toRawScrapeItems(answer, view);
	return {
		toItems,
		toHints: (answer) => [
			...describeScrapeFlags(answer),
			...(isSimplified ? describeScrapeRows(answer, view) : []),
		],
	};
}
