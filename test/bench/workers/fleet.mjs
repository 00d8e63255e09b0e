import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../../scripts/lib/freePort.mjs';
import { node24Path } from '../../../scripts/lib/node24.mjs';
import { inRepository } from '../../../scripts/lib/repository.mjs';
import { startServer } from '../../../scripts/lib/server.mjs';
import { startLocalService } from '../localService.mjs';

/**
 * The local service as several processes on one Postgres: one that answers, and workers.
 * @param {object} options
 * @param {string} options.databaseUrl Of an empty database.
 * @param {number} options.workers 0: the process that answers works, too.
 * @param {Record<string, string>} options.environment Settings of all of them.
 * @returns {Promise<import('../localService.mjs').LocalService>}
 */
export async function startFleet({ databaseUrl, workers, environment }) {
	const folder = await mkdtemp(join(tmpdir(), 'fleet-bench-'));
	const shared = { ...environment, DATABASE_URL: databaseUrl, FILES_URL: join(folder, 'files') };
	/** @type {Array<() => Promise<unknown>>} */
	const closers = [() => rm(folder, { recursive: true, force: true })];
	const close = async () => {
		for (const closer of closers.toReversed()) await closer();
	};
	try {
		const api = await startLocalService({
			environment: { ...shared, ROLE: workers === 0 ? 'all' : 'api' },
		});
		closers.push(() => api.close());
		for (let number = 1; number <= workers; number += 1) {
			const worker = await startWorker(join(folder, `worker-${number}`), shared);
			closers.push(() => worker.stop());
		}
		return { ...api, close };
	} catch (error) {
		await close();
		throw error;
	}
}

/**
 * @param {string} folder Its own.
 * @param {Record<string, string>} environment
 */
async function startWorker(folder, environment) {
	const port = await findFreePort();
	const baseUrl = `http://127.0.0.1:${port}`;
	const { child } = await startServer(
		{
			name: 'A worker of the local service',
			command: node24Path,
			args: [inRepository('service/src/main.ts')],
			env: {
				...process.env,
				...environment,
				ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
				PORT: String(port),
				DATA_DIR: folder,
				ROLE: 'worker',
			},
			logFile: `${folder}.log`,
		},
		{
			baseUrl,
			isReady: () =>
				fetch(`${baseUrl}/readyz`).then(
					({ ok }) => ok,
					() => false,
				),
			timeoutMs: 60_000,
		},
	);
	return child;
}
