import { batchRoutes } from './batchRoutes';
import { crawlRoutes } from './crawlRoutes';
import { refuse, type Answer, type Route, type RouteCall } from './route';
import { scrapeRoutes } from './scrapeRoutes';
import { searchRoutes } from './searchRoutes';

/** What the test of a credential asks for. */
const usageStats: Route = {
	method: 'GET',
	path: /^\/usage-stats$/,
	answer: ({ query }) =>
		['7d', '30d', 'weekly'].includes(query.get('range') ?? '')
			? { status: 200, body: { status: 'success', data: [] } }
			: refuse(400, 'Invalid or missing range'),
};

const ROUTES = [...scrapeRoutes, ...batchRoutes, ...crawlRoutes, ...searchRoutes, usageStats];

export const NOT_FOUND = refuse(404, 'Not found');

/** The answer to a request without the right key (api/openapi.yaml, Unauthorized). */
export const UNAUTHORIZED = refuse(401, 'Access token invalid or expired');

/** The service's answer to a request that carries the right key. */
export async function answerRoute(
	method: string,
	path: string,
	call: Omit<RouteCall, 'id'>,
): Promise<Answer> {
	for (const route of ROUTES) {
		const match = route.method === method && route.path.exec(path);
		if (match) return await route.answer({ ...call, id: match[1] ?? '' });
	}
	return NOT_FOUND;
}
