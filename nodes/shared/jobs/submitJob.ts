import type { ServiceClient } from '../transport/serviceClient';
import { ServiceError } from '../transport/serviceError';
import type { ServiceRequest } from '../transport/serviceRequest';
import { asWebDataError, type WebDataError } from '../transport/webDataError';
import { missingIdError, rejectedSubmitError, uncertainSubmitError } from './jobError';
import type { JobLedger } from './jobLedger';
import type { JobRunnerOptions } from './jobRun';
import type { KnownState, JobSubmit, JobTask } from './jobTask';

export type SubmitOutcome =
	| { type: 'accepted'; jobId: string; body: unknown }
	/** The account has as many unfinished jobs as it may have: to be sent again later. */
	| { type: 'noSlot'; error: ServiceError }
	| { type: 'failed'; knownState: Extract<KnownState, 'none' | 'unknown'>; error: WebDataError };

/**
 * How often a submit is sent again that never reached the service: about a minute, in which a service
 * that answered before can restart.
 */
const SUBMIT_RETRIES = 6;

interface SubmitOptions extends Pick<JobRunnerOptions, 'client' | 'clock' | 'ledger'> {
	/** Under which the ledger knows this submit. */
	key: string;
	/** How long a closed rate gate is waited for, in milliseconds. */
	patienceMs: number;
	/** Aborts when the run ends: a submit that was not sent yet is given up. */
	waitSignal: AbortSignal;
}

/**
 * Starts a job, once. The ledger holds the submit as uncertain from before it is sent until its answer
 * says more, so that nothing that happens in between can start it again.
 */
export async function submitJob(
	{ jobType }: JobTask,
	start: JobSubmit,
	options: SubmitOptions,
): Promise<SubmitOutcome> {
	const { client, clock, ledger, key, patienceMs, waitSignal } = options;
	const prepared = await prepare(start, client, waitSignal);
	if ('error' in prepared) {
		ledger.forget(key);
		const error = rejectedSubmitError(jobType, prepared.error);
		return { type: 'failed', knownState: 'none', error };
	}
	ledger.record(key, { uncertain: true });
	// Not aborted by Stop: an answer on its way names the job that then has to be cancelled.
	const deadlineMs = clock.now() + patienceMs;
	const reply = await client
		.send(prepared.request, { deadlineMs, waitSignal, retries: SUBMIT_RETRIES })
		.then(
			({ body }) => ({ body }),
			(error: unknown) => ({ error: asWebDataError(error) }),
		);
	if ('body' in reply) {
		const jobId = jobType.readId(reply.body);
		if (jobId === undefined) return uncertain(missingIdError(jobType), ledger, key);
		ledger.record(key, { jobId });
		return { type: 'accepted', jobId, body: reply.body };
	}
	const { error } = reply;
	if (!(error instanceof ServiceError) || error.facts.outcome === 'unknown') {
		return uncertain(uncertainSubmitError(jobType, error), ledger, key);
	}
	ledger.forget(key);
	if (error.facts.outcome === 'slotsFull') return { type: 'noSlot', error };
	return { type: 'failed', knownState: 'none', error: rejectedSubmitError(jobType, error) };
}

/** A submit of which nothing more is known; the ledger keeps why, for later tries of the node. */
function uncertain(error: WebDataError, ledger: JobLedger, key: string): SubmitOutcome {
	const { message, description } = error;
	ledger.record(key, { uncertain: true, reason: { message, description } });
	return { type: 'failed', knownState: 'unknown', error };
}

async function prepare(
	{ submit, complete }: JobSubmit,
	client: ServiceClient,
	signal: AbortSignal,
): Promise<{ request: ServiceRequest } | { error: WebDataError }> {
	if (!complete) return { request: submit };
	return await complete(client, signal).then(
		(request) => ({ request }),
		(error: unknown) => ({ error: asWebDataError(error) }),
	);
}
