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

const CONTENT_SECURITY_POLICY = [
	"default-src 'none'",
	"style-src 'self'",
	"script-src 'self'",
	"img-src 'self'",
	"connect-src 'self'",
	"form-action 'self'",
	"frame-ancestors 'none'",
	"base-uri 'none'",
].join('; ');

/** Headers of every page: nothing from elsewhere runs in it, frames it, learns of it or keeps it. */
export async function addSecurityHeaders(
	_request: FastifyRequest,
	reply: FastifyReply,
): Promise<void> {
	reply.headers({
		'Content-Security-Policy': CONTENT_SECURITY_POLICY,
		'X-Content-Type-Options': 'nosniff',
		'X-Frame-Options': 'DENY',
		// Not "no-referrer": browsers would then hide where the page's own forms come from.
		'Referrer-Policy': 'same-origin',
		'Cross-Origin-Opener-Policy': 'same-origin',
		'Cross-Origin-Resource-Policy': 'same-origin',
		'Cache-Control': 'no-store',
	});
}
