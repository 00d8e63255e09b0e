import { ServiceError } from '../transport/serviceError';
import { WebDataError, type ErrorDetails } from '../transport/webDataError';
import type { JobKind, JobState } from './jobKind';

/** A job that ended without a result, or was not waited for to its end. */
export class JobError extends WebDataError {
	override name = 'JobError';
}

export function jobDetails(kind: JobKind, id: string, state?: JobState): ErrorDetails {
	return {
		[kind.idName]: id,
		...(state && { status: state.status }),
		...(state?.progress !== undefined && { progress: state.progress }),
	};
}

function capitalize(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

export function failedJobError(kind: JobKind, id: string, state: JobState): JobError {
	return new JobError(
		state.reason ?? `The ${kind.label} failed without a reason`,
		`${capitalize(kind.label)} ${id} failed at the service; the message is the service's own. Correct what it names, then run the node again.`,
		jobDetails(kind, id, state),
	);
}

export function cancelledJobError(kind: JobKind, id: string, state: JobState): JobError {
	return new JobError(
		`The ${kind.label} ${id} was cancelled`,
		state.reason ?? 'Somebody cancelled it at the service. Run the node again to start it anew.',
		jobDetails(kind, id, state),
	);
}

interface TimeoutFacts {
	timeoutSeconds: number;
	/** The last that was read of the job. */
	state: JobState | undefined;
	/** Why waiting ended before its time, such as a rate limit that outlasts it. */
	cause?: WebDataError | undefined;
}

export function timedOutJobError(
	kind: JobKind,
	id: string,
	{ timeoutSeconds, state, cause }: TimeoutFacts,
): JobError {
	const last = state
		? `Its last status was '${state.status}'${state.progress ? ` (${state.progress})` : ''}.`
		: 'Its status could not be read yet.';
	const reason = cause ? ` ${cause.message}: ${cause.description}` : '';
	return new JobError(
		`The ${kind.label} ${id} did not end within ${timeoutSeconds} seconds`,
		`${last}${reason} It goes on at the service: take it up again with the operation '${kind.takeUpOperation}' and this ID, or raise 'Timeout' in Options.`,
		jobDetails(kind, id, state),
	);
}

/**
 * The job exists, but what became of it can't be read. A service error stays one, so that its HTTP
 * status and cause are kept.
 */
export function unreadableJobError(
	kind: JobKind,
	id: string,
	cause: unknown,
	state?: JobState,
): WebDataError {
	const isKnown = cause instanceof WebDataError;
	const reason = isKnown ? cause.message : String(cause);
	const message = `The status of ${kind.label} ${id} could not be read: ${reason}`;
	const description = `${isKnown ? `${cause.description} ` : ''}Nothing has to be started again: the operation '${kind.takeUpOperation}' takes the job up by this ID.`;
	const details = jobDetails(kind, id, state);
	return cause instanceof ServiceError
		? new ServiceError({ ...cause.facts, message, description }, details)
		: new JobError(message, description, details);
}

/** The submit was sent, but its answer never came: the work may have been started. */
export function uncertainSubmitError(kind: JobKind, cause: WebDataError): JobError {
	return new JobError(
		`${cause.message}, and it is not known whether the ${kind.label} was started`,
		`It is not sent again, so that nothing is paid for twice. Look for it with the node 'Web Data Logs' before you run this item again.`,
		cause.details,
	);
}

export function missingIdError(kind: JobKind): JobError {
	return new JobError(
		`The service accepted the ${kind.label} without naming its ID`,
		"Look for it with the node 'Web Data Logs', and tell the support of the service.",
	);
}
