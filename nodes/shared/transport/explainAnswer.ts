import { findErrorEntry, readServiceWords } from './errorTable';
import { isOwnError } from './classifyResponse';
import { readServerDelayMs } from './retryDelay';
import { bodyText } from './serviceBody';
import { ServiceError, type ServiceErrorFacts } from './serviceError';
import type { ServiceAnswer } from './serviceRequest';

/**
 * An answer that is not a success as an error: the service's own words as the message, the next
 * step as the description.
 * @param outcome what `classifyResponse` says of it
 * @param toWords makes text of the service safe to show
 * @param nowMs for answers that name a moment, milliseconds since the Unix epoch
 */
export function explainAnswer(
	answer: ServiceAnswer,
	outcome: ServiceErrorFacts['outcome'],
	toWords: (text: string) => string,
	nowMs: number,
): ServiceError {
	const entry = findErrorEntry(answer);
	const code = bodyText(answer.body, 'code');
	const delayMs = readServerDelayMs(answer, nowMs);
	return new ServiceError({
		outcome,
		endedAt: isOwnError(answer) ? 'service' : 'gateway',
		message: toWords(readServiceWords(answer.body) ?? '') || entry.message,
		description: entry.advice,
		status: answer.status,
		...(delayMs !== undefined && { delayMs }),
		...(code !== undefined && { code: toWords(code) }),
		...(entry.cause !== undefined && { cause: entry.cause }),
	});
}
