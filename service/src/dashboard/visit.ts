import type { FastifyRequest } from 'fastify';
import { createFormToken } from './access/formToken.ts';
import { readSession } from './access/sessionGuard.ts';

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
