import { WebDataError, type ErrorDetails } from './webDataError';

/**
 * What is known about a call that did not succeed:
 * - `refused`: the service answered and did not take the work,
 * - `notSent`: no connection was made, so nothing was started,
 * - `unknown`: the connection broke after sending, so the work may have been started.
 */
export type Certainty = 'refused' | 'notSent' | 'unknown';

/** n8n's own vocabulary for why a node could not work (n8n-workflow 2.41, errors/failure). */
export type FailureCause =
	'rate-limited' | 'quota-exhausted' | 'temporarily-unavailable' | 'credential-invalid';

export interface ServiceErrorFacts {
	message: string;
	description: string;
	certainty: Certainty;
	/** HTTP status of the answer; absent when there was none. */
	status?: number;
	/** The service's own code, such as JOB_NOT_FOUND. */
	code?: string;
	cause?: FailureCause;
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
