import type { IDataObject } from 'n8n-workflow';
import { locatorField, readId } from '../shared/fields/locator';
import { pagingFields } from '../shared/fields/paging';
import { readSimplify, simplifyField } from '../shared/fields/results';
import { pickFields } from '../shared/items/records';
import type { ParameterValues } from '../shared/items/parameterValues';
import { prepareListing } from '../shared/operations/listing';
import { singleCall, type RequestOperation } from '../shared/operations/operation';
import type { Listing } from '../shared/transport/listing';
import { isRecord } from '../shared/transport/serviceBody';
import { unreadableAnswerError } from '../shared/transport/serviceError';
import type { ServiceAnswer } from '../shared/transport/serviceRequest';
import { filterFields, readLogFilters } from './logFilters';
import { logRequest, readLog } from '../shared/jobTypes/logRows';

/** How the two types of log differ. */
export interface LogType {
	resource: string;
	/** Lower case, for texts: "scrape log". */
	label: string;
	listing: Listing;
	/** The node's list method. */
	listMethod: string;
	searchDescription: string;
	/** What is worth knowing of a log, beside its result; at most nine fields. */
	simplifiedFields: readonly string[];
}

/** There only where they say something. */
const FLAGS = ['ai_extraction_failed', 'extraction_empty', 'lowContent', 'warnings'];

function readView(values: ParameterValues, { simplifiedFields }: LogType) {
	const names = [...simplifiedFields, ...FLAGS, 'result_data'];
	return readSimplify(values)
		? (log: IDataObject) => pickFields(log, names)
		: (log: IDataObject) => log;
}

export function createGet(kind: LogType): RequestOperation {
	const { resource, label, listing, listMethod } = kind;
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
			const toItems = ({ body }: ServiceAnswer) => {
				const log = readLog(body);
				if (!isRecord(log)) throw unreadableAnswerError();
				return [{ json: toLog(log as IDataObject) }];
			};
			return singleCall(logRequest(listing, uuid), toItems, JSON.stringify(values));
		},
	};
}

export function createGetMany(kind: LogType): RequestOperation {
	const { resource, label, listing, searchDescription } = kind;
	return {
		kind: 'request',
		resource,
		value: 'getMany',
		name: 'Get Many',
		action: `Get many ${label}s`,
		description: `List ${label}s with status, duration and credits, newest first`,
		fields: [...pagingFields, simplifyField, filterFields(searchDescription)],
		prepare: (values, { timezone }) =>
			prepareListing(values, listing, {
				query: readLogFilters(values, timezone),
				toJson: readView(values, kind),
			}),
	};
}
