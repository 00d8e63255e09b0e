import type { components } from '../../../api/generated/types';
import { type JobType, readJobState } from '../jobs/jobType';
import { bodyText } from '../transport/serviceBody';
import { pathPart, type ServiceRequest } from '../transport/serviceRequest';

export type SearchRequest = components['schemas']['SearchRequest'];

/** How long a search may take before the node gives up waiting; most take 1 to 8 s. */
export const SEARCH_TIMEOUT_SECONDS = 120;

function searchPath(jobId: string): string {
	return `/search/${pathPart(jobId)}`;
}

export const searchJobType = {
	label: 'search',
	plural: 'searches',
	idName: 'jobId' as const,
	resultOperation: 'Get Result',
	lookUp: "in the node 'Web Data Logs'",
	// `api/openapi.yaml`, GET /search/{jobId}: clients poll about every 1.5 seconds.
	schedule: { minDelayMs: 1_500, maxDelayMs: 1_500 },
	readId: (body: unknown) => bodyText(body, 'jobId'),
	readState: readJobState,
	statusRequest: (jobId: string): ServiceRequest => ({ method: 'GET', path: searchPath(jobId) }),
	cancelRequest: (jobId: string): ServiceRequest => ({ method: 'DELETE', path: searchPath(jobId) }),
} satisfies JobType;
