import { pagingFields } from '../shared/fields/paging';
import { bodyJson } from '../shared/items/bodyJson';
import { readRequiredText } from '../shared/items/parameterValues';
import { prepareListing } from '../shared/operations/listing';
import type { RequestOperation } from '../shared/operations/operation';
import { pathPart } from '../shared/transport/serviceRequest';
import { logField } from './logField';
import { filterFields, readLogFilters } from './logFilters';
import { readLog, readLogRows, readLogTotal } from '../shared/kinds/logRows';

/** Reference, Limits: "Logs listing limit: 1 to 100 per page". */
const MAX_PAGE_SIZE = 100;

/** What tells the two kinds of log apart. */
export interface LogKind {
	resource: string;
	/** Lower case, for texts: "scrape log". */
	label: string;
	path: string;
	/** The node's list method. */
	listMethod: string;
	searchDescription: string;
}

/** The operation that gets one log with its result data. */
export function createGet({ resource, label, path, listMethod }: LogKind): RequestOperation {
	return {
		kind: 'request',
		resource,
		value: 'get',
		name: 'Get',
		action: `Get a ${label}`,
		description: `Get one ${label} with its result data`,
		fields: [logField(listMethod)],
		prepare(values) {
			const uuid = readRequiredText(
				values,
				'logId',
				'Log',
				"Select a log from the list, or enter the 'uuid' of one.",
			);
			return {
				request: { method: 'GET', path: `${path}/${pathPart(uuid)}` },
				toItems: ({ body }) => [{ json: bodyJson(readLog(body)) }],
			};
		},
	};
}

/** The operation that lists logs. */
export function createGetMany(kind: LogKind): RequestOperation {
	const { resource, label, path, searchDescription } = kind;
	return {
		kind: 'request',
		resource,
		value: 'getMany',
		name: 'Get Many',
		action: `Get many ${label}s`,
		description: `List ${label}s with status, duration and credits, newest first`,
		fields: [...pagingFields, filterFields(searchDescription)],
		prepare: (values, { timezone }) =>
			prepareListing(values, {
				path,
				query: readLogFilters(values, timezone),
				maxPageSize: MAX_PAGE_SIZE,
				readRows: readLogRows,
				readTotal: readLogTotal,
				idField: 'uuid',
			}),
	};
}
