import type { INodeProperties } from 'n8n-workflow';
import { readChoice, readChoices } from '../shared/fields/choice';
import { choicesField, flagField, named } from '../shared/fields/field';
import {
	downloadScreenshotsOption,
	pageResultOptions,
	readShownParts,
} from '../shared/fields/results';
import { sectionOptions } from '../shared/fields/sections';
import { earlierGetField, type WhatToGet } from '../shared/fields/whatToGet';
import { DEFAULT_RESULT_VIEW, type ResultView } from '../shared/jobTypes/pageItems';
import { readFlag, readGroup, type ParameterValues } from '../shared/items/parameterValues';

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
		"Lists to add to each page's item. They are read from its Markdown, without another request. With fields or a prompt, single jobs are sent, because batches then return no Markdown.",
		{ displayName: 'Links and Images' },
	),
);

export const resultOptions: readonly INodeProperties[] = [
	...pageResultOptions,
	...sectionOptions,
	downloadScreenshotsOption,
	pageListsOption,
];

/**
 * Reads how to show results.
 * @throws InputError when a value is not one of the choices
 */
export function readResultView(values: ParameterValues, get: WhatToGet): ResultView {
	const options = readGroup(values, 'options');
	return {
		...DEFAULT_RESULT_VIEW,
		...readShownParts(values, 'Page'),
		get,
		// Rows of an earlier job may be the entries of a list that was found where one thing was asked for.
		...(get === 'rows' && { takesListed: true }),
		downloadScreenshots: readFlag(options, downloadScreenshotsOption),
		lists: readChoices(options, pageListsOption),
	};
}

/**
 * The same for earlier jobs. Those that were not started for an answer show each of their pages.
 * @throws InputError when a value is not one of the choices
 */
export function readEarlierView(values: ParameterValues): ResultView {
	const get = readChoice(values, earlierGetField);
	return { ...readResultView(values, get), splitInto: get === 'markdown' ? 'page' : 'job' };
}
