import { createListMethod, describeChoice } from '../operations/listMethod';
import { bodyField, bodyText, isRecord } from '../transport/serviceBody';

/** The rows of a listing's body: `data.logs` (`api/openapi.yaml`, GET /scrape-logs). */
export function readLogRows(body: unknown): unknown {
	return bodyField(bodyField(body, 'data'), 'logs');
}

/** How many rows there are in all. */
export function readLogTotal(body: unknown): unknown {
	return bodyField(bodyField(body, 'data'), 'total');
}

/** The log of a `get` answer. */
export function readLog(body: unknown): unknown {
	return bodyField(body, 'data');
}

function describeTarget(row: unknown): string {
	const query = bodyText(row, 'query');
	if (query !== undefined) return query;
	const urls = bodyField(row, 'urls');
	const addresses = Array.isArray(urls)
		? urls.flatMap((entry) => bodyText(entry, 'url') ?? [])
		: [];
	return addresses.join(', ') || 'Unknown address';
}

/** A log as an entry of a list: what it was about, when, and how it went. */
export function toLogChoice(row: unknown): { name: string; value: string } | undefined {
	const uuid = bodyText(row, 'uuid');
	if (!isRecord(row) || uuid === undefined) return undefined;
	const status = bodyText(row, 'status') ?? 'unknown';
	const name = describeChoice(describeTarget(row), [status], bodyText(row, 'started_at'));
	return { name, value: uuid };
}

const logList = {
	readRows: readLogRows,
	readTotal: readLogTotal,
	toChoice: toLogChoice,
	filterName: 'searchTerm',
	hasLatest: false,
};

export const listScrapeLogs = createListMethod({ ...logList, path: '/scrape-logs' });

export const listSearchLogs = createListMethod({ ...logList, path: '/search-logs' });
