import type { Clock } from '../transport/clock';
import { backoffMs } from '../transport/allowance';
import { trySend, type ServiceClient } from '../transport/serviceClient';
import { bodyText } from '../transport/serviceBody';
import { ServiceError } from '../transport/serviceError';
import type { ServiceRequest } from '../transport/serviceRequest';
import type { JobType } from './jobType';

export type CancelOutcome =
	/** `body` is what the service says of the cancel. */
	| { knownState: 'cancelled'; body: unknown }
	/** It had ended before. `error` is the service's answer to the cancel. */
	| { knownState: 'completed' | 'failed' | 'missing'; error: ServiceError }
	/** It continues, as far as is known. */
	| { knownState: 'running'; error: ServiceError };

/** After a lost answer: what it said beside that is not known. */
const CANCELLED: CancelOutcome = { knownState: 'cancelled', body: { status: 'cancelled' } };

/** Longest wait for one answer: a service that hangs must leave time for another try. */
const ANSWER_TIMEOUT_MS = 6_000;

/** Least time for an answer: with less left, no further try is worth it. */
const MIN_ANSWER_MS = 1_000;

/** Statuses of a cancel that came too late: the job has ended already (`api/openapi.yaml`, DELETE of each job). */
const TOO_LATE = [400, 409];

interface CancelOptions {
	client: ServiceClient;
	clock: Clock;
	/** No try begins after this moment, milliseconds since the Unix epoch. */
	deadlineMs: number;
	/** Ends the tries when it aborts. */
	signal?: AbortSignal | undefined;
	/** Past a closed rate gate: after Stop, a job that continues costs money. */
	isUrgent: boolean;
}

/**
 * Cancels a job, in several tries, and says what really became of it: an answer that was lost, or
 * that came too late, is followed by a look at the job's status.
 */
export async function cancelJob(
	jobType: JobType,
	cancelRequest: ServiceRequest,
	jobId: string,
	options: CancelOptions,
): Promise<CancelOutcome> {
	const { clock, deadlineMs } = options;
	let wasLost = false;
	for (let tries = 0; ; tries += 1) {
		const reply = await sendOnce(cancelRequest, options);
		if ('body' in reply) return await confirm(jobType, jobId, reply.body, options);
		const { error } = reply;
		if (isTooLate(error)) return await readEnd(jobType, jobId, { error, wasLost }, options);
		const { outcome, endedAt, delayMs = 0 } = error.facts;
		if (outcome === 'rejected' || outcome === 'unknown') return { knownState: 'running', error };
		wasLost ||= outcome === 'retry' && endedAt !== 'beforeSending';
		const pauseMs = Math.max(delayMs, backoffMs(tries, Math.random()));
		if (clock.now() + pauseMs + MIN_ANSWER_MS > deadlineMs) return { knownState: 'running', error };
		await clock.sleep(pauseMs, options.signal);
		if (options.signal?.aborted) return { knownState: 'running', error };
	}
}

function isTooLate({ facts: { outcome, status = 0 } }: ServiceError): boolean {
	return outcome === 'missing' || (outcome === 'rejected' && TOO_LATE.includes(status));
}

/** What a success status proves: only with the words of `api/openapi.yaml` that the job is cancelled. */
async function confirm(
	jobType: JobType,
	jobId: string,
	body: unknown,
	options: CancelOptions,
): Promise<CancelOutcome> {
	if (bodyText(body, 'status') === 'cancelled') return { knownState: 'cancelled', body };
	const error = new ServiceError({
		message: 'The service did not confirm that the job was cancelled',
		description: 'Cancel it again, or check its status.',
		outcome: 'unknown',
		endedAt: 'service',
	});
	return await readEnd(jobType, jobId, { error, wasLost: true }, options);
}

/** What the service says of a job that it does not cancel (any more). */
async function readEnd(
	jobType: JobType,
	jobId: string,
	{ error, wasLost }: { error: ServiceError; wasLost: boolean },
	options: CancelOptions,
): Promise<CancelOutcome> {
	const reply = await sendOnce(jobType.statusRequest(jobId), options);
	if ('error' in reply) {
		// Without a look only the service's refusal says that it had ended; nothing says that it was cancelled.
		const isEnded = isTooLate(error);
		if (reply.error.facts.outcome !== 'missing') {
			return isEnded ? { knownState: 'completed', error } : { knownState: 'running', error };
		}
		// A job that is cancelled before it started is removed (`api/openapi.yaml`, DELETE /search/{jobId}).
		return wasLost ? CANCELLED : { knownState: 'missing', error };
	}
	const { name } = jobType.readState(reply.body);
	if (name === 'cancelled' && wasLost) return CANCELLED;
	return { knownState: name === 'cancelled' ? 'failed' : name, error };
}

async function sendOnce(
	request: ServiceRequest,
	{ client, clock, deadlineMs, signal, isUrgent }: CancelOptions,
): Promise<{ body: unknown } | { error: ServiceError }> {
	const leftMs = Math.max(MIN_ANSWER_MS, deadlineMs - clock.now());
	return await trySend(client, request, {
		urgent: isUrgent,
		retries: 0,
		deadlineMs,
		signal,
		answerTimeoutMs: Math.min(ANSWER_TIMEOUT_MS, leftMs),
	});
}
