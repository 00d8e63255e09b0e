import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { readChoice } from '../shared/fields/choice';
import { choiceField, namedFields, textField } from '../shared/fields/field';
import {
	InputError,
	readGroup,
	readText,
	showValue,
	type ParameterValues,
} from '../shared/items/parameterValues';
import { isRecord } from '../shared/transport/serviceBody';

const filters = namedFields({
	dateStart: dateField('From Date', 'Only logs of this day and later'),
	searchTerm: textField('', { placeholder: 'e.g. example.com' }),
	status: choiceField(
		'any',
		{ any: 'Any', error: 'Failed', in_progress: 'In Progress', success: 'Successful' },
		'Only logs with this status',
	),
	dateEnd: dateField('To Date', 'Only logs of this day and earlier'),
});

function dateField(displayName: string, description: string) {
	const typeOptions = { dateOnly: true };
	return { displayName, type: 'dateTime' as const, typeOptions, default: '', description };
}

/**
 * The filters of a listing.
 * @param description of the search term: what it is looked for in
 */
export function filterFields(description: string): INodeProperties {
	return {
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		options: Object.values({ ...filters, searchTerm: { ...filters.searchTerm, description } }),
	};
}

/** A text that names a moment, whatever the zone: `2026-11-21T22:30:00Z`. */
const MOMENT = /^\s*\d{4}-\d{2}-\d{2}[T ][\d:.]+\s?(?:Z|[+-]\d{2}:?\d{2})\s*$/i;

/** The text of a date: expressions give texts, dates, or n8n's own date objects with their zone. */
function dateText(value: unknown, timezone: string): string {
	if (isRecord(value) && typeof value.toISO === 'function') return String(value.toISO());
	const isMoment = value instanceof Date || (typeof value === 'string' && MOMENT.test(value));
	const moment = isMoment ? new Date(value) : undefined;
	if (moment && !Number.isNaN(moment.getTime())) {
		// The day where the workflow is. Sweden writes its dates as the API takes them: 2026-11-21.
		const format = { timeZone: timezone, dateStyle: 'short' } as const;
		return new Intl.DateTimeFormat('sv-SE', format).format(moment);
	}
	return value instanceof Date || typeof value === 'string' ? String(value) : showValue(value);
}

function readDate(
	values: ParameterValues,
	{ name, displayName }: INodeProperties,
	timezone: string,
): string | undefined {
	const value = values[name];
	if (value === undefined || value === null || value === '') return undefined;
	const text = dateText(value, timezone);
	const date = /^\s*(\d{4}-\d{2}-\d{2})/.exec(text)?.[1];
	const day = new Date(`${date}T00:00:00Z`);
	// 2026-02-30 is not in the calendar.
	const isDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(`${date}T`);
	if (date !== undefined && isDay) return date;
	throw new InputError(displayName, `is '${text}'`, 'Pick a date, or enter one as 2026-11-21.');
}

/**
 * Reads the filters as query parameters (`api/openapi.yaml`, GET /scrape-logs).
 * @param timezone of the workflow
 * @throws InputError when a date can't be read, or the dates are the wrong way round
 */
export function readLogFilters(values: ParameterValues, timezone: string): IDataObject {
	const given = readGroup(values, 'filters');
	const status = readChoice(given, filters.status);
	const searchTerm = readText(given, filters.searchTerm);
	const dateStart = readDate(given, filters.dateStart, timezone);
	const dateEnd = readDate(given, filters.dateEnd, timezone);
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
