import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ApiError } from '../../http/apiError.ts';
import type { SessionsRepository } from '../../store/sessions.ts';
import { isFormToken } from './formToken.ts';
import { readSessionCookie } from './cookies.ts';

const formSchema = z.object({ formToken: z.string() }).partial().catch({});

/**
 * The token of the session that a request belongs to.
 * @throws ApiError 401; only behind a route without {@link createSessionGuard} can that happen
 */
export function readSession(request: FastifyRequest): string {
	const token = readSessionCookie(request);
	if (token === undefined) throw new ApiError(401, 'Sign in to the dashboard first.');
	return token;
}

/** Lets only people who are signed in come to a page; others are led to the login. */
export function createSessionGuard(sessions: SessionsRepository) {
	return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
		const token = readSessionCookie(request);
		if (token !== undefined && sessions.isValid(token)) return;
		// The script follows no redirect to a page.
		if (request.headers.accept === 'application/json') {
			throw new ApiError(401, 'Sign in to the dashboard first.');
		}
		const isPage = request.method === 'GET' && request.url !== '/';
		await reply.redirect(isPage ? `/login?next=${encodeURIComponent(request.url)}` : '/login', 303);
	};
}

/**
 * Lets only forms pass that a page of the same session has made.
 * @throws ApiError 403
 */
export async function checkFormToken(request: FastifyRequest): Promise<void> {
	if (request.method !== 'POST') return;
	const { formToken } = formSchema.parse(request.body ?? {});
	if (isFormToken(formToken, readSession(request))) return;
	throw new ApiError(403, 'This form has expired. Go back, reload the page and send it again.');
}
