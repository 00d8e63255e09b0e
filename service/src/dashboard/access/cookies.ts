import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { publicAddress } from '../../http/publicAddress.ts';
import { SESSION_LIFETIME_SECONDS } from '../../db/sessions.ts';

const SESSION = 'dashboard_session';
const BROWSER = 'dashboard_browser';
const BROWSER_LIFETIME_SECONDS = 365 * 24 * 60 * 60;

/** The session token that a request carries; there is no saying yet whether it is valid. */
export function readSessionCookie(request: FastifyRequest): string | undefined {
	return readCookie(request, SESSION);
}

/** Has the browser keep a session token, or forget it when there is none. */
export function writeSessionCookie(
	request: FastifyRequest,
	reply: FastifyReply,
	token: string | undefined,
): void {
	const lifetime = token === undefined ? 0 : SESSION_LIFETIME_SECONDS;
	writeCookie(request, reply, [`${SESSION}=${token ?? ''}`, 'Path=/', `Max-Age=${lifetime}`]);
}

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;

/**
 * Tells browsers in which somebody has signed in before from all others. Strangers who guess passwords
 * then slow down one another, and never the owner, even where all come from one address.
 * @param secret must stay the same for browsers to stay known
 */
export function createKnownBrowsers(secret: string) {
	const signatureOf = (id: string): string =>
		createHmac('sha256', secret).update(`browser\n${id}`).digest('base64url');

	const identify = (request: FastifyRequest): string | undefined => {
		const [id = '', given = ''] = readCookie(request, BROWSER)?.split('.') ?? [];
		const [expected, actual] = [Buffer.from(signatureOf(id)), Buffer.from(given)];
		return expected.length === actual.length && timingSafeEqual(expected, actual) ? id : undefined;
	};

	return {
		/** Whose attempts to sign in are counted together. */
		nameGuesser: (request: FastifyRequest): string => identify(request) ?? request.ip,

		/** Somebody has signed in: the browser is known from now on. */
		remember(request: FastifyRequest, reply: FastifyReply): void {
			if (identify(request) !== undefined) return;
			const id = randomUUID();
			writeCookie(request, reply, [
				`${BROWSER}=${id}.${signatureOf(id)}`,
				'Path=/login',
				`Max-Age=${BROWSER_LIFETIME_SECONDS}`,
			]);
		},
	};
}

function readCookie({ headers }: FastifyRequest, name: string): string | undefined {
	const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
	const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
	return value === '' ? undefined : value;
}

function writeCookie(request: FastifyRequest, reply: FastifyReply, parts: string[]): void {
	// Plain HTTP is the rule on one's own machine, and browsers drop secure cookies there.
	const secure = publicAddress(request).startsWith('https:') ? ['Secure'] : [];
	reply.header('Set-Cookie', [...parts, 'HttpOnly', 'SameSite=Strict', ...secure].join('; '));
}
