import type { INodeProperties } from 'n8n-workflow';
import { choicesField, readChoices, splitField } from '../shared/fields/choice';
import {
	onFailedExtractionOption,
	readOnFailedExtraction,
	onFailedPartOption,
	readOnFailedPart,
	downloadScreenshotsOption,
	readRowView,
	rowChoice,
	rowOptions,
	readSimplify,
} from '../shared/fields/results';
import type { ResultView } from '../shared/jobTypes/pageItems';
import { readFlag, readGroup, type ParameterValues } from '../shared/items/parameterValues';

const PER_PAGE = {
	name: 'One Item per Page',
	value: 'page' as const,
	description: 'All content of a page in its item',
};

/** For the operation that knows what is extracted. */
export const chosenSplitField = splitField(
	[
		{
			name: 'Automatic',
			value: 'auto',
			description: 'One item per row if the fields are those of a list; otherwise one per page',
		},
		PER_PAGE,
		rowChoice,
	],
	'auto',
);

/** For earlier jobs, which may have several pages. */
export const jobSplitField = splitField(
	[
		{ name: 'One Item per Job', value: 'job', description: 'All content in one item' },
		{
			...PER_PAGE,
			description: "Each page's own Markdown in its item, with the answer when there is one",
		},
		rowChoice,
	],
	'job',
);

export const batchSplitField = splitField([PER_PAGE, rowChoice], 'page');

/** Entry of the options collection for what a workflow knows of a page beside its address. */
export const includeInputOption: INodeProperties = {
	displayName: 'Include Input Fields',
	name: 'includeInputFields',
	type: 'boolean',
	default: true,
	description:
		"Whether to add the fields of the input item that the address came from. If the item has a field of that name, the added one is prefixed with 'input', as in 'inputTitle'.",
};

const pageListsOption = choicesField({
	displayName: 'Links and Images',
	name: 'pageLists',
	options: [
		{ name: 'Images', value: 'images', description: 'Address and text of each image' },
		{ name: 'Links', value: 'links', description: 'Address and text of each link' },
	],
	default: [],
	description:
		"Lists to add to each page's item. They are read from its Markdown, without another request. With a prompt or schema, single jobs are sent, because batches then return no Markdown.",
});

/** Entries of the options collection of every operation that returns pages. */
export const resultOptions: readonly INodeProperties[] = [
	downloadScreenshotsOption,
	onFailedPartOption('Page'),
	onFailedExtractionOption,
	pageListsOption,
	...rowOptions,
];

/**
 * Reads how to show results.
 * @throws InputError when a value is not one of the choices
 */
export function readResultView(
	values: ParameterValues,
	splitInto: ResultView['splitInto'],
): ResultView {
	const options = readGroup(values, 'options');
	return {
		isSimplified: readSimplify(values),
		splitInto,
		rows: readRowView(values),
		downloadScreenshots: readFlag(options, 'downloadScreenshots', 'Download Screenshots'),
		onFailedPage: readOnFailedPart(values, 'Page'),
		onFailedExtraction: readOnFailedExtraction(values),
		output: 'content',
		lists: readChoices(options, pageListsOption),
		hasAnswers: true,
	};
}
