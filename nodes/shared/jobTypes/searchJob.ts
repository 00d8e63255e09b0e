import type { components } from '../../../api/generated/types';
import { createCancellableJobType } from '../jobs/jobType';
import { isRecord, valueAt } from '../transport/serviceBody';
import { pathPart } from '../transport/serviceRequest';

export type SearchRequest = components['schemas']['SearchRequest'];

export const searchJobType = createCancellableJobType({
	label: 'search',
	plural: 'searches',
	lookUp: "in the node 'Web Data Logs'",
	// Most take 1 to 8 s.
	timeoutSeconds: 120,
	path: (jobId) => `/search/${pathPart(jobId)}`,
	// Lists without hits are a result (`api/openapi.yaml`, SearchResult).
	describeGap: (body) =>
		isRecord(valueAt(body, ['result', 'data']))
			? undefined
			: 'its answer contains no list of results',
	// `api/openapi.yaml`, GET /search/{jobId}: clients poll about every 1.5 seconds.
	schedule: { minDelayMs: 1_500, maxDelayMs: 1_500 },
});
