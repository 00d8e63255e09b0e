import { bodyText } from './serviceBody';
import type { Certainty, Remedy } from './serviceError';
import type { ServiceAnswer } from './serviceRequest';

/** What an answer that is not a success says about the work, and about asking again. */
export interface Judgement {
	certainty: Exclude<Certainty, 'notSent'>;
	remedy: Remedy;
}

/** The service's own code for "as many unfinished jobs as you may have" (gaps.md, Everywhere). */
const TOO_MANY_JOBS = 'TOO_MANY_PENDING_JOBS';

/** Statuses below 500 with which a gateway says that it lost patience, not that the work was refused. */
const LOST_ON_THE_WAY = new Set([408, 499]);

/** Whether the service itself wrote the answer, in its form for errors (reference, Errors). */
function isOwnError({ body }: ServiceAnswer): boolean {
	return bodyText(body, 'status') === 'error';
}

/**
 * The one rule on what an answer proves. Work was refused for certain by a status below 500, and by a
 * 503 that the service itself wrote. A 500, a 520, or a gateway's page proves nothing: the work behind
 * it may have been started.
 */
export function judgeAnswer(answer: ServiceAnswer): Judgement {
	const { status, body } = answer;
	if (status === 429) {
		const isFull = bodyText(body, 'code') === TOO_MANY_JOBS;
		return { certainty: 'refused', remedy: isFull ? 'place' : 'pause' };
	}
	if (status === 503 && isOwnError(answer)) return { certainty: 'refused', remedy: 'pause' };
	if (status === 503 && answer.headers['retry-after'] !== undefined) {
		return { certainty: 'unknown', remedy: 'pause' };
	}
	if (status >= 500 || LOST_ON_THE_WAY.has(status)) return { certainty: 'unknown', remedy: 'time' };
	return { certainty: 'refused', remedy: 'nothing' };
}
