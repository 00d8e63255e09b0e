import type { ServiceErrorFacts } from './serviceError';
import type { ServiceRequest } from './serviceRequest';

/**
 * What to do after a try that did not succeed:
 * - `return`: hand the error to the caller,
 * - `gate`: the service asked for a pause; send again when the gate opens,
 * - `backoff`: send again after a growing pause.
 */
export type RetryDecision = 'return' | 'gate' | 'backoff';

/** How often a call is sent again after lost connections and gateway answers, when not said otherwise. */
export const DEFAULT_RETRIES = 4;

/**
 * How often a call is sent again when no connection can be made and the service has not answered at
 * all yet: its address is more likely wrong than that it is starting.
 */
export const RETRIES_BEFORE_FIRST_ANSWER = 1;

function isIdempotent({ method }: ServiceRequest): boolean {
	return method === 'GET' || method === 'DELETE';
}

/**
 * A paid job is never submitted twice: calls that start work are sent again only after something that
 * proves it was not accepted. Reading and cancelling may always be tried again.
 */
export function decideRetry(
	request: ServiceRequest,
	{ certainty, remedy }: Pick<ServiceErrorFacts, 'certainty' | 'remedy'>,
	retriesLeft: number,
): RetryDecision {
	if (certainty === 'unknown' && !isIdempotent(request)) return 'return';
	if (remedy === 'pause') return 'gate';
	return remedy === 'time' && retriesLeft > 0 ? 'backoff' : 'return';
}
