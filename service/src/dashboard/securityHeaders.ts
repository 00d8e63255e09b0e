import type { FastifyReply, FastifyRequest } from 'fastify';

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
