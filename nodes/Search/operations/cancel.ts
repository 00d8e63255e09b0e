import { jobIdField } from '../../shared/fields/jobId';
import { cancelOperation } from '../../shared/operations/cancelOperation';
import { searchJobKind } from '../../shared/kinds/searchJob';

export const cancel = cancelOperation({
	kind: searchJobKind,
	cancelRequest: searchJobKind.cancelRequest,
	idField: jobIdField,
	action: 'Stop search',
	description: 'Stop a search that is queued or running',
});
