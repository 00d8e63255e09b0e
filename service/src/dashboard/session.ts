import type {} from '@fastify/cookie';
import createTokens from '@fastify/csrf';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { publicAddress } from '../http/publicAddress.ts';
import { SESSION_LIFETIME_SECONDS, type SessionsRepository } from '../db/settings.ts';
import { ApiError } from '../http/apiError.ts';

const SESSION = 'dashboard_session';
const BROWSER = 'dashboard_browser';
const BROWSER_LIFETIME_SECONDS = 365 * 24 * 60 * 60;

/** The session token of a request, empty if it has none; it may be invalid. */
export function readSession(request: FastifyRequest): string {
	return request.cookies[SESSION] ?? '';
}

/** Sets the session cookie, or deletes it if there is no token. */
export function writeSession(
	request: FastifyRequest,
	reply: FastifyReply,
	token: string | undefined,
): void {
	const options = { ...cookieOptions(request), path: '/' };
	if (token === undefined) reply.clearCookie(SESSION, options);
	else reply.setCookie(SESSION, token, { ...options, maxAge: SESSION_LIFETIME_SECONDS });
}

/**
 * The client whose attempts to sign in are counted together: a browser in which somebody has signed in
 * before, otherwise an address. Strangers who guess passwords then slow down one another, but never
 * the owner, even if all come from one address.
 */
export function loginClientId(request: FastifyRequest): { name: string; isStranger: boolean } {
	const browser = readBrowser(request);
	return { name: browser ?? request.ip, isStranger: browser === undefined };
}

/** After a sign-in: the browser is known from now on. */
export function rememberBrowser(request: FastifyRequest, reply: FastifyReply): void {
	if (readBrowser(request) !== undefined) return;
	const options = { ...cookieOptions(request), path: '/login', maxAge: BROWSER_LIFETIME_SECONDS };
	reply.setCookie(BROWSER, randomUUID(), { ...options, signed: true });
}

function readBrowser(request: FastifyRequest): string | undefined {
	const { valid, value } = request.unsignCookie(request.cookies[BROWSER] ?? '');
	return valid ? value : undefined;
}

function cookieOptions(request: FastifyRequest) {
	// Plain HTTP is usual on a local machine, and browsers drop secure cookies there.
	const secure = publicAddress(request).startsWith('https:');
	return { httpOnly: true, sameSite: 'strict', secure } as const;
}

/** Creates the token in every form of a session, which other sites cannot know. */
const formTokens = createTokens({});

const formSchema = z.object({ formToken: z.string() }).catch({ formToken: '' });

/** Restricts a page to users who are signed in; others are redirected to the login. */
export function createSessionGuard(sessions: SessionsRepository) {
	return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
		if (await sessions.isValid(readSession(request))) return;
		// The script follows no redirect to a page.
		if (request.headers.accept === 'application/json') {
			throw new ApiError(401, 'Sign in to the dashboard first.');
		}
		const isPage = request.method === 'GET' && request.url !== '/';
		await reply.redirect(isPage ? `/login?next=${encodeURIComponent(request.url)}` : '/login', 303);
	};
}

/**
 * Accepts only forms that a page of the same session has created.
 * @throws ApiError 403
 */
export async function checkFormToken(request: FastifyRequest): Promise<void> {
	if (request.method !== 'POST') return;
	const { formToken } = formSchema.parse(request.body ?? {});
	if (formTokens.verify(readSession(request), formToken)) return;
	throw new ApiError(403, 'This form has expired. Go back, reload the page and send it again.');
}

/**
 * Rejects forms that another site sends. Browsers state the site with every form; programs that do not
 * have no cookies that could be misused.
 * @throws ApiError 403
 */
export async function checkOrigin(request: FastifyRequest): Promise<void> {
	const { origin } = request.headers;
	if (request.method !== 'POST' || origin === undefined) return;
	if (URL.parse(origin)?.host === new URL(publicAddress(request)).host) return;
	throw new ApiError(403, 'This form was sent from another site. Open the dashboard itself.');
}

/** The session of a request, after the session guard, and the token for the forms of the response. */
export function readVisit(request: FastifyRequest): { session: string; formToken: string } {
	const session = readSession(request);
	return { session, formToken: formTokens.create(session) };
}

/** A path within the dashboard; anything else becomes the overview. Two slashes would lead elsewhere. */
export const localPath = z
	.string()
	.regex(/^\/(?![/\\])[\x21-\x7e]*$/)
	.catch('/');
