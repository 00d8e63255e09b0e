import { readFileSync } from 'node:fs';
import { createRestClient } from '../../../scripts/lib/n8n/restClient.mjs';
import { driverOf, QUICK_EXPRESSIONS, startN8n, type RunningN8n } from './startN8n';

/** Where the test files find the n8n that they share. */
const VARIABLE = 'N8N_OF_THE_TESTS';

/** What a test file needs to know of it. */
interface SharedN8n extends Pick<RunningN8n, 'baseUrl' | 'userFolder' | 'logFile' | 'groupId'> {
	session: string;
}

let running: RunningN8n[] = [];

/**
 * Starts the n8n of all end-to-end tests, because a start takes longer than most test files: one for
 * each worker of jest, so that no other test runs in it at the same time.
 */
export async function startSharedN8n({ maxWorkers }: { maxWorkers: number }): Promise<void> {
	const starts = await Promise.allSettled(
		Array.from({ length: maxWorkers }, () =>
			startN8n({ hasEditor: true, environment: QUICK_EXPRESSIONS }),
		),
	);
	running = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
	const failed = starts.find((start) => start.status === 'rejected');
	if (failed !== undefined) {
		await stopSharedN8n();
		throw failed.reason;
	}
	const shared: SharedN8n[] = running.map(({ baseUrl, userFolder, logFile, groupId, session }) => {
		return { baseUrl, userFolder, logFile, groupId, session };
	});
	process.env[VARIABLE] = JSON.stringify(shared);
}

export async function stopSharedN8n(): Promise<void> {
	await Promise.all(running.map(({ close }) => close()));
}

/** The n8n that the test files of this worker share, one after the other; it outlives each of them. */
export function joinN8n(): Omit<RunningN8n, 'close'> {
	const all: SharedN8n[] = JSON.parse(process.env[VARIABLE] ?? '[]');
	const shared = all[Number(process.env['JEST_WORKER_ID'] ?? 1) - 1];
	if (shared === undefined) throw new Error('No n8n was started for the end-to-end tests');
	const client = createRestClient(shared.baseUrl, shared.session);
	return { ...shared, ...driverOf(client) };
}

/** What n8n writes to its log from now on. */
export function followLog({ logFile }: Pick<RunningN8n, 'logFile'>): () => string {
	const earlier = readFileSync(logFile).length;
	return () => readFileSync(logFile).subarray(earlier).toString();
}
