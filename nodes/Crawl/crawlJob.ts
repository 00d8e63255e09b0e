import type { components } from '../../api/generated/types';
import type { JobKind, JobState } from '../shared/jobs/jobKind';
import { readJobState } from '../shared/jobs/jobState';
import { STEADY_SCHEDULE } from '../shared/jobs/pollSchedule';
import { bodyText } from '../shared/transport/serviceBody';
import { pathPart } from '../shared/transport/serviceRequest';

export type CrawlRequest = components['schemas']['CrawlRequest'];

/** How long a crawl may take before the node gives up waiting. */
export const CRAWL_TIMEOUT_SECONDS = 1_800;

/** gaps.md, Crawl: `transformInstruction` max 5000. */
export const MAX_INSTRUCTION_LENGTH = 5_000;

export function crawlPath(jobId: string): string {
	return `/crawl/${pathPart(jobId)}`;
}

function readCrawlState(body: unknown): JobState {
	const state = readJobState(body);
	if (state.phase !== 'cancelled' || state.reason !== undefined) return state;
	return { ...state, reason: "The operation 'Get Result' returns the pages that were done." };
}

export const crawlJobKind: JobKind = {
	label: 'crawl',
	idName: 'jobId',
	takeUpOperation: 'Get Result',
	schedule: STEADY_SCHEDULE,
	readId: (body) => bodyText(body, 'jobId'),
	readState: readCrawlState,
	statusRequest: (jobId) => ({ method: 'GET', path: crawlPath(jobId) }),
	cancelRequest: (jobId) => ({ method: 'DELETE', path: crawlPath(jobId) }),
};

/**
 * A crawl that is taken up by its ID. A cancelled one keeps the pages that were done (reference,
 * Crawl job), and whoever asks for its result wants those.
 */
export const takenUpCrawlKind: JobKind = {
	...crawlJobKind,
	readState(body) {
		const state = readJobState(body);
		return state.phase === 'cancelled' ? { ...state, phase: 'completed' } : state;
	},
};
