import type { Execution } from '../../../scripts/lib/n8n/executions.mjs';
import { joinN8n } from '../support/sharedN8n';
import type { RunningN8n } from '../support/startN8n';
import { startScriptedApi, type ScriptedApi } from './scriptedApi';
import { CREDENTIAL_TYPE, NODES, scrapeWorkflow, type WorkflowOptions } from './scrapeWorkflow';

/** The fields of the credential that a test changes. */
export interface CredentialFields {
	baseUrl?: string;
	apiKey?: string;
	authentication?: 'bearer' | 'header';
}

/** The real n8n of all tests, and a scripted service for each. */
export interface N8nBench {
	readonly n8n: Omit<RunningN8n, 'close'>;
	/** Of the test that runs. */
	readonly api: ScriptedApi;
	/** Starts a workflow with the node under test against the scripted service. */
	start(workflow: WorkflowOptions, credential?: CredentialFields): Promise<string>;
	/** Starts it and waits for its end. */
	run(workflow: WorkflowOptions, credential?: CredentialFields): Promise<Execution>;
}

/** Joins the n8n of all tests, and starts a service for each test of the file that calls this. */
export function useN8n(): N8nBench {
	const n8n = joinN8n();
	let api: ScriptedApi | undefined;

	beforeEach(async () => {
		api = await startScriptedApi();
	});
	afterEach(async () => {
		await api?.close();
	});

	const bench: N8nBench = {
		n8n,
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
			await bench.n8n.waitForExecution(await bench.start(workflow, credential)),
	};
	return bench;
}
