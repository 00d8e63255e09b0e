import type { components } from '../../api/generated/types';
import type { JobKind } from '../shared/jobs/jobKind';
import { readJobState } from '../shared/jobs/jobState';
import { bodyText } from '../shared/transport/serviceBody';
import { pathPart } from '../shared/transport/serviceRequest';

export type SearchRequest = components['schemas']['SearchRequest'];

/** How long a search may take before the node gives up waiting; most take 1 to 8 s (reference). */
export const SEARCH_TIMEOUT_SECONDS = 120;

export function searchPath(jobId: string): string {
	return `/search/${pathPart(jobId)}`;
}

export const searchJobKind: JobKind = {
	label: 'search',
	idName: 'jobId',
	takeUpOperation: 'Get Result',
	// Reference, GET /search/{jobId}: clients poll about every 1.5 seconds.
	schedule: { firstMs: 1_500, growth: 1, loneMaxMs: 1_500, sharedMaxMs: 1_500 },
	readId: (body) => bodyText(body, 'jobId'),
	readState: readJobState,
	statusRequest: (jobId) => ({ method: 'GET', path: searchPath(jobId) }),
	cancelRequest: (jobId) => ({ method: 'DELETE', path: searchPath(jobId) }),
};
