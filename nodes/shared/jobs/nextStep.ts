import { isUnreached, type ServiceError } from '../transport/serviceError';
import type { WebDataError } from '../transport/webDataError';
import {
	cancelledJobError,
	failedJobError,
	timedOutJobError,
	unreadableJobError,
} from './jobError';
import type { FollowedJob } from './jobRun';
import type { JobResult, KnownState } from './jobTask';
import type { JobState } from './jobType';

/** What the runner does next about a job whose status was read, or could not be read. */
export type NextStep =
	| { type: 'askAgain' }
	/** An earlier try of this execution started it, and it ended without a result. */
	| { type: 'submitAgain' }
	| JobResult
	/** `isWithoutResult`: it ended, and there is nothing to get of it later. */
	| { type: 'failed'; error: WebDataError; knownState: KnownState; isWithoutResult?: true };

/** What a status means for the wait. `isLastLook`: the time is over. */
export function afterStatus(job: FollowedJob, state: JobState, isLastLook: boolean): NextStep {
	const { jobId, body, isFromEarlierTry } = job;
	const { jobType, isWaitedFor, isFailureResult } = job.run.task;
	if (state.name === 'completed') return { type: 'completed', jobId, body };
	if (state.name === 'running') {
		if (!isWaitedFor) return { type: 'unfinished', jobId, body, isTimedOut: false };
		return isLastLook ? timeUp(job) : { type: 'askAgain' };
	}
	if (isFromEarlierTry) return { type: 'submitAgain' };
	if (state.name === 'failed' && isFailureResult) {
		return { type: 'completed', jobId, body, isFailure: true };
	}
	const toError = state.name === 'failed' ? failedJobError : cancelledJobError;
	const error = toError(jobType, jobId, state);
	return { type: 'failed', error, knownState: state.name, isWithoutResult: true };
}

/** Status requests that did not reach the service after which a service that never answered is given up. */
const MAX_UNREACHED_POLLS = 3;

/** Whether the same request may get an answer later. */
export function mayPass({ facts }: ServiceError): boolean {
	return facts.outcome === 'retry' || facts.outcome === 'rateLimited';
}

/** What is known when a status request got no answer. */
interface PollCircumstances {
	/** Status requests without an answer before this one, since the last one with. */
	failures: number;
	/** Whether this was the last look, at the deadline. */
	isLastLook: boolean;
	/** Whether the service has answered anything at all, to this try of the node or to an earlier one. */
	hasAnswered: boolean;
	/** Whether the rate gate opens too late for another look. */
	isGateClosedTooLong: boolean;
}

/**
 * What it means for the wait that a status could not be read: one request that fails never ends it,
 * unless asking again can't help.
 */
export function afterPollError(
	job: FollowedJob,
	cause: ServiceError,
	{ failures, isLastLook, hasAnswered, isGateClosedTooLong }: PollCircumstances,
): NextStep {
	const { run, jobId, state, isFromEarlierTry } = job;
	const isMissing = cause.facts.outcome === 'missing';
	if (isMissing && isFromEarlierTry) return { type: 'submitAgain' };
	const mayBeWrong = !hasAnswered && isUnreached(cause.facts);
	if (mayPass(cause) && !(mayBeWrong && failures + 1 >= MAX_UNREACHED_POLLS)) {
		return isLastLook || isGateClosedTooLong ? timeUp(job, cause) : { type: 'askAgain' };
	}
	const knownState = isMissing ? 'missing' : 'running';
	const error = unreadableJobError(run.task.jobType, jobId, cause, { knownState, state });
	return { type: 'failed', error, knownState };
}

/** The time of a job is over, and it continues at the service. */
function timeUp({ run, jobId, body, state }: FollowedJob, cause?: WebDataError): NextStep {
	const { jobType, timeoutSeconds, onTimeout } = run.task;
	if (onTimeout === 'return') return { type: 'unfinished', jobId, body, isTimedOut: true };
	const error = timedOutJobError(jobType, jobId, { timeoutSeconds, state, cause });
	return { type: 'failed', error, knownState: 'running' };
}
