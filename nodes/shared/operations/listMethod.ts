import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { LATEST } from '../fields/locator';
import { toNodeError } from '../items/nodeError';
import { systemClock } from '../transport/clock';
import { listingRequest, readListingPage, rowsById, type Listing } from '../transport/listing';
import { bodyText } from '../transport/serviceBody';
import { openServiceClient, type ServiceClient } from '../transport/serviceClient';

const PAGE_SIZE = 50;

/** Longest time for filling a list: somebody sits before it. */
const LIST_BUDGET_MS = 15_000;

/** A listing of the service as a list to pick from. */
interface PickList {
	listing: Listing;
	/** A readable label for a row. */
	describe(row: unknown): string;
	/** Under which name the service takes what is typed; else the labels are looked through here. */
	filterName?: string;
	/** Whether the newest can be picked without naming it. */
	hasLatest: boolean;
}

/**
 * Pages of the service that are read for one page of the list: n8n asks for no further page while it
 * shows none at all (n8n-editor-ui 2.41, ResourceLocatorDropdown).
 */
const MAX_PAGES_WITHOUT_HIT = 20;

async function readList(
	context: ILoadOptionsFunctions,
	list: PickList,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const client = await openServiceClient(context, systemClock);
	const deadlineMs = systemClock.now() + LIST_BUDGET_MS;
	const first = Number(paginationToken ?? 1);
	for (let page = first; ; page += 1) {
		const found = await readPage(client, list, { page, ...(filter && { filter }), deadlineMs });
		const isEnough = found.results.length > 0 || found.paginationToken === undefined;
		if (isEnough || page - first + 1 >= MAX_PAGES_WITHOUT_HIT) return found;
	}
}

async function readPage(
	client: ServiceClient,
	{ listing, describe, filterName, hasLatest }: PickList,
	{ page, filter = '', deadlineMs }: { page: number; filter?: string; deadlineMs: number },
): Promise<INodeListSearchResult> {
	const query = { page, limit: PAGE_SIZE, ...(filterName && filter && { [filterName]: filter }) };
	const { body } = await client.send(listingRequest(listing, query), { deadlineMs });
	const { rows, total = 0 } = readListingPage(listing, body);
	const choices = [...rowsById(listing, body)].map(([value, row]) => ({
		name: describe(row),
		value,
	}));
	const latest =
		hasLatest && page === 1 && choices.length > 0 ? [{ name: 'Latest', value: LATEST }] : [];
	const typed = filterName === undefined ? filter.trim().toLowerCase() : '';
	const results = [...latest, ...choices].filter(({ name }) => name.toLowerCase().includes(typed));
	// A service may give fewer rows per page than asked for: only the total shows where the list ends.
	const hasMore = rows.length > 0 && (rows.length >= PAGE_SIZE || rows.length * page < total);
	return hasMore ? { results, paginationToken: String(page + 1) } : { results };
}

/** Makes a list method; what goes wrong reaches the user, an empty list means "nothing there". */
export function createListMethod(list: PickList) {
	return async function (
		this: ILoadOptionsFunctions,
		filter?: string,
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		return await readList(this, list, filter, paginationToken).catch((error: unknown) => {
			throw toNodeError(this.getNode(), error);
		});
	};
}

/**
 * The label of an entry: what it is about, how it went, when.
 * @param startField its field with the time of its start
 */
export function describeChoice(
	row: unknown,
	what: string,
	startField: string,
	facts: readonly string[] = [],
): string {
	const status = bodyText(row, 'status') ?? 'unknown';
	const startedMs = Date.parse(bodyText(row, startField) ?? '');
	const time = Number.isNaN(startedMs)
		? 'unknown time'
		: `${new Date(startedMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
	return `${what} (${[status, ...facts, time].join(', ')})`;
}
