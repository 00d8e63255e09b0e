import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ApiError } from '../../http/apiError.ts';
import { publicAddress } from '../../http/publicAddress.ts';
import type { SessionsRepository } from '../../db/sessions.ts';
import { readSessionCookie } from './cookies.ts';

/** The secret that every form of a session carries: other sites cannot know it. */
export function createFormToken(sessionToken: string): string {
	return createHmac('sha256', sessionToken).update('dashboard form').digest('base64url');
}

/** Whether a form came from a page of this session. */
export function isFormToken(given: unknown, sessionToken: string): boolean {
	if (typeof given !== 'string') return false;
	const expected = Buffer.from(createFormToken(sessionToken));
	const actual = Buffer.from(given);
	return actual.length === expected.length && timingSafeEqual(actual, expected);
}

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
		if (token !== undefined && (await sessions.isValid(token))) return;
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

/**
 * Refuses forms that another site sends. Browsers name the site with every form; programs that do
 * not have no cookies that could be misused.
 * @throws ApiError 403
 */
export async function checkOrigin(request: FastifyRequest): Promise<void> {
	const { origin } = request.headers;
	if (request.method !== 'POST' || origin === undefined) return;
	if (URL.parse(origin)?.host === new URL(publicAddress(request)).host) return;
	throw new ApiError(403, 'This form was sent from another site. Open the dashboard itself.');
}

/** What a page needs to know of whoever looks at it. */
export interface Visit {
	/** Token of the session. */
	session: string;
	/** What the page's forms must carry. */
	formToken: string;
}

/** Whose request it is; behind the session guard there is always somebody. */
export function readVisit(request: FastifyRequest): Visit {
	const session = readSession(request);
	return { session, formToken: createFormToken(session) };
}
