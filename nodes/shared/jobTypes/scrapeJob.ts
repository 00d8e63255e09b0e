import type { components } from '../../../api/generated/types';
import { type JobType, jobListing, readJobState, STEADY_SCHEDULE } from '../jobs/jobType';
import { bodyField, bodyText, isRecord, readTexts } from '../transport/serviceBody';
import { pathPart, type ServiceRequest } from '../transport/serviceRequest';
import { scrapeLogListing } from './logRows';

export type ScrapeRequest = components['schemas']['ScrapeRequest'];

type ScrapeResult = components['schemas']['ScrapeResult'];

/** What a status body says of its result, of which every part but the lists may be missing. */
export interface ScrapeJob {
	result: Partial<ScrapeResult> & Required<Pick<ScrapeResult, 'data' | 'screenshots' | 'warnings'>>;
	schema_warnings: string[];
}

/** How long a scrape may take before the node gives up waiting. */
export const SCRAPE_TIMEOUT_SECONDS = 300;

/** A single scrape; the service has no way to cancel it. */
export const scrapeJobType = {
	label: 'scrape job',
	plural: 'scrape jobs',
	idName: 'jobId',
	resultOperation: 'Get Result',
	lookUp: "in the node 'Web Data Logs'",
	schedule: STEADY_SCHEDULE,
	usualSlots: 10,
	// Of the log, what runs: whatever is missing there has ended. A page of it holds more than an account
	// may have unfinished. That a log entry has its job's ID, the contract does not promise: the poller
	// finds out.
	listing: jobListing(scrapeLogListing, {
		query: { status: 'in_progress' },
		readState: () => ({ name: 'running', status: 'in_progress' }),
		fromJobs: 2,
	}),
	readId: (body: unknown) => bodyText(body, 'jobId'),
	readState: readJobState,
	statusRequest: (jobId: string): ServiceRequest => ({
		method: 'GET',
		path: `/scrape/${pathPart(jobId)}`,
	}),
} satisfies JobType;

function listOf(value: unknown): unknown[] {
	return Array.isArray(value) ? value : [];
}

/**
 * The result in a status body as the contract says it is. Lists that are missing or hold something else
 * read as empty, so that an unexpected answer costs nobody the rest of the result.
 */
export function asScrapeJob(body: unknown): ScrapeJob {
	const result = bodyField(body, 'result');
	return {
		result: {
			...(isRecord(result) && result),
			data: listOf(bodyField(result, 'data')).filter(isRecord),
			screenshots: readTexts(bodyField(result, 'screenshots')),
			warnings: readTexts(bodyField(result, 'warnings')),
		} as ScrapeJob['result'],
		schema_warnings: readTexts(bodyField(body, 'schema_warnings')),
	};
}
