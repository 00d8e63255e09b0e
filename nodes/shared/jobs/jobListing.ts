import type { IDataObject } from 'n8n-workflow';
import { listingRequest, rowsById, type Listing } from '../transport/listing';
import type { JobListing, JobState } from './jobType';

/**
 * The first page of a listing as the states of its jobs.
 * @param options.query narrows the listing down
 * @param options.readState reads a row
 * @param options.fromJobs see `JobListing`
 */
export function jobListing(
	listing: Listing,
	{
		query = {},
		readState,
		fromJobs,
	}: { query?: IDataObject; readState(row: unknown): JobState; fromJobs: number },
): JobListing {
	return {
		request: listingRequest(listing, { ...query, page: 1, limit: listing.maxPageSize }),
		readStates: (body) =>
			new Map([...rowsById(listing, body)].map(([id, row]) => [id, readState(row)])),
		fromJobs,
	};
}
