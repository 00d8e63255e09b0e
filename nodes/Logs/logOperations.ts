import type { IDataObject } from 'n8n-workflow';
import { locatorField, readId } from '../shared/fields/locator';
import { pagingFields } from '../shared/fields/paging';
import { readSimplify, simplifyField } from '../shared/fields/simplify';
import { pickFields } from '../shared/items/pickFields';
import type { ParameterValues } from '../shared/items/parameterValues';
import { bodyJson } from '../shared/items/bodyJson';
import { prepareListing } from '../shared/operations/listing';
import type { RequestOperation } from '../shared/operations/operation';
import { pathPart } from '../shared/transport/serviceRequest';
import { filterFields, readLogFilters } from './logFilters';
import { readLog, readLogRows, readLogTotal } from '../shared/jobTypes/logRows';

/** `api/openapi.yaml`, GET /scrape-logs: `limit` is 1 to 100. */
const MAX_PAGE_SIZE = 100;

/** How the two types of log differ. */
export interface LogType {
	resource: string;
	/** Lower case, for texts: "scrape log". */
	label: string;
	path: string;
	/** The node's list method. */
	listMethod: string;
	searchDescription: string;
	/** What is worth knowing of a log, beside its result; at most nine fields. */
	simplifiedFields: readonly string[];
}

/** There only where they say something. */
const FLAGS = ['ai_extraction_failed', 'extraction_empty', 'lowContent', 'warnings'];

/** How a log is shown. */
function readView(values: ParameterValues, { simplifiedFields }: LogType) {
	const names = [...simplifiedFields, ...FLAGS, 'result_data'];
	return readSimplify(values)
		? (log: IDataObject) => pickFields(log, names)
		: (log: IDataObject) => log;
}

/** The operation that gets one log with its result data. */
export function createGet(kind: LogType): RequestOperation {
	const { resource, label, path, listMethod } = kind;
	const logField = locatorField({
		displayName: 'Log',
		name: 'logId',
		listMethod,
		description: 'The log to get',
		idPlaceholder: 'e.g. 31fa55d0-6b0e-4b0f-8a5e-0f4a4d1f2c33',
	});
	return {
		kind: 'request',
		resource,
		value: 'get',
		name: 'Get',
		action: `Get ${label}`,
		description: `Get one ${label} with its result data`,
		fields: [logField, simplifyField],
		prepare(values) {
			const uuid = readId(values, logField);
			const toLog = readView(values, kind);
			return {
				sharedBy: JSON.stringify(values),
				request: { method: 'GET', path: `${path}/${pathPart(uuid)}` },
				toItems: ({ body }) => [{ json: toLog(bodyJson(readLog(body))) }],
			};
		},
	};
}

/** The operation that lists logs. */
export function createGetMany(kind: LogType): RequestOperation {
	const { resource, label, path, searchDescription } = kind;
	return {
		kind: 'request',
		resource,
		value: 'getMany',
		name: 'Get Many',
		action: `Get many ${label}s`,
		description: `List ${label}s with status, duration and credits, newest first`,
		fields: [...pagingFields, simplifyField, filterFields(searchDescription)],
		prepare: (values, { timezone }) =>
			prepareListing(values, {
				path,
				query: readLogFilters(values, timezone),
				maxPageSize: MAX_PAGE_SIZE,
				readRows: readLogRows,
				readTotal: readLogTotal,
				idField: 'uuid',
				toJson: readView(values, kind),
			}),
	};
}
