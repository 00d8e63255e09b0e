import type { INodeProperties } from 'n8n-workflow';
import { readId } from '../fields/locator';
import { bodyJson } from '../items/bodyJson';
import { cancelJob, type CancelOutcome } from '../jobs/cancelJob';
import type { JobKind } from '../jobs/jobKind';
import { systemClock } from '../transport/clock';
import { ServiceError } from '../transport/serviceError';
import type { LatestJob, RequestOperation } from './operation';

/** Time for cancelling one job, tries included. */
const PATIENCE_MS = 60_000;

interface CancelOperation {
	/** Absent in nodes without a resource selector. */
	resource?: string;
	kind: JobKind;
	/** Makes the request that cancels a job of this kind. */
	cancelRequest: NonNullable<JobKind['cancelRequest']>;
	idField: INodeProperties;
	action: string;
	description: string;
	latest?: LatestJob;
}

/** The operation that cancels a job by its ID; the same ID in several items is cancelled once. */
export function cancelOperation({
	resource,
	kind,
	cancelRequest,
	idField,
	action,
	description,
	latest,
}: CancelOperation): RequestOperation {
	return {
		kind: 'request',
		...(resource !== undefined && { resource }),
		value: 'cancel',
		name: 'Cancel',
		action,
		description,
		fields: [idField],
		...(latest && { latest }),
		prepare(values) {
			const jobId = readId(values, idField);
			return {
				sharedBy: jobId,
				async run(client, signal) {
					const outcome = await cancelJob(kind, cancelRequest(jobId), jobId, {
						client,
						clock: systemClock,
						deadlineMs: systemClock.now() + PATIENCE_MS,
						signal,
						isUrgent: false,
					});
					if (outcome.fate !== 'cancelled') throw notCancelledError(kind, outcome);
					return [{ json: { [kind.idName]: jobId, ...bodyJson(outcome.body) } }];
				},
			};
		},
	};
}

function notCancelledError(
	{ label, takeUpOperation }: JobKind,
	{ fate, error }: Exclude<CancelOutcome, { fate: 'cancelled' }>,
): ServiceError {
	const advice: Record<typeof fate, string> = {
		completed: `Nothing is left to cancel. The operation '${takeUpOperation}' returns what the ${label} has.`,
		failed: `Nothing is left to cancel. The operation '${takeUpOperation}' returns what the ${label} has.`,
		missing: `The service knows no ${label} with this ID: check it. One that was cancelled before it started is removed.`,
		running: `${error.description} The ${label} goes on at the service.`,
	};
	return new ServiceError({ ...error.facts, description: advice[fate] }, error.details);
}
