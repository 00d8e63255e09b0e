import { createListMethod, describeChoice } from '../operations/listMethod';
import type { Listing } from '../transport/listing';
import { bodyField, bodyText, readRecords } from '../transport/serviceBody';
import { pathPart, type ServiceRequest } from '../transport/serviceRequest';

function logListing(path: string): Listing {
	const rowsAt = ['data', 'logs'];
	return { path, maxPageSize: 100, idField: 'uuid', rowsAt, totalAt: ['data', 'total'] };
}

/** `api/openapi.yaml`, GET /scrape-logs. */
export const scrapeLogListing = logListing('/scrape-logs');

/** `api/openapi.yaml`, GET /search-logs. */
export const searchLogListing = logListing('/search-logs');

export function logRequest({ path }: Listing, uuid: string): ServiceRequest {
	return {
		method: 'GET',
		path: `${path}/${pathPart(uuid)}`,
		id: uuid,
		expects: ['data', 'status'],
	};
}

export function readLog(body: unknown): unknown {
	return bodyField(body, 'data');
}

export function readLogUrls(row: unknown): string[] {
	return readRecords(bodyField(row, 'urls')).flatMap((entry) => bodyText(entry, 'url') ?? []);
}

/** A log as an entry of a list: what it was about, how it went, and when. */
export function describeLog(row: unknown): string {
	const target = bodyText(row, 'query') ?? (readLogUrls(row).join(', ') || 'Unknown address');
	return describeChoice(row, target, 'started_at');
}

const logList = { describe: describeLog, filterName: 'searchTerm', hasLatest: false };

export const listScrapeLogs = createListMethod({ ...logList, listing: scrapeLogListing });

export const listSearchLogs = createListMethod({ ...logList, listing: searchLogListing });
