import type { components } from '../../api/generated/types';
import type { JobType } from '../shared/jobs/jobType';
import { readJobState } from '../shared/jobs/jobState';
import { STEADY_SCHEDULE } from '../shared/jobs/pollSchedule';
import type { JobAnswer } from '../shared/operations/operation';
import { bodyText, isRecord } from '../shared/transport/serviceBody';
import { pathPart } from '../shared/transport/serviceRequest';

export type ParseOptions = components['schemas']['ParseOptions'];

/** A parse job's body, of which every part may be missing. */
export type ParseJob = Partial<components['schemas']['ParseJob']>;

/** How long a document may take before the node gives up waiting. */
export const PARSE_TIMEOUT_SECONDS = 600;

/**
 * A parse job. Its submit is held up to 20 s for the result (`api/openapi.yaml`, parameter `wait`), so a status request
 * is only needed for documents that take longer. The service has no way to cancel one.
 */
export const parseJobType: JobType = {
	label: 'parse job',
	plural: 'parse jobs',
	idName: 'jobId',
	resultOperation: 'Get Result',
	// The service has no listing of parse jobs.
	lookUp: "by its credits in the node 'Web Data Usage'",
	schedule: STEADY_SCHEDULE,
	readId: (body) => bodyText(body, 'jobId'),
	readState: readJobState,
	statusRequest: (jobId) => ({ method: 'GET', path: `/parse/${pathPart(jobId)}` }),
};

/** A finished parse job: what was collected of it, else its status body. */
export function asParseJob({ jobId, body, collected }: JobAnswer): ParseJob {
	const found = [collected, body].find(isRecord) ?? {};
	return { ...found, jobId } as ParseJob;
}
