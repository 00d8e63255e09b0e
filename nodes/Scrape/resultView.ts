import type { INodeProperties } from 'n8n-workflow';
import { splitField } from '../shared/fields/choice';
import { onFailedPartOption, readOnFailedPart } from '../shared/fields/onFailedPart';
import { downloadScreenshotsOption } from '../shared/fields/screenshots';
import { readRowView, rowChoice, rowOptions } from '../shared/fields/rows';
import { InputError } from '../shared/items/inputError';
import { readTextList } from '../shared/items/textList';
import type { PageList, ResultView, SplitInto } from '../shared/kinds/resultView';
import {
	readFlag,
	readGroup,
	showValue,
	type ParameterValues,
} from '../shared/items/parameterValues';

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
			description: 'An item per row when the fields of the schema form one list, else one per page',
		},
		PER_PAGE,
		rowChoice,
	],
	'auto',
);

/** For jobs that were taken up by their ID, which may have several pages. */
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

const pageListsOption: INodeProperties = {
	displayName: 'Links and Images',
	name: 'pageLists',
	type: 'multiOptions',
	options: [
		{ name: 'Images', value: 'images', description: 'Address and text of each image' },
		{ name: 'Links', value: 'links', description: 'Address and text of each link' },
	],
	default: [],
	description:
		'Lists to put on the item of each page, read from its Markdown without another request. Batches give the Markdown only when nothing is extracted, so with a prompt or schema single jobs are sent.',
};

const PAGE_LISTS: readonly PageList[] = ['links', 'images'];

/** @throws InputError when something else is to be listed */
function readPageLists(options: ParameterValues): PageList[] {
	const wanted = readTextList(options.pageLists, 'Links and Images');
	return wanted.map((name) => {
		const list = PAGE_LISTS.find((value) => value === name);
		if (list !== undefined) return list;
		throw new InputError(
			'Links and Images',
			`holds ${showValue(name)}`,
			'Choose Links (links), Images (images) or both.',
		);
	});
}

/** Entries of the options collection of every operation that returns pages. */
export const resultOptions: readonly INodeProperties[] = [
	downloadScreenshotsOption,
	onFailedPartOption('Page'),
	pageListsOption,
	...rowOptions,
];

/**
 * Reads how to show results.
 * @throws InputError when a value is not one of the choices
 */
export function readResultView(values: ParameterValues, splitInto: SplitInto): ResultView {
	const options = readGroup(values, 'options');
	return {
		isSimplified: readFlag(values, 'simplify', 'Simplify'),
		splitInto,
		rows: readRowView(values),
		downloadScreenshots: readFlag(options, 'downloadScreenshots', 'Download Screenshots'),
		onFailedPage: readOnFailedPart(values, 'Page'),
		lists: readPageLists(options),
	};
}
