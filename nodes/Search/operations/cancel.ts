import { jobIdField } from '../../shared/fields/locator';
import { cancelOperation } from '../../shared/operations/cancelOperation';
import { searchJobType } from '../../shared/jobTypes/searchJob';

export const cancel = cancelOperation({
	jobType: searchJobType,
	idField: jobIdField,
	action: 'Stop search',
	description: 'Cancel a search',
});
