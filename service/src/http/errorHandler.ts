import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { mayPass } from '../db/passing.ts';
import { StorageUnavailableError } from '../files/storage.ts';
import { ApiError } from './apiError.ts';
import { describeValidation } from './validation.ts';

/** Replaces messages of the HTTP library that do not say what to do, by error code. */
const PLAIN_MESSAGES: Readonly<Record<string, string>> = {
	FST_ERR_CTP_INVALID_JSON_BODY: 'The request body is not valid JSON.',
	FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Send the request body with Content-Type application/json.',
};

/** When to try again after the database was not available. */
const BUSY_SECONDS = 30;

const routeSchema = z.object({ 'x-validation-messages': z.record(z.string()).optional() });

type Thrown = FastifyError | ApiError | StorageUnavailableError;

/**
 * Turns whatever a request threw into the error of the response. Messages of unexpected errors stay in
 * the log: they may contain paths or addresses of the machine.
 */
export function explainError(error: Thrown, request: FastifyRequest): ApiError {
	if (error instanceof ApiError) return error;
	if (error instanceof StorageUnavailableError) {
		request.log.error({ reason: error.message }, 'file storage unreachable');
		const retryAfterSeconds = Math.ceil(error.delayMs / 1000);
		return new ApiError(503, error.message, { code: 'SERVICE_BUSY', retryAfterSeconds });
	}
	if (error.validation !== undefined) {
		const part = error.validationContext ?? 'body';
		if (part === 'body' && request.body === undefined) {
			return new ApiError(400, 'The request body is empty. Send a JSON object.');
		}
		const schema = routeSchema.safeParse(request.routeOptions.schema);
		const exactMessages = schema.data?.['x-validation-messages'] ?? {};
		return new ApiError(400, describeValidation(error.validation, part, exactMessages));
	}
	if (mayPass(error)) {
		request.log.error({ err: error }, 'database unreachable');
		const message = 'The service can’t read or write its database at the moment. Try again later.';
		return new ApiError(503, message, { code: 'SERVICE_BUSY', retryAfterSeconds: BUSY_SECONDS });
	}
	if (!request.raw.complete && request.raw.destroyed) {
		request.log.info({ reason: error.message }, 'the client went away');
		return new ApiError(400, 'The request ended before it was complete.');
	}
	const { statusCode = 500, code } = error;
	if (statusCode < 500) return new ApiError(statusCode, PLAIN_MESSAGES[code] ?? error.message);
	request.log.error({ err: error }, 'request failed');
	return new ApiError(500, `Internal error in request ${request.id}; see the service log.`);
}

/** Sends the error body of the contract. */
export function handleError(
	error: Thrown,
	request: FastifyRequest,
	reply: FastifyReply,
): FastifyReply {
	const { statusCode, message, details } = explainError(error, request);
	const { code, errors, retryAfterSeconds } = details;
	if (retryAfterSeconds !== undefined) reply.header('Retry-After', retryAfterSeconds);
	const body = { status: 'error', message, code, errors, retry_after: retryAfterSeconds };
	return reply.code(statusCode).send(body);
}

/** Answers requests to paths that the service does not have. */
export function handleUnknownRoute(request: FastifyRequest): never {
	const path = request.url.split('?')[0];
	throw new ApiError(404, `There is no ${request.method} ${path} in this API.`);
}
