import type { INodeProperties } from 'n8n-workflow';
import { readChoices, splitField } from '../shared/fields/choice';
import { choicesField, flagField, named } from '../shared/fields/field';
import {
	downloadScreenshotsOption,
	onFailedExtractionOption,
	onFailedPartOption,
	readShownParts,
	rowChoice,
	rowOptions,
} from '../shared/fields/results';
import { DEFAULT_RESULT_VIEW, type ResultView } from '../shared/jobTypes/pageItems';
import { readFlag, readGroup, type ParameterValues } from '../shared/items/parameterValues';

const PER_PAGE = 'One Item per Page: All content of a page in its item';

/** For the operation that knows what is extracted. */
export const chosenSplitField = splitField('auto', {
	auto: 'Automatic: One item per row if the fields are those of a list; otherwise one per page',
	page: PER_PAGE,
	...rowChoice,
});

/** For earlier jobs, which may have several pages. */
export const jobSplitField = splitField('job', {
	job: 'One Item per Job: All content in one item',
	page: 'One Item per Page: The Markdown of each page, and the answer if there is one',
	...rowChoice,
});

export const batchSplitField = splitField('page', { page: PER_PAGE, ...rowChoice });

/** Entry of the options collection for what a workflow knows of a page beside its address. */
export const includeInputOption = named(
	'includeInputFields',
	flagField(
		"Whether to add the fields of the input item that the address came from. If the item has a field of that name, the added one is prefixed with 'input', as in 'inputTitle'.",
		{ default: true },
	),
);

const pageListsOption = named(
	'pageLists',
	choicesField(
		[],
		{
			images: 'Images: Address and text of each image',
			links: 'Links: Address and text of each link',
		},
		"Lists to add to each page's item. They are read from its Markdown, without another request. With a prompt or schema, single jobs are sent, because batches then return no Markdown.",
		{ displayName: 'Links and Images' },
	),
);

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
		...DEFAULT_RESULT_VIEW,
		...readShownParts(values, 'Page'),
		splitInto,
		// A prompt, and an earlier job, may have asked for one thing.
		...(splitInto === 'row' && { takesListed: true }),
		downloadScreenshots: readFlag(options, downloadScreenshotsOption),
		lists: readChoices(options, pageListsOption),
	};
}
