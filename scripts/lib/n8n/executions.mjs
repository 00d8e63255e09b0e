import { parse as parseFlatted } from 'flatted';
import { waitUntil } from '../waitUntil.mjs';

const UNFINISHED_STATUSES = new Set(['new', 'running', 'waiting', 'unknown']);

/**
 * One item of a node's output.
 * @typedef {object} Item
 * @property {Record<string, unknown>} json
 * @property {Record<string, unknown>} [binary]
 * @property {unknown} [pairedItem]
 * @property {unknown} [error]
 */

/**
 * An error as n8n keeps it.
 * @typedef {{ message: string, description?: string | null, name?: string }} RunError
 */

/**
 * One run of one node.
 * @typedef {object} NodeRun
 * @property {number} executionTime In milliseconds.
 * @property {string} executionStatus
 * @property {{ main: Array<Item[] | null> }} [data] One list of items per output.
 * @property {RunError} [error]
 * @property {Array<{ message: string }>} [hints]
 * @property {Record<string, unknown>} [metadata]
 */

/**
 * @typedef {object} Execution
 * @property {string} id
 * @property {string} status e.g. "success", "error", "canceled".
 * @property {string | undefined} lastNodeExecuted
 * @property {RunError | undefined} error Why the execution as a whole failed.
 * @property {Record<string, NodeRun[]>} runs By node name.
 */

/**
 * Where a run begins, or the node it is to reach.
 * @typedef {{ trigger: string } | { destinationNode: string }} RunRequest
 */

/**
 * Starts a stored workflow as the editor's Execute button does.
 *
 * @param {import('./restClient.mjs').RestClient} client
 * @param {string} workflowId
 * @param {RunRequest} request
 * @returns {Promise<string>} The execution's id.
 */
export async function startExecution(client, workflowId, request) {
	const target =
		'trigger' in request
			? { triggerToStartFrom: { name: request.trigger } }
			: { destinationNode: { nodeName: request.destinationNode, mode: 'inclusive' } };
	// The first releases of n8n 2 run the workflow that they are sent; later ones do not look at it.
	const workflowData = await client.request('GET', `/rest/workflows/${workflowId}`);
	const body = { workflowData, ...target };
	const { executionId } = await client.request('POST', `/rest/workflows/${workflowId}/run`, body);
	return executionId;
}

/**
 * @param {import('./restClient.mjs').RestClient} client
 * @param {string} executionId
 * @returns {Promise<Execution>} As it stands; a running one may have no runs yet.
 */
export async function readExecution(client, executionId) {
	const { status, data } = await client.request('GET', `/rest/executions/${executionId}`);
	const { resultData = {} } = parseFlatted(data) ?? {};
	return {
		id: executionId,
		status,
		lastNodeExecuted: resultData.lastNodeExecuted,
		error: resultData.error,
		runs: resultData.runData ?? {},
	};
}

/**
 * @param {import('./restClient.mjs').RestClient} client
 * @param {string} executionId
 * @param {number} timeoutMs
 * @returns {Promise<Execution>} Once it has ended, however it did.
 */
export async function waitForExecution(client, executionId, timeoutMs) {
	return await waitUntil(
		async () => {
			const execution = await readExecution(client, executionId);
			return UNFINISHED_STATUSES.has(execution.status) ? undefined : execution;
		},
		{
			timeoutMs,
			// Each look costs n8n as much as a node: what takes long is looked at less often.
			intervalMs: (waitedMs) => Math.min(50 + waitedMs / 10, 500),
			onTimeout: () =>
				new Error(`Execution ${executionId} did not finish within ${timeoutMs / 1000} s.`),
		},
	);
}

/**
 * Stops an execution as the editor's Stop button does.
 * @param {import('./restClient.mjs').RestClient} client
 * @param {string} executionId
 */
export async function stopExecution(client, executionId) {
	await client.request('POST', `/rest/executions/${executionId}/stop`);
}

/**
 * @param {Execution} execution
 * @param {string} node
 * @param {number} [output] 0 is the first one. Default: 0.
 * @returns {Item[]} What the node's last run put out there; empty where it did not run.
 */
export function itemsOf(execution, node, output = 0) {
	return execution.runs[node]?.at(-1)?.data?.main[output] ?? [];
}
