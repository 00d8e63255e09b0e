import type { Execution } from '../../../scripts/lib/n8n/executions.mjs';
import { waitUntil } from '../../../scripts/lib/waitUntil.mjs';
import { startN8n, type RunningN8n } from '../support/startN8n';
import { startScriptedApi, type ScriptedApi } from './scriptedApi';
import { CREDENTIAL_TYPE, NODES, scrapeWorkflow, type WorkflowOptions } from './scrapeWorkflow';

/** The fields of the credential that a test changes. */
export interface CredentialFields {
	baseUrl?: string;
	apiKey?: string;
	authentication?: 'bearer' | 'header';
}

/** A real n8n for all tests of a file, and a scripted service for each. */
export interface N8nBench {
	/** Once the tests run. */
	readonly n8n: RunningN8n;
	/** Of the test that runs. */
	readonly api: ScriptedApi;
	/** Starts a workflow with the node under test against the scripted service. */
	start(workflow: WorkflowOptions, credential?: CredentialFields): Promise<string>;
	/** Starts it and waits for its end. */
	run(workflow: WorkflowOptions, credential?: CredentialFields): Promise<Execution>;
}

const N8N_START_LIMIT_MS = 120_000;

/** Starts n8n before the tests of the file that calls this, and ends it after them. */
export function useN8n(): N8nBench {
	let n8n: RunningN8n | undefined;
	let api: ScriptedApi | undefined;

	beforeAll(async () => {
		n8n = await startN8n();
	}, N8N_START_LIMIT_MS);
	beforeEach(async () => {
		api = await startScriptedApi();
	});
	afterEach(async () => {
		await api?.close();
	});
	afterAll(async () => {
		await n8n?.close();
	});

	const bench: N8nBench = {
		get n8n() {
			if (!n8n) throw new Error('n8n runs only during the tests');
			return n8n;
		},
		get api() {
			if (!api) throw new Error('The scripted service runs only during the tests');
			return api;
		},
		async start(workflow, credential = {}) {
			const { baseUrl, apiKey } = bench.api;
			const link = await bench.n8n.createCredential({
				name: 'Scripted service',
				type: CREDENTIAL_TYPE,
				data: { baseUrl, apiKey, authentication: 'bearer', ...credential },
			});
			const id = await bench.n8n.importWorkflow(scrapeWorkflow(workflow), {
				[CREDENTIAL_TYPE]: link,
			});
			return await bench.n8n.start(id, { trigger: NODES.start });
		},
		run: async (workflow, credential) =>
			await bench.n8n.waitForExecution(await bench.start(workflow, credential), 120_000),
	};
	return bench;
}

/** Waits until something is so, for what happens outside this process. */
export async function eventually(isSo: () => boolean, what: string, timeoutMs = 15_000) {
	await waitUntil(async () => (isSo() ? true : undefined), {
		timeoutMs,
		onTimeout: () => new Error(`Not within ${timeoutMs} ms: ${what}`),
	});
}
