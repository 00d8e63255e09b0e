import { bodyText, isRecord, valueAt } from './serviceBody';
import {
	isNoFile,
	isRedirect,
	isSuccess,
	type ServiceAnswer,
	type ServiceRequest,
} from './serviceRequest';

/**
 * What is known of a call after a try:
 * - `accepted`: the service did what was asked for,
 * - `rejected`: it was not done, and the same call gets the same answer,
 * - `missing`: the service does not know what was asked for,
 * - `rateLimited`: it was not done; the service asks everybody to wait,
 * - `slotsFull`: it was not done; the account has as many unfinished jobs as it may have,
 * - `retry`: the same call may be sent again: it only reads or cancels, or it was never sent,
 * - `unknown`: it may have been done, and must not be sent again.
 */
export type ResponseClass =
	'accepted' | 'rejected' | 'missing' | 'rateLimited' | 'slotsFull' | 'retry' | 'unknown';

/** The code of "as many unfinished jobs as you may have" (api/openapi.yaml, responses/TooManyRequests). */
const TOO_MANY_JOBS = 'TOO_MANY_PENDING_JOBS';

/** Statuses that say that somebody on the way lost patience, whoever wrote them. */
const LOST_ON_THE_WAY = new Set([408, 499]);

/**
 * Statuses with which a server refuses a request before anybody works on it (RFC 9110 and 6585: method,
 * sign-in at the proxy, length, size, address, headers, wrong host, protocol). They need no word of the
 * service.
 */
const NEVER_STARTED = new Set([405, 407, 411, 413, 414, 417, 421, 426, 431]);

/** Statuses with which the service says that it does not have what was asked for. */
const NOT_FOUND = new Set([404, 410]);

/** Whether a call may be sent again, whatever became of it: it starts no work. */
export function isRepeatable({ method }: Pick<ServiceRequest, 'method'>): boolean {
	return method === 'GET' || method === 'DELETE';
}

/** Whether the service itself wrote a refusal: every error body of it has the status `error`. */
export function isOwnError({ body }: Pick<ServiceAnswer, 'body'>): boolean {
	return bodyText(body, 'status') === 'error';
}

/**
 * Whether an answer with a success status may be the service's: JSON with what the contract promises, a
 * file, or no content after a deletion. A sign-in page, a captive portal, the text or the JSON of a
 * gateway comes with 200, too.
 */
function isOwnSuccess(request: ServiceRequest, answer: ServiceAnswer): boolean {
	const { body, headers, status } = answer;
	if (request.answer === 'stream') {
		const isEmpty = status === 204 || headers['content-length'] === '0';
		return !isEmpty && !isNoFile(answer);
	}
	if (request.method === 'DELETE' && status === 204) return true;
	if (request.expects) return valueAt(body, request.expects) !== undefined;
	return isRecord(body) || Array.isArray(body);
}

/**
 * The one rule on what an answer proves. Only what the service wrote proves anything: a proxy or a
 * gateway answers 401, 403 or 404 just as well as 502 while the service restarts, and whether the
 * request had reached the service by then is not known. So a bare answer is `retry` for a call that
 * reads or cancels, and `unknown` for one that starts work; 401 and 403 make no exception, because a
 * wrong guess would lose a job or pay for it twice. Three kinds count whoever wrote them, because they
 * come before any work: a 429, a redirect, and the statuses of `NEVER_STARTED`.
 */
export function classifyResponse(request: ServiceRequest, answer: ServiceAnswer): ResponseClass {
	const { status, body } = answer;
	const open = isRepeatable(request) ? 'retry' : 'unknown';
	if (isSuccess(status)) return isOwnSuccess(request, answer) ? 'accepted' : open;
	if (status === 429) {
		return bodyText(body, 'code') === TOO_MANY_JOBS ? 'slotsFull' : 'rateLimited';
	}
	return (isOwnError(answer) ? classifyOwnError(status) : classifyForeign(request, answer)) ?? open;
}

function classifyOwnError(status: number): ResponseClass | undefined {
	if (status === 503) return 'rateLimited';
	if (NOT_FOUND.has(status)) return 'missing';
	const isRefusal = status >= 400 && status < 500 && !LOST_ON_THE_WAY.has(status);
	return isRefusal ? 'rejected' : undefined;
}

/** What an answer proves that the service did not write. */
function classifyForeign(
	request: ServiceRequest,
	{ status, headers }: ServiceAnswer,
): ResponseClass | undefined {
	if (isRepeatable(request)) {
		return status === 503 && headers['retry-after'] !== undefined ? 'rateLimited' : undefined;
	}
	return isRedirect(status) || NEVER_STARTED.has(status) ? 'rejected' : undefined;
}
