import type { ServiceClient } from '../transport/serviceClient';
import { ServiceError } from '../transport/serviceError';
import type { ServiceAnswer } from '../transport/serviceRequest';
import { WebDataError } from '../transport/webDataError';
import { missingIdError, uncertainSubmitError, unreadableJobError } from './jobError';
import type { JobKind } from './jobKind';
import type { JobLedger } from './jobLedger';
import type { JobSubmit } from './jobTask';

interface SubmitOptions {
	kind: JobKind;
	start: JobSubmit;
	client: ServiceClient;
	ledger: JobLedger;
	/** Under which the ledger knows this submit. */
	key: string;
	/**
	 * Starts the job's time: steps before the submit do not count.
	 * @returns the deadline, in milliseconds since the Unix epoch
	 */
	startTime(): number;
	/** Aborts when the run ends: a submit that was not sent yet is given up. */
	waitSignal: AbortSignal;
}

/** A job that exists at the service, with the last thing the service said of it. */
export interface StartedJob {
	jobId: string;
	body: unknown;
}

/**
 * Starts a job, once: a job that an earlier try of the same execution started is taken up instead,
 * unless it ended without a result.
 * @throws WebDataError when no job was started, or it is not known whether one was
 */
export async function submitJob(options: SubmitOptions): Promise<StartedJob> {
	const { kind, ledger, key } = options;
	const known = ledger.find(key);
	if (known && 'uncertain' in known) {
		throw uncertainSubmitError(
			kind,
			new WebDataError('The connection broke at an earlier try of this node', ''),
		);
	}
	const earlier = known && (await readUsableJob(known.jobId, options));
	return earlier ?? (await submitAnew(options));
}

async function submitAnew(options: SubmitOptions): Promise<StartedJob> {
	const { kind, start, client, ledger, key, startTime, waitSignal } = options;
	const request = (await start.complete?.(client, waitSignal)) ?? start.submit;
	// Not aborted by Stop: an answer on its way names the job that then has to be cancelled.
	const answer = await client.send(request, { deadlineMs: startTime(), waitSignal }).then(
		(value) => ({ value }),
		(error: unknown) => ({ error }),
	);
	if ('error' in answer) {
		if (!(answer.error instanceof ServiceError)) throw answer.error;
		if (answer.error.facts.certainty !== 'unknown') throw answer.error;
		ledger.record(key, { uncertain: true });
		throw uncertainSubmitError(kind, answer.error);
	}
	const { body } = answer.value;
	const jobId = kind.readId(body);
	ledger.record(key, jobId === undefined ? { uncertain: true } : { jobId });
	if (jobId === undefined) throw missingIdError(kind);
	return { jobId, body };
}

/** An earlier job that still has, or may yet have, a result; undefined when it gave nothing. */
async function readUsableJob(
	jobId: string,
	{ kind, client, startTime, waitSignal }: SubmitOptions,
): Promise<StartedJob | undefined> {
	const answer = await client
		.send(kind.statusRequest(jobId), { deadlineMs: startTime(), signal: waitSignal })
		.then(
			(value: ServiceAnswer) => ({ value }),
			(error: unknown) => ({ error }),
		);
	if ('error' in answer) {
		const isGone = answer.error instanceof ServiceError && answer.error.facts.status === 404;
		if (isGone) return undefined;
		throw unreadableJobError(kind, jobId, answer.error);
	}
	const { phase } = kind.readState(answer.value.body);
	const hasEndedWithoutResult = phase === 'failed' || phase === 'cancelled';
	return hasEndedWithoutResult ? undefined : { jobId, body: answer.value.body };
}
