import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from './metrics.ts';

export interface MonitoringOptions {
	readiness: Readiness;
	/** What users should know although the service works, one sentence each. */
	listNotices: () => string[];
	metrics: Metrics;
	/** Restricts the metrics to requests with an API key. */
	authenticate: (request: FastifyRequest) => Promise<void>;
}

const UNKNOWN_ROUTE = 'other';

/**
 * Adds the endpoints that report the state of the service: `/healthz` (the process answers, nothing else is
 * checked), `/readyz` (it can do its work) and, with an API key, `/metrics`. To be called before all
 * other routes, so that they are measured.
 */
export function registerMonitoring(
	server: FastifyInstance,
	{ readiness, listNotices, metrics, authenticate }: MonitoringOptions,
): void {
	server.addHook('onResponse', async ({ method, routeOptions }, reply) => {
		const route = routeOptions.url ?? UNKNOWN_ROUTE;
		metrics.recordAnswer(method, route, reply.statusCode, reply.elapsedTime / 1000);
	});
	server.get('/healthz', async () => ({ status: 'ok' }));
	server.get('/readyz', async (_request, reply) => {
		const reasons = await readiness.listObstacles();
		const notices = listNotices();
		if (reasons.length === 0) return { status: 'ready', ...(notices.length > 0 && { notices }) };
		return reply.code(503).send({ status: 'not ready', reasons });
	});
	server.get('/metrics', { onRequest: authenticate }, async (_request, reply) =>
		reply.type(metrics.contentType).send(await metrics.read()),
	);
}

/** Whether this process can serve requests (`GET /readyz`). */
export type Readiness = ReturnType<typeof createReadiness>;

const CHECK_LIMIT_MS = 3_000;
/** For this long the last result is reused. */
const GOOD_FOR_MS = 1_000;

/**
 * Knows whether this process can do its work.
 * @param checks what must succeed first, by the name that is reported if it fails; one that returns a text
 * reports that instead
 * @param limitMs a check that takes longer fails
 */
export function createReadiness(
	checks: Readonly<Record<string, () => Promise<string | void>>>,
	limitMs = CHECK_LIMIT_MS,
) {
	let phase: 'starting' | 'started' | 'stopping' = 'starting';
	let last: { atMs: number; failing: Promise<string[]> } | undefined;

	const listFailing = async (): Promise<string[]> => {
		const answers = Object.entries(checks).map(async ([name, check]) => {
			const tooLate = sleep(limitMs, [name], { ref: false });
			const answered = check().then(
				(obstacle) => (obstacle === undefined ? [] : [obstacle]),
				() => [name],
			);
			return await Promise.race([answered, tooLate]);
		});
		return (await Promise.all(answers)).flat();
	};

	return {
		/** From now on jobs run, here or in other processes. */
		started(): void {
			if (phase === 'starting') phase = 'started';
		},
		/** From now on no requests are accepted. */
		stopping(): void {
			phase = 'stopping';
		},
		/** Why nothing should be sent here now, such as `starting` or `database`; empty if ready. */
		async listObstacles(): Promise<string[]> {
			if (phase !== 'started') return [phase];
			if (last === undefined || last.atMs < Date.now() - GOOD_FOR_MS) {
				last = { atMs: Date.now(), failing: listFailing() };
			}
			return await last.failing;
		},
	};
}
