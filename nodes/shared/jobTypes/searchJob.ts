import type { components } from '../../../api/generated/types';
import { createCancellableJobType } from '../jobs/jobType';
import { isRecord, valueAt } from '../transport/serviceBody';
import { pathPart } from '../transport/serviceRequest';

export type SearchRequest = components['schemas']['SearchRequest'];

/** How long a search may take before the node gives up waiting; most take 1 to 8 s. */
export const SEARCH_TIMEOUT_SECONDS = 120;

export const searchJobType = createCancellableJobType({
	label: 'search',
	plural: 'searches',
	lookUp: "in the node 'Web Data Logs'",
	path: (jobId) => `/search/${pathPart(jobId)}`,
	// Lists without hits are a result (`api/openapi.yaml`, SearchResult).
	describeGap: (body) =>
		isRecord(valueAt(body, ['result', 'data']))
			? undefined
			: 'its answer contains no list of results',
	// `api/openapi.yaml`, GET /search/{jobId}: clients poll about every 1.5 seconds.
	schedule: { minDelayMs: 1_500, maxDelayMs: 1_500 },
});
