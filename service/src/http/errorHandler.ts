import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { StorageUnavailableError } from '../files/storage.ts';
import { ApiError, toErrorBody } from './apiError.ts';
import { describeValidation } from './validation.ts';

/** Messages of the HTTP library that do not say what to do, by its error code. */
const PLAIN_MESSAGES: Readonly<Record<string, string>> = {
	FST_ERR_CTP_INVALID_JSON_BODY: 'The request body is not valid JSON.',
	FST_ERR_CTP_EMPTY_JSON_BODY: 'The request body is empty. Send a JSON object.',
	FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Send the request body with Content-Type application/json.',
};

const routeSchema = z.object({ 'x-validation-messages': z.record(z.string()).optional() });

/**
 * Turns whatever a request threw into the error body of the reference. Messages of unexpected
 * errors stay in the log: they may name files or addresses of the machine.
 */
export function handleError(
	error: FastifyError | ApiError | StorageUnavailableError,
	request: FastifyRequest,
	reply: FastifyReply,
): FastifyReply {
	if (error instanceof ApiError) {
		const { retryAfterSeconds } = error.details;
		if (retryAfterSeconds !== undefined) reply.header('Retry-After', retryAfterSeconds);
		return reply.code(error.statusCode).send(toErrorBody(error.message, error.details));
	}
	if (error instanceof StorageUnavailableError) {
		const retryAfterSeconds = Math.ceil(error.delayMs / 1000);
		request.log.error({ reason: error.message }, 'files out of reach');
		const details = { code: 'SERVICE_BUSY', retryAfterSeconds };
		reply.header('Retry-After', retryAfterSeconds);
		return reply.code(503).send(toErrorBody(error.message, details));
	}
	if (error.validation !== undefined) {
		const schema = routeSchema.safeParse(request.routeOptions.schema);
		const exactMessages = schema.data?.['x-validation-messages'] ?? {};
		const part = error.validationContext ?? 'body';
		const message = describeValidation(error.validation, part, exactMessages);
		return reply.code(400).send(toErrorBody(message));
	}
	const statusCode = error.statusCode ?? 500;
	if (statusCode < 500) {
		const message = PLAIN_MESSAGES[error.code] ?? error.message;
		return reply.code(statusCode).send(toErrorBody(message));
	}
	request.log.error({ err: error }, 'request failed');
	return reply
		.code(500)
		.send(toErrorBody(`Internal error in request ${request.id}; the service log says more.`));
}

/** Answers requests to paths that the service does not have. */
export function handleUnknownRoute(request: FastifyRequest): never {
	const path = request.url.split('?')[0];
	throw new ApiError(404, `There is no ${request.method} ${path} in this API.`);
}
