import { CREDENTIAL_TYPE } from '../../e2e/scripted/scrapeWorkflow';

const CREDENTIAL = { [CREDENTIAL_TYPE]: { id: '', name: '' } };

/** The names of the nodes. */
export const NAMES = {
	start: 'Start',
	list: 'List',
	split: 'Split',
	file: 'File',
	tested: 'Tested',
};

/**
 * @param {string} name
 * @param {string} type
 * @param {number} column
 * @param {object} fields
 */
function node(name, type, column, fields = {}) {
	return {
		id: name,
		name,
		type,
		typeVersion: 1,
		position: [column * 220, 0],
		parameters: {},
		...fields,
	};
}

/**
 * A workflow that runs one of the package's nodes, on files fetched by n8n's HTTP Request node when
 * there are any.
 *
 * @param {string} nodeType
 * @param {Record<string, unknown>} parameters
 * @param {string[]} [fileUrls] An input item each.
 * @returns {import('../../../scripts/lib/n8n/workflows.mjs').Workflow}
 */
export function memoryWorkflow(nodeType, parameters, fileUrls = []) {
	const files = [
		node(NAMES.list, 'n8n-nodes-base.set', 1, {
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: JSON.stringify({ urls: fileUrls }), options: {} },
		}),
		node(NAMES.split, 'n8n-nodes-base.splitOut', 2, {
			parameters: { fieldToSplitOut: 'urls', options: {} },
		}),
		node(NAMES.file, 'n8n-nodes-base.httpRequest', 3, {
			typeVersion: 4.2,
			parameters: {
				url: '={{ $json.urls }}',
				options: { response: { response: { responseFormat: 'file' } } },
			},
		}),
	];
	const nodes = [
		node(NAMES.start, 'n8n-nodes-base.manualTrigger', 0),
		...(fileUrls.length > 0 ? files : []),
		node(NAMES.tested, nodeType, 4, { parameters, credentials: CREDENTIAL }),
	];
	const connections = Object.fromEntries(
		nodes
			.slice(0, -1)
			.map(({ name }, index) => [
				name,
				{ main: [[{ node: nodes[index + 1]?.name ?? '', type: 'main', index: 0 }]] },
			]),
	);
	return { name: nodeType, nodes, connections };
}
