import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { toNodeError } from '../shared/items/nodeError';
import { systemClock } from '../shared/transport/clock';
import { openServiceClient } from '../shared/transport/serviceClient';
import { readLogRows, readLogTotal, toLogChoice } from '../shared/kinds/logRows';

/** Entries per page of the list. */
const PAGE_SIZE = 50;

/** Longest time for filling a list: somebody sits before it. */
const LIST_BUDGET_MS = 15_000;

async function listLogs(
	context: ILoadOptionsFunctions,
	path: string,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const page = Number(paginationToken ?? 1);
	const client = await openServiceClient(context, systemClock);
	const query = { page, limit: PAGE_SIZE, ...(filter && { searchTerm: filter }) };
	const deadlineMs = systemClock.now() + LIST_BUDGET_MS;
	const { body } = await client.send({ method: 'GET', path, query }, { deadlineMs });
	const rows = readLogRows(body);
	const list = Array.isArray(rows) ? rows : [];
	const results = list.flatMap((row) => toLogChoice(row) ?? []);
	// A service may give fewer rows per page than asked for: only the total tells where the list ends.
	const total = Number(readLogTotal(body) ?? 0);
	const hasMore = list.length > 0 && (list.length >= PAGE_SIZE || list.length * page < total);
	return hasMore ? { results, paginationToken: String(page + 1) } : { results };
}

/** Makes a list method; what goes wrong reaches the user, an empty list means "nothing there". */
function createListMethod(path: string) {
	return async function (
		this: ILoadOptionsFunctions,
		filter?: string,
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		return await listLogs(this, path, filter, paginationToken).catch((error: unknown) => {
			throw toNodeError(this.getNode(), error);
		});
	};
}

export const listScrapeLogs = createListMethod('/scrape-logs');

export const listSearchLogs = createListMethod('/search-logs');
