import type { INodeProperties } from 'n8n-workflow';
import { onFailedPartOption, readOnFailedPart } from '../shared/fields/onFailedPart';
import { readRowView, rowChoice, rowOptions } from '../shared/fields/rows';
import { downloadScreenshotsOption } from '../shared/fields/screenshots';
import { simplifyField } from '../shared/fields/simplify';
import { InputError } from '../shared/items/inputError';
import { readFlag, readGroup, type ParameterValues } from '../shared/items/parameterValues';
import type { PreparedJob } from '../shared/operations/operation';
import { describeBatch, toBatchItems, type BatchView } from '../shared/kinds/batchItems';

/** How the result of a batch becomes items. */
export const batchResultFields: readonly INodeProperties[] = [
	simplifyField,
	{
		displayName: 'Split Into Items',
		name: 'splitInto',
		type: 'options',
		displayOptions: { show: { simplify: [true] } },
		options: [
			{
				name: 'One Item per Page',
				value: 'page',
				description: 'All content of a page in its item',
			},
			rowChoice,
		],
		default: 'page',
		description: 'What one item of the output stands for',
	},
];

/** Entries of the options collection of every operation that returns the result of a batch. */
export const batchResultOptions: readonly INodeProperties[] = [
	downloadScreenshotsOption,
	onFailedPartOption('Page'),
	...rowOptions,
];

/**
 * Reads how to show the result of a batch.
 * @throws InputError when a value is not one of the choices
 */
export function readBatchView(values: ParameterValues): BatchView {
	const { splitInto = 'page' } = values;
	if (splitInto !== 'page' && splitInto !== 'row') {
		throw new InputError(
			'Split Into Items',
			`is ${JSON.stringify(splitInto)}`,
			'Choose page or row.',
		);
	}
	return {
		isSimplified: readFlag(values, 'simplify', 'Simplify'),
		splitInto,
		rows: readRowView(values),
		downloadScreenshots: readFlag(
			readGroup(values, 'options'),
			'downloadScreenshots',
			'Download Screenshots',
		),
		onFailedPage: readOnFailedPart(values, 'Page'),
		hasAnswers: true,
	};
}

/** The part of a prepared job that makes items of a batch that was taken up by its ID. */
export function readTakenUpBatchView(
	values: ParameterValues,
): Pick<PreparedJob, 'toItems' | 'toUnfinishedItems' | 'toHints'> {
	const view = readBatchView(values);
	return {
		toItems: (answer) => toBatchItems(answer, view),
		toUnfinishedItems: (answer) => toBatchItems(answer, view),
		toHints: (answer) => describeBatch(answer, view),
	};
}
