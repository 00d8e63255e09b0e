import type { INodeProperties } from 'n8n-workflow';
import { readChoice, splitField } from '../shared/fields/choice';
import { readSimplify, simplifyField } from '../shared/fields/results';
import { readFlag, readGroup, type ParameterValues } from '../shared/items/parameterValues';
import type { PreparedJob } from '../shared/operations/operation';
import { describeSearch, toSearchItems, type SearchView } from '../shared/jobTypes/searchItems';

const splitChoice = splitField(
	[
		{ name: 'One Item per Result', value: 'hit', description: 'An item for each result' },
		{ name: 'One Item per Search', value: 'search', description: 'All results in one item' },
	],
	'hit',
);

/** How the result of a search becomes items. */
export const searchResultFields: readonly INodeProperties[] = [splitChoice, simplifyField];

export const failOnNoResultsOption: INodeProperties = {
	displayName: 'Fail on No Results',
	name: 'failOnNoResults',
	type: 'boolean',
	default: false,
	description: 'Whether to fail when nothing is found',
};

function readView(values: ParameterValues): SearchView {
	const options = readGroup(values, 'options');
	return {
		splitInto: readChoice(values, splitChoice),
		isSimplified: readSimplify(values),
		failOnNoResults: readFlag(options, 'failOnNoResults', 'Fail on No Results'),
		downloadScreenshots: readFlag(options, 'downloadScreenshots', 'Download Screenshots'),
	};
}

/**
 * Reads how to show a search, as the part of a prepared job that makes items.
 * @throws InputError when a value is not one of the choices
 */
export function readSearchView(values: ParameterValues): Pick<PreparedJob, 'toItems' | 'toHints'> {
	const view = readView(values);
	return { toItems: (answer) => toSearchItems(answer, view), toHints: describeSearch };
}
