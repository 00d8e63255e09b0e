import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from '../http/apiError.ts';
import { handleError } from '../http/errorHandler.ts';
import { sendPage } from './sendPage.ts';
import { html } from './view/html.ts';
import { showOuterPage } from './view/layout.ts';

/** Answers people with a page and the script with JSON, when something went wrong. */
export function handlePageError(
	error: FastifyError | ApiError,
	request: FastifyRequest,
	reply: FastifyReply,
): FastifyReply {
	if (request.headers.accept === 'application/json') return handleError(error, request, reply);
	const statusCode = error.statusCode ?? 500;
	if (statusCode >= 500) request.log.error({ err: error }, 'page failed');
	const message =
		statusCode < 500
			? error.message
			: `Internal error in request ${request.id}; the service log says more.`;
	const title = statusCode === 404 ? 'Not Found' : 'This Did Not Work';
	return sendPage(
		reply.code(statusCode),
		showOuterPage(
			title,
			html`<p>${message}</p>
				<p><a href="/">Go to the Overview</a></p>`,
		),
	);
}
