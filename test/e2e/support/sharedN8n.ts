import { readFileSync } from 'node:fs';
import { createRestClient } from '../../../scripts/lib/n8n/restClient.mjs';
import { driverOf, startN8n, type RunningN8n } from './startN8n';

/** Where the test files find the n8n that they share. */
const VARIABLE = 'N8N_OF_THE_TESTS';

/** What a test file needs to know of it. */
interface SharedN8n extends Pick<
	RunningN8n,
	'baseUrl' | 'owner' | 'userFolder' | 'logFile' | 'groupId'
> {
	session: string;
}

let running: RunningN8n | undefined;

/** Starts the n8n of all end-to-end tests: a start takes longer than most test files. */
export async function startSharedN8n(): Promise<void> {
	running = await startN8n();
	const { baseUrl, owner, userFolder, logFile, groupId, session } = running;
	const shared: SharedN8n = { baseUrl, owner, userFolder, logFile, groupId, session };
	process.env[VARIABLE] = JSON.stringify(shared);
}

export async function stopSharedN8n(): Promise<void> {
	await running?.close();
}

/** The n8n that all test files share; it outlives each of them. */
export function joinN8n(): Omit<RunningN8n, 'close'> {
	const shared: SharedN8n = JSON.parse(process.env[VARIABLE] ?? 'null');
	if (shared === null) throw new Error('No n8n was started for the end-to-end tests');
	const client = createRestClient(shared.baseUrl, shared.session);
	return { ...shared, ...driverOf(client) };
}

/** What n8n writes to its log from now on. */
export function followLog({ logFile }: Pick<RunningN8n, 'logFile'>): () => string {
	const earlier = readFileSync(logFile).length;
	return () => readFileSync(logFile).subarray(earlier).toString();
}
