import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../../scripts/lib/freePort.mjs';
import { node24Path } from '../../../scripts/lib/node24.mjs';
import { startServer, type RunningServer } from '../../../scripts/lib/server.mjs';
import { PATIENCE_MS } from '../../support/eventually';
import type { CallTarget } from './callService';
import { compileService, serviceProgram } from './compiledService';
import { PASSWORD } from './dashboardClient';
import { serviceSettings, TEST_KEY } from './serviceSettings';

/** Where the test files find the services that they share. */
const VARIABLE = 'SERVICES_OF_THE_TESTS';

let running: RunningServer[] = [];
let folder: string | undefined;

/**
 * Starts the services of the test files that need no settings of their own and look at their own jobs
 * alone: one for each worker of jest, so that no other test runs in it at the same time. A start, the
 * browser's and that of the processes which read pages cost more than most of these files.
 */
export async function startSharedServices({ maxWorkers }: { maxWorkers: number }): Promise<void> {
	// Of another project of the same run.
	if (process.env[VARIABLE] !== undefined) return;
	await compileService();
	const shared = await mkdtemp(join(tmpdir(), 'shared-services-'));
	folder = shared;
	const starts = await Promise.allSettled(
		Array.from({ length: maxWorkers }, (_worker, index) => startIn(join(shared, String(index)))),
	);
	running = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
	const failed = starts.find((start) => start.status === 'rejected');
	if (failed !== undefined) {
		await stopSharedServices();
		throw failed.reason;
	}
	process.env[VARIABLE] = JSON.stringify(running.map(({ baseUrl }) => baseUrl));
}

export async function stopSharedServices(): Promise<void> {
	await Promise.all(running.map(({ child }) => child.stop()));
	if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}

/**
 * The service that the test files of this worker share, one after the other. It holds what earlier
 * files have done.
 */
export function joinService(): CallTarget {
	const all: string[] = JSON.parse(process.env[VARIABLE] ?? '[]');
	const baseUrl = all[Number(process.env['JEST_WORKER_ID'] ?? 1) - 1];
	if (baseUrl === undefined) throw new Error('No service was started for the tests');
	return { baseUrl, apiKey: TEST_KEY };
}

async function startIn(dataDirectory: string): Promise<RunningServer> {
	const port = await findFreePort();
	const origin = `http://127.0.0.1:${port}`;
	return await startServer(
		{
			name: 'the shared service',
			command: node24Path,
			args: [serviceProgram()],
			env: {
				...process.env,
				...serviceSettings(dataDirectory),
				PORT: String(port),
				DASHBOARD_PASSWORD: PASSWORD,
			},
			logFile: `${dataDirectory}.log`,
		},
		{
			baseUrl: `${origin}/api`,
			isReady: async () => {
				const response = await fetch(`${origin}/readyz`).catch(() => undefined);
				await response?.body?.cancel();
				return response?.ok ?? false;
			},
			timeoutMs: PATIENCE_MS,
		},
	);
}
