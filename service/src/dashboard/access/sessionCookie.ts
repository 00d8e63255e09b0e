import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_LIFETIME_SECONDS } from '../../store/sessions.ts';

const NAME = 'dashboard_session';

/** The session token that a request carries; there is no saying yet whether it is valid. */
export function readSessionCookie({ headers }: FastifyRequest): string | undefined {
	const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
	const value = pairs.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1);
	return value === '' ? undefined : value;
}

/** Has the browser keep a session token, or forget it when there is none. */
export function writeSessionCookie(
	request: FastifyRequest,
	reply: FastifyReply,
	token: string | undefined,
): void {
	const parts = [
		`${NAME}=${token ?? ''}`,
		'Path=/',
		'HttpOnly',
		'SameSite=Strict',
		`Max-Age=${token === undefined ? 0 : SESSION_LIFETIME_SECONDS}`,
		// Plain HTTP is the rule on one's own machine, and browsers drop secure cookies there.
		...(request.protocol === 'https' ? ['Secure'] : []),
	];
	reply.header('Set-Cookie', parts.join('; '));
}
