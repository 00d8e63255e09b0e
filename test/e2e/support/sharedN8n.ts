import { readFileSync } from 'node:fs';
import { createRestClient } from '../../../scripts/lib/n8n/restClient.mjs';
import { driverOf, startN8n, WITHOUT_CODE, type RunningN8n } from './startN8n';

/** Where the test files find the n8n that they share. */
const VARIABLE = 'N8N_OF_THE_TESTS';

/** What a test file needs to know of one. */
type N8nAddress = Pick<RunningN8n, 'baseUrl' | 'userFolder' | 'logFile' | 'groupId' | 'session'>;

interface SharedN8n {
	/** Of all files that need no editor. */
	plain: N8nAddress;
	/** By itself: a node that is added takes the credential that was saved last. */
	withEditor: N8nAddress;
}

/** An n8n that outlives the test file. */
type JoinedN8n = Omit<RunningN8n, 'close'>;

let running: RunningN8n[] = [];

/** Starts the n8n of all end-to-end tests, because a start takes longer than most test files. */
export async function startSharedN8n(): Promise<void> {
	const starts = await Promise.allSettled(
		[false, true].map((hasEditor) => startN8n({ hasEditor, environment: WITHOUT_CODE })),
	);
	running = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
	const failed = starts.find((start) => start.status === 'rejected');
	if (failed !== undefined) {
		await stopSharedN8n();
		throw failed.reason;
	}
	const [plain, withEditor] = running.map(({ baseUrl, userFolder, logFile, groupId, session }) => {
		return { baseUrl, userFolder, logFile, groupId, session };
	});
	process.env[VARIABLE] = JSON.stringify({ plain, withEditor });
}

export async function stopSharedN8n(): Promise<void> {
	await Promise.all(running.map(({ close }) => close()));
}

/** The n8n that all test files share, also those that run at the same time in other workers of jest. */
export function joinN8n(): JoinedN8n {
	const worker = process.env['JEST_WORKER_ID'] ?? '1';
	const joined = join('plain');
	return {
		...joined,
		// A credential that is saved again gets new data: each worker has its own.
		createCredential: async (credential) =>
			await joined.createCredential({ ...credential, name: `${credential.name} ${worker}` }),
	};
}

/** The n8n that serves its editor, too. */
export function joinN8nWithEditor(): JoinedN8n {
	return join('withEditor');
}

function join(kind: keyof SharedN8n): JoinedN8n {
	const all: Partial<SharedN8n> = JSON.parse(process.env[VARIABLE] ?? '{}');
	const shared = all[kind];
	if (shared === undefined) throw new Error('No n8n was started for the end-to-end tests');
	return { ...shared, ...driverOf(createRestClient(shared.baseUrl, shared.session)) };
}

/** What n8n writes to its log from now on. */
export function followLog({ logFile }: Pick<RunningN8n, 'logFile'>): () => string {
	const earlier = readFileSync(logFile).length;
	return () => readFileSync(logFile).subarray(earlier).toString();
}
