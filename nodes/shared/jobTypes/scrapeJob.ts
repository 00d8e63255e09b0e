import type { components } from '../../../api/generated/types';
import { type JobType, jobListing, readJobState, STEADY_SCHEDULE } from '../jobs/jobType';
import { bodyText, isRecord } from '../transport/serviceBody';
import { pathPart, type ServiceRequest } from '../transport/serviceRequest';
import { scrapeLogListing } from './logRows';

export type ScrapeRequest = components['schemas']['ScrapeRequest'];

/** The status body, of which every part may be missing: what is missing costs nobody the rest. */
export type ScrapeJob = Partial<Omit<components['schemas']['ScrapeJob'], 'result'>> & {
	result?: Partial<components['schemas']['ScrapeResult']> | null;
};

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
 * A status body as what the contract says it is. Lists that are missing or hold something else read
 * as empty, so that an unexpected answer costs nobody the rest of the result.
 */
export function asScrapeJob(body: unknown): ScrapeJob {
	if (!isRecord(body)) return {};
	const warnings = listOf(body.schema_warnings).filter((entry) => typeof entry === 'string');
	if (!isRecord(body.result)) return { ...body, result: null, schema_warnings: warnings };
	const result = {
		...body.result,
		data: listOf(body.result.data).filter(isRecord),
		screenshots: listOf(body.result.screenshots).filter((entry) => typeof entry === 'string'),
		warnings: listOf(body.result.warnings).filter((entry) => typeof entry === 'string'),
	};
	return { ...body, result, schema_warnings: warnings } as ScrapeJob;
}
