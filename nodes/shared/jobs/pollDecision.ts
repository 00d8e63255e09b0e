import { isUnreached, type ServiceError } from '../transport/serviceError';

/**
 * What an unanswered status request means for the wait:
 * - `again`: nothing; the job itself is fine,
 * - `timeUp`: the wait is over without an answer,
 * - `missing`: the service does not know the job,
 * - `unreadable`: asking again would not help.
 */
export type PollDecision = 'again' | 'timeUp' | 'missing' | 'unreadable';

/** What is known when a status request got no answer. */
export interface PollCircumstances {
	/** Status requests without an answer before this one, since the last one with. */
	failures: number;
	/** Whether this was the last look, at the deadline. */
	isLastLook: boolean;
	/** Whether the service has answered anything at all, to this try of the node or to an earlier one. */
	hasAnswered: boolean;
	/** Whether the rate gate opens too late for another look. */
	isGateClosedTooLong: boolean;
}

/** Status requests that did not reach the service after which a service that never answered is given up. */
const MAX_UNREACHED_POLLS = 3;

/** Whether the same request may get an answer later. */
export function mayPass({ facts }: ServiceError): boolean {
	return facts.outcome === 'retry' || facts.outcome === 'rateLimited';
}

/** One status request that fails never ends a wait, unless asking again can't help. */
export function decidePoll(error: ServiceError, circumstances: PollCircumstances): PollDecision {
	const { failures, isLastLook, hasAnswered, isGateClosedTooLong } = circumstances;
	if (error.facts.outcome === 'missing') return 'missing';
	const mayBeWrong = !hasAnswered && isUnreached(error.facts);
	if (!mayPass(error) || (mayBeWrong && failures + 1 >= MAX_UNREACHED_POLLS)) return 'unreadable';
	return isLastLook || isGateClosedTooLong ? 'timeUp' : 'again';
}
