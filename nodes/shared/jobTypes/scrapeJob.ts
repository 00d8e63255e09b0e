import type { components } from '../../../api/generated/types';
import type { JobType, JobState } from '../jobs/jobType';
import { readJobState } from '../jobs/jobState';
import { STEADY_SCHEDULE } from '../jobs/pollSchedule';
import { bodyField, bodyText, isRecord } from '../transport/serviceBody';
import { pathPart, type ServiceRequest } from '../transport/serviceRequest';

export type ScrapeRequest = components['schemas']['ScrapeRequest'];

/** The status body, of which every part may be missing: what is missing costs nobody the rest. */
export type ScrapeJob = Partial<Omit<components['schemas']['ScrapeJob'], 'result'>> & {
	result?: Partial<components['schemas']['ScrapeResult']> | null;
};

/** How long a scrape may take before the node gives up waiting. */
export const SCRAPE_TIMEOUT_SECONDS = 300;

/** `api/openapi.yaml`, GET /scrape-logs: `limit` is at most 100, more than an account may have unfinished. */
const MAX_LISTED_SCRAPES = 100;

/** The scrapes in a page of the log that lists what runs: whatever is missing there has ended. */
function readRunningScrapes(body: unknown): Map<string, JobState> {
	const rows = bodyField(bodyField(body, 'data'), 'logs');
	const ids = (Array.isArray(rows) ? rows : []).flatMap((row) => bodyText(row, 'uuid') ?? []);
	return new Map(ids.map((id) => [id, { name: 'running', status: 'in_progress' }]));
}

/** A single scrape; the service has no way to cancel it. */
export const scrapeJobType = {
	label: 'scrape job',
	plural: 'scrape jobs',
	idName: 'jobId',
	resultOperation: 'Get Result',
	lookUp: "in the node 'Web Data Logs'",
	schedule: STEADY_SCHEDULE,
	usualSlots: 10,
	// That a log entry has its job's ID, the contract does not promise: the poller finds out.
	listing: {
		request: {
			method: 'GET',
			path: '/scrape-logs',
			query: { status: 'in_progress', page: 1, limit: MAX_LISTED_SCRAPES },
		},
		readStates: readRunningScrapes,
		fromJobs: 2,
	},
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
