import type { components } from '../../api/generated/types';
import type { JobKind } from '../shared/jobs/jobKind';
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

export const crawlJobKind: JobKind = {
	label: 'crawl',
	idName: 'jobId',
	takeUpOperation: 'Get Result',
	schedule: STEADY_SCHEDULE,
	readId: (body) => bodyText(body, 'jobId'),
	readState: readJobState,
	statusRequest: (jobId) => ({ method: 'GET', path: crawlPath(jobId) }),
	cancelRequest: (jobId) => ({ method: 'DELETE', path: crawlPath(jobId) }),
};
