import { itemsOf, startExecution, waitForExecution } from '../n8n/executions.mjs';
import { updateWorkflow } from '../n8n/workflows.mjs';

const SCRAPE_NODE_TYPE = 'n8n-nodes-web-data-extraction.scrape';
const TRIGGER_TYPE = 'n8n-nodes-base.manualTrigger';
const EXECUTION_TIMEOUT_MS = 180_000;

/**
 * Runs a stored workflow of a manual trigger and a Scrape node on a page. The address stays in the
 * workflow, so that the editor shows what was run.
 *
 * @param {import('../n8n/restClient.mjs').RestClient} client
 * @param {import('../n8n/workflows.mjs').StoredWorkflow} workflow
 * @param {string} url
 * @returns {Promise<Array<Record<string, unknown>>>} The items that its last node put out.
 * @throws {Error} The execution failed; with the node's reason and what it says to do.
 */
export async function scrapePage(client, workflow, url) {
	const nodes = workflow.nodes.map((node) =>
		node.type === SCRAPE_NODE_TYPE
			? { ...node, parameters: { ...node.parameters, urls: url } }
			: node,
	);
	const { id } = await updateWorkflow(client, { ...workflow, nodes });
	const trigger = nodes.find(({ type }) => type === TRIGGER_TYPE)?.name ?? '';
	const executionId = await startExecution(client, id, { trigger });
	const execution = await waitForExecution(client, executionId, EXECUTION_TIMEOUT_MS);
	if (execution.status !== 'success' || execution.lastNodeExecuted === undefined) {
		throw new Error(describeFailure(workflow.name, url, execution));
	}
	return itemsOf(execution, execution.lastNodeExecuted).map(({ json }) => json);
}

/**
 * @param {string} name The workflow's.
 * @param {string} url
 * @param {import('../n8n/executions.mjs').Execution} execution
 */
function describeFailure(name, url, { status, error }) {
	const reason = [error?.message, error?.description].filter(Boolean).join('\n');
	return `The workflow "${name}" on ${url} ended with status "${status}".\n${reason}`.trimEnd();
}
