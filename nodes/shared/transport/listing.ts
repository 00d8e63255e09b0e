import type { IDataObject } from 'n8n-workflow';
import { bodyText, readRecords, valueAt } from './serviceBody';
import { unreadableAnswerError } from './serviceError';
import type { ServiceRequest } from './serviceRequest';

/** A listing of the service that is read page by page, newest first. */
export interface Listing {
	path: string;
	/** Most rows that the service gives per page. */
	maxPageSize: number;
	idField: string;
	/** The names that lead to the rows in the body of a page. */
	rowsAt: readonly string[];
	/** The names that lead to how many rows there are in all. */
	totalAt: readonly string[];
}

/** @param query page, limit and filters */
export function listingRequest({ path, rowsAt }: Listing, query: IDataObject): ServiceRequest {
	return { method: 'GET', path, query, expects: rowsAt };
}

/** The rows of a page by their IDs; none for a body that is no page of the listing. */
export function rowsById({ rowsAt, idField }: Listing, body: unknown): Map<string, unknown> {
	return new Map(
		readRecords(valueAt(body, rowsAt)).flatMap((row) => {
			const id = bodyText(row, idField);
			return id === undefined ? [] : [[id, row]];
		}),
	);
}

/**
 * The rows of a page, and how many there are in all; undefined when the page does not say.
 * @throws ServiceError for a body without a list: something between answered, and to show it as an empty
 * listing would hide all rows
 */
export function readListingPage(
	{ rowsAt, totalAt }: Listing,
	body: unknown,
): { rows: unknown[]; total: number | undefined } {
	const found = valueAt(body, rowsAt);
	// Some services write no rows as null.
	const rows: unknown = found === null ? [] : found;
	if (!Array.isArray(rows)) throw unreadableAnswerError();
	const total = Number(valueAt(body, totalAt) ?? NaN);
	return { rows, total: Number.isNaN(total) ? undefined : total };
}
