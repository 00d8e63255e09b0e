import type { Workflow, WorkflowNode } from '../../../scripts/lib/n8n/workflows.mjs';

export const CREDENTIAL_TYPE = 'webDataExtractionApi';
export const SCRAPE_TYPE = 'n8n-nodes-web-data-extraction.scrape';

/** The names of the nodes of a test's workflow. */
export const NODES = {
	start: 'Start',
	list: 'List',
	/** Puts out the input items. */
	input: 'Input',
	/** The node under test. */
	tested: 'Tested',
	/** Takes the items of the normal output; names the input item that n8n pairs each with. */
	after: 'After',
	/** Takes the items of the error output. */
	failed: 'Failed',
} as const;

export interface WorkflowOptions {
	/** Default: "Test". */
	name?: string;
	/** The type of the node under test. Default: the Scrape node. */
	nodeType?: string;
	/** By which n8n's log names the node under test. Default: `NODES.tested`. */
	nodeName?: string;
	/** The fields of each input item; `name` is what `After` and `Failed` read by pairing. */
	items?: ReadonlyArray<object | undefined>;
	/** Of the node under test. */
	parameters: Record<string, unknown>;
	/** Other fields of the node under test, such as `onError` and `retryOnFail`. */
	settings?: Record<string, unknown>;
}

function describeNode(
	name: string,
	type: string,
	column: number,
	fields: Partial<WorkflowNode> & Record<string, unknown> = {},
): WorkflowNode {
	const node = { id: name, name, type, typeVersion: 1, position: [column * 220, 0] };
	return { ...node, parameters: {}, ...fields };
}

/** Reads through n8n's pairing which input item an item came from. */
function pairingNode(name: string, column: number): WorkflowNode {
	const assignments = [
		{
			id: name,
			name: 'pairedName',
			type: 'string',
			value: `={{ $('${NODES.input}').item.json.name }}`,
		},
	];
	return describeNode(name, 'n8n-nodes-base.set', column, {
		typeVersion: 3.4,
		parameters: { includeOtherFields: true, assignments: { assignments }, options: {} },
	});
}

/** Start, input items, the node under test, and a node behind each of its outputs. */
export function scrapeWorkflow({
	name = 'Test',
	nodeType = SCRAPE_TYPE,
	nodeName = NODES.tested,
	items = [{}],
	parameters,
	settings,
}: WorkflowOptions): Workflow {
	const link = (node: string) => [{ node, type: 'main', index: 0 }];
	return {
		name,
		nodes: [
			describeNode(NODES.start, 'n8n-nodes-base.manualTrigger', 0),
			describeNode(NODES.list, 'n8n-nodes-base.set', 1, {
				typeVersion: 3.4,
				parameters: { mode: 'raw', jsonOutput: JSON.stringify({ items }), options: {} },
			}),
			describeNode(NODES.input, 'n8n-nodes-base.splitOut', 2, {
				parameters: { fieldToSplitOut: 'items', options: {} },
			}),
			describeNode(nodeName, nodeType, 3, {
				...settings,
				parameters,
				credentials: { [CREDENTIAL_TYPE]: { id: '', name: '' } },
			}),
			pairingNode(NODES.after, 4),
			pairingNode(NODES.failed, 5),
		],
		connections: {
			[NODES.start]: { main: [link(NODES.list)] },
			[NODES.list]: { main: [link(NODES.input)] },
			[NODES.input]: { main: [link(nodeName)] },
			[nodeName]: { main: [link(NODES.after), link(NODES.failed)] },
		},
	};
}
