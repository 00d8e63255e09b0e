import type { INodeProperties } from 'n8n-workflow';
import { readChoice, splitField } from '../shared/fields/choice';
import { flagField, named } from '../shared/fields/field';
import { downloadScreenshotsOption, readSimplify, simplifyField } from '../shared/fields/results';
import { readFlag, readGroup, type ParameterValues } from '../shared/items/parameterValues';
import type { PreparedJob } from '../shared/operations/operation';
import { reportSearch, toSearchItems, type SearchView } from '../shared/jobTypes/searchItems';

const splitChoice = splitField('hit', {
	hit: 'One Item per Result: An item for each result',
	search: 'One Item per Search: All results in one item',
});

export const searchResultFields: readonly INodeProperties[] = [splitChoice, simplifyField];

export const failOnNoResultsOption = named(
	'failOnNoResults',
	flagField('Whether to fail when nothing is found', { displayName: 'Fail on No Results' }),
);

/**
 * Reads how to show a search, as the part of a prepared job that makes items.
 * @throws InputError when a value is not one of the choices
 */
export function readSearchView(values: ParameterValues): Pick<PreparedJob, 'toItems' | 'report'> {
	const options = readGroup(values, 'options');
	const view: SearchView = {
		splitInto: readChoice(values, splitChoice),
		isSimplified: readSimplify(values),
		failOnNoResults: readFlag(options, failOnNoResultsOption),
		downloadScreenshots: readFlag(options, downloadScreenshotsOption),
	};
	return { toItems: (answer) => toSearchItems(answer, view), report: reportSearch };
}
