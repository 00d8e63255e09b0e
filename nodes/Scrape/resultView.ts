import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { onFailedPartOption, readOnFailedPart } from '../shared/fields/onFailedPart';
import { downloadScreenshotsOption } from '../shared/fields/screenshots';
import { readRowView, rowChoice, rowOptions } from '../shared/fields/rows';
import { simplifyField } from '../shared/fields/simplify';
import { InputError } from '../shared/items/inputError';
import type { ResultView, SplitInto } from '../shared/kinds/resultView';
import {
	readFlag,
	readGroup,
	showValue,
	type ParameterValues,
} from '../shared/items/parameterValues';

function splitField(options: INodePropertyOptions[], defaultValue: string): INodeProperties {
	return {
		displayName: 'Split Into Items',
		name: 'splitInto',
		type: 'options',
		displayOptions: { show: { simplify: [true] } },
		options,
		default: defaultValue,
		description: 'What one item of the output stands for',
	};
}

const PER_PAGE: INodePropertyOptions = {
	name: 'One Item per Page',
	value: 'page',
	description: 'All content of a page in its item',
};

/** For the operation that knows what is extracted. */
export const chosenSplitField = splitField(
	[
		{
			name: 'Automatic',
			value: 'auto',
			description: 'An item per row when the fields of the schema form one list, else one per page',
		},
		PER_PAGE,
		rowChoice,
	],
	'auto',
);

/** For jobs that were taken up by their ID, which may have several pages. */
export const jobResultFields: readonly INodeProperties[] = [
	splitField(
		[
			{ name: 'One Item per Job', value: 'job', description: 'All content in one item' },
			{
				...PER_PAGE,
				description: "Each page's own Markdown in its item, with the answer when there is one",
			},
			rowChoice,
		],
		'job',
	),
	simplifyField,
];

export const batchResultFields: readonly INodeProperties[] = [
	splitField([PER_PAGE, rowChoice], 'page'),
	simplifyField,
];

/** Entries of the options collection of every operation that returns pages. */
export const resultOptions: readonly INodeProperties[] = [
	downloadScreenshotsOption,
	onFailedPartOption('Page'),
	...rowOptions,
];

/**
 * Reads which of the choices of a field "Split Into Items" was taken.
 * @throws InputError when it is none of them
 */
export function readSplit<T extends string>(values: ParameterValues, choices: readonly T[]): T {
	const { splitInto } = values;
	const split = choices.find((choice) => choice === splitInto);
	if (split !== undefined) return split;
	throw new InputError(
		'Split Into Items',
		`is ${showValue(splitInto)}`,
		`Choose one of ${choices.join(', ')}.`,
	);
}

/**
 * Reads how to show results.
 * @throws InputError when a value is not one of the choices
 */
export function readResultView(values: ParameterValues, splitInto: SplitInto): ResultView {
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
	};
}
