import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	type RunningService,
	type ServiceOptions,
	startService,
} from '../../contract/support/startService';
import { startPostgres } from '../../support/postgres.mjs';

/** How long something is away: less, as much, and more than the service waits for a connection. */
export const OUTAGES_SECONDS = [3, 15, 40];

/** A Postgres that can be ended, and the processes that a test file starts on it. */
export interface OutageBench {
	postgres: Awaited<ReturnType<typeof startPostgres>>;
	/** @param onSpawn see the options of `startService` */
	start(
		role: 'all' | 'worker',
		environment?: Record<string, string>,
		onSpawn?: ServiceOptions['onSpawn'],
	): Promise<RunningService>;
	close(): Promise<void>;
}

export async function startOutageBench(): Promise<OutageBench> {
	const [postgres, folder] = await Promise.all([
		startPostgres(),
		mkdtemp(join(tmpdir(), 'extraction-outage-')),
	]);
	const services: RunningService[] = [];
	return {
		postgres,
		async start(role, environment = {}, onSpawn = undefined) {
			const service = await startService({
				dataDirectory: folder,
				withoutBrowser: true,
				...(onSpawn && { onSpawn }),
				environment: {
					DATABASE_URL: postgres.url,
					LOG_LEVEL: 'warn',
					...(role === 'worker' && { ROLE: role }),
					...environment,
				},
			});
			services.push(service);
			return service;
		},
		async close() {
			await Promise.all(services.map((service) => service.kill()));
			await postgres.stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
}
