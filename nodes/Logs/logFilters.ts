import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { InputError } from '../shared/items/inputError';
import { readGroup, readText, type ParameterValues } from '../shared/items/parameterValues';
import { isRecord } from '../shared/transport/serviceBody';

const STATUSES = ['success', 'error', 'in_progress'];

/**
 * The filters of a listing.
 * @param searchDescription what the search term is looked for in
 */
export function filterFields(searchDescription: string): INodeProperties {
	return {
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		options: [
			{
				displayName: 'From Date',
				name: 'dateStart',
				type: 'dateTime',
				typeOptions: { dateOnly: true },
				default: '',
				description: 'Only logs of this day and later',
			},
			{
				displayName: 'Search Term',
				name: 'searchTerm',
				type: 'string',
				default: '',
				placeholder: 'e.g. example.com',
				description: searchDescription,
			},
			{
				displayName: 'Status',
				name: 'status',
				type: 'options',
				options: [
					{ name: 'Any', value: 'any' },
					{ name: 'Failed', value: 'error' },
					{ name: 'In Progress', value: 'in_progress' },
					{ name: 'Successful', value: 'success' },
				],
				default: 'any',
				description: 'Only logs with this status',
			},
			{
				displayName: 'To Date',
				name: 'dateEnd',
				type: 'dateTime',
				typeOptions: { dateOnly: true },
				default: '',
				description: 'Only logs of this day and earlier',
			},
		],
	};
}

/** A date as the API takes it; expressions give texts, dates, or n8n's own date objects. */
function readDate(filters: ParameterValues, name: string, field: string): string | undefined {
	const value = filters[name];
	if (value === undefined || value === null || value === '') return undefined;
	const text = value instanceof Date ? value.toISOString() : String(readIso(value));
	const date = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
	if (date !== undefined && !Number.isNaN(Date.parse(date))) return date;
	throw new InputError(field, `is '${text}'`, 'Pick a date, or enter one as 2026-11-21.');
}

function readIso(value: unknown): unknown {
	return isRecord(value) && typeof value.toISO === 'function' ? value.toISO() : value;
}

/**
 * Reads the filters as query parameters (reference, GET /scrape-logs).
 * @throws InputError when a date can't be read, or the dates are the wrong way round
 */
export function readLogFilters(values: ParameterValues): IDataObject {
	const filters = readGroup(values, 'filters');
	const status = readText(filters, 'status', 'Status') || 'any';
	if (status !== 'any' && !STATUSES.includes(status)) {
		throw new InputError('Status', `is '${status}'`, `Choose one of any, ${STATUSES.join(', ')}.`);
	}
	const searchTerm = readText(filters, 'searchTerm', 'Search Term');
	const dateStart = readDate(filters, 'dateStart', 'From Date');
	const dateEnd = readDate(filters, 'dateEnd', 'To Date');
	if (dateStart !== undefined && dateEnd !== undefined && dateStart > dateEnd) {
		throw new InputError(
			'From Date',
			`(${dateStart}) is later than 'To Date' (${dateEnd})`,
			'Swap the two dates.',
		);
	}
	return {
		...(status !== 'any' && { status }),
		...(searchTerm !== '' && { searchTerm }),
		...(dateStart !== undefined && { dateStart }),
		...(dateEnd !== undefined && { dateEnd }),
	};
}
