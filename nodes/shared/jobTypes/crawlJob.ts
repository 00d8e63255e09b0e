import type { components } from '../../../api/generated/types';
import type { JobType, JobState } from '../jobs/jobType';
import { readJobState } from '../jobs/jobState';
import { STEADY_SCHEDULE } from '../jobs/pollSchedule';
import { createListMethod, describeChoice } from '../operations/listMethod';
import { bodyField, bodyText } from '../transport/serviceBody';
import { pathPart, type ServiceRequest } from '../transport/serviceRequest';

export type CrawlRequest = components['schemas']['CrawlRequest'];

/** How long a crawl may take before the node gives up waiting. */
export const CRAWL_TIMEOUT_SECONDS = 1_800;

/** `api/openapi.yaml`, CrawlRequest.transformInstruction: at most 5,000 characters. */
export const MAX_INSTRUCTION_LENGTH = 5_000;

export const HISTORY_PATH = '/crawl/history';

/** `api/openapi.yaml`, GET /crawl/history: `limit` is at most 100. */
export const MAX_LISTED_CRAWLS = 100;

export function crawlPath(jobId: string): string {
	return `/crawl/${pathPart(jobId)}`;
}

/** The crawls of the history's body. */
export function readListedCrawls(body: unknown): unknown {
	return bodyField(body, 'jobs');
}

/** How many crawls there are in all. */
export function readCrawlTotal(body: unknown): unknown {
	return bodyField(body, 'total');
}

/** The states of the crawls in the history, which holds no pages. */
function readListedStates(body: unknown): Map<string, JobState> {
	const rows = readListedCrawls(body);
	const states = new Map<string, JobState>();
	for (const row of Array.isArray(rows) ? rows : []) {
		const jobId = bodyText(row, 'id');
		if (jobId === undefined) continue;
		const progress = describeCount(row);
		states.set(jobId, { ...readJobState(row), ...(progress !== undefined && { progress }) });
	}
	return states;
}

function describeCount(row: unknown): string | undefined {
	const [done, total] = [bodyField(row, 'pages_crawled'), bodyField(row, 'max_pages')];
	return typeof done === 'number' && typeof total === 'number' ? `${done} of ${total}` : undefined;
}

export const crawlJobType = {
	label: 'crawl',
	plural: 'crawls',
	idName: 'jobId' as const,
	resultOperation: 'Get Result',
	lookUp: "with the operation 'Get Many' of the resource 'Crawl'",
	afterFailure:
		"Pages that are done: the operation 'Get Many' of the resource 'Page' returns them.",
	schedule: STEADY_SCHEDULE,
	usualSlots: 5,
	listing: {
		request: { method: 'GET', path: HISTORY_PATH, query: { page: 1, limit: MAX_LISTED_CRAWLS } },
		readStates: readListedStates,
		fromJobs: 2,
	},
	readId: (body: unknown) => bodyText(body, 'jobId'),
	readState: readJobState,
	statusRequest: (jobId: string): ServiceRequest => ({ method: 'GET', path: crawlPath(jobId) }),
	cancelRequest: (jobId: string): ServiceRequest => ({ method: 'DELETE', path: crawlPath(jobId) }),
} satisfies JobType;

/**
 * A crawl whose result is asked for by its ID. A cancelled one keeps the pages that were done (`api/openapi.yaml`,
 * Crawl job), and whoever asks for its result wants those.
 */
export const earlierCrawlType: JobType = {
	...crawlJobType,
	readState(body) {
		const state = readJobState(body);
		return state.name === 'cancelled' ? { ...state, name: 'completed' } : state;
	},
};

/** What 'Latest' means where a crawl is picked. */
export const latestCrawl = { field: 'jobId', listing: crawlJobType.listing };

function toCrawlChoice(row: unknown): { name: string; value: string } | undefined {
	const value = bodyText(row, 'id');
	if (value === undefined) return undefined;
	const address = bodyText(row, 'base_url')?.replace(/^https?:\/\//, '') ?? 'Unknown address';
	const pages = bodyField(row, 'pages_crawled');
	const facts = [
		bodyText(row, 'status') ?? 'unknown',
		...(typeof pages === 'number' ? [pages === 1 ? '1 page' : `${pages} pages`] : []),
	];
	return { name: describeChoice(address, facts, bodyText(row, 'created_at')), value };
}

/** Crawls to pick from, newest first. */
export const listCrawls = createListMethod({
	path: HISTORY_PATH,
	readRows: readListedCrawls,
	readTotal: readCrawlTotal,
	toChoice: toCrawlChoice,
	hasLatest: true,
});
