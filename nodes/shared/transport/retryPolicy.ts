import type { Certainty } from './serviceError';
import { bodyText } from './serviceBody';
import type { ServiceAnswer, ServiceRequest } from './serviceRequest';

/** What came of one try: an answer, or none with what is known about the work. */
export type Attempt =
	{ answer: ServiceAnswer } | { answer?: undefined; certainty: Exclude<Certainty, 'refused'> };

/**
 * What to do after a try:
 * - `return`: hand the outcome to the caller,
 * - `gate`: the service asked for a pause; send again when the gate opens,
 * - `backoff`: send again after a growing pause.
 */
export type RetryDecision = 'return' | 'gate' | 'backoff';

/** How often a call is sent again after lost connections and gateway answers, when not said otherwise. */
export const DEFAULT_BACKOFF_RETRIES = 4;

const GATEWAY_STATUSES = new Set([502, 504]);

function isIdempotent({ method }: ServiceRequest): boolean {
	return method === 'GET' || method === 'DELETE';
}

/**
 * Whether the answer proves that the service itself refused the work. A bare 503 page of a gateway
 * proves nothing: the work behind it may have been started.
 */
function isRefusedByService(answer: ServiceAnswer): boolean {
	if (answer.status === 429) return true;
	return (
		answer.status === 503 &&
		(bodyText(answer.body, 'status') === 'error' || answer.headers['retry-after'] !== undefined)
	);
}

/**
 * A paid job is never submitted twice: calls that start work are sent again only after an answer
 * that proves it was not accepted. Reading and cancelling may always be tried again.
 */
export function decideRetry(
	request: ServiceRequest,
	attempt: Attempt,
	retriesLeft: number,
): RetryDecision {
	if (attempt.answer && isRefusedByService(attempt.answer)) return 'gate';
	if (!isIdempotent(request)) return 'return';
	if (attempt.answer?.status === 503) return 'gate';
	const isPassing = !attempt.answer || GATEWAY_STATUSES.has(attempt.answer.status);
	return isPassing && retriesLeft > 0 ? 'backoff' : 'return';
}
