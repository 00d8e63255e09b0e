import type { ResponseClass } from './classifyResponse';
import { WebDataError, type ErrorDetails } from './webDataError';

export interface ServiceErrorFacts {
	message: string;
	description: string;
	/** What is known of the call; for one without an answer, by the way in which it failed. */
	outcome: Exclude<ResponseClass, 'accepted'>;
	/** Where the call ended; absent when that is not known, such as after a broken connection. */
	endedAt?: 'beforeSending' | 'gateway' | 'service';
	/** How long the service asks to wait, in milliseconds; absent when it says nothing. */
	delayMs?: number;
	/** HTTP status of the answer; absent when there was none. */
	status?: number;
	/** The service's own code, such as JOB_NOT_FOUND. */
	code?: string;
	/** n8n's own vocabulary for why a node could not work (n8n-workflow 2.41, errors/failure). */
	cause?: 'rate-limited' | 'quota-exhausted' | 'temporarily-unavailable' | 'credential-invalid';
	/** Whether an earlier try of the same call may have worked, and its answer was lost. */
	mayAlreadyBeDone?: boolean;
}

/** The service rejected a call, or could not be reached. */
export class ServiceError extends WebDataError {
	override name = 'ServiceError';

	readonly facts: ServiceErrorFacts;

	constructor(facts: ServiceErrorFacts, details: ErrorDetails = {}) {
		super(facts.message, facts.description, details);
		this.facts = facts;
	}
}

/** What answers in place of the API, by what it is. */
const UNREADABLE = {
	page: 'A web page came back instead of an answer from the API',
	text: 'Text came back instead of an answer from the API',
	nothing: 'An empty answer came back from the API',
	json: 'An answer from the service could not be read',
};

/**
 * An answer with a success status that is not the service's: of a website, or of something between.
 * @param outcome what it proves. Default: the same call may be sent again.
 * @param kind what it is, as far as that is seen. Default: JSON without what was to be in it.
 */
export function unreadableAnswerError({
	status = 200,
	outcome = 'retry',
	kind = 'json',
}: Partial<Pick<ServiceErrorFacts, 'status' | 'outcome'>> & {
	kind?: keyof typeof UNREADABLE;
} = {}): ServiceError {
	return new ServiceError({
		message: UNREADABLE[kind],
		description:
			"Check 'Base URL' in the credential: it must be the address of the API, which ends in '/api', without a sign-in page or proxy in front of it.",
		outcome,
		endedAt: 'gateway',
		status,
	});
}

/**
 * A call that was given up before it was sent: because it was ended, because its time was over, or
 * because the rate gate opens too late.
 * @param openAtMs when the gate opens, milliseconds since the Unix epoch
 * @param signal that ends the wait for it
 */
export function notSentError(openAtMs: number, nowMs: number, signal?: AbortSignal): ServiceError {
	const endedAt = 'beforeSending';
	if (signal?.aborted === true) {
		const message = 'The request was not sent';
		const description = 'The execution ended before.';
		return new ServiceError({ message, description, outcome: 'rejected', endedAt });
	}
	if (openAtMs <= nowMs) {
		const message = 'The time limit was reached before the request was sent';
		return new ServiceError({
			message,
			description: 'Nothing was started.',
			outcome: 'retry',
			endedAt,
		});
	}
	return new ServiceError({
		message: "The service's rate limit has been reached",
		description: `The service accepts requests again at ${new Date(openAtMs).toISOString()}, which is later than this node waits.`,
		outcome: 'rateLimited',
		endedAt,
		status: 429,
		cause: 'rate-limited',
	});
}

/**
 * Whether a call did not get as far as the service: no connection was made, or something in front of
 * it refused. Before the first answer of the service that is how a wrong address looks.
 */
export function isUnreached({ endedAt, status = 0 }: ServiceErrorFacts): boolean {
	return endedAt === 'beforeSending' || (endedAt === 'gateway' && status < 500 && status !== 429);
}
