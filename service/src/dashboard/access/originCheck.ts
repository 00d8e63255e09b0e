import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../http/apiError.ts';
import { publicAddress } from '../../http/publicAddress.ts';

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
