import { jobIdField } from '../../shared/fields/locator';
import { downloadScreenshotsOption } from '../../shared/fields/results';
import { getResultOperation } from '../../shared/operations/getResultOperation';
import { SEARCH_TIMEOUT_SECONDS, searchJobType } from '../../shared/jobTypes/searchJob';
import { failOnNoResultsOption, readSearchView, searchResultFields } from '../searchView';

export const getResult = getResultOperation({
	jobType: searchJobType,
	idField: jobIdField,
	timeoutSeconds: SEARCH_TIMEOUT_SECONDS,
	action: 'Wait for search and get results',
	description: 'Get the results of an earlier search, waiting if it is still running',
	builderHint: 'Only for a search that another node or run started.',
	resultFields: searchResultFields,
	resultOptions: [downloadScreenshotsOption, failOnNoResultsOption],
	readView: readSearchView,
});
