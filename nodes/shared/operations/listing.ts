import type { IDataObject } from 'n8n-workflow';
import { readLimit } from '../fields/paging';
import type { ParameterValues } from '../items/parameterValues';
import { listingRequest, readListingPage, type Listing } from '../transport/listing';
import { isRecord } from '../transport/serviceBody';
import { WebDataError } from '../transport/webDataError';
import type { PreparedCalls } from './operation';

/** Pages in a row that bring nothing new, until reading is given up. */
const MAX_PAGES_WITHOUT_NEWS = 50;

/**
 * Prepares a listing with "Return All" and "Limit". Rows that arrive at the service while it is read
 * push others to the next page: those are recognised by their ID and given once. A service may give
 * fewer rows per page than asked for: reading ends at a page that is not full only when the total says
 * nothing else, and at one that brings nothing new, unless the total says that rows are missing: many
 * that arrived at once can fill pages.
 * @param view.query filters, beside page and limit
 * @param view.toJson how a row is shown. Default: as it is.
 * @throws InputError when the limit is not a whole number from 1
 */
export function prepareListing(
	values: ParameterValues,
	listing: Listing,
	{
		query = {},
		toJson = (row) => row,
	}: { query?: IDataObject; toJson?(row: IDataObject): IDataObject } = {},
): PreparedCalls {
	const { maxPageSize, idField } = listing;
	const wanted = readLimit(values);
	const limit = Math.min(maxPageSize, wanted);
	return {
		async run(client, signal) {
			const found = new Map<unknown, IDataObject>();
			let pagesWithoutNews = 0;
			let lastPage = '';
			for (let page = 1; ; page += 1) {
				const request = listingRequest(listing, { ...query, page, limit });
				const { body } = await client.send(request, { signal });
				const { rows, total = 0 } = readListingPage(listing, body);
				const all = rows.filter(isRecord);
				const known = found.size;
				for (const row of all) {
					const id = row[idField] ?? row;
					if (!found.has(id) && found.size < wanted) found.set(id, row as IDataObject);
				}
				const hasNews = found.size > known;
				pagesWithoutNews = hasNews ? 0 : pagesWithoutNews + 1;
				if (pagesWithoutNews > MAX_PAGES_WITHOUT_NEWS) throw endlessError();
				// A service that repeats its page does not know page numbers.
				const thisPage = JSON.stringify([total, all.map((row) => row[idField])]);
				const isFollowed =
					all.length > 0 &&
					thisPage !== lastPage &&
					(found.size < total || (hasNews && all.length >= limit));
				lastPage = thisPage;
				if (!isFollowed || found.size >= wanted) break;
			}
			return [...found.values()].map((row) => ({ json: toJson(row) }));
		},
	};
}

function endlessError(): WebDataError {
	return new WebDataError(
		'The list could not be read completely: it grows faster than it can be read',
		"Turn off 'Return All', or add 'Filters' that exclude new entries, such as an end date.",
	);
}
