import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The header in which an ID comes from a proxy in front and goes back with every answer. */
export const REQUEST_ID_HEADER = 'x-request-id';

const REQUEST_ID = /^[\w.:-]{1,128}$/;

/**
 * Makes what names each request in the log, in the answer and in messages of unexpected errors.
 * @param isProxyTrusted takes the ID that a proxy in front has given, so that its log and this one agree
 */
export function createRequestIds(isProxyTrusted: boolean): (request: IncomingMessage) => string {
	return ({ headers }) => {
		const given = headers[REQUEST_ID_HEADER];
		const isTaken = isProxyTrusted && typeof given === 'string' && REQUEST_ID.test(given);
		return isTaken ? given : randomUUID();
	};
}
