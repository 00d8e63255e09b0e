import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';

export interface MonitoringOptions {
	readiness: Readiness;
	metrics: Metrics;
	/** Lets only whoever has an API key read the metrics. */
	authenticate: (request: FastifyRequest) => Promise<void>;
}

const UNKNOWN_ROUTE = 'other';

/**
 * Adds what tells a machine how the service is: `/healthz` (the process answers, nothing else is
 * asked), `/readyz` (it can do its work) and, with an API key, `/metrics`. To be called before all
 * other routes, so that they are measured.
 */
export function registerMonitoring(
	server: FastifyInstance,
	{ readiness, metrics, authenticate }: MonitoringOptions,
): void {
	server.addHook('onResponse', async ({ method, routeOptions }, reply) => {
		const route = routeOptions.url ?? UNKNOWN_ROUTE;
		metrics.recordAnswer({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
	});
	server.get('/healthz', async () => ({ status: 'ok' }));
	server.get('/readyz', async (_request, reply) => {
		const reasons = await readiness.listObstacles();
		if (reasons.length === 0) return { status: 'ready' };
		return reply.code(503).send({ status: 'not ready', reasons });
	});
	server.get('/metrics', { onRequest: authenticate }, async (_request, reply) =>
		reply.type(metrics.contentType).send(await metrics.read()),
	);
}
