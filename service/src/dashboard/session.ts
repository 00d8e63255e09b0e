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

/** The session token that a request carries, empty without; there is no saying yet whether it is valid. */
export function readSession(request: FastifyRequest): string {
	return request.cookies[SESSION] ?? '';
}

/** Has the browser keep a session token, or forget it when there is none. */
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
 * Whose attempts to sign in are counted together: those of a browser in which somebody has signed in
 * before, else those of an address. Strangers who guess passwords then slow down one another, and never
 * the owner, even where all come from one address.
 */
export function loginClientId(request: FastifyRequest): { name: string; isStranger: boolean } {
	const browser = readBrowser(request);
	return { name: browser ?? request.ip, isStranger: browser === undefined };
}

/** Somebody has signed in: the browser is known from now on. */
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
	// Plain HTTP is the rule on one's own machine, and browsers drop secure cookies there.
	const secure = publicAddress(request).startsWith('https:');
	return { httpOnly: true, sameSite: 'strict', secure } as const;
}

/** Makes what every form of a session carries, and other sites cannot know. */
const formTokens = createTokens({});

const formSchema = z.object({ formToken: z.string() }).catch({ formToken: '' });

/** Lets only people who are signed in come to a page; others are led to the login. */
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
 * Lets only forms pass that a page of the same session has made.
 * @throws ApiError 403
 */
export async function checkFormToken(request: FastifyRequest): Promise<void> {
	if (request.method !== 'POST') return;
	const { formToken } = formSchema.parse(request.body ?? {});
	if (formTokens.verify(readSession(request), formToken)) return;
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

/** Whose request it is, behind the session guard, and the token that the forms of the answer must carry. */
export function readVisit(request: FastifyRequest): { session: string; formToken: string } {
	const session = readSession(request);
	return { session, formToken: formTokens.create(session) };
}

/** A path within the dashboard; anything else becomes the overview. One slash: two lead elsewhere. */
export const localPath = z
	.string()
	.regex(/^\/(?![/\\])[\x21-\x7e]*$/)
	.catch('/');
