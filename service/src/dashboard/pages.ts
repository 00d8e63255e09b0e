import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from '../http/apiError.ts';
import { handleError } from '../http/errorHandler.ts';
import { type Html, html } from './view/html.ts';
import { showOuterPage } from './view/layout.ts';

/** Answers with a page. */
export function sendPage(reply: FastifyReply, page: Html): FastifyReply {
	return reply.type('text/html; charset=utf-8').send(page.markup);
}

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

/** Nothing from elsewhere runs in a page, frames it or learns of it. */
export const SECURITY_HEADERS: FastifyHelmetOptions = {
	contentSecurityPolicy: {
		useDefaults: false,
		directives: {
			defaultSrc: ["'none'"],
			styleSrc: ["'self'"],
			scriptSrc: ["'self'"],
			imgSrc: ["'self'"],
			connectSrc: ["'self'"],
			formAction: ["'self'"],
			frameAncestors: ["'none'"],
			baseUri: ["'none'"],
		},
	},
	frameguard: { action: 'deny' },
	// Not "no-referrer": browsers would then hide where the page's own forms come from.
	referrerPolicy: { policy: 'same-origin' },
	// Whether a host is to be reached by HTTPS alone is for the proxy in front of it to say.
	strictTransportSecurity: false,
};

/** No copy of a page is kept: keys and results stand in them. */
export async function forbidStoring(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
	reply.header('Cache-Control', 'no-store');
}
