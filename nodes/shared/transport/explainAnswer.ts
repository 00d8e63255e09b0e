import { findErrorEntry, readServiceWords } from './errorTable';
import { makeLegible } from './legibleText';
import { bodyText, isRecord } from './serviceBody';
import { ServiceError, type Certainty } from './serviceError';
import type { ServiceAnswer } from './serviceRequest';

const GATEWAY_STATUSES = new Set([502, 504]);

/** Only an answer that the service itself wrote says for certain that nothing was started. */
function certaintyOf(answer: ServiceAnswer): Certainty {
	if (answer.status < 500) return 'refused';
	return isRecord(answer.body) && !GATEWAY_STATUSES.has(answer.status) ? 'refused' : 'unknown';
}

/**
 * An answer that is not a success as an error: the service's own words as the message, the next
 * step as the description.
 * @param secrets texts that must not be shown, such as the API key
 */
export function explainAnswer(answer: ServiceAnswer, secrets: readonly string[]): ServiceError {
	const entry = findErrorEntry(answer);
	const code = bodyText(answer.body, 'code');
	return new ServiceError({
		message: makeLegible(readServiceWords(answer.body) ?? entry.message, secrets),
		description: entry.advice,
		certainty: certaintyOf(answer),
		status: answer.status,
		...(code !== undefined && { code }),
		...(entry.cause !== undefined && { cause: entry.cause }),
	});
}
