import { WebDataError, type ErrorDetails } from './webDataError';

/**
 * What is known about the work that a call asked for:
 * - `refused`: an answer proves that the service did not take it,
 * - `notSent`: no connection was made, so nothing was started,
 * - `unknown`: it may have been started: the connection broke after sending, or something else than
 *   the service answered.
 */
export type Certainty = 'refused' | 'notSent' | 'unknown';

/**
 * What may help a call that did not succeed:
 * - `nothing`: the same call gets the same answer,
 * - `time`: the same call may succeed later,
 * - `pause`: the service asks everybody to wait (429, 503),
 * - `place`: the account has as many unfinished jobs as it may have; one of them must end first.
 */
export type Remedy = 'nothing' | 'time' | 'pause' | 'place';

/** n8n's own vocabulary for why a node could not work (n8n-workflow 2.41, errors/failure). */
export type FailureCause =
	'rate-limited' | 'quota-exhausted' | 'temporarily-unavailable' | 'credential-invalid';

export interface ServiceErrorFacts {
	message: string;
	description: string;
	certainty: Certainty;
	remedy: Remedy;
	/** How long the service asks to wait, in milliseconds; absent when it says nothing. */
	delayMs?: number;
	/** HTTP status of the answer; absent when there was none. */
	status?: number;
	/** The service's own code, such as JOB_NOT_FOUND. */
	code?: string;
	cause?: FailureCause;
	/** Whether an earlier try of the same call may have worked, and its answer was lost. */
	followsLostTry?: boolean;
}

/** The service refused a call, or could not be reached. */
export class ServiceError extends WebDataError {
	override name = 'ServiceError';

	readonly facts: ServiceErrorFacts;

	constructor(facts: ServiceErrorFacts, details: ErrorDetails = {}) {
		super(facts.message, facts.description, details);
		this.facts = facts;
	}
}
