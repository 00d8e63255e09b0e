import type { INodeProperties } from 'n8n-workflow';
import { readId } from '../fields/locator';
import { bodyJson } from '../items/records';
import { cancelJob, type CancelOutcome } from '../jobs/cancelJob';
import type { JobType } from '../jobs/jobType';
import { systemClock } from '../transport/clock';
import { ServiceError } from '../transport/serviceError';
import type { RequestOperation } from './operation';

/** Time for cancelling one job, tries included. */
const PATIENCE_MS = 60_000;

interface CancelOperation extends Pick<
	RequestOperation,
	'resource' | 'action' | 'description' | 'latest'
> {
	jobType: JobType & Required<Pick<JobType, 'cancelRequest'>>;
	idField: INodeProperties;
}

/** The operation that cancels a job by its ID; the same ID in several items is cancelled once. */
export function cancelOperation({
	jobType,
	idField,
	...description
}: CancelOperation): RequestOperation {
	return {
		...description,
		kind: 'request',
		value: 'cancel',
		name: 'Cancel',
		fields: [idField],
		prepare(values) {
			const jobId = readId(values, idField);
			return {
				sharedBy: jobId,
				async run(client, signal) {
					const outcome = await cancelJob(jobType, jobType.cancelRequest(jobId), jobId, {
						client,
						clock: systemClock,
						deadlineMs: systemClock.now() + PATIENCE_MS,
						signal,
						isUrgent: false,
					});
					if (outcome.knownState !== 'cancelled') throw notCancelledError(jobType, outcome);
					return [{ json: { [jobType.idName]: jobId, ...bodyJson(outcome.body) } }];
				},
			};
		},
	};
}

function notCancelledError(
	{ label, resultOperation }: JobType,
	{ knownState, error }: Exclude<CancelOutcome, { knownState: 'cancelled' }>,
): ServiceError {
	const advice: Record<typeof knownState, string> = {
		completed: `Nothing is left to cancel. Use the operation '${resultOperation}' to get the results of the ${label}.`,
		failed: `Nothing is left to cancel. Use the operation '${resultOperation}' to get the results of the ${label}.`,
		missing: `The service has no ${label} with this ID. Check the ID. A ${label} that was cancelled before it started is removed.`,
		running: `${error.description} The ${label} keeps running at the service.`,
	};
	return new ServiceError({ ...error.facts, description: advice[knownState] }, error.details);
}
