import { isUnreached, ServiceError } from '../transport/serviceError';
import { WebDataError, type ErrorDetails } from '../transport/webDataError';
import type { JobType, JobState } from './jobType';
import type { LedgerReason } from './jobLedger';
import type { KnownState } from './jobTask';
import { adviseOnPage, explainReason } from './pageAdvice';

/** A job that ended without a result, or was not waited for to its end. */
export class JobError extends WebDataError {
	override name = 'JobError';
}

function jobDetails(jobType: JobType, id: string, state?: JobState): ErrorDetails {
	return {
		[jobType.idName]: id,
		...(state && { status: state.status }),
		...(state?.progress !== undefined && { progress: state.progress }),
	};
}

function capitalize(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What a user does next about a job, by what is known of it: the one place that says so. */
function nextStep(jobType: JobType, knownState: KnownState, reason = ''): string {
	const { label, resultOperation, lookUp, afterFailure } = jobType;
	switch (knownState) {
		case 'none':
			return 'Nothing was started.';
		case 'unknown':
			return `It is not sent again, so you do not pay twice. Look for the ${label} ${lookUp}. If it is not there, start the workflow again: retrying this execution will not send it again.`;
		case 'running':
			return `The ${label} keeps running at the service. Use the operation '${resultOperation}' with this ID to wait for it and get its result.`;
		case 'completed':
			return `The ${label} is complete and paid for. Use the operation '${resultOperation}' with this ID to get its result.`;
		case 'failed':
			return describe(
				adviseOnPage(reason) ?? 'Check the input of this item, then run the node again.',
				afterFailure,
			);
		case 'cancelled':
			return describe('Run the node again to start it again.', afterFailure);
		case 'missing':
			return `The service has no ${label} with this ID. Check the ID; results are not kept forever.`;
	}
}

/** A cause and a next step as one description. */
function describe(...sentences: Array<string | undefined>): string {
	return sentences.filter(Boolean).join(' ');
}

export function failedJobError(jobType: JobType, id: string, state: JobState): JobError {
	return new JobError(
		explainReason(state.reason ?? `The ${jobType.label} failed, and the service gave no reason`),
		describe(
			`${capitalize(jobType.label)} ${id} failed at the service.`,
			nextStep(jobType, 'failed', state.reason),
		),
		jobDetails(jobType, id, state),
	);
}

export function cancelledJobError(jobType: JobType, id: string, state: JobState): JobError {
	return new JobError(
		`The ${jobType.label} ${id} was cancelled`,
		describe(state.reason ?? 'It was cancelled at the service.', nextStep(jobType, 'cancelled')),
		jobDetails(jobType, id, state),
	);
}

/**
 * @param facts.state the last that was read of the job
 * @param facts.cause why its status could not be read at last
 */
export function timedOutJobError(
	jobType: JobType,
	id: string,
	{
		timeoutSeconds,
		state,
		cause,
	}: { timeoutSeconds: number; state: JobState | undefined; cause?: WebDataError | undefined },
): JobError {
	const last = state
		? `Its last status was '${state.status}'${state.progress ? ` (${state.progress})` : ''}.`
		: 'Its status could not be read yet.';
	return new JobError(
		cause instanceof ServiceError && cause.facts.outcome === 'rateLimited'
			? `The service is rate limiting status requests (${jobType.label} ${id})`
			: `The ${jobType.label} ${id} did not finish within ${timeoutSeconds} seconds`,
		describe(
			last,
			cause && `${cause.message}.`.replace(/([.!?])\.$/, '$1'),
			nextStep(jobType, 'running'),
			"To wait longer, raise 'Timeout' in Options.",
		),
		jobDetails(jobType, id, state),
	);
}

/**
 * What became of the job can't be read. A service error stays one, so that its HTTP status and cause
 * are kept.
 */
export function unreadableJobError(
	jobType: JobType,
	id: string,
	cause: WebDataError,
	{ knownState, state }: { knownState: KnownState; state?: JobState | undefined },
): WebDataError {
	const message =
		knownState === 'missing'
			? `The service does not know the ${jobType.label} ${id}: ${cause.message}`
			: `The status of ${jobType.label} ${id} could not be read: ${cause.message}`;
	const advice = knownState === 'missing' ? undefined : cause.description;
	const description = describe(advice, nextStep(jobType, knownState));
	return withFacts(cause, message, description, jobDetails(jobType, id, state));
}

/** The job is as the service left it, and reading or using its result did not work. */
export function unusableResultError(
	jobType: JobType,
	id: string,
	cause: WebDataError,
	knownState: KnownState,
): WebDataError {
	const description = describe(cause.description, nextStep(jobType, knownState));
	const details = { ...cause.details, ...jobDetails(jobType, id) };
	return withFacts(cause, cause.message, description, details);
}

/** The submit was sent, but its answer never came: the work may have been started. */
export function uncertainSubmitError(jobType: JobType, cause: WebDataError): WebDataError {
	const message = `${cause.message}, and it is not known whether the ${jobType.label} was started`;
	// What something in front of the service refused, the user can do something about.
	const isAnswered =
		cause instanceof ServiceError && cause.facts.endedAt === 'gateway' && isUnreached(cause.facts);
	const advice = isAnswered ? cause.description : undefined;
	return withFacts(cause, message, describe(advice, nextStep(jobType, 'unknown')), cause.details);
}

/**
 * The same at an earlier try of the node, in the words of then.
 * @param reason absent where that try ended before an answer
 */
export function uncertainEarlierError(jobType: JobType, reason?: LedgerReason): JobError {
	if (reason) return new JobError(reason.message, reason.description);
	return new JobError(
		`An earlier attempt of this node ended before the service answered, and it is not known whether the ${jobType.label} was started`,
		nextStep(jobType, 'unknown'),
	);
}

/** Nothing was started: the service refused, or could not be reached. */
export function rejectedSubmitError(jobType: JobType, cause: WebDataError): WebDataError {
	const step = nextStep(jobType, 'none');
	if (cause.description.includes(step)) return cause;
	return withFacts(cause, cause.message, describe(cause.description, step), cause.details);
}

export function missingIdError(jobType: JobType): JobError {
	return new JobError(
		`The answer for the ${jobType.label} has no ID, so it is not known whether it was started`,
		nextStep(jobType, 'unknown'),
	);
}

function withFacts(
	cause: WebDataError,
	message: string,
	description: string,
	details: ErrorDetails,
): WebDataError {
	return cause instanceof ServiceError
		? new ServiceError({ ...cause.facts, message, description }, details)
		: new JobError(message, description, details);
}
