import type { components } from '../../../api/generated/types';
import { createJobType, jobListing } from '../jobs/jobType';
import { bodyField, isRecord, readRecords, readTexts } from '../transport/serviceBody';
import { pathPart } from '../transport/serviceRequest';
import { scrapeLogListing } from './logRows';

export type ScrapeRequest = components['schemas']['ScrapeRequest'];

type ScrapeResult = components['schemas']['ScrapeResult'];

/** What a status body says of its result, of which every part but the lists may be missing. */
export interface ScrapeJob {
	result: Partial<ScrapeResult> & Required<Pick<ScrapeResult, 'data' | 'screenshots' | 'warnings'>>;
	schema_warnings: string[];
}

/** A single scrape; the service has no way to cancel it. */
export const scrapeJobType = createJobType({
	label: 'scrape job',
	plural: 'scrape jobs',
	lookUp: "in the node 'Web Data Logs'",
	timeoutSeconds: 300,
	path: (jobId) => `/scrape/${pathPart(jobId)}`,
	usualSlots: 10,
	describeGap(body) {
		const { result } = asScrapeJob(body);
		const hasContent = result.content !== undefined && result.content !== null;
		const isEmpty = result.data.length === 0 && (!hasContent || result.content === '');
		return isEmpty ? 'its answer contains no page' : undefined;
	},
	// Of the log, what runs: whatever is missing there has ended. A page of it contains more than an account
	// may have unfinished. That a log entry has its job's ID, the contract does not promise: the poller
	// finds out.
	listing: jobListing(scrapeLogListing, {
		query: { status: 'in_progress' },
		readState: () => ({ name: 'running', status: 'in_progress' }),
		fromJobs: 2,
	}),
});

/**
 * The result in a status body as the contract says it is. Lists that are missing or contain something else
 * read as empty, so that an unexpected answer does not lose the rest of the result.
 */
export function asScrapeJob(body: unknown): ScrapeJob {
	const result = bodyField(body, 'result');
	return {
		result: {
			...(isRecord(result) && result),
			data: readRecords(bodyField(result, 'data')),
			screenshots: readTexts(bodyField(result, 'screenshots')),
			warnings: readTexts(bodyField(result, 'warnings')),
		} as ScrapeJob['result'],
		schema_warnings: readTexts(bodyField(body, 'schema_warnings')),
	};
}
