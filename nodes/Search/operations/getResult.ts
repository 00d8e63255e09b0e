import { jobIdField } from '../../shared/fields/jobId';
import { readId } from '../../shared/fields/locator';
import { optionsField } from '../../shared/fields/optionsField';
import { downloadScreenshotsOption } from '../../shared/fields/screenshots';
import { waitForTakenUpJobField, waitingOptions } from '../../shared/fields/waiting';
import { readWaiting } from '../../shared/items/waiting';
import type { JobOperation } from '../../shared/operations/operation';
import { SEARCH_TIMEOUT_SECONDS, searchJobKind } from '../../shared/kinds/searchJob';
import { failOnNoResultsOption, readSearchView, searchResultFields } from '../searchView';

export const getResult: JobOperation = {
	kind: 'job',
	value: 'getResult',
	name: 'Get Result',
	action: 'Wait for a search and get its results',
	description: 'Get the results of a search that was started before; waits while it runs',
	builderHint: 'Only for a search that another node or run started.',
	fields: [
		jobIdField,
		waitForTakenUpJobField,
		...searchResultFields,
		optionsField([
			downloadScreenshotsOption,
			failOnNoResultsOption,
			...waitingOptions(SEARCH_TIMEOUT_SECONDS),
		]),
	],
	prepare(values) {
		return {
			task: {
				kind: searchJobKind,
				start: { takeUp: readId(values, jobIdField) },
				...readWaiting(values, SEARCH_TIMEOUT_SECONDS),
			},
			...readSearchView(values),
		};
	},
};
